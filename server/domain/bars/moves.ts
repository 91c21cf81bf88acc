import { DAY_MINUTES, HALF_DAY_MINUTES as HALF, LONGEST_BAR_DAYS, TICK_MINUTES } from '../ground/constants.ts';
import { CLOSES, isOnWeekday, OPENS, snapEnd, snapStart } from '../ground/plant-time.ts';
import { type Rest, readyAfter } from './rules.ts';

/** Where a bar lies: plant minutes, end exclusive. */
export interface Place {
  start: number;
  end: number;
}

/** Whether work is done on a day number. */
export type OpenDay = (day: number) => boolean;

/** How a bar counts its time: furnace and outsourced tasks by the clock, the others by the half days in which they work. */
export interface Pace {
  elapsed: boolean;
  /** The days of the facility where it stands, and of the one to which it goes. */
  open: OpenDay;
  openThere?: OpenDay;
  /** What a furnace takes by itself, where that is known: its bar goes on to the next end that a bar may have. */
  hours?: number | undefined;
}

/** A change of a bar by half days: the whole of it, its start alone, its end alone. */
export interface Shift {
  by: number;
  start: number;
  end: number;
}
export const NO_SHIFT: Shift = { by: 0, start: 0, end: 0 };

const firstBlock = ({ start }: Place): number => Math.floor(start / HALF);
const lastBlock = ({ end }: Place): number => Math.ceil(end / HALF) - 1;
const isAfternoon = (block: number): boolean => ((block % 2) + 2) % 2 === 1;
const dayOf = (block: number): number => Math.floor(block / 2);
const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Whether a bar stands on whole half days by the calendar's clock, midnight among its bounds, and not by working hours. */
const onBlocks = ({ start, end }: Place): boolean =>
  start % HALF === 0 && end % HALF === 0 && (start % DAY_MINUTES === 0 || end % DAY_MINUTES === 0);

const opensAt = (block: number): number => dayOf(block) * DAY_MINUTES + (isAfternoon(block) ? HALF : OPENS);
const closesAt = (block: number): number => dayOf(block) * DAY_MINUTES + (isAfternoon(block) ? CLOSES : HALF);
const workIn = (block: number): number => closesAt(block) - opensAt(block);

/** Half days of a place on days with work. */
export function workingHalfDays(place: Place, open: OpenDay): number {
  let count = 0;
  for (let block = firstBlock(place); block <= lastBlock(place); block += 1) if (open(dayOf(block))) count += 1;
  return count;
}

/** The start in another half day: its own clock where that lies in it, else as far into the half day's work; `whole`: where it stands on whole half days, the half day's. */
function startIn(block: number, place: Place, whole: boolean): number {
  const from = firstBlock(place);
  if (isAfternoon(block) === isAfternoon(from)) return place.start + (block - from) * HALF;
  if (whole) return block * HALF;
  return opensAt(block) + clamp(place.start - opensAt(from), 0, workIn(block) - TICK_MINUTES);
}

/** The end in another half day, likewise. */
function endIn(block: number, place: Place): number {
  const from = lastBlock(place);
  if (isAfternoon(block) === isAfternoon(from)) return place.end + (block - from) * HALF;
  if (onBlocks(place)) return (block + 1) * HALF;
  return opensAt(block) + clamp(place.end - opensAt(from), TICK_MINUTES, workIn(block));
}

/** The last half day of work that takes so many half days from `first`. */
function lastOf(first: number, halfDays: number, open: OpenDay): number {
  let block = first;
  // Where a facility never works the bar keeps its length.
  const limit = first + halfDays + 2 * LONGEST_BAR_DAYS;
  for (let left = halfDays; block < limit; block += 1) {
    if (open(dayOf(block))) left -= 1;
    if (left === 0) return block;
  }
  return first + halfDays - 1;
}

/** An end of elapsed time as the plan writes it: after the working day 24:00, in the night the first end of the morning. */
export function endOfElapsed(minutes: number): number {
  const inDay = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  if (inDay > 0 && inDay < OPENS + TICK_MINUTES) return minutes - inDay + OPENS + TICK_MINUTES;
  return inDay > CLOSES ? minutes - inDay + DAY_MINUTES : minutes;
}

