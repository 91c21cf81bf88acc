import type { PlantDate } from '../ground/plant-time.ts';
import { IMPORT_TEXTS as TEXTS } from '../texts/files/imports.ts';
import { oldBefore } from './cells/dates.ts';
import type { Grid } from './grid.ts';
import type { ImportKind } from './imports.ts';
import { byRow, type ImportRow, type Issue, type Issues, type JoinedRow, noIssues, type Repair, reporter } from './issues.ts';
import { findLayout, type Layout, sortMerges } from './layout.ts';
import { readLines } from './lines.ts';
import { judgeRows } from './row-judge.ts';

export interface Judgement {
  /** Every row once (identical ones joined), bad ones included. */
  rows: ImportRow[];
  /** The fields whose columns the file has. */
  fields: string[];
  /** The header's row number. */
  header_row: number;
  /** By row, at most 1,000 each; the counts say how many there are. */
  errors: Issue[];
  warnings: Issue[];
  error_count: number;
  warning_count: number;
  /** Nothing at all can be imported (no header, no rows). */
  refused: boolean;
  repairs: Repair[];
  /** Row numbers that a filter hides; they are part of the import. */
  hidden_rows: number[];
  joined_rows: JoinedRow[];
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
  const found = noIssues();
  const layout = findLayout(kind, grid);
  const headerRow = grid.rows[layout.header]?.row ?? 1;
  for (const text of layout.errors) found.add('error', null, null, text);
  if (layout.errors.length > 0) return judgement([], layout, headerRow, found, { refused: true });
  aboutTheFile(kind, grid, layout, headerRow, found);
  const report = reporter(kind, found);
  const { lines, hidden } = readLines({ kind, grid, layout, options, report, found });
  const { rows, repairs, joined_rows } = judgeRows(kind, lines, options.repairs ?? [], report, found);
  if (rows.length === 0 && found.error_count === 0) found.add('error', null, null, TEXTS.noRows);
  aboutDates(grid, layout, rows, options.today, found);
  return judgement(rows, layout, headerRow, found, { repairs, joined_rows, hidden_rows: hidden, refused: rows.length === 0 });
}

function judgement(rows: ImportRow[], layout: Layout, headerRow: number, found: Issues, rest: Partial<Judgement>): Judgement {
  const { errors, warnings, error_count, warning_count } = found;
  return {
    rows,
    fields: layout.columns.map(({ column }) => column.field),
    header_row: headerRow,
    errors: errors.sort(byRow),
    warnings: warnings.sort(byRow),
    error_count,
    warning_count,
    refused: false,
    repairs: [],
    hidden_rows: [],
    joined_rows: [],
    ...rest,
  };
}

function aboutTheFile(kind: ImportKind, grid: Grid, layout: Layout, headerRow: number, found: Issues): void {
  const [sheet = '', ...others] = grid.candidates;
  if (others.length > 0) found.add('warning', null, null, TEXTS.severalSheets(grid.sheet || sheet, others));
  if (layout.header > 0) found.add('warning', headerRow, null, TEXTS.titleRows(headerRow, layout.rows));
  if (grid.date1904) found.add('warning', null, null, TEXTS.date1904);
  const { down } = sortMerges(kind, layout, grid.merges, headerRow);
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
}

/** A file whose days are mostly years ago may be a 1904 file that lost its flag (hazard H07). */
function aboutDates(grid: Grid, layout: Layout, rows: readonly ImportRow[], today: PlantDate, found: Issues): void {
  if (grid.date1904 || grid.format === 'rows') return;
  const fields = layout.columns.filter(({ column }) => column.type === 'date').map(({ column }) => column.field);
  const border = oldBefore(today);
  let [dates, old] = [0, 0];
  for (const { values } of rows) {
    for (const field of fields) {
      const date = values[field];
      if (typeof date !== 'string') continue;
      dates += 1;
      if (date < border) old += 1;
    }
  }
  if (dates > 0 && old / dates > 0.8) found.add('warning', null, null, TEXTS.oldDates);
}
