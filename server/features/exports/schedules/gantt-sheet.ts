import type { Row, Worksheet } from 'exceljs';
import { addDays, dayNumber, weekday } from '../../../domain/ground/plant-time.ts';
import { FACILITY_GROUPS, EXPORT_GANTT as TEXTS } from '../../../domain/texts/files/exports.ts';
import { markedName } from '../../../domain/texts/plan/origin.ts';
import type { StreamedWorkbook } from '../../../files/stream-workbook.ts';
import type { Entry } from '../../schedule/read/entries.service.ts';
import type { SheetStyle } from '../paper.ts';
import { type Line, type Span, type Station, spanOf, WINDOW_BLOCKS, WINDOW_DAYS, type Window } from './arrangement.ts';
import { writeHead } from './gantt-head.ts';
import { groundOf, isFlagged, marksOf } from './marks.ts';
import type { FurnaceRunRow, ScheduleRows } from './schedules.store.ts';
import { columnOf, dateCell, INFO_COLUMNS, letters, put, type SheetContext } from './sheet-context.ts';
import * as styles from './styles.ts';

const HEAD_ROWS = 5;
const WIDTHS = [10.5, 4.5, 21, 9.5, 7, 14.5];
const HALF_WIDTH = 3.6;
const ROW_POINTS = 15;
const MARGIN_INCHES = 0.394;
/** ISO A3; exceljs does not name it. */
const A3: number = 8;

/** What each day is: open, a closed Saturday, another closed day. */
function dayKindsOf({ from, closed }: ScheduleRows, days: number): styles.DayKind[] {
  return Array.from({ length: days }, (_, day) => {
    const date = addDays(from, day);
    if (!closed.has(date)) return 'work';
    return weekday(date) === 6 ? 'saturday' : 'holiday';
  });
}

/** Days since the first one on which each facility stands. */
function closuresOf({ closures, from }: ScheduleRows): Map<number, number[]> {
  const days = new Map<number, number[]>();
  for (const { facility_id, date } of closures) {
    const list = days.get(facility_id) ?? [];
    list.push(dayNumber(date) - dayNumber(from));
    days.set(facility_id, list);
  }
  return days;
}

/** Writes the sheet of a group of facilities: three weeks under three weeks, each printed on pages of its own beside the left block. */
export async function writeGantt(book: StreamedWorkbook, given: Omit<SheetContext, 'sheet' | 'dayKinds' | 'closures'>): Promise<void> {
  const { group, rows } = given;
  const days = ((group.windows.at(-1)?.index ?? 0) + 1) * WINDOW_DAYS;
  const sheet = book.add(FACILITY_GROUPS[group.name], {
    views: [{ state: 'frozen', xSplit: INFO_COLUMNS, ySplit: HEAD_ROWS, showGridLines: false, zoomScale: 85 }],
    properties: { defaultRowHeight: ROW_POINTS },
    pageSetup: {
      paperSize: A3,
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      horizontalCentered: true,
      margins: { left: MARGIN_INCHES, right: MARGIN_INCHES, top: MARGIN_INCHES, bottom: 0.55, header: 0.2, footer: 0.25 },
      printTitlesRow: `1:${HEAD_ROWS}`,
      printTitlesColumn: `A:${letters(INFO_COLUMNS)}`,
    },
    headerFooter: { oddFooter: `&L&9&F  &A&C&9&P / &N&R&9${TEXTS.system}` },
  });
  const context: SheetContext = { ...given, sheet, dayKinds: dayKindsOf(rows, days), closures: closuresOf(rows) };
  sheet.columns = [
    ...WIDTHS.map((width) => ({ width })),
    ...Array.from({ length: days * 2 }, (_, block) => ({ width: HALF_WIDTH, style: emptyStyle(context, block) })),
  ];
  writeHead(context);
  const areas: string[] = [];
  for (const window of group.windows) areas.push(await writeWindow(book, context, window));
  book.printOnly(sheet, areas);
  sheet.commit();
}

