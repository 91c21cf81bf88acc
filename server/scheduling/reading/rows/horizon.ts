import { onceFor } from '../../../domain/ground/collections.ts';
import { DAY_MINUTES, HALF_DAY_MINUTES, TICK_MINUTES, TICKS_PER_DAY } from '../../../domain/ground/constants.ts';
import {
  CLOSES,
  dateOfDay,
  dayNumber,
  type Instant,
  instantOfMinutes,
  OPENS,
  type PlantDate,
  plantMinutes,
  weekdayOfDay,
} from '../../../domain/ground/plant-time.ts';
import { type ClosedDays, closedDays } from '../../../domain/plant/closed-days.ts';
import type { PlanSettings } from '../../../domain/plant/plan-settings.ts';
import type { DayShape } from '../../problem.ts';
import type { PlanEntryRow, PlanningRows } from './input.ts';

/** The plan's time: tick 0 is 00:00 of day `origin`. */
export interface Horizon {
  readonly origin: number;
  readonly days: number;
  readonly ticks: number;
  readonly now: number;
  /** Receptions are known up to this tick: now, or later where bars are judged by their place alone. */
  readonly receivedUntil: number;
  readonly planningStart: number;
  readonly day: DayShape;
  /** Day number of the last holiday row, -1 without rows. */
  readonly lastHoliday: number;
  /** Whether the plant works on a day, counted from `origin`; also before the horizon and behind it. */
  worksOn(day: number): boolean;
  /** Tick of 00:00 of a date; remembers what it found. */
  midnight(date: PlantDate): number;
  /** Tick of an instant; remembers what it found. */
  tickAt(instant: Instant): number;
}

export const WORK_FROM = OPENS / TICK_MINUTES;
export const WORK_TO = CLOSES / TICK_MINUTES;
/** A fixed start further back, or a due date further ahead, does not stretch the horizon. */
const MOST_DAYS_BACK = 400;
const MOST_DAYS_AHEAD = 5 * 366;

/** From when a run plans: the next half-day boundary behind `now`. Plant minutes. */
export const planningStartOf = (now: number): number => (Math.floor(now / HALF_DAY_MINUTES) + 1) * HALF_DAY_MINUTES;

/**
 * The horizon begins at 00:00 of the earlier of today and the oldest unfinished fixed start, and ends `horizon_years` after the later of now and the last due
 * date. `now` in plant minutes.
 */
export function readHorizon(
  rows: Pick<PlanningRows, 'orders' | 'holidays'>,
  settings: PlanSettings,
  now: number,
  receivedUntil: number,
  kept: readonly PlanEntryRow[],
): Horizon {
  const today = Math.floor(now / DAY_MINUTES);
  const oldest = kept.reduce((day, entry) => Math.min(day, Math.floor(plantMinutes(entry.start_at) / DAY_MINUTES)), today);
  const origin = Math.max(oldest, today - MOST_DAYS_BACK);
  const due = lastDueDate(rows.orders);
  const lastDue = due === null ? today : Math.max(today, dayNumber(due));
  const days = Math.min(lastDue, today + MOST_DAYS_AHEAD) - origin + Math.ceil(settings.horizon_years * 365.25) + 1;
  const planningStart = (planningStartOf(now) - origin * DAY_MINUTES) / TICK_MINUTES;
  const { isClosed, last } = closedDaysOf(rows);
  const worksOn = (day: number): boolean => !isClosed(origin + day);
  const day: DayShape = {
    ticks: TICKS_PER_DAY,
    workFrom: WORK_FROM,
    workTo: WORK_TO,
    firstEnd: WORK_FROM + 1,
    weekday: weekdayOfDay(origin),
    origin,
    working: Uint8Array.from({ length: days }, (_, day) => Number(worksOn(day))),
  };
  const ticks = days * TICKS_PER_DAY;
  const tickAt = (minutes: number): number => (minutes - origin * DAY_MINUTES) / TICK_MINUTES;
  return {
    origin,
    days,
    ticks,
    now: tickAt(now),
    receivedUntil: tickAt(receivedUntil),
    planningStart,
    day,
    lastHoliday: last ?? -1,
    worksOn,
    // A file of 100,000 rows names a few hundred dates, and bars begin and end at few thousand moments.
    midnight: onceFor((date: PlantDate) => (dayNumber(date) - origin) * TICKS_PER_DAY),
    tickAt: onceFor((instant: Instant) => Math.floor(plantMinutes(instant) / TICK_MINUTES) - origin * TICKS_PER_DAY),
  };
}

/** The last delivery date of the orders. */
export function lastDueDate(orders: PlanningRows['orders']): PlantDate | null {
  return orders.reduce<PlantDate | null>(
    (last, { delivery_date }) => (delivery_date && (last === null || delivery_date > last) ? delivery_date : last),
    null,
  );
}

/** Tick of plant minutes; a time inside a tick counts as its beginning. */
export const tickOf = (horizon: Horizon, minutes: number): number => Math.floor(minutes / TICK_MINUTES) - horizon.origin * TICKS_PER_DAY;
/** When the plant is closed by its holiday table. */
export const closedDaysOf = ({ holidays }: Pick<PlanningRows, 'holidays'>): ClosedDays =>
  closedDays(new Set(holidays.map(({ date }) => dayNumber(date))));

/** The instant of a tick. */
export const instantOfTick = (horizon: Horizon, tick: number): string =>
  instantOfMinutes((horizon.origin * TICKS_PER_DAY + tick) * TICK_MINUTES);

/** Today: the day up to which receptions are known. */
export const todayOf = ({ origin, receivedUntil }: Horizon): PlantDate => dateOfDay(origin + Math.floor(receivedUntil / TICKS_PER_DAY));

/** Start of working time that ends at `end`, counted back on working days of the plant; `end` where there is none to count. */
export function workBackward(horizon: Horizon, end: number, ticks: number): number {
  let start = end;
  let left = ticks;
  for (let day = Math.floor((end - 1) / TICKS_PER_DAY); left > 0; day -= 1) {
    if (!horizon.worksOn(day)) continue;
    const from = day * TICKS_PER_DAY + WORK_FROM;
    const to = Math.min(day * TICKS_PER_DAY + WORK_TO, end);
    if (to <= from) continue;
    const worked = Math.min(left, to - from);
    start = to - worked;
    left -= worked;
  }
  return start;
}

/** Tick by which work that is over by `end` has ended: 16:00 of the working day before, if `end` lies before working hours. */
export function workOverBy(horizon: Horizon, end: number): number {
  if (((end % TICKS_PER_DAY) + TICKS_PER_DAY) % TICKS_PER_DAY > WORK_FROM) return end;
  let day = Math.floor(end / TICKS_PER_DAY) - 1;
  while (!horizon.worksOn(day)) day -= 1;
  return day * TICKS_PER_DAY + WORK_TO;
}
