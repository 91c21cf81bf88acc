import { endOfElapsed } from '../../../domain/bars/moves.ts';
import { DAY_MINUTES, TICK_MINUTES } from '../../../domain/ground/constants.ts';
import {
  ANY_WEEKDAY,
  addDays,
  CLOSES,
  dateOfDay,
  daysBetween,
  type Instant,
  instantOfMinutes,
  isOnWeekday,
  OPENS,
  type PlantDate,
  plantDate,
  plantMinutes,
  weekdayBits,
} from '../../../domain/ground/plant-time.ts';

/** A member of a furnace run, with what lies behind it in the plan. */
export interface Waiting {
  order_id: number;
  serial_number: string;
  deadline_date: PlantDate | null;
  finished: boolean;
  /** Start of the lot's next process; null: the run is its last. */
  next_start: Instant | null;
  /** Calendar days between the run's end and the next process. */
  waiting_days: number;
  /** Weekdays on which its treatment may start; none named: any. */
  weekdays: readonly string[];
  /** Last day of the lot, and of its whole order; null: not known. */
  lot_end_date: PlantDate | null;
  order_end_date: PlantDate | null;
  late_days: number;
}

/** When a furnace run must have started, and the order that a later start would cost. */
export interface LatestStart {
  at: Instant;
  order_id: number;
  serial_number: string;
  /** The order is late already and would be later. */
  late_already: boolean;
}

/** Days on which the plant works, and on which something may begin at a facility. */
export interface OpenDays {
  plant: (date: PlantDate) => boolean;
  facility: (date: PlantDate) => boolean;
}

/** Minutes of a run: when it starts by the plan, how long it holds the furnace, how long its lots cool outside. */
export interface RunTimes {
  start: number;
  needed: number;
  lag: number;
}

/**
 * The latest start of a furnace run with which no order of its members ends on a later day than it is due, or than the plan has it
 * where it is late. The published plan is moved, not made anew: what lies behind the run in its lot moves with it by whole working
 * days, as many as lie between the lot's last end and that day; the wait between the run and the next process is used up first.
 * Undefined: no open member has a due date.
 */
export function latestStart(members: readonly Waiting[], times: RunTimes, open: OpenDays): LatestStart | undefined {
  const bounds = members.flatMap((member) => {
    const end = member.finished ? undefined : latestEnd(member, times.lag, open.plant);
    return end === undefined ? [] : [{ member, end }];
  });
  const first = bounds.sort((one, other) => one.end - other.end)[0];
  if (!first) return undefined;
  const { order_id, serial_number, late_days } = first.member;
  return {
    at: instantOfMinutes(lastLoading(first.end, members, times, open.facility)),
    order_id,
    serial_number,
    late_already: late_days > 0,
  };
}

/** When the run must have ended for this member; undefined without a due date. */
function latestEnd(member: Waiting, lag: number, isOpen: (date: PlantDate) => boolean): number | undefined {
  if (member.deadline_date === null) return undefined;
  const { order_end_date: ends, lot_end_date } = member;
  const limit = ends !== null && ends > member.deadline_date ? ends : member.deadline_date;
  if (member.next_start === null) return midnightAfter(limit);
  let spare = 0;
  for (let date = addDays(lot_end_date ?? limit, 1); date <= limit; date = addDays(date, 1)) if (isOpen(date)) spare += 1;
  const moved = moveOn(plantDate(member.next_start), spare, isOpen);
  const next = plantMinutes(member.next_start) + daysBetween(plantDate(member.next_start), moved) * DAY_MINUTES;
  return Math.min(next - lag, midnightAfter(addDays(moved, -member.waiting_days)));
}

const midnightAfter = (date: PlantDate): number => daysBetween(dateOfDay(0), date) * DAY_MINUTES + DAY_MINUTES;

function moveOn(from: PlantDate, workingDays: number, isOpen: (date: PlantDate) => boolean): PlantDate {
  let date = from;
  for (let left = workingDays; left > 0; ) {
    date = addDays(date, 1);
    if (isOpen(date)) left -= 1;
  }
  return date;
}

/** The last half hour in which the furnace may be loaded so that the run has ended by then; its planned start where there is none later. */
function lastLoading(end: number, members: readonly Waiting[], { start, needed }: RunTimes, isOpen: (date: PlantDate) => boolean): number {
  const weekdays = members.reduce((bits, member) => bits & weekdayBits(member.weekdays), ANY_WEEKDAY);
  for (let day = Math.floor(end / DAY_MINUTES); day * DAY_MINUTES + CLOSES > start; day -= 1) {
    if (!isOnWeekday(weekdays, day) || !isOpen(dateOfDay(day))) continue;
    for (let at = day * DAY_MINUTES + CLOSES - TICK_MINUTES; at >= day * DAY_MINUTES + OPENS && at > start; at -= TICK_MINUTES)
      if (endOfElapsed(at + needed) <= end) return at;
  }
  return start;
}
