import type { PlantDate } from '../ground/plant-time.ts';
import { IMPORT_TEXTS as TEXTS } from '../texts/files/imports.ts';
import type { SeenFormat } from './cells/cell-context.ts';
import { type CellContext, emptyValue, spelled } from './cells/cell-context.ts';
import { convertCell } from './cells/cells.ts';
import { givesZeros } from './cells/zeros.ts';
import { asAbove, blocksOf, fillDown, keysAbove, type Swallowed } from './fills.ts';
import { type Cell, cellValue, type Grid, type GridRow, isBlank, plainCell } from './grid.ts';
import type { ImportColumn, ImportKind } from './imports.ts';
import { cellOf, type Issues, type Line, type Repair, type ReportLine, spoil } from './issues.ts';
import { filledWidth, type Layout, rangeName, sortMerges } from './layout.ts';
import { type NoRecord, noRecords } from './no-records.ts';

export interface LineOptions {
  today: PlantDate;
  skip_rows?: ReadonlySet<number>;
  repairs?: readonly Repair[];
}

/** A file whose rows are read, and where is said what is found in it. */
interface Source {
  kind: ImportKind;
  grid: Grid;
  layout: Layout;
  options: LineOptions;
  report: ReportLine;
  found: Issues;
}

/** Walks the rows below the header: skips what is no record (and says so), fills merged cells down, repairs what was accepted, converts. */
export function readLines(source: Source): { lines: Line[]; hidden: number[] } {
  const { kind, grid, layout, options, found } = source;
  const headerRow = grid.rows[layout.header]?.row ?? 0;
  const merges = sortMerges(kind, layout, grid.merges, headerRow);
  const down = fillDown(merges.down);
  const above = asAbove(kind, grid, layout);
  const keyed = keysAbove(kind, layout);
  const blocks = blocksOf(merges.others);
  const noticed = noticing();
  const convert = converter(source, blocks.swallowed, noticed);
  const noRecord = noRecords(kind, grid, layout);
  const passed: Record<NoRecord, number[]> = { header: [], other_header: [], total: [], line: [] };
  const lines: Line[] = [];
  const hidden: number[] = [];
  let [blank, last] = [0, headerRow];
  for (let index = layout.header + 1; index < grid.rows.length; index += 1) {
    const at = grid.rows[index] as GridRow;
    blank += at.row - last - 1;
    last = at.row;
    const cells = above.fill(meant(down(at)));
    if (options.skip_rows?.has(at.row)) continue;
    const what = noRecord(cells);
    if (what) passed[what].push(at.row);
    else {
      if (at.hidden) hidden.push(at.row);
      lines.push(convert(at.row, grid.format === 'rows' ? cells : keyed.fill(cells)));
    }
  }
  if (blank > 0 && grid.format !== 'rows') found.add('warning', null, null, TEXTS.blankRows(blank));
  sayPassed(passed, headerRow, found);
  if (hidden.length > 0) found.add('warning', null, null, TEXTS.hiddenRows(hidden.length));
  above.say(found);
  keyed.say(found);
  blocks.say(found);
  if (grid.format !== 'rows') noticed.say(found);
  return { lines, hidden };
}

/** The cells as they were meant: the row itself, no copy of it, wherever none is a text that says so of itself. */
function meant(cells: Cell[]): Cell[] {
  return cells.some((cell) => plainCell(cell) !== cell) ? cells.map(plainCell) : cells;
}

/** What many cells of a file have in common is said once: formats that show values otherwise, and days that all stand at one hour. */
function noticing() {
  const formats = new Map<string, { column: ImportColumn; seen: SeenFormat; rows: number }>();
  const days = { read: 0, atThree: 0, first: '' };
  return {
    seen(column: ImportColumn, seen: SeenFormat): void {
      const key = `${column.field} ${seen.taken} ${seen.format}`;
      const known = formats.get(key);
      if (known) known.rows += 1;
      else formats.set(key, { column, seen, rows: 1 });
    },
    day(cell: number | string, date: PlantDate): void {
      days.read += 1;
      if (days.first === '') days.first = date;
      if (standsAtThree(cell)) days.atThree += 1;
    },
    say(found: Issues): void {
      for (const { column, seen, rows } of formats.values()) found.add('warning', null, null, TEXTS.formatSeen(column.header, seen, rows));
      if (days.read > 0 && days.read === days.atThree) found.add('warning', null, null, TEXTS.allAtThree(days.first));
    },
  };
}

