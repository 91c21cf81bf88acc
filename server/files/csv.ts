import { type GridRow, isBlank } from '../domain/files/grid.ts';
import { HEADER_ROWS, knownHeaders } from '../domain/files/layout.ts';
import { refused } from '../domain/ground/errors.ts';
import { FILE_TEXTS as TEXTS } from '../domain/texts/files/imports.ts';
import { badPlace, type Decoded, decode, encodingsOf, HEAD_LETTERS } from './decode.ts';
import { MAX_COLUMNS, MAX_ROWS } from './xlsx/sheet.ts';

/** How the cells of a text are parted and held together. */
interface Form {
  delimiter: string;
  quote: string;
}

const [LF, CR] = [10, 13];
const FORMS: readonly Form[] = ['"', "'"].flatMap((quote) => [',', '\t', ';', '|'].map((delimiter) => ({ delimiter, quote })));
/** A known header says more than any number of cells. */
const PER_HEADER = 1_000_000;

/**
 * The reading of a file in which most headers are known, the likeliest encoding and form first: short EUC-JP is valid CP932 too, and a title says nothing of
 * what parts the cells under it. Where no header is known, the reading with most cells. Throws a refusal naming the byte where none fits.
 */
function readingOf(bytes: Uint8Array): Decoded & Form {
  const encodings = encodingsOf(bytes);
  const unmarked = encodings.length === 2;
  let [best, most] = [undefined as (Decoded & Form) | undefined, unmarked ? PER_HEADER - 1 : -1];
  for (const encoding of encodings) {
    const text = decode(encoding, bytes);
    if (text === undefined) continue;
    for (const form of FORMS) {
      const head = headOf(text, form);
      const { whole, count } = knownHeaders(head);
      const worth = count * PER_HEADER + (form.quote === '"' ? head.reduce((sum, { cells }) => sum + cells.length, 0) : 0);
      if (worth > most) [best, most] = [{ text, encoding, ...form }, worth];
      if (whole) return { text, encoding, ...form };
    }
  }
  if (best === undefined) throw refused(unmarked ? TEXTS.notWorkbook : TEXTS.encoding(badPlace(bytes, encodings)));
  return best;
}

/** The upper rows of a text, as far as they can be read in this form. */
function headOf(text: string, form: Form): GridRow[] {
  const rows: GridRow[] = [];
  try {
    for (const cells of recordsOf(text.slice(0, HEAD_LETTERS), form)) {
      // Beyond the columns that a file may have, none is looked for.
      rows.push({ row: rows.length + 1, cells: cells.slice(0, MAX_COLUMNS) });
      if (rows.length === HEADER_ROWS) break;
    }
  } catch {
    // What is wrong with a text is said of the form it is read in.
  }
  return rows;
}

/** Reads a text file of cells parted by commas, tabs, semicolons or bars into rows, numbered by record as a spreadsheet shows them. Empty lines count but hold nothing. Throws a refusal. */
export function readCsv(bytes: Uint8Array): { rows: GridRow[]; encoding: Decoded['encoding'] } {
  const { text, encoding, ...form } = readingOf(bytes);
  if (text.includes('\u0000')) throw refused(TEXTS.notWorkbook);
  checkExtent(text, form.delimiter);
  const rows: GridRow[] = [];
  let row = 0;
  for (const cells of recordsOf(text, form)) {
    row += 1;
    if (cells.length > MAX_COLUMNS) throw refused(TEXTS.tooManyColumns(MAX_COLUMNS));
    if (cells.every((cell) => isBlank(cell))) continue;
    rows.push({ row, cells });
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
  const part = delimiter.charCodeAt(0);
  let [lines, delimiters, begun] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) {
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

/** Blanks that programs leave around quotes, among them marks of order and the end mark of DOS where files were joined. */
const DOS_END = '\u001a';
const BLANKS = ` \t\u00a0\u3000\ufeff${DOS_END}`;
/** The end mark of DOS, where it touches a row: alone in a line it is a row that is none. */
const END_MARKS = new RegExp(`(?<=^|[\\r\\n])${DOS_END}+(?=[^\\r\\n${DOS_END}])|(?<=[^\\r\\n${DOS_END}])${DOS_END}+$`, 'g');

/** Of three systems, and of a program that put another carriage return before. */
const LINE_END = /\r{0,2}\n|\r/y;

/** Reads a text cell by cell. */
class Cells {
  at = 0;
  readonly #text: string;
  readonly #form: Form;

  constructor(text: string, form: Form) {
    this.#text = text.includes(DOS_END) ? text.replace(END_MARKS, '') : text;
    this.#form = form;
  }

  get isOver(): boolean {
    return this.at >= this.#text.length;
  }

  /** Passes a delimiter, if one stands here. */
  goesOn(): boolean {
    if (this.#text[this.at] !== this.#form.delimiter) return false;
    this.at += 1;
    return true;
  }

  passLineEnd(): void {
    LINE_END.lastIndex = this.at;
    this.at += LINE_END.exec(this.#text)?.[0].length ?? 0;
  }

  /** The next cell; undefined where its quote is left open. */
  next(): string | undefined {
    const from = this.at;
    this.#passBlanks();
    if (this.#text[this.at] === this.#form.quote) {
      this.at += 1;
      return this.#quoted();
    }
    for (this.at = from; !this.#isEnd(); ) this.at += 1;
    return this.#text.slice(from, this.at);
  }

  /** From behind the opening quote. One that neither closes nor is doubled is a letter, if the cell is closed in its line and no other begins before. */
  #quoted(): string | undefined {
    const [text, { quote, delimiter }] = [this.#text, this.#form];
    let [value, stray] = ['', false];
    for (let from = this.at; ; ) {
      const next = text.indexOf(quote, from);
      const piece = next < 0 ? '' : text.slice(from, next);
      if (next < 0 || (stray && /[\r\n]/.test(piece))) return undefined;
      if (text[next + 1] === quote) {
        [value, from] = [value + piece + quote, next + 2];
        continue;
      }
      this.at = next + 1;
      this.#passBlanks();
      if (this.#isEnd()) return value + piece;
      if (piece.trimEnd().endsWith(delimiter)) return undefined;
      [value, from, stray] = [value + piece.replace(/\\$/, '') + quote, next + 1, true];
    }
  }

  #passBlanks(): void {
    while (this.#text[this.at] !== this.#form.delimiter && BLANKS.includes(this.#text[this.at] ?? '\n')) this.at += 1;
  }

  #isEnd(): boolean {
    const sign = this.#text[this.at];
    return sign === undefined || sign === this.#form.delimiter || sign === '\n' || sign === '\r';
  }
}

/** The cells of each record of a text. Throws a refusal that names the record in which a quote is left open. */
function* recordsOf(text: string, form: Form): Generator<string[]> {
  const reader = new Cells(text, form);
  for (let row = 1; !reader.isOver; row += 1) {
    const cells: string[] = [];
    do {
      const cell = reader.next();
      if (cell === undefined) throw refused(TEXTS.csvQuote(row));
      cells.push(cell);
    } while (reader.goesOn());
    reader.passLineEnd();
    yield cells;
  }
}
