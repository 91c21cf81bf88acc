import type { Row } from 'exceljs';
import { addDays, toInstant, weekday } from '../../../domain/ground/plant-time.ts';
import { FACILITY_GROUPS, EXPORT_GANTT as TEXTS } from '../../../domain/texts/files/exports.ts';
import type { SheetStyle } from '../paper.ts';
import { WINDOW_BLOCKS, WINDOW_DAYS, type Window } from './arrangement.ts';
import { isFlagged } from './marks.ts';
import { columnOf, INFO_COLUMNS, put, type SheetContext } from './sheet-context.ts';
import * as styles from './styles.ts';

const HEAD_POINTS = 36;
const LEGEND_POINTS = 16;
const ROW_POINTS = 15;
/** Blocks of the three weeks that the title takes, and those at their right end. */
const TITLE: readonly [number, number] = [7, 20];
const PERIOD: readonly [number, number] = [25, 41];
const COUNTS: readonly [number, number] = [34, 41];

/** The five rows that stand above everything and on each page: names, legend, months, days, halves. */
export function writeHead(context: SheetContext): void {
  const { sheet } = context;
  const rows = [HEAD_POINTS, LEGEND_POINTS, ROW_POINTS, ROW_POINTS, ROW_POINTS].map((height, index) => {
    const row = sheet.getRow(index + 1);
    row.height = height;
    return row;
  }) as [Row, Row, Row, Row, Row];
  const [names, legend, months, days, halves] = rows;
  // No grid and no weekends in the two rows above the table.
  for (let column = 1; column < columnOf(context.dayKinds.length * 2); column++)
    for (const row of [names, legend]) put(row, column, null, styles.blankStyle);
  const group = TEXTS.group(FACILITY_GROUPS[context.group.name]);
  put(names, 1, [context.heading.plant_name, group].filter(Boolean).join('\n'), styles.plantStyle);
  sheet.mergeCells(1, 1, 1, INFO_COLUMNS);
  put(legend, 1, TEXTS.scale, styles.scaleStyle);
  for (const window of context.group.windows) {
    writeNames(context, names, window);
    writeLegend(context, legend, window);
  }
  TEXTS.columns.forEach((text, index) => {
    for (const row of [months, days, halves]) put(row, index + 1, row === months ? text : null, styles.headStyle('work', 'center'));
    sheet.mergeCells(3, index + 1, 5, index + 1);
  });
  writeDays(context, months, days, halves);
  for (const row of rows) row.commit();
}

const across = ({ sheet }: SheetContext, row: Row, { index }: Window, [from, to]: readonly [number, number]): number => {
  const base = index * WINDOW_BLOCKS;
  sheet.mergeCells(row.number, columnOf(base + from), row.number, columnOf(base + to));
  return columnOf(base + from);
};

function writeNames(context: SheetContext, row: Row, window: Window): void {
  const { rows, heading } = context;
  const last = window.to < rows.to ? window.to : rows.to;
  const made = `${TEXTS.period(window.from, last)}\n${TEXTS.made(rows.planned_at, toInstant(heading.now_ms))}`;
  put(row, across(context, row, window, TITLE), TEXTS.title, styles.titleStyle);
  put(row, across(context, row, window, PERIOD), made, styles.periodStyle);
}

const { legend: WORDS } = TEXTS;
/** Swatches with their words and the half days that these take. */
const SWATCHES: readonly [style: SheetStyle, text: string, width: number][] = [
  [styles.barStyle('normal', true, true), WORDS.normal, 3],
  [styles.barStyle('locked', true, true), WORDS.locked, 4],
  [styles.barStyle('late', true, true), WORDS.late, 4],
  [styles.barStyle('finished', true, true), WORDS.finished, 4],
  [styles.barStyle('outsourced', true, true), WORDS.outsourced, 3],
  [styles.barStyle('run', true, true), WORDS.run, 5],
  [styles.halfStyle('saturday', false), WORDS.saturday, 4],
  [styles.halfStyle('holiday', false), WORDS.holiday, 4],
];

function writeLegend(context: SheetContext, row: Row, window: Window): void {
  let block = window.index * WINDOW_BLOCKS;
  const isHeat = context.group.name === 'heat';
  for (const [style, text, width] of SWATCHES) {
    if (text === WORDS.run && !isHeat) continue;
    put(row, columnOf(block), null, style);
    put(row, columnOf(block + 1), text, styles.legendStyle);
    block += width;
  }
  put(row, columnOf(block), TEXTS.deadline, styles.legendDeadline);
  put(row, columnOf(block + 1), WORDS.deadline, styles.legendStyle);
  const entries = window.stations.flatMap(({ lines }) => lines.flatMap((line) => line.entries));
  const late = entries.filter(isFlagged).length;
  put(row, across(context, row, window, COUNTS), TEXTS.counts(entries.length, late), styles.legendRight);
}

/** Months, days and halves; a month begins anew with each three weeks, since each is a page. */
function writeDays({ sheet, rows, dayKinds }: SheetContext, months: Row, days: Row, halves: Row): void {
  let begun = 0;
  dayKinds.forEach((kind, day) => {
    const date = addDays(rows.from, day);
    const [year, month, number] = date.split('-').map(Number) as [number, number, number];
    if (number === 1 || day % WINDOW_DAYS === 0) begun = day;
    const text = begun === day ? TEXTS.month(year, month) : null;
    [0, 1].forEach((half) => {
      const column = columnOf(day * 2 + half);
      put(months, column, half === 0 ? text : null, styles.headStyle('work', 'left'));
      put(days, column, half === 0 ? TEXTS.day(number, weekday(date)) : null, styles.headStyle(kind, 'center'));
      put(halves, column, TEXTS.halves[half] ?? '', styles.headStyle(kind, 'center'));
    });
    sheet.mergeCells(days.number, columnOf(day * 2), days.number, columnOf(day * 2 + 1));
    const next = addDays(date, 1);
    if (next.endsWith('-01') || (day + 1) % WINDOW_DAYS === 0 || day + 1 === dayKinds.length)
      sheet.mergeCells(months.number, columnOf(begun * 2), months.number, columnOf(day * 2 + 1));
  });
}
