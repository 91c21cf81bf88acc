import { DAY_MINUTES, WEEKDAYS } from '../../../../server/domain/ground/constants.ts';
import { addMonths, dateOfDay, dayNumber, toneOfDay, weekdayOfDay } from '../../../../server/domain/ground/plant-time.ts';
import { calendarEndText } from '../../../texts/board/actual.ts';
import { MARKS, monthLabel } from '../../../texts/board/board.ts';
import { CHART, monthAndDay } from '../../../texts/board/chart.ts';
import { blockOfDay, blockX, dayOfBlock, isMonday, type Span, type Timeline, type Zoom, zoomOf } from '../scene/blocks.ts';
import { calendarEndOf } from '../scene/marks.ts';
import type { Scene } from '../scene/scene.ts';
import { htmlElement, place } from './dom.ts';

const DAYS_A_WEEK = 7;
const today = (scene: Scene): number => Math.floor(scene.now / DAY_MINUTES);

/** First day number of the month `months` after the one of `day`. */
const monthStart = (day: number, months = 0): number => dayNumber(addMonths(`${dateOfDay(day).slice(0, 7)}-01`, months));

/** Left edge and width of the days from one day number up to, not including, another. */
function placeDays(cell: HTMLElement, first: number, end: number, timeline: Timeline): void {
  const left = blockX(blockOfDay(first), timeline);
  place(cell, { left, width: blockX(blockOfDay(end), timeline) - left });
}

function monthCell(day: number, timeline: Timeline): HTMLElement {
  const first = Math.max(monthStart(day), dayOfBlock(timeline.start));
  const end = Math.min(monthStart(day, 1), dayOfBlock(timeline.end));
  const [year, month] = dateOfDay(day).split('-').map(Number) as [number, number];
  const cell = htmlElement('div', 'head-month');
  htmlElement('span', '', monthLabel(year, month), cell);
  placeDays(cell, first, end, timeline);
  return cell;
}

function dayClasses(day: number, scene: Scene): string {
  const closed = scene.closed.has(day);
  const classes = ['head-day'];
  const tone = toneOfDay(weekdayOfDay(day), closed);
  if (tone) classes.push(`is-${tone}`);
  if (closed) classes.push('is-closed');
  if (day === today(scene)) classes.push('is-today');
  if (dateOfDay(day).endsWith('-01')) classes.push('is-month');
  return classes.join(' ');
}

/** The third row of today, whatever else stands there on other days. */
function todayLine(cell: HTMLElement): void {
  htmlElement('div', 'head-today', CHART.today, cell);
}

/** A day: date and weekday, under them the half days; at the zoom of days the weekday stands under the date. */
function dayCell(day: number, scene: Scene, zoom: Zoom): HTMLElement {
  const cell = htmlElement('div', dayClasses(day, scene));
  placeDays(cell, day, day + 1, scene.timeline);
  const line = htmlElement('div', 'head-date', undefined, cell);
  htmlElement('b', '', String(Number(dateOfDay(day).slice(-2))), line);
  const weekday = WEEKDAYS[weekdayOfDay(day)]!;
  if (zoom === 'half_day') htmlElement('i', '', weekday, line);
  if (day === today(scene)) {
    todayLine(cell);
    return cell;
  }
  const foot = htmlElement('div', 'head-halves', undefined, cell);
  if (zoom === 'half_day') {
    htmlElement('span', '', MARKS.morning, foot);
    htmlElement('span', '', MARKS.afternoon, foot);
  } else htmlElement('i', '', weekday, foot);
  return cell;
}

/** A week by the Monday that it begins with; the one of today says so. */
function weekCell(monday: number, scene: Scene): HTMLElement {
  const { timeline } = scene;
  const [first, end] = [Math.max(monday, dayOfBlock(timeline.start)), Math.min(monday + DAYS_A_WEEK, dayOfBlock(timeline.end))];
  const holdsToday = today(scene) >= monday && today(scene) < monday + DAYS_A_WEEK;
  const cell = htmlElement('div', holdsToday ? 'head-day is-week is-today' : 'head-day is-week');
  placeDays(cell, first, end, timeline);
  const line = htmlElement('div', 'head-date', undefined, cell);
  if (first === monday) htmlElement('b', '', monthAndDay(dateOfDay(monday)), line);
  if (holdsToday) todayLine(cell);
  return cell;
}

function lowerCells(scene: Scene, first: number, end: number): HTMLElement[] {
  const zoom = zoomOf(scene.timeline);
  if (zoom !== 'week') return Array.from({ length: Math.max(0, end - first) }, (_, at) => dayCell(first + at, scene, zoom));
  const cells: HTMLElement[] = [];
  let monday = first;
  while (!isMonday(monday)) monday -= 1;
  for (; monday < end; monday += DAYS_A_WEEK) cells.push(weekCell(monday, scene));
  return cells;
}

/** Where the holiday table ends: a small flag before that end, which says it. */
function calendarEndMark({ date, block }: NonNullable<ReturnType<typeof calendarEndOf>>, timeline: Timeline): HTMLElement {
  const mark = htmlElement('div', 'head-calendar-end');
  mark.title = calendarEndText(date);
  mark.style.left = `${blockX(block, timeline)}px`;
  return mark;
}

/** Draws the months, and the days or weeks, of a window into the rows of the date scale. */
export function paintHeader(upper: HTMLElement, lower: HTMLElement, scene: Scene, window: Span): void {
  const first = Math.max(dayOfBlock(window.start), dayOfBlock(scene.timeline.start));
  const end = Math.min(dayOfBlock(window.end + 1), dayOfBlock(scene.timeline.end));
  const months: HTMLElement[] = [];
  for (let day = monthStart(first); day < end; day = monthStart(day, 1)) months.push(monthCell(Math.max(day, first), scene.timeline));
  upper.replaceChildren(...months);
  const last = calendarEndOf(scene);
  lower.replaceChildren(...lowerCells(scene, first, end), ...(last ? [calendarEndMark(last, scene.timeline)] : []));
}
