import { type Cell, type GridRow, isBlank, type Merge } from '../domain/files/grid.ts';
import { refused } from '../domain/ground/errors.ts';
import { FILE_TEXTS as TEXTS } from '../domain/texts/files/imports.ts';
import { decodeEscapes, readXml } from './xml.ts';
import type { Zip } from './zip.ts';

export const MAX_ROWS = 200_000;
export const MAX_COLUMNS = 200;
const LAST_ROW = 1_048_576;
const MAX_MERGES = 100_000;

export interface SheetContent {
  rows: GridRow[];
  merges: Merge[];
}

interface Shared {
  strings: readonly string[];
  dates: readonly boolean[];
}

/** What the cell being read has said so far. */
interface OpenCell {
  at: number;
  type: string;
  style: number;
  value: string | undefined;
  inline: string;
  formula: boolean;
}

/** Reads a sheet's rows that hold anything, with merges and hidden rows. Throws a refusal beyond the limits. */
export function readSheet(zip: Zip, part: string, shared: Shared, upTo = Number.POSITIVE_INFINITY): SheetContent {
  const rows: GridRow[] = [];
  const merges: Merge[] = [];
  let row: GridRow = { row: 0, cells: [] };
  let cell: OpenCell | undefined;
  let [column, reading, phonetic] = [-1, '', false];

  const openCell = (attributes: Readonly<Record<string, string>>): void => {
    column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
    cell = { at: column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: undefined, inline: '', formula: false };
  };
  const closeCell = (one: OpenCell): void => {
    const value = cellOf(one, shared);
    if (isBlank(value)) return;
    if (one.at >= MAX_COLUMNS) throw refused(TEXTS.tooManyColumns(MAX_COLUMNS));
    while (row.cells.length < one.at) row.cells.push(null);
    row.cells[one.at] = value;
  };
  const closeRow = (): void => {
    if (row.cells.length > 0) rows.push(row);
    if (rows.length > MAX_ROWS) throw refused(TEXTS.tooManyRows(MAX_ROWS));
  };

  readXml(zip, part, {
    open(tag, attributes) {
      reading = '';
      if (tag === 'c') openCell(attributes);
      else if (tag === 'v' && cell) [reading, cell.value] = ['v', ''];
      else if (tag === 't' && cell && !phonetic) reading = 't';
      else if (tag === 'f' && cell) cell.formula = true;
      else if (tag === 'rPh') phonetic = true;
      else if (tag === 'row') {
        row = { row: attributes.r === undefined ? row.row + 1 : rowOf(attributes.r), cells: [] };
        if (attributes.hidden === '1' || attributes.hidden === 'true') row.hidden = true;
        column = -1;
      } else if (tag === 'mergeCell') addMerge(merges, attributes.ref);
    },
    close(tag) {
      reading = '';
      if (tag === 'row') closeRow();
      if (tag === 'rPh') phonetic = false;
      if (tag === 'c' && cell) {
        closeCell(cell);
        cell = undefined;
      }
    },
    text(piece) {
      if (reading === 'v' && cell) cell.value += piece;
      else if (reading === 't' && cell) cell.inline += piece;
    },
    done: () => row.row > upTo,
  });
  return { rows: inOrder(rows), merges };
}

/** Rows stand in order in every file a spreadsheet writes; one that does not, or names a row twice, is damaged. */
function inOrder(rows: GridRow[]): GridRow[] {
  for (let index = 1; index < rows.length; index += 1) {
    if ((rows[index] as GridRow).row <= (rows[index - 1] as GridRow).row) throw refused(TEXTS.damaged);
  }
  return rows;
}

function cellOf(cell: OpenCell, shared: Shared): Cell {
  if (cell.type === 'inlineStr') return decodeEscapes(cell.inline);
  if (cell.value === undefined || (cell.value === '' && cell.type !== 'str'))
    return cell.formula ? { value: null, mark: 'no_value' } : null;
  if (cell.type === 's') return shared.strings[Number(cell.value)] ?? broken();
  if (cell.type === 'str') return decodeEscapes(cell.value);
  if (cell.type === 'b') return cell.value === '1' || cell.value === 'true';
  if (cell.type === 'e') return { value: cell.value, mark: 'error' };
  if (cell.type === 'd') return cell.value;
  const number = Number(cell.value);
  if (!Number.isFinite(number)) return broken();
  return shared.dates[cell.style] ? { value: number, mark: 'date' } : number;
}

function broken(): never {
  throw refused(TEXTS.damaged);
}

/** The number of a row, of those that a spreadsheet has. */
function rowOf(reference: string): number {
  const row = Number(reference);
  return Number.isInteger(row) && row >= 1 && row <= LAST_ROW ? row : broken();
}

/** `AB12` is column 27. */
function columnOf(reference: string): number {
  let column = 0;
  for (let index = 0; index < reference.length; index += 1) {
    const code = reference.charCodeAt(index);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column > 0 ? column - 1 : broken();
}

function addMerge(merges: Merge[], reference = ''): void {
  const match = /^([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?$/.exec(reference.replaceAll('$', ''));
  if (match === null) return;
  if (merges.length >= MAX_MERGES) throw refused(TEXTS.tooMuchContent);
  const [left, top] = [columnOf(String(match[1])), Number(match[2])];
  merges.push({ left, top, right: match[3] ? columnOf(match[3]) : left, bottom: match[4] ? Number(match[4]) : top });
}
