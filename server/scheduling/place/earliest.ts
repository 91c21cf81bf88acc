import { AWAY, FURNACE, NONE, type Problem, WORK } from '../problem.ts';
import { type Found, isLikeFound } from './found.ts';
import { availableAfter, type Draft, type DraftRun, runEnd, runsFor } from './occupancy.ts';
import { sharedMachine } from './parts.ts';
import { clear, freshEnd, mayJoin, needAlone, offer, type Place, type Taste } from './placement.ts';
import { earliestRoom, isFree } from './profile.ts';
import { firstAtOrAfter } from './sorted-runs.ts';
import { type Span, spanAway, spanOfWork, startOfRun } from './spans.ts';

/** Finds the place that releases the successor first, not before `ready`. False where nothing fits into the horizon. */
export function findEarliest(draft: Draft, activity: number, ready: number, taste: Taste, place: Place): boolean {
  const { activities, modes } = draft.problem;
  clear(place);
  const bound = sharedMachine(draft.parts, activity);
  const to = activities.modeFrom[activity + 1]!;
  for (let mode = activities.modeFrom[activity]!; mode < to; mode += 1) {
    if (bound === NONE || modes.machine[mode] === bound) earliestIn(draft, mode, ready, taste, place);
  }
  return place.mode !== NONE;
}

/** Finds the place that releases the successor first in one mode. */
export function findEarliestIn(draft: Draft, mode: number, ready: number, taste: Taste, place: Place): boolean {
  clear(place);
  earliestIn(draft, mode, ready, taste, place);
  return place.mode !== NONE;
}

function earliestIn(draft: Draft, mode: number, ready: number, taste: Taste, place: Place): void {
  const kind = draft.problem.modes.kind[mode];
  if (kind === WORK) earliestWork(draft, mode, ready, place);
  else if (kind === FURNACE) earliestFurnaceRun(draft, mode, ready, taste, place);
  else earliestAway(draft, mode, ready, place);
}

function earliestWork(draft: Draft, mode: number, ready: number, place: Place): void {
  const { problem, clockwork, span } = draft;
  const machine = problem.modes.machine[mode]!;
  const calendar = clockwork.work[machine]!;
  const length = problem.modes.duration[mode]!;
  if (ready > problem.horizon) return;
  const slot = earliestSlot(draft, machine, calendar.before[ready]!, length);
  if (spanOfWork(calendar, slot, length, ready, span)) offerSpan(problem, mode, span, place);
}

function offerSpan(problem: Problem, mode: number, { start, end }: Span, place: Place): void {
  const after = availableAfter(problem, mode, end);
  if (offer(place, mode, start, end, after)) place.after = after;
}

/** First of `length` working ticks in a row with a unit free, -1 where there are none. On a furnace the unit is held over the night. */
export function earliestSlot(draft: Draft, machine: number, first: number, length: number): number {
  const profile = draft.profiles[machine];
  if (!profile) return first;
  if (draft.problem.machines[machine]!.kind === 'unit') return earliestRoom(profile, first, length);
  const { tickOf } = draft.clockwork.work[machine]!;
  for (let slot = first; slot + length <= tickOf.length; slot += 1) {
    if (isFree(profile, tickOf[slot]!, tickOf[slot + length - 1]! + 1)) return slot;
  }
  return -1;
}

function earliestAway({ problem, clockwork, span }: Draft, mode: number, ready: number, place: Place): void {
  if (ready <= problem.horizon && spanAway(problem, clockwork, mode, ready, span)) offerSpan(problem, mode, span, place);
}

function earliestFurnaceRun(draft: Draft, mode: number, ready: number, taste: Taste, place: Place): void {
  const activity = draft.problem.modes.activity[mode]!;
  const known = knownFrom(draft, activity, mode, ready, taste);
  const earliest = taste.runDelay > 0 ? ready + taste.runDelay : ready;
  const fresh = known?.fresh === NONE ? NONE : earliestRunStart(draft, mode, known ? Math.max(earliest, known.fresh) : earliest);
  let end = NONE;
  let after = Number.POSITIVE_INFINITY;
  if (fresh !== NONE) {
    end = freshEnd(draft.problem, mode, fresh);
    after = availableAfter(draft.problem, mode, end);
    if (offer(place, mode, fresh, end, after)) place.after = after;
  }
  const run = firstToJoin(draft, activity, mode, known ? known.from : ready, after + taste.joinAllowance);
  if (run) {
    const joined = run.fixed ? run.end : runEnd(draft, run, mode);
    const free = availableAfter(draft.problem, mode, joined);
    if (offer(place, mode, run.start, joined, free - taste.joinAllowance)) {
      place.after = free;
      place.run = run;
    }
  }
  if (sharedMachine(draft.parts, activity) === NONE) return;
  const from = Math.min(fresh === NONE ? draft.problem.horizon : fresh, run ? run.start : draft.problem.horizon);
  Object.assign(draft.found, { activity, mode, ready, fresh, from }, taste);
}

/** The first run from a tick on, and before another, that the activity may join. */
function firstToJoin(draft: Draft, activity: number, mode: number, from: number, before: number): DraftRun | null {
  const runs = runsFor(draft, mode);
  for (let i = firstAtOrAfter(runs, from); i < runs.length && runs[i]!.start < before; i += 1) {
    if (mayJoin(draft, activity, mode, runs[i]!)) return runs[i]!;
  }
  return null;
}

/** Where the last part like this one was looked for and found, null where nothing is known. */
function knownFrom({ found, problem }: Draft, activity: number, mode: number, ready: number, taste: Taste): Found | null {
  const isAlike = found.ready === ready && found.runDelay === taste.runDelay && found.joinAllowance === taste.joinAllowance;
  return isAlike && isLikeFound(problem, found, activity, mode) ? found : null;
}

/** Earliest start of a new run for the mode at or after `ready`; NONE where none fits. */
export function earliestRunStart(draft: Draft, mode: number, ready: number): number {
  const { problem } = draft;
  const machine = problem.modes.machine[mode]!;
  const mask = draft.clockwork.startMask(machine, problem.modes.weekdays[mode]!);
  return startOfRun(problem, mask, draft.profiles[machine] ?? null, needAlone(problem, mode), ready);
}

/** Finds the earliest place of its own in one mode, not before `from`: in a furnace a new run. */
export function findFrom(draft: Draft, activity: number, mode: number, from: number, place: Place): boolean {
  const { problem } = draft;
  clear(place);
  const bound = sharedMachine(draft.parts, activity);
  if (bound !== NONE && problem.modes.machine[mode] !== bound) return false;
  const kind = problem.modes.kind[mode];
  if (kind === WORK) earliestWork(draft, mode, from, place);
  else if (kind === AWAY) earliestAway(draft, mode, from, place);
  else {
    const start = earliestRunStart(draft, mode, from);
    if (start !== NONE) offer(place, mode, start, freshEnd(problem, mode, start), 0);
  }
  return place.mode !== NONE;
}

/** Whether the activity can start in this mode at exactly this tick, on its own; fills `place`. */
export const findAt = (draft: Draft, activity: number, mode: number, start: number, place: Place): boolean =>
  findFrom(draft, activity, mode, start, place) && place.start === start;
