import { headerKey } from '../ground/fold.ts';
import { IMPORT_TEXTS as TEXTS } from '../texts/files/imports.ts';
import { type Cell, cellValue, type Grid, isBlank, type Merge } from './grid.ts';
import { IMPORT_KINDS, type ImportColumn, type ImportKind } from './imports.ts';

/** Title rows above the header are searched this far down (hazard H14). */
const HEADER_ROWS = 20;

/** Where each column of a kind stands in a grid. */
export interface Layout {
  /** Index of the header in `grid.rows`; -1 when there is no row at all. */
  header: number;
  /** Columns that are there, with their index in the cells. */
  columns: { column: ImportColumn; at: number }[];
  /** Number of cells a row may have. */
  width: number;
  /** Sentences that refuse the whole file. */
  errors: string[];
}

/** Finds the header of a kind: the first of the upper rows with every required column, else the one with most of them. */
export function findLayout(kind: ImportKind, grid: Grid): Layout {
  if (grid.format === 'rows') return layoutOfFields(kind, grid);
  const wanted = requiredOf(kind);
  const upper = upperRows(grid);
  let best: { header: number; keys: string[]; found: number } | undefined;
  for (const [header, keys] of upper.entries()) {
    const found = foundIn(wanted, keys);
    if (best === undefined || found > best.found) best = { header, keys, found };
    if (found === wanted.length) break;
  }
  if (best === undefined) return { header: -1, columns: [], width: 0, errors: wanted.map((column) => TEXTS.columnMissing(column.header)) };
  const whole = best.found === wanted.length;
  const layout = describe(kind, grid, best.header, best.keys);
  const other = otherKind(kind, whole ? [best.keys] : upper);
  const [own, others] = [foundIn(kind.columns, best.keys), other?.found ?? 0];
  if (other === undefined || others < own || (whole && others === own)) return layout;
  const missing = others === own ? layout.errors : [];
  return { header: best.header, columns: [], width: 0, errors: [TEXTS.otherKind(other.kind.label, kind.label), ...missing] };
}

const requiredOf = (kind: ImportKind): ImportColumn[] => kind.columns.filter((column) => column.required);
const foundIn = (wanted: readonly ImportColumn[], keys: readonly string[]): number =>
  wanted.filter((column) => positions(column, keys).length > 0).length;

/** The header keys of the rows where a header may stand. */
function upperRows(grid: Grid): string[][] {
  const rows = grid.rows.slice(0, HEADER_ROWS).filter((row, index) => index === 0 || row.row <= HEADER_ROWS);
  return rows.map(({ cells }) => cells.map((cell) => headerKey(String(cellValue(cell) ?? ''))));
}

/** The other kind that these rows have every required header of, and how many of its columns; of several, the one with most (a file of facilities has the two headers of processes as well). */
function otherKind(kind: ImportKind, upper: readonly (readonly string[])[]): { kind: ImportKind; found: number } | undefined {
  const whole = IMPORT_KINDS.flatMap((other) => {
    const wanted = requiredOf(other);
    const keys = other === kind ? undefined : upper.find((row) => foundIn(wanted, row) === wanted.length);
    return keys ? [{ kind: other, found: foundIn(other.columns, keys) }] : [];
  });
  return whole.sort((one, another) => another.found - one.found)[0];
}

/** Whether these upper rows of a sheet hold every required header of the kind (to choose among sheets, hazard H17). */
export const holdsHeaders = (kind: ImportKind, rows: Grid['rows']): boolean =>
  findLayout(kind, { format: 'xlsx', sheet: '', candidates: [], date1904: false, merges: [], rows }).errors.length === 0;

function layoutOfFields(kind: ImportKind, grid: Grid): Layout {
  const fields = grid.rows[0]?.cells ?? [];
  // A field that each row must fill is judged even where no row names it.
  const columns = kind.columns
    .map((column) => ({ column, at: fields.indexOf(column.field) }))
    .filter(({ column, at }) => at >= 0 || column.filled);
  return { header: 0, columns, width: fields.length, errors: [] };
}

function describe(kind: ImportKind, grid: Grid, header: number, keys: readonly string[]): Layout {
  const errors: string[] = [];
  const columns: Layout['columns'] = [];
  for (const column of kind.columns) {
    const at = positions(column, keys);
    if (at.length > 1) errors.push(TEXTS.columnTwice(column.header));
    if (at.length === 0 && column.required) errors.push(TEXTS.columnMissing(column.header));
    if (at[0] !== undefined) columns.push({ column, at: at[0] });
  }
  const cells = grid.rows[header]?.cells ?? [];
  return { header, columns, width: grid.format === 'csv' ? cells.length : filledWidth(cells), errors };
}

/** Where a column stands: under its own header, else under one of its other spellings. */
function positions(column: ImportColumn, keys: readonly string[]): number[] {
  const own = indexesOf(keys, headerKey(column.header));
  return own.length > 0 ? own : column.spellings.flatMap((spelling) => indexesOf(keys, headerKey(spelling)));
}

const indexesOf = (keys: readonly string[], key: string): number[] =>
  keys.flatMap((one, index) => (one === key && key !== '' ? [index] : []));

/** Cells up to the last one that is not blank: a spreadsheet does not store trailing empty ones. */
export function filledWidth(cells: readonly Cell[]): number {
  let width = cells.length;
  while (width > 0 && isBlank(cells[width - 1])) width -= 1;
  return width;
}

/** The merges below the header, parted into those whose value belongs to every row they span (keys and owned columns) and the others (hazard H12). */
export function sortMerges(
  kind: ImportKind,
  layout: Layout,
  merges: readonly Merge[],
  headerRow: number,
): { down: Map<number, Merge[]>; others: Merge[] } {
  const repeating = new Set([...kind.key, ...(kind.owner?.fields ?? [])]);
  const down = new Map<number, Merge[]>();
  const others: Merge[] = [];
  for (const merge of merges) {
    if (merge.bottom <= headerRow) continue;
    const known = layout.columns.find(({ at }) => at === merge.left);
    if (merge.left === merge.right && known && repeating.has(known.column.field) && merge.top > headerRow) {
      down.set(merge.left, [...(down.get(merge.left) ?? []), merge]);
    } else if (layout.columns.some(({ at }) => at >= merge.left && at <= merge.right)) others.push(merge);
  }
  for (const list of down.values()) list.sort((one, other) => one.top - other.top);
  return { down, others };
}

/** `B3:C5`. */
export function rangeName(merge: Merge): string {
  return `${columnName(merge.left)}${merge.top}:${columnName(merge.right)}${merge.bottom}`;
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
