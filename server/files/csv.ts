import { analyse } from 'chardet';
import { parse } from 'csv-parse/browser/esm/sync';
import { type GridRow, isBlank } from '../domain/files/grid.ts';
import { firstIndex } from '../domain/ground/bisect.ts';
import { refused } from '../domain/ground/errors.ts';
import { FILE_TEXTS as TEXTS } from '../domain/texts/files/imports.ts';
import { MAX_COLUMNS, MAX_ROWS } from './xlsx/sheet.ts';

export interface Decoded {
  text: string;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'cp932' | 'euc-jp' | 'iso-2022-jp';
}

const ESCAPE = 0x1b;
const OLDER = { 'EUC-JP': 'euc-jp', 'ISO-2022-JP': 'iso-2022-jp' } as const;

/**
 * The text of a file: by its byte-order mark, else strict UTF-8, else strict CP932, as Japanese Excel writes it (①㈱髙﨑 included), else the older
 * Japanese encoding that chardet sees (asked last: it takes short CP932 for European text). Throws a refusal naming the byte.
 */
function decodeText(bytes: Uint8Array): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: strictly('utf-16le', bytes), encoding: 'utf-16le' };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: strictly('utf-16be', bytes), encoding: 'utf-16be' };
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  // Text in ISO-2022-JP is plain ASCII with escapes: valid UTF-8, and not what was meant.
  const text = bytes.includes(ESCAPE) ? undefined : tryDecode('utf-8', bytes);
  if (text !== undefined) return { text, encoding: 'utf-8' };
  const japanese = marked || bytes.includes(ESCAPE) ? undefined : tryDecode('shift_jis', bytes);
  if (japanese !== undefined) return { text: japanese, encoding: 'cp932' };
  for (const { name } of marked ? [] : analyse(bytes)) {
    const encoding = OLDER[name as keyof typeof OLDER];
    const older = encoding && tryDecode(encoding, bytes);
    if (older !== undefined) return { text: older, encoding };
  }
  // The encoding that gets further is the one that was meant.
  throw refused(TEXTS.encoding(Math.max(badByte('utf-8', bytes), marked ? 0 : badByte('shift_jis', bytes))));
}

function tryDecode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function strictly(encoding: string, bytes: Uint8Array): string {
  const text = tryDecode(encoding, bytes);
  if (text === undefined) throw refused(TEXTS.encoding(badByte(encoding, bytes)));
  return text;
}

/** The first byte (from 1) up to which the bytes do not decode; by halving, as a decoder does not say. */
function badByte(encoding: string, bytes: Uint8Array): number {
  return firstIndex(bytes.length - 1, (index) => !decodesSoFar(encoding, bytes.subarray(0, index + 1))) + 1;
}

function decodesSoFar(encoding: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Reads a CSV (or tab separated) file into rows, numbered by record as a spreadsheet shows them. Empty lines count but hold nothing. Throws a refusal. */
export function readCsv(bytes: Uint8Array): { rows: GridRow[]; encoding: Decoded['encoding'] } {
  const { text, encoding } = decodeText(bytes);
  if (text.includes('\u0000')) throw refused(TEXTS.notWorkbook);
  const delimiter = delimiterOf(text);
  checkExtent(text, delimiter);
  const records = parseRecords(text, delimiter);
  const rows: GridRow[] = [];
  for (const [index, cells] of records.entries()) {
    if (cells.length > MAX_COLUMNS) throw refused(TEXTS.tooManyColumns(MAX_COLUMNS));
    if (cells.every((cell) => isBlank(cell))) continue;
    rows.push({ row: index + 1, cells });
    if (rows.length > MAX_ROWS) throw refused(TEXTS.tooManyRows(MAX_ROWS));
  }
  return { rows, encoding };
}

/** So many lines a spreadsheet has, empty ones among them. */
const MAX_LINES = 1_048_576;
/** Delimiters of a line may stand in a quoted text too. */
const MAX_DELIMITERS = 100 * MAX_COLUMNS;

/** Letters between two delimiters; a cell of a spreadsheet holds 32,767. */
const MAX_LETTERS = 100_000;

/** Refuses a text of little but line ends or delimiters, each of which would cost an object, and of endless cells, which cost the parser seconds, before it is taken apart. */
function checkExtent(text: string, delimiter: string): void {
  const [end, part] = [10, delimiter.charCodeAt(0)];
  let [lines, delimiters, begun] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === end) {
      lines += 1;
      delimiters = 0;
      begun = at;
    } else if (code === part) {
      delimiters += 1;
      begun = at;
    } else if (at - begun > MAX_LETTERS) throw refused(TEXTS.tooMuchContent);
    if (lines > MAX_LINES) throw refused(TEXTS.tooManyRows(MAX_ROWS));
    if (delimiters > MAX_DELIMITERS) throw refused(TEXTS.tooManyColumns(MAX_COLUMNS));
  }
}

function parseRecords(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { delimiter, relax_column_count: true, skip_empty_lines: false, bom: true, max_record_size: 1_000_000 });
  } catch (error) {
    const { lines } = error as { lines?: number };
    throw refused(typeof lines === 'number' ? TEXTS.csvQuote(lines) : TEXTS.unreadable);
  }
}

/** A tab where the first filled line has more tabs than commas, else a comma. */
function delimiterOf(text: string): string {
  const line = /[^\r\n]+/.exec(text.slice(0, 20_000))?.[0] ?? '';
  return line.split('\t').length > line.split(',').length ? '\t' : ',';
}
