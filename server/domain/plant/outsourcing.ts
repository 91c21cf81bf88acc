import { FIRST_DATE, LAST_DATE } from '../ground/constants.ts';
import { addDays, daysBetween, type PlantDate } from '../ground/plant-time.ts';

/**
 * The rules of outsourced work shared by page, sheets and import: late work, the next event, and the effect of an answer on the delivery.
 * Days of the plant.
 */

/** Work with a partner that is open, or done by the partner's word alone, as far as the rules ask. */
export interface AwayWork {
  /** 引渡 and 戻り予定 of the plan. */
  handover_date: PlantDate;
  return_date: PlantDate;
  answered_date: PlantDate | null;
  /** Whether a sheet with it has gone out. */
  asked: boolean;
  /** The day on which the partner said that all is done. */
  done_on: PlantDate | null;
}

export type WorkFilter = 'late' | 'handover' | 'return' | 'waiting' | 'all';
export type WorkEvent = 'late' | 'handover' | 'return';

/** A week from its Monday. */
export interface Week {
  from: PlantDate;
  to: PlantDate;
}

/** The week, Monday to Sunday, that holds a day; of the first and the last the part that the calendar has. */
export function weekOf(date: PlantDate): Week {
  const monday = addDays(date, -((daysBetween('2024-01-01', date) % 7) + 7) % 7);
  const sunday = addDays(monday, 6);
  return { from: monday < FIRST_DATE ? FIRST_DATE : monday, to: sunday > LAST_DATE ? LAST_DATE : sunday };
}

/** Days since the planned return has passed; 0 while it has not, and once the partner is done. */
export const overdueDays = ({ return_date, done_on }: AwayWork, today: PlantDate): number =>
  done_on === null ? Math.max(0, daysBetween(return_date, today)) : 0;

/** The day on which it is looked for: the one that the partner answered, else the planned one. */
export const expectedDate = ({ return_date, answered_date }: Pick<AwayWork, 'return_date' | 'answered_date'>): PlantDate =>
  answered_date ?? return_date;

const within = (date: PlantDate, { from, to }: Week): boolean => date >= from && date <= to;

/** Whether the partner owes an answer: none given although a sheet went out, or the work leaves by the end of the week. */
export const isWaiting = (work: AwayWork, week: Week): boolean =>
  work.answered_date === null && work.done_on === null && (work.asked || work.handover_date <= week.to);

/** Whether work belongs to a view of the week; done work to the returns of the week in which it was said. */
export function belongs(work: AwayWork, filter: WorkFilter, week: Week, today: PlantDate): boolean {
  if (work.done_on !== null) return (filter === 'return' || filter === 'all') && within(work.done_on, week);
  if (filter === 'late') return overdueDays(work, today) > 0;
  if (filter === 'handover') return within(work.handover_date, week);
  if (filter === 'return') return within(expectedDate(work), week);
  return filter === 'all' || isWaiting(work, week);
}

/** What of the work comes next, seen from a day: late work first of all; then the handover, then the return. */
export function nextEvent(work: AwayWork, filter: WorkFilter, from: PlantDate, today: PlantDate): { event: WorkEvent; date: PlantDate } {
  if (work.done_on !== null) return { event: 'return', date: work.done_on };
  if (overdueDays(work, today) > 0) return { event: 'late', date: work.return_date };
  const returns = filter === 'return' || (filter !== 'handover' && work.handover_date < from);
  return returns ? { event: 'return', date: expectedDate(work) } : { event: 'handover', date: work.handover_date };
}

/** What the plan says of the order behind the work. */
export interface Behind {
  return_date: PlantDate;
  deadline_date: PlantDate | null;
  /** Where the order ends in the plan; where this lot does; when the lot's next process begins. */
  order_end_date: PlantDate;
  lot_end_date: PlantDate;
  next_start_date: PlantDate | null;
}

/** Days to spare until the delivery as planned, negative where it is missed; null without a delivery date. */
export const spareDays = ({ deadline_date, order_end_date }: Behind): number | null =>
  deadline_date === null ? null : daysBetween(order_end_date, deadline_date);

/**
 * The same if the lot is back on another day: what follows moves by the days that its next process, or the lot's own end, is overrun. An estimate, until the next run
 * has planned it. Earlier than planned moves nothing.
 */
export function spareDaysIfBack(behind: Behind, back: PlantDate): number | null {
  if (behind.deadline_date === null) return null;
  const overrun = Math.max(0, daysBetween(behind.next_start_date ?? behind.return_date, back));
  const lot_end = addDays(behind.lot_end_date, overrun);
  return daysBetween(lot_end > behind.order_end_date ? lot_end : behind.order_end_date, behind.deadline_date);
}

/** The day on which answered work is back: the first working day on or after it. */
export function backOn(answered: PlantDate, isHoliday: (date: PlantDate) => boolean): PlantDate {
  let date = answered;
  for (let tries = 0; tries < 366 && isHoliday(date); tries += 1) date = addDays(date, 1);
  return date;
}