/** How long elapsed time lasts: what is known of it, where its bar ends by that, else as long as it is drawn. */
const elapsedOf = ({ start, end }: Place, hours: number | undefined): number =>
  hours !== undefined && endOfElapsed(start + hours * 60) === end ? hours * 60 : end - start;

/**
 * A bar moved by half days. Clock times stay wherever they fit into the half day that they come to. Work keeps its number of working half
 * days, so that closed days lengthen the bar; elapsed time keeps its length.
 */
export function movedPlace(place: Place, by: number, { elapsed, open, openThere = open, hours }: Pace): Place {
  if (by === 0) return place;
  const first = firstBlock(place) + by;
  // What a furnace is loaded with at noon is done at midnight for its length alone.
  const start = startIn(first, place, onBlocks(place) && (!elapsed || place.start % DAY_MINUTES === 0));
  if (elapsed) return { start, end: by % 2 === 0 ? place.end + by * HALF : endOfElapsed(start + elapsedOf(place, hours)) };
  // What stood on closed days alone is as long as it was drawn.
  const halfDays = workingHalfDays(place, open) || lastBlock(place) - firstBlock(place) + 1;
  const end = endIn(lastOf(first, halfDays, openThere), place);
  // What began or ended on a closed day may have the clock of its end before that of its start: it takes one half day more.
  return { start, end: end > start ? end : endIn(lastOf(first, halfDays + 1, openThere), place) };
}

/** The half day to which a wish for it leads: a closed one to the next with work. A facility that never works takes it where it is wished. */
function openBlock(block: number, open: OpenDay): number {
  for (let more = 0; more < 2 * LONGEST_BAR_DAYS; more += 1) if (open(dayOf(block + more))) return block + more;
  return block;
}

/**
 * A bar with one edge moved by half days, to the beginning or the end of the half day's work, over closed days; no further than to one half day of work, or
 * to one half day where there is no work at all. Elapsed time may end on a closed day.
 */
export function resizedPlace(place: Place, grip: 'start' | 'end', by: number, pace: Pick<Pace, 'elapsed' | 'open'>): Place {
  for (let left = by; left !== 0; left -= Math.sign(by)) {
    const changed = withEdge(place, grip, left, pace);
    const shrinks = grip === 'start' ? left > 0 : left < 0;
    if (changed.end > changed.start && (!shrinks || workingHalfDays(changed, pace.open) >= 1)) return changed;
  }
  return place;
}

function withEdge(place: Place, grip: 'start' | 'end', by: number, { elapsed, open }: Pick<Pace, 'elapsed' | 'open'>): Place {
  const whole = onBlocks(place);
  const from = grip === 'start' ? firstBlock(place) : lastBlock(place);
  const block = grip === 'end' && elapsed ? from + by : openBlock(from + by, open);
  // Drawn back onto a closed day it comes to where it was.
  if (block === from) return place;
  if (grip === 'start') return { ...place, start: whole ? block * HALF : opensAt(block) };
  return { ...place, end: whole || (elapsed && isAfternoon(block)) ? (block + 1) * HALF : closesAt(block) };
}

/** Whether a move brings a bar that has yet to begin into a half day that is over; `now` in plant minutes. */
export const goesIntoPast = (before: Place, after: Place, now: number): boolean =>
  firstBlock(before) >= Math.floor(now / HALF) && firstBlock(after) < Math.floor(now / HALF);

/** A bar after a shift: moved, to a day with work, then its edges. */
export function shiftedPlace(place: Place, { by, start, end }: Shift, pace: Pace): Place {
  const there = { elapsed: pace.elapsed, open: pace.openThere ?? pace.open };
  const first = firstBlock(place);
  const moved = by === 0 ? place : movedPlace(place, openBlock(first + by, there.open) - first, pace);
  return resizedPlace(resizedPlace(moved, 'start', start, there), 'end', end, there);
}

