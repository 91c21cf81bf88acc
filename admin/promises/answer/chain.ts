import { DAY_MINUTES, WORK_START_CLOCK } from '../../../server/domain/ground/constants.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  endDate,
  instantAt,
  type PlantDate,
  plantDate,
  plantMinutes,
  weekday,
} from '../../../server/domain/ground/plant-time.ts';
import { CHAIN } from '../../texts/promises/answer.ts';
import { type Answer, type Entry, lotsShown } from '../answered.ts';

/** Where everything stands on the day axis of an answer: pixels from the left, by the width that there is. */

/** A day is never narrower, for the axis scrolls then, and never wider. */
const [NARROWEST, WIDEST] = [10, 96];
/** From this width on each day has its number, in its middle, else every Monday. */
export const NUMBERED_PX = 22;
const BAR_PX = 8;
/** Processes that begin closer than this to the first of them are drawn as one bar. */
const TOGETHER_PX = 16;
const LABEL_PX = 11;
/** Between two labels of one line. */
const LABEL_GAP_PX = 6;
const LABEL_LINES = 2;
const daysLeftInMonth = (date: PlantDate): number => daysBetween(date, addMonths(`${date.slice(0, 8)}01`, 1));
/** What the name of a month takes. */
const MONTH_PX = 26;
/** What the name of a day that matters takes. */
export const MARK_PX = 110;
/** A line between two bars that stand closer could not be seen. */
const SHORTEST_WAIT_PX = 8;

export interface AxisDay {
  date: PlantDate;
  x: number;
  closed: boolean;
  /** The number above it; empty where there is no room. */
  label: string;
  /** Above the first day, and the first of each month. */
  month: string;
}

export interface ChainBar {
  /** One process, or several that follow each other closer than can be told apart. */
  entries: Entry[];
  x: number;
  width: number;
  /** With this one it ships. */
  isLast: boolean;
  /** Under it, in one of two lines; undefined where neither has room. */
  label: { text: string; x: number; line: number } | undefined;
}

export interface ChainWait {
  x: number;
  width: number;
  /** What fits of it. */
  label: string;
}

export interface ChainRow {
  lot: number;
  bars: ChainBar[];
  waits: ChainWait[];
}

export interface Chain {
  width: number;
  dayPx: number;
  days: AxisDay[];
  rows: ChainRow[];
  /** Right edges of days: a day that is kept is kept until its end. */
  marks: { wished: number | undefined; answered: number | undefined };
  /** The left edge of today; undefined where it is not on the axis. */
  today: number | undefined;
}

/** How wide a text of this size is: letters of Japanese take a square each. */
export const textPx = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + (letter > '\u02ff' ? size : size * 0.58), 0);

/** A wished day further behind the answer has no place on the axis: the work would be a dot. */
const MOST_WISH_DAYS = 31;

/** The first and the last day of the axis: from the first day that matters to a day behind the last one. */
export function axisOf(answer: Pick<Answer, 'date' | 'wished_date' | 'entries'>, from: PlantDate): { first: PlantDate; last: PlantDate } {
  const starts = answer.entries.map(({ start_at }) => plantDate(start_at));
  const ends = answer.entries.map(({ end_at }) => endDate(end_at));
  const own = [from, ...starts, ...ends, ...(answer.date ? [answer.date] : [])].sort();
  const isNear = (date: PlantDate): boolean => date >= from && date <= addDays(own.at(-1) as PlantDate, MOST_WISH_DAYS);
  const days = [...own, ...(answer.wished_date !== null && isNear(answer.wished_date) ? [answer.wished_date] : [])].sort();
  return { first: days[0] as PlantDate, last: addDays(days.at(-1) as PlantDate, 1) };
}

interface Given {
  /** The day on which it was asked. */
  from: PlantDate;
  today: PlantDate;
  closed: ReadonlySet<PlantDate>;
  /** The room that there is. */
  width: number;
}

