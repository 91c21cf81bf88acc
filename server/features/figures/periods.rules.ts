import { addDays, daysBetween, type PlantDate, weekday } from '../../domain/ground/plant-time.ts';

/** Days from and to, inclusive. */
export interface Span {
  from: PlantDate;
  to: PlantDate;
}

export type PeriodKind = 'this_week' | 'last_week' | 'this_month' | 'range';
/** What a period is held against: one span, or the mean of several weeks. */
export type ComparisonKind = 'week_before' | 'month_before_weeks' | 'month_before' | 'span_before';
export interface Comparison {
  kind: ComparisonKind;
  spans: readonly Span[];
}

/** Monday to Sunday. */
export function weekOf(date: PlantDate): Span {
  const from = addDays(date, -((weekday(date) + 6) % 7));
  return { from, to: addDays(from, 6) };
}

const firstOfMonth = (date: PlantDate): PlantDate => `${date.slice(0, 7)}-01`;
const lastOfMonth = (date: PlantDate): PlantDate => addDays(firstOfMonth(addDays(firstOfMonth(date), 31)), -1);
const monthOf = (date: PlantDate): Span => ({ from: firstOfMonth(date), to: lastOfMonth(date) });

/** The days of a period; a range is given. */
export function spanOf(kind: PeriodKind, today: PlantDate, range: Span): Span {
  if (kind === 'this_week') return weekOf(today);
  if (kind === 'last_week') return weekOf(addDays(today, -7));
  return kind === 'this_month' ? monthOf(today) : range;
}

/** So many weeks in a row, the last one holding the day. */
export const weeksUpTo = (date: PlantDate, count: number): Span[] =>
  Array.from({ length: count }, (_, index) => weekOf(addDays(date, 7 * (index + 1 - count))));

/** So many months in a row, the last one holding the day, as one span. */
export function monthsUpTo(date: PlantDate, count: number): Span {
  let { from } = monthOf(date);
  for (let month = 1; month < count; month += 1) from = firstOfMonth(addDays(from, -1));
  return { from, to: lastOfMonth(date) };
}

/** The weeks of a month: a week belongs to the month of its Thursday. */
export function weeksOfMonth(month: PlantDate): Span[] {
  const { from, to } = monthOf(month);
  const weeks: Span[] = [];
  for (let week = weekOf(from); week.from <= to; week = weekOf(addDays(week.from, 7)))
    if (addDays(week.from, 3) >= from && addDays(week.from, 3) <= to) weeks.push(week);
  return weeks;
}

/** What a period is held against, the nearest first. */
export function comparisonsOf(kind: PeriodKind, span: Span): Comparison[] {
  if (kind === 'this_month') return [{ kind: 'month_before', spans: [monthOf(addDays(span.from, -1))] }];
  if (kind === 'range') {
    const days = daysBetween(span.from, span.to) + 1;
    return [{ kind: 'span_before', spans: [{ from: addDays(span.from, -days), to: addDays(span.from, -1) }] }];
  }
  const monthBefore = addDays(firstOfMonth(addDays(span.from, 3)), -1);
  return [
    { kind: 'week_before', spans: [weekOf(addDays(span.from, -7))] },
    { kind: 'month_before_weeks', spans: weeksOfMonth(monthBefore) },
  ];
}

/** How many days of a span under way have begun; undefined of one that is over, or to come. */
export const daysPassed = ({ from, to }: Span, today: PlantDate): number | undefined =>
  from <= today && today < to ? daysBetween(from, today) + 1 : undefined;

/** So many first days of a span; all of it without a number. */
export function firstDays({ from, to }: Span, days: number | undefined): Span {
  const last = days === undefined ? to : addDays(from, days - 1);
  return { from, to: last < to ? last : to };
}

/** Every day of a span. */
export const daysOf = ({ from, to }: Span): PlantDate[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