/** Of an empty half day. */
const emptyStyle = ({ dayKinds }: SheetContext, block: number): SheetStyle =>
  styles.halfStyle(dayKinds[Math.floor(block / 2)] ?? 'work', block % 2 === 1);

/** A row with its height, styled where it has content. */
function newRow(sheet: Worksheet): Row {
  const row = sheet.addRow([]);
  row.height = ROW_POINTS;
  return row;
}

/** A row of one text across the left block and the three weeks. */
function writeBand({ sheet }: SheetContext, { index }: Window, text: string, style: SheetStyle): void {
  const row = newRow(sheet);
  put(row, 1, text, style);
  for (let column = 2; column <= INFO_COLUMNS; column++) put(row, column, null, style);
  for (let block = 0; block < WINDOW_BLOCKS; block++) put(row, columnOf(index * WINDOW_BLOCKS + block), null, style);
  row.commit();
}

/** Writes three weeks and gives the area to be printed. */
async function writeWindow(book: StreamedWorkbook, context: SheetContext, window: Window): Promise<string> {
  const { sheet } = context;
  const entries = window.stations.flatMap(({ lines }) => lines.flatMap((line) => line.entries));
  if (context.group.windows.length > 1) writeBand(context, window, TEXTS.block(window.from, window.to, entries.length), styles.blockStyle);
  let first = 0;
  for (const station of window.stations) {
    writeBand(context, window, stationText(context, station), styles.facilityStyle);
    first ||= lastRowOf(sheet);
    for (const line of station.lines) {
      if (line.run) writeRun(context, window, line, line.run, station);
      for (const entry of line.entries) {
        writeEntry(context, window, entry, station);
        await book.pace();
      }
    }
  }
  const [left, right] = [columnOf(window.index * WINDOW_BLOCKS), columnOf((window.index + 1) * WINDOW_BLOCKS - 1)];
  return `$${letters(window.index === 0 ? 1 : left)}$${first}:$${letters(right)}$${lastRowOf(sheet)}`;
}

/** The number of the last row that was written. */
const lastRowOf = (sheet: Worksheet): number => (sheet as unknown as { _nextRow: number })._nextRow - 1;

function stationText({ group }: SheetContext, { facility, partner }: Station): string {
  if (facility) {
    const { facility_name, facility_code, availability, max_weight, depth, width, height } = facility;
    return `${facility_name}　${TEXTS.facility(facility_code, availability, max_weight, [depth, width, height])}`;
  }
  return partner || (group.name === 'outsourced' ? TEXTS.noPartner : TEXTS.noFacility);
}

/** The part of a span within three weeks. */
const clipped = ({ start, end }: Span, { index }: Window): Span => ({
  start: Math.max(start, index * WINDOW_BLOCKS),
  end: Math.min(end, (index + 1) * WINDOW_BLOCKS),
});

/** The days on which the row's facility stands, as amber cells. */
function writeClosures({ closures, dayKinds }: SheetContext, row: Row, { index }: Window, station: Station): void {
  for (const day of closures.get(station.facility?.id ?? 0) ?? []) {
    if (day < index * WINDOW_DAYS || day >= (index + 1) * WINDOW_DAYS || dayKinds[day] !== 'work') continue;
    for (const half of [0, 1]) put(row, columnOf(day * 2 + half), null, styles.halfStyle('closed', half === 1));
  }
}

/** How many narrow letters wide a text is. */
const halfWidths = (text: string): number => [...text].reduce((sum, letter) => sum + (letter > '\u00ff' ? 2 : 1), 0);

