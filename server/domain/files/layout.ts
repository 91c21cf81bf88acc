import { headerKey } from '../ground/fold.ts';
import { IMPORT_TEXTS as TEXTS } from '../texts/files/imports.ts';
import { type Cell, cellValue, type Grid, isBlank, type Merge, plainCell } from './grid.ts';
import { IMPORT_KINDS, type ImportColumn, type ImportKind } from './imports.ts';

/** Title rows above the header are searched this far down (hazard H14). */
export const HEADER_ROWS = 20;

/** Where each column of a kind stands in a grid. */
export interface Layout {
  /** Index of the header in `grid.rows`; -1 when there is no row at all. */
  header: number;
  /** Columns that are there, with their index in the cells. */
  columns: { column: ImportColumn; at: number }[];
  /** Number of cells a row may have. */
  width: number;
  /** Rows of the header: two where its cells are merged over both. */
  rows?: number;
  /** Sentences that refuse the whole file. */
  errors: string[];
}

/** Finds the header of a kind: the first of the upper rows with every required column, else the one with most of them. */
export function findLayout(kind: ImportKind, grid: Grid): Layout {
  if (grid.format === 'rows') return layoutOfFields(kind, grid);
  const upper = upperRows(grid.rows);
  const best = headerOf(kind, grid, upper);
  if (best === undefined)
    return { header: -1, columns: [], width: 0, errors: requiredOf(kind).map((column) => TEXTS.columnMissing(column.header)) };
  const whole = isWhole(kind, best);
  const layout = describe(kind, grid, best);
  const other = otherKind(kind, whole ? [best.keys] : upper.map(keysOf));
  const [own, others] = [whole ? foundIn(kind.columns, best.keys) : scoreOf(kind, best), other?.found ?? 0];
  if (other === undefined || others < own || (whole && others === own)) return layout;
  const missing = others === own ? layout.errors : [];
  return { header: best.header, columns: [], width: 0, errors: [TEXTS.otherKind(other.kind.label, kind.label), ...missing] };
}

/** The first of the upper rows with every required column of a kind, else the one with most of them. */
function headerOf(kind: ImportKind, grid: Grid, upper: readonly string[][]): Header | undefined {
  const wanted = requiredOf(kind);
  let best: Header | undefined;
  for (const header of [...upper.entries()].flatMap(([at, cells]) => headersAt(grid, upper, at, cells))) {
    const found = foundIn(wanted, header.keys);
    if (best === undefined || found > best.found) best = { ...header, found };
    if (found === wanted.length) break;
  }
  return best;
}

const requiredOf = (kind: ImportKind): ImportColumn[] => kind.columns.filter((column) => column.required);
const foundIn = (wanted: readonly ImportColumn[], keys: readonly string[]): number =>
  wanted.filter((column) => positions(column, keys).length > 0).length;
const isWhole = (kind: ImportKind, { found }: Header): boolean => found === requiredOf(kind).length;

/** The required columns that a header lacks. */
const missingIn = (kind: ImportKind, { keys }: Header): ImportColumn[] =>
  requiredOf(kind).filter((column) => positions(column, keys).length === 0);

/** How many columns of a kind a header has, those counted in that it nearly has. */
const scoreOf = (kind: ImportKind, header: Header): number =>
  foundIn(kind.columns, header.keys) +
  missingIn(kind, header).filter((column) => nearHeader(kind, column, header.cells) !== undefined).length;

/** A row, or two, that may be the header: the index of its last row, its cells and their keys. */
interface Header {
  header: number;
  cells: readonly string[];
  keys: string[];
  rows: number;
  found: number;
}

const NAMES = new Map<string, string>();
/** The key of a header that the kinds name: they are few, and asked for in every row and reading. */
function keyOfName(name: string): string {
  const key = NAMES.get(name) ?? headerKey(name);
  NAMES.set(name, key);
  return key;
}

/** The keys by which a column's header is known. */
export const namesOf = ({ header, spellings }: ImportColumn): ReadonlySet<string> => new Set([header, ...spellings].map(keyOfName));

/** Whether these texts are every required header of a kind. */
export const holdsRequired = (kind: ImportKind, texts: readonly string[]): boolean =>
  foundIn(requiredOf(kind), keysOf(texts)) === requiredOf(kind).length;

const keysOf = (cells: readonly string[]): string[] => cells.map(headerKey);

/** The texts of the rows where a header may stand. */
function upperRows(all: Grid['rows']): string[][] {
  const rows = all.slice(0, HEADER_ROWS).filter((row, index) => index === 0 || row.row <= HEADER_ROWS);
  return rows.map(({ cells }) => cells.map((cell) => String(cellValue(plainCell(cell)) ?? '')));
}

