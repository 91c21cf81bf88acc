import { convertCell, spelled } from './cells.ts';
import { isOldDate } from './dates.ts';
import { type Findings, findings, type ImportRow, type Issue, type Line, type Repair } from './findings.ts';
import { type Cell, cellValue, type Grid, type GridRow, isBlank, type Merge } from './grid.ts';
import type { ImportColumn, ImportKind } from './imports.ts';
import { filledWidth, findLayout, type Layout, rangeName, sortMerges } from './layout.ts';
import type { PlantDate } from './plant-time.ts';
import { judgeRows } from './row-judge.ts';
import { TOTAL_WORDS } from './texts/import-words.ts';
import { IMPORT_TEXTS as TEXTS } from './texts/imports.ts';

export type { ImportRow, Issue, Repair } from './findings.ts';
export { sentences } from './findings.ts';

export interface Judgement {
  /** Every row once (identical ones joined), bad ones included. */
  rows: ImportRow[];
  /** The fields whose columns the file has. */
  fields: string[];
  /** The header's row number. */
  header_row: number;
  /** At most 1,000 each; the counts say how many there are. */
  errors: Issue[];
  warnings: Issue[];
  error_count: number;
  warning_count: number;
  /** Nothing at all can be imported (no header, no rows). */
  refused: boolean;
  repairs: Repair[];
  /** Row numbers that a filter hides; they are part of the import. */
  hidden_rows: number[];
}

export interface JudgeOptions {
  /** The plant's today. */
  today: PlantDate;
  /** Row numbers taken out in the preview. */
  skip_rows?: ReadonlySet<number>;
  /** Repairs a person accepted. */
  repairs?: readonly Repair[];
}

/** Judges a grid as rows of a kind: the one judge for the browser's preview, the server and the command line. Never throws; says everything it assumes. */
export function toRows(kind: ImportKind, grid: Grid, options: JudgeOptions): Judgement {
  const found = findings();
  const layout = findLayout(kind, grid);
  const headerRow = grid.rows[layout.header]?.row ?? 1;
  for (const text of layout.errors) found.add('error', null, null, text);
  if (layout.errors.length > 0) return judgement([], layout, headerRow, found, { refused: true });
  aboutTheFile(kind, grid, layout, headerRow, found);
  const lines = readLines(kind, grid, layout, options, found);
  const { rows, repairs } = judgeRows(kind, lines.lines, found);
  if (rows.length === 0 && found.error_count === 0) found.add('error', null, null, TEXTS.noRows);
  aboutDates(grid, layout, rows, options.today, found);
  return judgement(rows, layout, headerRow, found, { repairs, hidden_rows: lines.hidden, refused: rows.length === 0 });
}

function judgement(rows: ImportRow[], layout: Layout, headerRow: number, found: Findings, rest: Partial<Judgement>): Judgement {
  const { errors, warnings, error_count, warning_count } = found;
  return {
    rows,
    fields: layout.columns.map(({ column }) => column.field),
    header_row: headerRow,
    errors,
    warnings,
    error_count,
    warning_count,
    refused: false,
    repairs: [],
    hidden_rows: [],
    ...rest,
  };
}

function aboutTheFile(kind: ImportKind, grid: Grid, layout: Layout, headerRow: number, found: Findings): void {
  const [sheet = '', ...others] = grid.candidates;
  if (others.length > 0) found.add('warning', null, null, TEXTS.severalSheets(grid.sheet || sheet, others));
  if (layout.header > 0) found.add('warning', headerRow, null, TEXTS.titleRows(headerRow));
  if (grid.date1904) found.add('warning', null, null, TEXTS.date1904);
  const { down, others: other } = sortMerges(kind, layout, grid.merges, headerRow);
  for (const [at, merges] of down) {
    const name = layout.columns.find((one) => one.at === at)?.column.header ?? '';
    found.add(
      'warning',
      null,
      null,
      TEXTS.filledDown(
        name,
        merges.reduce((sum, merge) => sum + merge.bottom - merge.top, 0),
      ),
    );
  }
  for (const merge of other) found.add('warning', merge.top, null, TEXTS.merged(rangeName(merge)));
}

/** A file whose days are mostly years ago may be a 1904 file that lost its flag (hazard H07). */
function aboutDates(grid: Grid, layout: Layout, rows: readonly ImportRow[], today: PlantDate, found: Findings): void {
  if (grid.date1904 || grid.format === 'rows') return;
  const fields = layout.columns.filter(({ column }) => column.type === 'date').map(({ column }) => column.field);
  let [dates, old] = [0, 0];
  for (const { values } of rows) {
    for (const field of fields) {
      const date = values[field];
      if (typeof date !== 'string') continue;
      dates += 1;
      if (isOldDate(date, today)) old += 1;
    }
  }
  if (dates > 0 && old / dates > 0.8) found.add('warning', null, null, TEXTS.oldDates);
}

interface Lines {
  lines: Line[];
  hidden: number[];
}

