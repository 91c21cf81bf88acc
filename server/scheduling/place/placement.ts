import { roundEnd } from '../calendar.ts';
import { FURNACE, type Machine, NONE, type Problem } from '../problem.ts';
import { availableAfter, type Draft, type DraftRun, joinRun, openRun, placeUnit, runEnd } from './occupancy.ts';
import { firstStartOf, sharedMachine } from './parts.ts';
import { isFree } from './profile.ts';

/** A possible place of an activity. Reused: searching allocates nothing. */
export interface Place {
  mode: number;
  start: number;
  end: number;
  /** Tick from which the successor may start. */
  after: number;
  /** Run to join; null: a new one, or none. */
  run: DraftRun | null;
  value: number;
}

/** Taste in placing: how much later a shared run may release the lot than a run of its own, and how long a new run waits for mates. */
export interface Taste {
  readonly joinAllowance: number;
  readonly runDelay: number;
}

export const PLAIN_TASTE: Taste = { joinAllowance: 0, runDelay: 0 };

export const createPlace = (): Place => ({ mode: NONE, start: NONE, end: NONE, after: NONE, run: null, value: 0 });

/** Forgets what was offered. */
export function clear(place: Place): void {
  place.mode = NONE;
  place.run = null;
  place.value = Number.POSITIVE_INFINITY;
}

/**
 * Takes a candidate of its own when it is worth more (a lower value; on a draw the earlier start), and says whether it did. The run that it joins and the
 * tick of the successor are written by who offers it.
 */
export function offer(place: Place, mode: number, start: number, end: number, value: number): boolean {
  if (value > place.value || (value === place.value && place.mode !== NONE && start >= place.start)) return false;
  place.mode = mode;
  place.start = start;
  place.end = end;
  place.after = NONE;
  place.run = null;
  place.value = value;
  return true;
}

/** End of a run that the mode's activity opens alone. */
export function freshEnd(problem: Problem, mode: number, start: number): number {
  return roundEnd(problem.day, start + needAlone(problem, mode));
}

/** Ticks a run of the mode's activity alone takes before its end is rounded. */
export const needAlone = ({ modes, recipes }: Problem, mode: number): number =>
  modes.setup[mode]! + modes.duration[mode]! + recipes.hold[modes.recipe[mode]!]!;

const LOAD_SLACK = 1e-6;

/** Whether a furnace takes a load in one run. */
const takesLoad = ({ maxWeight, maxVolume }: Machine, weight: number, volume: number): boolean =>
  weight <= maxWeight + LOAD_SLACK && volume <= maxVolume + LOAD_SLACK;

/** Whether the recipe of a mode is of the family that may share a run of another recipe. */
const isOfFamily = ({ modes, recipes }: Problem, mode: number, recipe: number): boolean =>
  recipes.family[modes.recipe[mode]!] === recipes.family[recipe];

/** Whether two modes of one family have retentions that may share a run. */
const areAlike = ({ modes, recipes }: Problem, mode: number, mate: number): boolean =>
  Math.abs(modes.duration[mode]! - modes.duration[mate]!) <= recipes.tolerance[modes.recipe[mode]!]!;

/** Whether an activity fits into a run: recipe, weekday, load, length, and nobody behind a longer run is pushed. */
export function mayJoin(draft: Draft, activity: number, mode: number, run: DraftRun): boolean {
  const { problem } = draft;
  const { weight, volume } = problem.activities;
  if (!run.joinable || !run.alive || problem.modes.machine[mode] !== run.machine) return false;
  // The standing plan may ask for a run that it was in before its treatment changed.
  if (!isOfFamily(problem, mode, run.recipe)) return false;
  const bound = sharedMachine(draft.parts, activity);
  if (bound !== NONE && bound !== run.machine) return false;
  if (!takesLoad(problem.machines[run.machine]!, run.weight + weight[activity]!, run.volume + volume[activity]!)) return false;
  if (!mayStartOn(problem, mode, run.start)) return false;
  const end = runEnd(draft, run, mode);
  for (const member of run.members) if (!areAlike(problem, mode, draft.mode[member]!)) return false;
  if (end <= run.end) return true;
  return !run.fixed && mayGrow(draft, run, end);
}

/** Whether the weekdays of the mode allow a start at this tick. */
export function mayStartOn(problem: Problem, mode: number, start: number): boolean {
  const { day } = problem;
  if (!day) return true;
  return (problem.modes.weekdays[mode]! & (1 << ((day.weekday + Math.floor(start / day.ticks)) % 7))) !== 0;
}

function mayGrow(draft: Draft, run: DraftRun, end: number): boolean {
  const profile = draft.profiles[run.machine];
  if (profile && !isFree(profile, run.end, end)) return false;
  return run.members.every((member) => !isFollowedBefore(draft, member, availableAfter(draft.problem, draft.mode[member]!, end)));
}

/** Whether something that follows the activity in its lot stands before a tick. */
export function isFollowedBefore(draft: Draft, activity: number, tick: number): boolean {
  const { parts } = draft;
  const { activities, chains } = draft.problem;
  const last = chains.activityFrom[activities.chain[activity]! + 1]!;
  const own = activities.lead[activity]!;
  for (let next = own + parts.size[own]!; next < last; next += parts.size[next]!) {
    if (activities.predFrom[next]! > activity) return false;
    const start = firstStartOf(parts, next);
    if (start !== NONE && start < tick) return true;
  }
  return false;
}

/** Puts an activity where `place` says. */
export function settleAt(draft: Draft, activity: number, place: Place): void {
  const { modes } = draft.problem;
  if (modes.kind[place.mode] !== FURNACE) {
    placeUnit(draft, activity, place.mode, place.start, place.end);
    return;
  }
  const { mode, start, end } = place;
  const run = place.run ?? openRun(draft, { machine: modes.machine[mode]!, recipe: modes.recipe[mode]!, start, end });
  joinRun(draft, activity, mode, run);
}