const AT_THREE = /[T\s](?:15:00(?::00(?:\.0+)?)?|15\u6642(?:00?\u5206)?)$/;
const THREE = 15 / 24;
const SECOND = 1 / 86_400;

/** Whether a day stands at 15:00: midnight in Japan as the clock of Greenwich shows it. */
const standsAtThree = (cell: number | string): boolean =>
  typeof cell === 'number' ? Math.abs(cell - Math.floor(cell) - THREE) < SECOND : AT_THREE.test(cell.normalize('NFKC').trim());

/** Names the rows that are no records. Columns in another order would be read as others: such a file is refused. */
function sayPassed(passed: Readonly<Record<NoRecord, readonly number[]>>, headerRow: number, found: Issues): void {
  const { header, other_header: others, total, line } = passed;
  if (total.length > 0) found.add('warning', null, null, TEXTS.totals(total));
  if (header.length > 0) found.add('warning', null, null, TEXTS.headers(header));
  if (line.length > 0) found.add('warning', null, null, TEXTS.lines(line));
  for (const row of others) found.add('error', null, null, TEXTS.otherHeader(row, headerRow));
}

const rowsBetween = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** The conversion of one row after the other; made once, for there may be 200,000. */
function converter(
  { kind, grid, layout, options, report, found }: Source,
  swallowedBy: Swallowed,
  noticed: ReturnType<typeof noticing>,
): (row: number, cells: Cell[]) => Line {
  const repairs = new Map(options.repairs?.map((repair) => [cellOf(repair), repair]) ?? []);
  const csv = grid.format === 'csv';
  let line: Line;
  let at: ImportColumn;
  const context: CellContext = {
    date1904: grid.date1904,
    today: options.today,
    days: new Map(),
    report: (level, text) => report(line, level, at.field, text),
    seen: (seen) => {
      if (seen.taken === 'value_without_zeros') line.shown = { ...line.shown, [at.field]: seen.shown };
      else noticed.seen(at, seen);
    },
    day: noticed.day,
  };
  return (row, cells) => {
    line = { row, bad: false, unkeyed: false, values: {} };
    const width = csv ? cells.length : filledWidth(cells);
    if (csv ? width !== layout.width : width > layout.width) {
      [line.bad, line.unkeyed] = [true, true];
      found.add('error', row, null, TEXTS.rowSize(row));
      return line;
    }
    for (const { column, at: index } of layout.columns) {
      at = column;
      const swallowed = column.filled && isBlank(cells[index]) ? swallowedBy(row, index) : undefined;
      if (swallowed) {
        spoil(kind, line, column.field);
        line.values[column.field] = emptyValue(column);
        if (swallowed.first) {
          const { merge } = swallowed;
          found.add(
            'error',
            row,
            column.field,
            TEXTS.at(row, column.header, TEXTS.mergedBlank(rangeName(merge)), merge.bottom),
            rowsBetween(row + 1, merge.bottom),
          );
        }
        continue;
      }
      const cell = repairs.size === 0 ? cells[index] : repaired(cells[index], repairs.get(cellOf({ row, field: column.field })));
      line.values[column.field] = convertCell(cell, column, context);
    }
    return line;
  };
}

/** Only zeros in front may be given back; anything else is not a repair. */
function repaired(cell: Cell | undefined, repair: Repair | undefined): Cell | undefined {
  if (repair === undefined) return cell;
  return givesZeros(spelled(cellValue(cell)).trim(), repair.to) ? repair.to : cell;
}