/** Walks the rows below the header: skips what is no record (and says so), fills merged cells down, repairs what was accepted, converts. */
function readLines(kind: ImportKind, grid: Grid, layout: Layout, options: JudgeOptions, found: Findings): Lines {
  const down = fillDown(sortMerges(kind, layout, grid.merges, grid.rows[layout.header]?.row ?? 0).down);
  const repairs = new Map(options.repairs?.map((repair) => [`${repair.row} ${repair.field}`, repair]) ?? []);
  const context = { date1904: grid.date1904, today: options.today };
  const totals: number[] = [];
  const lines: Line[] = [];
  const hidden: number[] = [];
  let [blank, last] = [0, grid.rows[layout.header]?.row ?? 1];
  for (const source of grid.rows.slice(layout.header + 1)) {
    if (grid.format !== 'rows') blank += source.row - last - 1;
    last = source.row;
    const cells = down(source);
    if (options.skip_rows?.has(source.row)) continue;
    if (isTotal(kind, layout, cells)) totals.push(source.row);
    else {
      if (source.hidden) hidden.push(source.row);
      lines.push(convertLine(kind, grid, layout, { ...source, cells }, repairs, context, found));
    }
  }
  if (blank > 0) found.add('warning', null, null, TEXTS.blankRows(blank));
  if (totals.length > 0) found.add('warning', null, null, TEXTS.totals(totals));
  if (hidden.length > 0) found.add('warning', null, null, TEXTS.hiddenRows(hidden.length));
  return { lines, hidden };
}

/** Gives each row inside a vertical merge the value of the merge's first row. */
function fillDown(merges: ReadonlyMap<number, readonly Merge[]>): (row: GridRow) => Cell[] {
  if (merges.size === 0) return (row) => row.cells;
  const state = new Map([...merges].map(([at, list]) => [at, { list, next: 0, value: null as Cell }]));
  return (row) => {
    const cells = [...row.cells];
    for (const [at, one] of state) {
      while (one.next < one.list.length && (one.list[one.next] as Merge).bottom < row.row) one.next += 1;
      const merge = one.list[one.next];
      if (merge === undefined || merge.top > row.row) continue;
      if (merge.top === row.row) one.value = cells[at] ?? null;
      else cells[at] = one.value;
    }
    return cells;
  };
}

const TOTALS: ReadonlySet<string> = new Set(TOTAL_WORDS);
const isTotalWord = (cell: Cell | undefined): boolean => {
  const value = cellValue(cell);
  return typeof value === 'string' && TOTALS.has(value.normalize('NFKC').replace(/[\s:]+/g, ''));
};

/** Whether a row is a sum under the table: the word stands first or in a key column, and the key is otherwise empty (hazard H15). */
function isTotal(kind: ImportKind, layout: Layout, cells: readonly Cell[]): boolean {
  const first = cells.find((cell) => !isBlank(cell));
  const keys = layout.columns.filter(({ column }) => kind.key.includes(column.field)).map(({ at }) => cells[at]);
  if (!isTotalWord(first) && !keys.some(isTotalWord)) return false;
  return keys.every((cell) => isBlank(cell) || isTotalWord(cell));
}

function convertLine(
  kind: ImportKind,
  grid: Grid,
  layout: Layout,
  source: GridRow,
  repairs: ReadonlyMap<string, Repair>,
  context: { date1904: boolean; today: PlantDate },
  found: Findings,
): Line {
  let at: ImportColumn | undefined;
  const line: Line = {
    row: source.row,
    bad: false,
    unkeyed: false,
    values: {},
    report(level, field, text) {
      if (level === 'error') line.bad = true;
      if (level === 'error' && kind.key.includes(field)) line.unkeyed = true;
      const header = kind.columns.find((column) => column.field === field)?.header ?? field;
      found.add(level, source.row, field, TEXTS.at(source.row, header, text));
    },
  };
  const width = grid.format === 'csv' ? source.cells.length : filledWidth(source.cells);
  if (grid.format === 'csv' ? width !== layout.width : width > layout.width) {
    line.bad = true;
    line.unkeyed = true;
    found.add('error', source.row, null, TEXTS.rowSize(source.row));
    return line;
  }
  const reporting = { ...context, report: (level: 'error' | 'warning', text: string) => line.report(level, at?.field ?? '', text) };
  for (const { column, at: index } of layout.columns) {
    at = column;
    const cell = repaired(source.cells[index], repairs.get(`${source.row} ${column.field}`));
    line.values[column.field] = convertCell(cell, column, reporting);
  }
  return line;
}

/** Only zeros in front may be given back; anything else is not a repair. */
function repaired(cell: Cell | undefined, repair: Repair | undefined): Cell | undefined {
  if (repair === undefined) return cell;
  const from = spelled(cellValue(cell)).trim();
  return /^0+$/.test(repair.to.slice(0, Math.max(0, repair.to.length - from.length))) && repair.to.endsWith(from) ? repair.to : cell;
}
