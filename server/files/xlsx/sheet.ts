import { type Cell, type GridRow, isBlank, type Merge } from '../../domain/files/grid.ts';
import { refused } from '../../domain/ground/errors.ts';
import { FILE_TEXTS as TEXTS } from '../../domain/texts/files/imports.ts';
import { FormulaResults } from './formula-results.ts';
import type { Dress } from './number-format.ts';
import { decodeEscapes, readXml, type XmlHandler } from './xml.ts';
import type { Zip } from './zip.ts';

export const MAX_ROWS = 200_000;
export const MAX_COLUMNS = 200;
const LAST_ROW = 1_048_576;
const NO_NUMBER = /^[+-]?(?:nan|inf(?:inity)?)$/i;
const MAX_MERGES = 100_000;

export interface SheetContent {
  rows: GridRow[];
  merges: Merge[];
}

/** What the sheets of a workbook share. */
export interface Shared {
  strings: readonly string[];
  /** By style. */
  dresses: readonly (Dress | undefined)[];
  /** The workbook asks to be computed when it is opened. */
  asksToCompute: boolean;
}

/** What the cell being read has said so far. */
interface OpenCell {
  at: number;
  type: string;
  style: number;
  value: string | undefined;
  inline: string;
  formula: boolean;
  /** The range that its formula fills. */
  fills: Merge | undefined;
}

/** Reads a sheet's rows that hold anything, with merges and hidden rows. Throws a refusal beyond the limits. */
export function readSheet(zip: Zip, part: string, shared: Shared, upTo = Number.POSITIVE_INFINITY): SheetContent {
  const reader = new SheetReader(shared, upTo);
  readXml(zip, part, reader);
  return reader.content();
}

type Attributes = Readonly<Record<string, string>>;

class SheetReader implements XmlHandler {
  readonly #shared: Shared;
  readonly #upTo: number;
  readonly #results: FormulaResults;
  readonly #rows: GridRow[] = [];
  readonly #merges: Merge[] = [];
  #row: GridRow = { row: 0, cells: [] };
  #isNumbered = true;
  #column = -1;
  #cell: OpenCell | undefined;
  /** Which text of the cell is being read: its value, its inline string, or none. */
  #reading: 'v' | 't' | '' = '';
  #isPhonetic = false;

  constructor(shared: Shared, upTo: number) {
    this.#shared = shared;
    this.#upTo = upTo;
    this.#results = new FormulaResults(shared.asksToCompute);
  }

