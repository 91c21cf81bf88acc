import { DAY_MINUTES } from '../ground/constants.ts';
import { CLOSES, dateOfDay, OPENS, type PlantDate, weekdayOfDay } from '../ground/plant-time.ts';
import type { Bound, Conflict, HeldBy, TooLarge } from './conflicts.ts';

/** What an open bar of the same task would obey at a facility, beside its neighbours in the lot and the facility's units. Hours, kilograms, plant minutes. */
export interface BarRules {
  /** Empty where the bar has no facility. */
  facility_name: string;
  /** Whether the facility may do the task. */
  eligible: boolean;
  /** What a piece weighs, where the facility bears less: no furnace, whose load is its run's. */
  too_heavy: Bound | null;
  /** By which sizes a piece does not go into the furnace; null: it does. */
  too_large: TooLarge | null;
  /** What the task needs there; null: not known. */
  needs: Needs | null;
  /** Weekdays on which it may start, bit 0 = Sunday. */
  weekdays: number;
  /** Nothing starts before it; null: nothing holds it back. */
  release: { minutes: number; by: HeldBy } | null;
}

export interface Needs {
  hours: number;
  /** A furnace holds it so long by the clock; else it is working time. */
  elapsed: boolean;
  /** Cooling in the furnace is part of the hours. */
  cooling: boolean;
}

/** What a bar would obey at a facility if it went there, out of its furnace run. */
export interface MovedRules extends BarRules {
  /** The load of the piece in a furnace and the furnace's limits; null: no furnace. */
  load: Omit<RunLoad, 'facility_name'> | null;
  /** The process before it, still to be done, and when its cooling and its waiting days are over. */
  ready: { task_name: string; minutes: number } | null;
  rest: Rest | null;
}

/** What must pass after the end of a bar before the process after it may start: cooling outside the furnace by the clock, waiting days by the calendar. */
export interface Rest {
  cooling_hours: number;
  waiting_days: number;
}

/** When the process after a bar that ends then may start, plant minutes; `rest`: none where nothing must pass. */
export function readyAfter(end: number, rest: Rest | null): number {
  if (!rest) return end;
  const { cooling_hours, waiting_days } = rest;
  // 24:00 of a day is that day.
  const waited = waiting_days > 0 ? (Math.floor((end - 1) / DAY_MINUTES) + waiting_days) * DAY_MINUTES : 0;
  return Math.max(end + cooling_hours * HOUR_MINUTES, waited);
}

/** Whether a bar may start on a day: `holiday`, the plant is closed; `shut`, the facility alone has no unit. */
export type FirstDay = 'open' | 'holiday' | 'shut';

/** The calendar of a start day: whether the facility works, and whether the plant does. */
export const firstDayOf = (works: boolean, plantWorks: boolean): FirstDay => (works ? 'open' : plantWorks ? 'shut' : 'holiday');

/** The place of the bar, and the calendar there. */
export interface RuledBar {
  /** Plant minutes, end exclusive. */
  start: number;
  end: number;
  weekday: number;
  date: PlantDate;
  first_day: FirstDay;
  /** Working hours of the facility within the bar. */
  worked_hours: number;
}

/** The load of a furnace run and the furnace's limits; null: no limit. */
export interface RunLoad {
  facility_name: string;
  weight: number;
  volume: number;
  max_weight: number | null;
  max_volume: number | null;
}

const HOUR_MINUTES = 60;
const TOLERANCE = 1e-6;

/** The rules of its own task that a bar breaks where it lies, for a run and at the moment of saving alike; who else is there, in what order, and holidays: `judgeBar`. */
export function conflictsOf(bar: RuledBar, rules: BarRules): Conflict[] {
  const { needs } = rules;
  const hours = needs?.elapsed ? (bar.end - bar.start) / HOUR_MINUTES : bar.worked_hours;
  // A bar that begins on a closed day is said to do so, not to be short of what it cannot work there.
  const judgesLength = needs?.elapsed || bar.first_day === 'open';
  return [...placeConflicts(rules), ...startConflicts(bar, rules), ...(judgesLength ? lengthConflicts(hours, needs) : [])];
}

/** Minutes of working time in a place of plant minutes. */
export function workedMinutes({ start, end }: Pick<RuledBar, 'start' | 'end'>, isOpen: (day: number) => boolean): number {
  let worked = 0;
  for (let day = Math.floor(start / DAY_MINUTES); day * DAY_MINUTES < end; day += 1)
    if (isOpen(day)) worked += Math.max(0, Math.min(end, day * DAY_MINUTES + CLOSES) - Math.max(start, day * DAY_MINUTES + OPENS));
  return worked;
}

/** The rules that a bar would break in a place of plant minutes; `isOpen` and `isHoliday` say of day numbers whether its facility works, and whether the plant is closed. */
export function conflictsOfMoved(
  { start, end }: Pick<RuledBar, 'start' | 'end'>,
  rules: MovedRules,
  isOpen: (day: number) => boolean,
  isHoliday: (day: number) => boolean,
): Conflict[] {
  const first = Math.floor(start / DAY_MINUTES);
  const first_day = firstDayOf(isOpen(first), !isHoliday(first));
  const bar: RuledBar = {
    start,
    end,
    weekday: weekdayOfDay(first),
    date: dateOfDay(first),
    first_day,
    worked_hours: workedMinutes({ start, end }, isOpen) / HOUR_MINUTES,
  };
  const { facility_name, load, ready } = rules;
  return [
    ...(ready && start < ready.minutes ? [{ kind: 'before_ready' as const, task_name: ready.task_name, limit: ready.minutes }] : []),
    ...conflictsOf(bar, rules),
    ...(load ? loadConflicts({ ...load, facility_name }) : []),
  ];
}

function placeConflicts({ facility_name, eligible, too_heavy, too_large }: BarRules): Conflict[] {
  if (!eligible) return [{ kind: 'not_eligible', facility_name }];
  if (too_heavy) return [{ kind: 'piece_too_heavy', facility_name, ...too_heavy }];
  return too_large ? [{ kind: 'piece_too_large', facility_name, ...too_large }] : [];
}

function startConflicts({ start, date, weekday, first_day }: RuledBar, { facility_name, weekdays, release }: BarRules): Conflict[] {
  const found: Conflict[] = [];
  if (release && start < release.minutes) found.push({ kind: release.by, limit: release.minutes });
  if (first_day === 'shut') found.push({ kind: 'shut_day', date, facility_name });
  else if (first_day === 'open' && !(weekdays & (1 << weekday))) found.push({ kind: 'weekday', limit: weekdays, value: weekday });
  return found;
}

/** Whether the hours that a bar has are what it needs. */
export function lengthConflicts(hours: number, needs: Needs | null): Conflict[] {
  if (!needs || hours >= needs.hours - TOLERANCE) return [];
  const kind = needs.elapsed ? (needs.cooling ? 'run_too_short_to_cool' : 'run_too_short') : 'work_too_short';
  return [{ kind, limit: needs.hours, value: hours }];
}

/** What of a furnace run is beyond its furnace. */
export function loadConflicts({ facility_name, weight, volume, max_weight, max_volume }: RunLoad): Conflict[] {
  const found: Conflict[] = [];
  if (max_weight !== null && weight > max_weight + TOLERANCE)
    found.push({ kind: 'overweight', facility_name, limit: max_weight, value: weight });
  if (max_volume !== null && volume > max_volume + TOLERANCE)
    found.push({ kind: 'overfull', facility_name, limit: max_volume, value: volume });
  return found;
}
