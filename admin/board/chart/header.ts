import { WEEKDAYS } from '../../../server/domain/constants.ts';
import { addMonths, dateOfDay, dayNumber, weekdayOfDay } from '../../../server/domain/plant-time.ts';
import { MARKS, monthLabel } from '../../texts/board.ts';
import { BLOCK_PX, blockOfDay, blockX, dayOfBlock, type Span } from './blocks.ts';
import { htmlElement, place } from './dom.ts';
import type { Scene } from './scene.ts';

const DAY_PX = 2 * BLOCK_PX;
const SATURDAY = 6;
const today = (scene: Scene): number => Math.floor(scene.now / (24 * 60));

/** First day number of the month `months` after the one of `day`. */
const monthStart = (day: number, months = 0): number => dayNumber(addMonths(`${dateOfDay(day).slice(0, 7)}-01`, months));

function monthCell(day: number, timeline: Span): HTMLElement {
  const first = Math.max(monthStart(day), dayOfBlock(timeline.start));
  const end = Math.min(monthStart(day, 1), dayOfBlock(timeline.end));
  const [year, month] = dateOfDay(day).split('-').map(Number) as [number, number];
  const cell = htmlElement('div', 'head-month');
  htmlElement('span', '', monthLabel(year, month), cell);
  place(cell, { left: blockX(blockOfDay(first), timeline), width: (end - first) * DAY_PX });
  return cell;
}

function dayCell(day: number, scene: Scene): HTMLElement {
  const weekday = weekdayOfDay(day);
  const closed = scene.closed.has(day);
  const classes = ['head-day'];
  if (weekday === SATURDAY) classes.push('is-saturday');
  else if (weekday === 0 || closed) classes.push('is-sunday');
  if (closed) classes.push('is-closed');
  if (day === today(scene)) classes.push('is-today');
  const date = Number(dateOfDay(day).slice(-2));
  if (date === 1) classes.push('is-month');
  const cell = htmlElement('div', classes.join(' '));
  place(cell, { left: blockX(blockOfDay(day), scene.timeline) });
  const line = htmlElement('div', 'head-date', undefined, cell);
  htmlElement('b', '', String(date), line);
  htmlElement('i', '', WEEKDAYS[weekday], line);
  const halves = htmlElement('div', 'head-halves', undefined, cell);
  htmlElement('span', '', MARKS.morning, halves);
  htmlElement('span', '', MARKS.afternoon, halves);
  return cell;
}

/** Draws the months and days of a window into the two rows of the date scale. */
export function paintHeader(upper: HTMLElement, lower: HTMLElement, scene: Scene, window: Span): void {
  const first = Math.max(dayOfBlock(window.start), dayOfBlock(scene.timeline.start));
  const end = Math.min(dayOfBlock(window.end + 1), dayOfBlock(scene.timeline.end));
  const months: HTMLElement[] = [];
  for (let day = monthStart(first); day < end; day = monthStart(day, 1)) months.push(monthCell(Math.max(day, first), scene.timeline));
  upper.replaceChildren(...months);
  lower.replaceChildren(...Array.from({ length: Math.max(0, end - first) }, (_, at) => dayCell(first + at, scene)));
}
