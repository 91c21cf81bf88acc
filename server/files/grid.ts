import { type Grid, type GridRow, shownIn } from '../domain/files/grid.ts';
import { MAX_UPLOAD_BYTES } from '../domain/ground/constants.ts';
import { DomainError, refused, tooLarge } from '../domain/ground/errors.ts';
import { FILE_TEXTS as TEXTS } from '../domain/texts/files/imports.ts';
import { readCsv } from './csv.ts';
import { openWorkbook, type Workbook } from './xlsx/workbook.ts';

export interface GridOptions {
  /** The file's name; only its bytes decide what it is. */
  name?: string;
  /** The sheet a person chose, hidden or not. */
  sheet?: string | undefined;
  /** Whether a sheet with these upper rows is the one wanted. */
  accepts?: (rows: GridRow[]) => boolean;
}

const HEAD_ROWS = 20;

const ENCRYPTED = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0]);

/** Whether a file of the old form is a workbook of today with a password: it names its part so. */
const isEncrypted = (bytes: Uint8Array): boolean => {
  for (let at = bytes.indexOf(ENCRYPTED[0] as number); at >= 0; at = bytes.indexOf(ENCRYPTED[0] as number, at + 1)) {
    if (ENCRYPTED.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
};

/** Reads a file's bytes into a grid of raw values and marks. Pure: the same in a browser's worker, a server's thread and a test.
 * Throws a refusal with a sentence for people; over 20 MiB `too_large`. */
export function readGrid(bytes: Uint8Array, options: GridOptions = {}): Grid {
  if (bytes.byteLength > MAX_UPLOAD_BYTES) throw tooLarge(TEXTS.tooLarge);
  try {
    const form = formOf(bytes);
    if (form === 'zip') return workbookGrid(openWorkbook(bytes), options);
    if (form === 'old') throw refused(isEncrypted(bytes) ? TEXTS.encrypted : TEXTS.oldExcel);
    if (form === 'other') throw refused(TEXTS.notWorkbook);
    const { rows, encoding } = readCsv(bytes);
    if (rows.length === 0) throw refused(TEXTS.empty);
    return { format: 'csv', sheet: '', candidates: [], date1904: false, rows, merges: [], encoding };
  } catch (error) {
    throw error instanceof DomainError ? error : refused(TEXTS.damaged);
  }
}

/** The sheets of a workbook, for a choice; none for a text file. Throws a refusal. */
export function listSheets(bytes: Uint8Array): { name: string; hidden: boolean }[] {
  return formOf(bytes) === 'zip' ? openWorkbook(bytes).sheets : [];
}

/** A sheet of a file: its name ('' in a text file) and its rows that are not empty. */
export interface SheetRows {
  name: string;
  rows: GridRow[];
  date1904: boolean;
}

/** Reads every visible sheet of a workbook as a reader sees it, a text file as one sheet; at most so many rows in all. Throws a refusal, over 20 MiB `too_large`. */
export function readSheets(bytes: Uint8Array, mostRows: number): SheetRows[] {
  if (formOf(bytes) !== 'zip' || bytes.byteLength > MAX_UPLOAD_BYTES) {
    const { rows, date1904 } = readGrid(bytes);
    return bounded([{ name: '', rows, date1904 }], mostRows);
  }
  try {
    const book = openWorkbook(bytes);
    const visible = book.sheets.flatMap(({ name, hidden }, index) => (hidden ? [] : [{ name, index }]));
    return bounded(
      visible.map(({ name, index }) => ({ name, rows: asShown(book.read(index, mostRows + 1).rows), date1904: book.date1904 })),
      mostRows,
    );
  } catch (error) {
    throw error instanceof DomainError ? error : refused(TEXTS.damaged);
  }
}

const asShown = (rows: readonly GridRow[]): GridRow[] => rows.map((row) => ({ ...row, cells: row.cells.map(shownIn) }));

function bounded(sheets: SheetRows[], mostRows: number): SheetRows[] {
  if (sheets.reduce((sum, { rows }) => sum + rows.length, 0) > mostRows) throw refused(TEXTS.tooManyRows(mostRows));
  return sheets;
}

/** By the first bytes, never by the name: D0CF11E0 is an old or an encrypted workbook. */
function formOf(bytes: Uint8Array): 'zip' | 'old' | 'text' | 'other' {
  const starts = (...magic: number[]): boolean => magic.every((byte, index) => bytes[index] === byte);
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06)) return 'zip';
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return 'old';
  if (starts(0x25, 0x50, 0x44, 0x46) || starts(0x09, 0x08) || starts(0x1f, 0x8b) || starts(0x89, 0x50, 0x4e, 0x47)) return 'other';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200)).trimStart().toLowerCase();
  return /^(?:\ufeff|ï»¿)?<(?:!doctype|html|\?xml|table|\?mso)/.test(head) ? 'other' : 'text';
}

function workbookGrid(book: Workbook, options: GridOptions): Grid {
  const { index, candidates } = chooseSheet(book, options);
  const { rows, merges } = book.read(index);
  if (rows.length === 0) throw refused(TEXTS.empty);
  return { format: 'xlsx', sheet: book.sheets[index]?.name ?? '', candidates, date1904: book.date1904, rows, merges };
}

/** The sheet that was chosen; else the first visible one that is accepted; else the first visible one (hazard H17). A hidden sheet is read only when chosen. */
function chooseSheet(book: Workbook, { sheet, accepts }: GridOptions): { index: number; candidates: string[] } {
  if (sheet !== undefined && sheet !== '') {
    const index = book.sheets.findIndex(({ name }) => name === sheet);
    if (index < 0) throw refused(TEXTS.noSheet(sheet));
    return { index, candidates: [] };
  }
  const visible = book.sheets.flatMap(({ hidden }, index) => (hidden ? [] : [index]));
  const first = visible[0];
  if (first === undefined) throw refused(TEXTS.empty);
  if (visible.length === 1 || accepts === undefined) return { index: first, candidates: [] };
  const fitting = visible.filter((index) => accepts(book.read(index, HEAD_ROWS).rows));
  return { index: fitting[0] ?? first, candidates: fitting.length > 1 ? fitting.map((index) => book.sheets[index]?.name ?? '') : [] };
}