  open(tag: string, attributes: Attributes): void {
    this.#reading = '';
    if (tag === 'c') this.#openCell(attributes);
    else if (tag === 'v' && this.#cell) [this.#reading, this.#cell.value] = ['v', ''];
    else if (tag === 't' && this.#cell && !this.#isPhonetic) this.#reading = 't';
    else if (tag === 'f' && this.#cell) openFormula(this.#cell, attributes);
    else if (tag === 'rPh') this.#isPhonetic = true;
    else if (tag === 'row') this.#openRow(attributes);
    else if (tag === 'mergeCell') addMerge(this.#merges, attributes.ref);
  }

  close(tag: string): void {
    this.#reading = '';
    if (tag === 'row') this.#closeRow();
    if (tag === 'rPh') this.#isPhonetic = false;
    if (tag === 'c' && this.#cell) {
      this.#closeCell(this.#cell);
      this.#cell = undefined;
    }
  }

  text(piece: string): void {
    if (this.#reading === 'v' && this.#cell) this.#cell.value += piece;
    else if (this.#reading === 't' && this.#cell) this.#cell.inline += piece;
  }

  done(): boolean {
    return this.#row.row > this.#upTo;
  }

  content(): SheetContent {
    this.#results.settle();
    return { rows: inOrder(this.#rows).filter(({ cells }) => !cells.every((cell) => isBlank(cell))), merges: this.#merges };
  }

  #openRow({ r, hidden }: Attributes): void {
    this.#isNumbered = r !== undefined;
    this.#row = { row: r === undefined ? this.#row.row + 1 : rowOf(r), cells: [] };
    if (hidden === '1' || hidden === 'true') this.#row.hidden = true;
    this.#column = -1;
  }

  #openCell({ r, t, s }: Attributes): void {
    const place = r === undefined ? undefined : placeOf(r);
    this.#column = place?.column ?? this.#column + 1;
    // A row without a number of its own stands where its cells say.
    if (!this.#isNumbered && place?.row) [this.#row.row, this.#isNumbered] = [place.row, true];
    const at = this.#column;
    this.#cell = { at, type: t ?? 'n', style: Number(s ?? 0), value: undefined, inline: '', formula: false, fills: undefined };
  }

  #closeCell(cell: OpenCell): void {
    const value = this.#valueOf(cell);
    if (isBlank(value)) return;
    if (cell.at >= MAX_COLUMNS) throw refused(TEXTS.tooManyColumns(MAX_COLUMNS));
    const { cells } = this.#row;
    while (cells.length < cell.at) cells.push(null);
    cells[cell.at] = value;
  }

  #valueOf(cell: OpenCell): Cell {
    const value = cellOf(cell, this.#shared);
    if (cell.fills) this.#results.fills(cell.fills, value !== null);
    const isResult = cell.formula || this.#results.isFilled(this.#row, cell.at);
    return isResult ? this.#results.resultOf(this.#row, cell.at, value) : value;
  }

  #closeRow(): void {
    this.#results.closeRow(this.#row, MAX_COLUMNS);
    if (this.#row.cells.length > 0) this.#rows.push(this.#row);
    if (this.#rows.length > MAX_ROWS) throw refused(TEXTS.tooManyRows(MAX_ROWS));
  }
}

function openFormula(cell: OpenCell, { t, ref }: Attributes): void {
  cell.formula = true;
  if (t === 'array' || t === 'dataTable') cell.fills = rangeOf(ref);
}

/** Rows stand in order in every file a spreadsheet writes; one that does not, or names a row twice, is damaged. */
function inOrder(rows: GridRow[]): GridRow[] {
  for (let index = 1; index < rows.length; index += 1) {
    if ((rows[index] as GridRow).row <= (rows[index - 1] as GridRow).row) throw refused(TEXTS.damaged);
  }
  return rows;
}

/** The value of a cell with its mark; null where it stores none. */
function cellOf({ type, style, value, inline }: OpenCell, { strings, dresses }: Shared): Cell {
  const dress = dresses[style] ?? ((plain: number | string): Cell => plain);
  if (type === 'inlineStr') return dress(decodeEscapes(inline));
  if (value === undefined || (type !== 'str' && value.trim() === '')) return null;
  if (type === 's') return dress(strings[Number(value)] ?? broken());
  if (type === 'str') return dress(decodeEscapes(value));
  if (type === 'b') return value === '1' || value === 'true';
  if (type === 'e') return { value, mark: 'error' };
  if (type === 'd') return { value, mark: 'date' };
  // Programs that compute without a spreadsheet write so what a spreadsheet calls #NUM!.
  if (NO_NUMBER.test(value)) return { value: '#NUM!', mark: 'error' };
  const number = Number(value);
  return Number.isFinite(number) ? dress(number) : broken();
}

function broken(): never {
  throw refused(TEXTS.damaged);
}

/** The number of a row, of those that a spreadsheet has. */
function rowOf(reference: string): number {
  const row = Number(reference);
  return Number.isInteger(row) && row >= 1 && row <= LAST_ROW ? row : broken();
}

/** Where a cell stands: `AB12`, `ab12` and `$AB$12` are column 27 of row 12, `AB` of row 0. Anything else is damaged: a guess would put a value elsewhere. */
function placeOf(reference: string): { column: number; row: number } {
  let [column, row] = [0, 0];
  for (let index = 0; index < reference.length; index += 1) {
    const code = reference.charCodeAt(index);
    const letter = code >= 97 && code <= 122 ? code - 96 : code - 64;
    if (letter >= 1 && letter <= 26 && row === 0) column = column * 26 + letter;
    else if (code >= 48 && code <= 57 && column > 0) row = row * 10 + code - 48;
    else if (code !== 36) return broken();
  }
  return column > 0 && row <= LAST_ROW ? { column: column - 1, row } : broken();
}

const CELL = /^\$?[a-z]{1,3}\$?\d{1,7}$/i;

/** `B3:C5`, or one cell; undefined for anything else. */
function rangeOf(reference = ''): Merge | undefined {
  const [from, to = from] = reference.split(':');
  if (!CELL.test(String(from)) || !CELL.test(String(to))) return undefined;
  const [first, last] = [placeOf(String(from)), placeOf(String(to))];
  return { left: first.column, top: first.row, right: last.column, bottom: last.row };
}

function addMerge(merges: Merge[], reference?: string): void {
  const range = rangeOf(reference);
  if (range === undefined) return;
  if (merges.length >= MAX_MERGES) throw refused(TEXTS.tooMuchContent);
  merges.push(range);
}
