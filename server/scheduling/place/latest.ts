import { FURNACE, NONE, type Problem, WORK } from '../problem.ts';
import { type Draft, runEnd, runsFor } from './occupancy.ts';
import { backFromPartner } from './partner.ts';
import { sharedMachine } from './parts.ts';
import { clear, freshEnd, mayJoin, offer, type Place } from './placement.ts';
import { isFree, latestRoom, nextSet, previousSet } from './profile.ts';
import { firstAtOrAfter } from './sorted-runs.ts';

/** Ticks by which a run that is there anyway may start earlier than one of its own. */
const JOIN_BONUS = 96;

/** Latest end in this mode that still lets the successor start at `start`. */
function latestEnd(problem: Problem, mode: number, start: number): number {
  const byLag = start - problem.modes.lag[mode]!;
  const wait = problem.modes.waitDays[mode]!;
  if (wait === 0 || !problem.day) return byLag;
  const byDay = (Math.floor(start / problem.day.ticks) - wait + 1) * problem.day.ticks;
  return byLag < byDay ? byLag : byDay;
}

/** Finds the latest place between `floor` and a successor that starts at `limit`; the last of a chain only has to end by it. */
export function findLatest(draft: Draft, activity: number, floor: number, limit: number, place: Place): boolean {
  const { activities, chains, modes } = draft.problem;
  const isLast = activity === chains.activityFrom[activities.chain[activity]! + 1]! - 1;
  clear(place);
  const bound = sharedMachine(draft.parts, activity);
  const to = activities.modeFrom[activity + 1]!;
  for (let mode = activities.modeFrom[activity]!; mode < to; mode += 1) {
    if (bound !== NONE && modes.machine[mode] !== bound) continue;
    const end = Math.min(isLast ? limit : latestEnd(draft.problem, mode, limit), draft.problem.horizon);
    if (end <= floor) continue;
    if (modes.kind[mode] === WORK) latestWork(draft, mode, floor, end, place);
    else if (modes.kind[mode] === FURNACE) latestFurnaceRun(draft, mode, floor, end, place);
    else latestAway(draft, mode, floor, end, place);
  }
  return place.mode !== NONE;
}

function latestWork(draft: Draft, mode: number, floor: number, limit: number, place: Place): void {
  const { problem, clockwork } = draft;
  const machine = problem.modes.machine[mode]!;
  const calendar = clockwork.work[machine]!;
  const length = problem.modes.duration[mode]!;
  if (length === 0) {
    if (offer(place, mode, limit, limit, -limit)) place.after = limit;
    return;
  }
  const from = calendar.before[floor]!;
  const to = calendar.before[limit]!;
  const slot = latestSlot(draft, machine, from, to, length);
  if (slot < from) return;
  const start = calendar.tickOf[slot]!;
  offer(place, mode, start, calendar.tickOf[slot + length - 1]! + 1, -start);
}

function latestSlot(draft: Draft, machine: number, from: number, to: number, length: number): number {
  const profile = draft.profiles[machine];
  if (!profile) return to - length;
  if (draft.problem.machines[machine]!.kind === 'unit') return latestRoom(profile, from, to, length);
  const { tickOf } = draft.clockwork.work[machine]!;
  for (let slot = to - length; slot >= from; slot -= 1) {
    if (isFree(profile, tickOf[slot]!, tickOf[slot + length - 1]! + 1)) return slot;
  }
  return -1;
}

function latestAway(draft: Draft, mode: number, floor: number, limit: number, place: Place): void {
  const { problem, clockwork } = draft;
  const { day } = problem;
  if (!day) return;
  const calendar = clockwork.work[problem.modes.machine[mode]!]!;
  const days = problem.modes.duration[mode]!;
  if (limit < problem.modes.back[mode]!) return;
  let latest = Math.max((Math.floor(limit / day.ticks) - days + 1) * day.ticks, problem.modes.backBy[mode]!);
  for (;;) {
    const slot = latest <= 0 ? -1 : calendar.before[latest]! - 1;
    if (slot < 0) return;
    const start = calendar.tickOf[slot]!;
    if (start < floor) return;
    const end = backFromPartner(problem, clockwork.nextWorkingDay, mode, start);
    if (end !== NONE && end <= limit) {
      offer(place, mode, start, end, -start);
      return;
    }
    latest = Math.floor(start / day.ticks) * day.ticks;
  }
}

function latestFurnaceRun(draft: Draft, mode: number, floor: number, limit: number, place: Place): void {
  const { problem } = draft;
  const activity = problem.modes.activity[mode]!;
  const runs = runsFor(draft, mode);
  for (let i = firstAtOrAfter(runs, limit) - 1; i >= 0; i -= 1) {
    const run = runs[i]!;
    if (run.start < floor) break;
    if (run.end > limit || !mayJoin(draft, activity, mode, run)) continue;
    const end = run.fixed ? run.end : runEnd(draft, run, mode);
    if (end > limit) continue;
    // A run that is there anyway is worth a later start than one of its own.
    if (offer(place, mode, run.start, end, -run.start - JOIN_BONUS)) place.run = run;
    break;
  }
  const start = latestRunStart(draft, mode, floor, limit);
  if (start !== NONE) offer(place, mode, start, freshEnd(problem, mode, start), -start);
}

function latestRunStart(draft: Draft, mode: number, floor: number, limit: number): number {
  const { problem } = draft;
  const machine = problem.modes.machine[mode]!;
  const mask = draft.clockwork.startMask(machine, problem.modes.weekdays[mode]!);
  const profile = draft.profiles[machine];
  let start = previousSet(mask, floor, limit);
  while (start >= floor) {
    const end = freshEnd(problem, mode, start);
    if (end <= limit && (!profile || nextSet(profile.full, start, end) < 0)) return start;
    start = previousSet(mask, floor, start);
  }
  return NONE;
}
