/** What a file holds before anyone judges it: rows of raw values with marks. Made by files/grid (xlsx, csv) and by `gridOfRows` (JSON). */

export type CellValue = string | number | boolean | null;

/** Why a value alone would mislead: a number that the sheet shows as a date or otherwise than it is, a formula error, a formula never calculated. */
export type CellMark = 'date' | 'format' | 'error' | 'no_value';

/** What a cell shows through its number format. */
export interface Shown {
  text: string;
  /** With commas between thousands, or decimals: the number is dressed for reading. */
  dressed: boolean;
}

export interface MarkedCell {
  value: CellValue;
  mark: Exclude<CellMark, 'format'>;
}

/** One of a sheet's number formats. */
export interface NumberFormat {
  code: string;
  /** Undefined where it cannot be told for certain, or where a text stays as it is. */
  shows(value: number | string): Shown | undefined;
}

/** A value that its number format may show otherwise. */
export interface FormattedCell {
  value: number | string;
  mark: 'format';
  format: NumberFormat;
}

/** Plain where nothing is remarkable: a file of 100,000 rows has 1,500,000 of them. */
export type Cell = CellValue | MarkedCell | FormattedCell;

export interface GridRow {
  /** The row's number as the spreadsheet shows it, from 1. */
  row: number;
  cells: Cell[];
  /** A filter or a hand hides it. */
  hidden?: boolean;
}

/** A merged range: rows from 1, columns from 0, all inclusive. */
export interface Merge {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface Grid {
  format: 'xlsx' | 'csv' | 'rows';
  /** The sheet that was read ('' for csv and rows). */
  sheet: string;
  /** Visible sheets that could have been read as well, the one that was read first. */
  candidates: string[];
  /** Day 0 of the sheet's serial dates is 1904-01-01. */
  date1904: boolean;
  /** Rows with at least one non-empty cell, in their order. */
  rows: GridRow[];
  merges: Merge[];
  /** The name a text encoding was recognised by (csv). */
  encoding?: string;
}

/** The value of a cell without its mark. */
export const cellValue = (cell: Cell | undefined): CellValue =>
  cell === undefined || cell === null ? null : typeof cell === 'object' ? cell.value : cell;

/** The mark of a cell, if any. */
export const markOf = (cell: Cell | undefined): CellMark | undefined => (cell !== null && typeof cell === 'object' ? cell.mark : undefined);

/** The cell as a reader of the sheet takes it: a text where its number format makes one of the value, as far as that can be told. */
export function shownIn(cell: Cell): Exclude<Cell, FormattedCell> {
  if (cell === null || typeof cell !== 'object' || cell.mark !== 'format') return cell;
  const shown = cell.format.shows(cell.value);
  return shown && !shown.dressed && shown.text !== String(cell.value) ? shown.text : cell.value;
}

/** Whether a cell holds nothing a reader would see. */
export function isBlank(cell: Cell | undefined): boolean {
  if (cell === undefined || cell === null) return true;
  if (typeof cell === 'object') return cell.mark !== 'error' && cell.mark !== 'no_value' && isBlank(cell.value);
  if (typeof cell !== 'string') return false;
  const first = cell.charCodeAt(0);
  return !(first > 32 && first < 127) && cell.trim() === '';
}

/** Texts as programs write them that want a spreadsheet to keep them: `="0022"`, `=T("0022")`, `="00"&"22"`; without a word and with a quote too few or too many. */
const TEXT_FORMULA = /^\s*['’]?\s*=\s*(?:(?:T|TRIM|CONCAT|CONCATENATE)?\s*\(\s*)?((?:"(?:[^"]|"")*"\s*&\s*)*"(?:[^"]|"")*")\s*\)?\s*$/i;
/** Digits written as a formula, which would lose their zeros as a number. */
const DIGITS_FORMULA = /^\s*=\s*(\d+)\s*$/;
const SLOPPY_FORMULA = /^\s*['’]?\s*=\s*(?:""([^"]+)""|"([^"]*))\s*$/;

/** Behind blanks and an apostrophe. */
const LATEST_SIGN = 4;

/** The cell as it was meant, where it says of itself that it is a text. */
export function plainCell(cell: Cell): Cell {
  const sign = typeof cell === 'string' ? cell.indexOf('=') : -1;
  if (typeof cell !== 'string' || sign < 0 || sign > LATEST_SIGN) return cell;
  const texts = TEXT_FORMULA.exec(cell)?.[1];
  if (texts === undefined) {
    const sloppy = SLOPPY_FORMULA.exec(cell) ?? DIGITS_FORMULA.exec(cell);
    return sloppy?.[1] ?? sloppy?.[2] ?? cell;
  }
  return [...texts.matchAll(/"((?:[^"]|"")*)"/g)].map(([, text]) => text?.replaceAll('""', '"')).join('');
}

/** JSON rows keyed by field as a grid, so that one judge serves both. A row's own `row` is its number, else its index + 2 (the header is row 1). */
export function gridOfRows(rows: readonly Readonly<Record<string, unknown>>[], fields: readonly string[]): Grid {
  const present = fields.filter((field) => rows.some((row) => Object.hasOwn(row, field)));
  return {
    format: 'rows',
    sheet: '',
    candidates: [],
    date1904: false,
    merges: [],
    rows: [
      { row: 1, cells: present },
      ...rows.map((row, index) => ({ row: rowNumber(row.row, index + 2), cells: present.map((field) => jsonCell(row[field])) })),
    ],
  };
}

const rowNumber = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : otherwise;

/** A list becomes its members joined (weekdays); any other structure becomes its JSON, which no cell type accepts. */
function jsonCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  return JSON.stringify(value);
}