/** Days by which a bar grows because of closed days, beyond those it had already. */
export function lengthenedDays(before: Place, after: Place, { by }: Shift, elapsed: boolean): number {
  if (by === 0 || elapsed) return 0;
  const length = (place: Place): number => lastBlock(place) - firstBlock(place);
  return Math.max(0, Math.ceil((length(after) - length(before)) / 2));
}

/** A later task of the lot, in its order. */
export interface Later extends Place {
  id: number;
  elapsed: boolean;
  locked: boolean;
  finished: boolean;
  open: OpenDay;
  /** Days on which it may start, as bits, bit 0 is Sunday; null: any. */
  weekdays: number | null;
  /** What must pass after it. */
  rest: Rest | null;
}

/** Where a bar was and where it goes. */
export interface Pushed {
  id: number;
  before: Place;
  after: Place;
}

/**
 * Pushes the later tasks of a lot, in half days, exactly as far as each needs to begin once the one before it has ended and rested, on a day with work and on
 * one of its weekdays; `ready`: when the first of them may begin. The first that needs not move ends it, and so does one that would have to and cannot,
 * because it is locked or finds no such day: `blocked` is its id. Finished ones hold nothing up.
 */
export function pushLater(later: readonly Later[], ready: number): { pushed: Pushed[]; blocked: number | undefined } {
  const pushed: Pushed[] = [];
  let over = ready;
  for (const task of later) {
    if (task.finished) continue;
    if (task.start >= over) break;
    if (task.locked) return { pushed, blocked: task.id };
    const before = { start: task.start, end: task.end };
    const after = firstPlaceAfter(before, over, task);
    if (!after) return { pushed, blocked: task.id };
    pushed.push({ id: task.id, before, after });
    over = readyAfter(after.end, task.rest);
  }
  return { pushed, blocked: undefined };
}

function firstPlaceAfter(before: Place, over: number, task: Later): Place | undefined {
  const least = Math.max(1, Math.floor(over / HALF) - firstBlock(before));
  for (let by = least; by < least + 2 * LONGEST_BAR_DAYS; by += 1) {
    const after = movedPlace(before, by, task);
    if (after.start >= over && mayStartOn(task, dayOf(firstBlock(after)))) return after;
  }
  return undefined;
}

/** Whether a task may start on a day number. */
const mayStartOn = ({ open, weekdays }: Pick<Later, 'open' | 'weekdays'>, day: number): boolean =>
  open(day) && (weekdays === null || isOnWeekday(weekdays, day));

/** The half days that a place covers, as the board draws it; the end is exclusive. */
export const halfDaysOf = ({ start, end }: Place): Place => {
  const first = snapStart(start) / HALF;
  return { start: first, end: Math.max(snapEnd(end) / HALF, first + 1) };
};

/** How many half days the second of two minutes lies after the first; negative where it is earlier. */
export const halfDaysBetween = (from: number, to: number): number => Math.floor(to / HALF) - Math.floor(from / HALF);

/** How many half days with work lie between the beginnings of two places; negative where the second is earlier. */
export function workingDistance(from: Place, to: Place, open: OpenDay): number {
  const [first, last] = [firstBlock(from), firstBlock(to)];
  let count = 0;
  for (let block = Math.min(first, last); block < Math.max(first, last); block += 1) if (open(dayOf(block))) count += 1;
  return first <= last ? count : -count;
}

/** The half days by which a place must be moved to begin so many half days with work later, earlier where negative; where there are none, so many at all. */
export function workingShift(place: Place, distance: number, open: OpenDay): number {
  const step = Math.sign(distance);
  const first = firstBlock(place);
  let left = Math.abs(distance);
  for (let by = 0; Math.abs(by) < left + 4 * LONGEST_BAR_DAYS; by += step) {
    if (left === 0 && open(dayOf(first + by))) return by;
    // Forward the half day that is left counts, backward the one that is come to.
    if (left > 0 && open(dayOf(first + by + Math.min(step, 0)))) left -= 1;
    if (step === 0) break;
  }
  return distance;
}