/** The words of a bar that is shorter than they are, in ink on the empty ground behind it, or before it at the right edge: white ones would be lost there. */
function writeBeside({ dayKinds }: SheetContext, row: Row, { index }: Window, { start, end }: Span, text: string): void {
  const room = ((index + 1) * WINDOW_BLOCKS - end) * HALF_WIDTH;
  const before = halfWidths(text) > room;
  const block = before ? start - 1 : end;
  const cell = row.getCell(columnOf(block));
  cell.style = styles.besideStyle(dayKinds[Math.floor(block / 2)] ?? 'work', block % 2 === 1, before ? 'right' : 'left');
  cell.value = text;
}

function writeRun(context: SheetContext, window: Window, line: Line, run: FurnaceRunRow, station: Station): void {
  const { sheet } = context;
  const row = newRow(sheet);
  const recipe = [...new Set(line.entries.map(({ task_name }) => task_name))];
  const text = TEXTS.run(TEXTS.between(run.run_start, run.run_end), recipe, run.temperature, run.retention_time, run.cooling_method);
  put(row, 1, text, styles.runStyle(false));
  for (let column = 2; column < INFO_COLUMNS; column++) put(row, column, null, styles.runStyle(false));
  put(row, INFO_COLUMNS, TEXTS.load(run.weight, station.facility?.max_weight ?? null), styles.runStyle(true));
  writeClosures(context, row, window, station);
  const { start, end } = clipped(line.span, window);
  const kind = line.entries.every(({ locked }) => locked) ? 'lockedRun' : 'run';
  const members = TEXTS.members(run.tasks, run.pieces);
  const label = start > line.span.start ? `${members} ${TEXTS.continued}` : members;
  const fits = halfWidths(label) <= (end - start) * HALF_WIDTH;
  for (let block = start; block < end; block++)
    put(row, columnOf(block), fits && block === start ? label : null, styles.barStyle(kind, block === start, block === end - 1));
  if (fits && end - start > 1) sheet.mergeCells(row.number, columnOf(start), row.number, columnOf(end - 1));
  if (!fits) writeBeside(context, row, window, { start, end }, label);
  row.commit();
}

function writeEntry(context: SheetContext, window: Window, entry: Entry, station: Station): void {
  const row = newRow(context.sheet);
  const late = isFlagged(entry);
  put(row, 1, entry.serial_number, styles.infoStyle('text', late));
  put(row, 2, entry.lot_number, styles.infoStyle('text', false));
  put(row, 3, entry.product_name, styles.infoStyle('text', false));
  put(row, 4, dateCell(entry.deadline_date), styles.infoStyle('date', late));
  put(row, 5, entry.quantity, styles.infoStyle('number', false));
  put(row, 6, markedName(entry), styles.infoStyle('text', false));
  writeClosures(context, row, window, station);
  const whole = spanOf(entry.start_date, entry.end_date, context.rows.from);
  const { start, end } = clipped(whole, window);
  const ground = groundOf(entry);
  for (let block = start; block < end; block++)
    put(row, columnOf(block), null, styles.barStyle(ground, block === start, block === end - 1));
  writeDeadline(context, row, window, entry, { start, end });
  const marks = marksOf(entry, start > whole.start);
  if (marks !== '' && end > start) {
    const first = row.getCell(columnOf(start));
    if (first.value === null) first.value = marks;
  }
  row.commit();
}

/** ▼ in the deadline's last half day and its red right edge, on a bar too. */
function writeDeadline({ rows, dayKinds }: SheetContext, row: Row, window: Window, entry: Entry, bar: Span): void {
  if (entry.deadline_date === null) return;
  const block = (dayNumber(entry.deadline_date) - dayNumber(rows.from)) * 2 + 1;
  if (block < window.index * WINDOW_BLOCKS || block >= (window.index + 1) * WINDOW_BLOCKS) return;
  const within = block >= bar.start && block < bar.end;
  const kind = within ? groundOf(entry) : (dayKinds[Math.floor(block / 2)] ?? 'work');
  put(row, columnOf(block), TEXTS.deadline, styles.deadlineStyle(kind));
}
