import { roundEnd } from './calendar.ts';
import { availableAfter, type Board, joinRun, openRun, placeUnit, type Run, runEnd } from './decode.ts';
import { BATCH, NONE, type Problem } from './problem.ts';
import { isFree } from './profile.ts';

/** Where an activity could go. Reused: searching allocates nothing. */
export interface Place {
  mode: number;
  start: number;
  end: number;
  /** Tick from which the successor may start. */
  after: number;
  /** Run to join; null: a new one, or none. */
  run: Run | null;
  value: number;
}

/** Taste in placing: how much later a shared run may release the lot than a run of its own, and how long a new run waits for mates. */
export interface Taste {
  readonly joinAllowance: number;
  readonly runDelay: number;
}

export const PLAIN_TASTE: Taste = { joinAllowance: 0, runDelay: 0 };
const LOAD_SLACK = 1e-6;

export const createPlace = (): Place => ({ mode: NONE, start: NONE, end: NONE, after: NONE, run: null, value: 0 });

/** Forgets what was offered. */
export function clear(place: Place): void {
  place.mode = NONE;
  place.run = null;
  place.value = Number.POSITIVE_INFINITY;
}

/** Takes a candidate when it is worth more (a lower value; on a draw the earlier start). */
export function offer(place: Place, mode: number, start: number, end: number, after: number, run: Run | null, value: number): void {
  if (value > place.value || (value === place.value && place.mode !== NONE && start >= place.start)) return;
  place.mode = mode;
  place.start = start;
  place.end = end;
  place.after = after;
  place.run = run;
  place.value = value;
}

/** The machine a part of a split lot must use because another part is there, NONE where any eligible one will do. */
export function boundMachine(board: Board, activity: number): number {
  const { activities, modes } = board.problem;
  const lead = activities.lead[activity] as number;
  if (lead === activity && activities.lead[activity + 1] !== lead) return NONE;
  for (let part = lead; activities.lead[part] === lead; part += 1) {
    if (part !== activity && board.mode[part] !== NONE) return modes.machine[board.mode[part] as number] as number;
  }
  return NONE;
}

/** End of a run that the mode's activity opens alone. */
export function freshEnd(problem: Problem, mode: number, start: number): number {
  const { modes, recipes, day } = problem;
  const need = (modes.setup[mode] as number) + (modes.duration[mode] as number) + (recipes.hold[modes.recipe[mode] as number] as number);
  return roundEnd(day, start + need);
}

/** Whether an activity fits into a run: recipe, weekday, load, length, and nobody behind a longer run is pushed. */
export function mayJoin(board: Board, activity: number, mode: number, run: Run): boolean {
  const { problem } = board;
  const machine = problem.machines[run.machine]!;
  if (!run.joinable || !run.alive || problem.modes.machine[mode] !== run.machine) return false;
  // The standing plan may ask for a run that it was in before its treatment changed.
  const { family } = problem.recipes;
  if (family[problem.modes.recipe[mode] as number] !== family[run.recipe]) return false;
  const bound = boundMachine(board, activity);
  if (bound !== NONE && bound !== run.machine) return false;
  if (run.weight + (problem.activities.weight[activity] as number) > machine.maxWeight + LOAD_SLACK) return false;
  if (run.volume + (problem.activities.volume[activity] as number) > machine.maxVolume + LOAD_SLACK) return false;
  if (!mayStartOn(problem, mode, run.start)) return false;
  const end = runEnd(board, run, mode);
  if (!withinLengths(problem, board, mode, run, end)) return false;
  if (end <= run.end) return true;
  return !run.fixed && mayGrow(board, run, end);
}

/** Whether the weekdays of the mode allow a start at this tick. */
export function mayStartOn(problem: Problem, mode: number, start: number): boolean {
  const { day } = problem;
  if (!day) return true;
  return ((problem.modes.weekdays[mode] as number) & (1 << ((day.weekday + Math.floor(start / day.ticks)) % 7))) !== 0;
}

function withinLengths(problem: Problem, board: Board, mode: number, run: Run, end: number): boolean {
  const { modes, recipes } = problem;
  const length = end - run.start;
  if (length > (modes.maxDuration[mode] as number)) return false;
  const own = modes.duration[mode] as number;
  const tolerance = recipes.tolerance[run.recipe] as number;
  for (const member of run.members) {
    const other = board.mode[member] as number;
    if (length > (modes.maxDuration[other] as number)) return false;
    if (Math.abs((modes.duration[other] as number) - own) > tolerance) return false;
  }
  return true;
}

function mayGrow(board: Board, run: Run, end: number): boolean {
  const { activities, chains } = board.problem;
  const profile = board.profiles[run.machine];
  if (profile && !isFree(profile, run.end, end)) return false;
  for (const member of run.members) {
    const after = availableAfter(board.problem, board.mode[member] as number, end);
    const last = chains.activityFrom[(activities.chain[member] as number) + 1] as number;
    for (let next = member + 1; next < last; next += 1) {
      if ((activities.predFrom[next] as number) > member) break;
      if ((activities.predTo[next] as number) > member && board.start[next] !== NONE && (board.start[next] as number) < after) return false;
    }
  }
  return true;
}

/** Index of the first run that starts at or after a tick. */
export function firstAtOrAfter(runs: readonly Run[], start: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Puts an activity where `place` says. */
export function settleAt(board: Board, activity: number, place: Place): void {
  const { modes } = board.problem;
  if (modes.kind[place.mode] !== BATCH) {
    placeUnit(board, activity, place.mode, place.start, place.end);
    return;
  }
  const run = place.run ?? openRun(board, modes.machine[place.mode] as number, modes.recipe[place.mode] as number, place.start, place.end);
  joinRun(board, activity, place.mode, run);
}