/** The headers that end in this row: itself, and with the row above it where cells are merged over both. */
function headersAt(grid: Grid, upper: readonly string[][], header: number, cells: readonly string[]): Header[] {
  const alone = { header, cells, keys: keysOf(cells), rows: 1, found: 0 };
  const [row, above] = [grid.rows[header]?.row ?? 0, grid.rows[header - 1]?.row];
  const down = grid.merges.filter(({ top, bottom, left, right }) => left === right && top === above && bottom === row);
  if (above !== row - 1 || down.length === 0) return [alone];
  const width = Math.max(cells.length, upper[header - 1]?.length ?? 0);
  const both = Array.from({ length: width }, (_, at) => {
    const merged = down.some(({ left }) => left === at);
    return (merged ? upper[header - 1]?.[at] : cells[at]) ?? '';
  });
  return [alone, { header, cells: both, keys: keysOf(both), rows: 2, found: 0 }];
}

const NEAR_LENGTH = 2;

/** A header of the file that may be this column's: nothing has it, and one name holds the other. */
function nearHeader(kind: ImportKind, column: ImportColumn, cells: readonly string[]): string | undefined {
  const taken = new Set(kind.columns.flatMap(({ header, spellings }) => [header, ...spellings]).map(headerKey));
  const names = [column.header, ...column.spellings].map(headerKey);
  return cells.find((cell) => {
    const key = headerKey(cell);
    return key.length >= NEAR_LENGTH && !taken.has(key) && names.some((name) => name.includes(key) || key.includes(name));
  });
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

/** So many columns, and this share of the required ones, show what a file is meant to be although it lacks some. */
const MANY_COLUMNS = 4;
const MOST_REQUIRED = 0.6;

/** Whether a header is meant to be one of the kind: it has every required column, or more than half of them and others in place of the rest, or most of them. */
function isMeant(kind: ImportKind, header: Header): boolean {
  const [missing, wanted] = [missingIn(kind, header), requiredOf(kind).length];
  if (header.found * 2 > wanted && missing.every((column) => nearHeader(kind, column, header.cells) !== undefined)) return true;
  return foundIn(kind.columns, header.keys) >= MANY_COLUMNS && header.found / wanted >= MOST_REQUIRED;
}

/** The kind that a grid is, or is meant to be: the one with most columns, of several the one that has all that it must. Undefined where it is none. */
export function kindOfGrid(grid: Grid): ImportKind | undefined {
  const upper = upperRows(grid.rows);
  const found = IMPORT_KINDS.flatMap((kind) => {
    const header = headerOf(kind, grid, upper);
    return header && isMeant(kind, header) ? [{ kind, score: scoreOf(kind, header), whole: isWhole(kind, header) ? 1 : 0 }] : [];
  });
  return found.sort((one, other) => other.score - one.score || other.whole - one.whole)[0]?.kind;
}

/** How many headers of one kind stand in one of the upper rows, and whether they are all that the kind requires. */
export function knownHeaders(rows: Grid['rows']): { count: number; whole: boolean } {
  const counts = upperRows(rows)
    .map(keysOf)
    .flatMap((keys) => IMPORT_KINDS.map(({ columns }) => columns.filter((column) => positions(column, keys).length > 0)));
  const count = Math.max(0, ...counts.map((found) => found.length));
  return {
    count,
    whole: counts.some((found, at) => requiredOf(IMPORT_KINDS[at % IMPORT_KINDS.length] as ImportKind).every((one) => found.includes(one))),
  };
}

/** Whether these upper rows of a sheet are those of any kind. */
export const holdsAnyHeaders = (rows: Grid['rows']): boolean =>
  kindOfGrid({ format: 'xlsx', sheet: '', candidates: [], date1904: false, merges: [], rows }) !== undefined;

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

function describe(kind: ImportKind, grid: Grid, { header, keys, cells: texts, rows }: Header): Layout {
  const errors: string[] = [];
  const columns: Layout['columns'] = [];
  for (const column of kind.columns) {
    const at = positions(column, keys);
    if (at.length > 1) errors.push(TEXTS.columnTwice(column.header));
    if (at.length === 0 && column.required) errors.push(TEXTS.columnMissing(column.header, nearHeader(kind, column, texts)));
    if (at[0] !== undefined) columns.push({ column, at: at[0] });
  }
  const cells = grid.rows[header]?.cells ?? [];
  const width = grid.format === 'csv' ? cells.length : Math.max(filledWidth(cells), filledWidth(texts.slice()));
  return { header, columns, width, errors, ...(rows > 1 ? { rows } : {}) };
}

/** Where a column stands: under its own header, else under one of its other spellings. */
function positions(column: ImportColumn, keys: readonly string[]): number[] {
  const own = indexesOf(keys, keyOfName(column.header));
  return own.length > 0 ? own : column.spellings.flatMap((spelling) => indexesOf(keys, keyOfName(spelling)));
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