/** Lays out the chain of an answer. */
export function chainOf(answer: Answer, { from, today, closed, width }: Given): Chain {
  const { first, last } = axisOf(answer, from);
  const count = daysBetween(first, last) + 1;
  const dayPx = Math.min(WIDEST, Math.max(NARROWEST, width / count));
  const origin = plantMinutes(`${first}T00:00:00+09:00`);
  const at = (minutes: number): number => ((minutes - origin) / DAY_MINUTES) * dayPx;
  const endOf = (date: PlantDate): number => (daysBetween(first, date) + 1) * dayPx;
  const isOn = (date: PlantDate | null): date is PlantDate => date !== null && date >= first && date <= last;
  const marks = {
    wished: isOn(answer.wished_date) ? endOf(answer.wished_date) : undefined,
    answered: isOn(answer.date) ? endOf(answer.date) : undefined,
  };
  const named = Object.values(marks).flatMap((x) => x ?? []);
  return {
    width: count * dayPx,
    dayPx,
    days: Array.from({ length: count }, (_, index) => axisDay(addDays(first, index), index, { dayPx, closed, named })),
    rows: lotsShown(answer.entries).map((lot) => rowOf(lot, answer, at, count * dayPx)),
    marks,
    today: isOn(today) ? endOf(today) - dayPx : undefined,
  };
}

interface Axis {
  dayPx: number;
  closed: ReadonlySet<PlantDate>;
  /** Where the days that matter are named, each to the left of its place. */
  named: readonly number[];
}

function axisDay(date: PlantDate, index: number, { dayPx, closed, named }: Axis): AxisDay {
  const x = index * dayPx;
  const isFree = named.every((mark) => x > mark + 6 || x + MONTH_PX < mark - MARK_PX);
  const [, month, day] = date.split('-').map(Number) as [number, number, number];
  const isNumbered = dayPx >= NUMBERED_PX || weekday(date) === 1;
  const label = dayPx >= NUMBERED_PX ? String(day) : `${month}/${day}`;
  return {
    date,
    x,
    closed: closed.has(date),
    label: isNumbered ? label : '',
    // The name of a month that ends at once would cover the next one's.
    month: isFree && (day === 1 || (index === 0 && daysLeftInMonth(date) * dayPx >= MONTH_PX)) ? CHAIN.month(month) : '',
  };
}

/** The processes of a lot in groups of those that are drawn as one. A process that waits begins a group. */
function groupsOf(entries: readonly Entry[], at: (minutes: number) => number): Entry[][] {
  const groups: Entry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const first = group?.[0];
    const isNear = first !== undefined && at(plantMinutes(entry.start_at)) - at(plantMinutes(first.start_at)) < TOGETHER_PX;
    if (group && isNear && entry.wait_days === 0 && entry.outsourced === first?.outsourced) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function rowOf(lot: number, answer: Answer, at: (minutes: number) => number, width: number): ChainRow {
  const entries = answer.entries.filter((entry) => entry.lot === lot).sort((one, other) => one.start_at.localeCompare(other.start_at));
  const groups = groupsOf(entries, at);
  const free = Array.from({ length: LABEL_LINES }, () => 0);
  const bars: ChainBar[] = [];
  const waits: ChainWait[] = [];
  let before = Math.max(0, at(plantMinutes(instantAt(answer.ready_date, WORK_START_CLOCK))));
  for (const [index, group] of groups.entries()) {
    const first = group[0] as Entry;
    const x = at(plantMinutes(first.start_at));
    const wide = Math.max(BAR_PX, ...group.map(({ end_at }) => at(plantMinutes(end_at)) - x));
    if (x - before > SHORTEST_WAIT_PX) waits.push({ x: before, width: x - before, label: waitLabel(first, x - before) });
    bars.push({ entries: group, x, width: wide, isLast: index === groups.length - 1, label: labelUnder(group, x, free, width) });
    before = Math.max(before, x + wide);
  }
  return { lot, bars, waits };
}

/** What is waited for, as much of it as there is room. */
function waitLabel({ wait_text, wait_days }: Entry, room: number): string {
  if (wait_text === null || wait_days === 0) return '';
  const fitting = [wait_text, CHAIN.days(wait_days)].find((text) => textPx(text, LABEL_PX) + 8 <= room);
  return fitting ?? '';
}

/** The name of a process under its bar, in the first line that is free there; `free` holds how far each is taken. */
function labelUnder(group: readonly Entry[], x: number, free: number[], width: number): ChainBar['label'] {
  const [first, last] = [group[0]?.task_name ?? '', group.at(-1)?.task_name ?? ''];
  const text = group.length > 1 ? CHAIN.span(first, last) : first;
  const wide = textPx(text, LABEL_PX);
  const from = Math.max(0, Math.min(x, width - wide));
  const line = free.findIndex((taken) => taken <= from);
  if (line < 0) return undefined;
  free[line] = from + wide + LABEL_GAP_PX;
  return { text, x: from, line };
}
