import { runCost } from '../../objective.ts';
import { availableAfter } from '../../place/occupancy.ts';
import { isOfFamily, suitsLength, takesLoad } from '../../place/sharing.ts';
import { FURNACE, NONE, type Problem } from '../../problem.ts';
import { bringAhead, takeOut } from './edits.ts';
import { write, writeFractional } from './journal.ts';
import { AT, FRACTIONAL_AT, type Queues, set } from './queues.ts';
import { waitFollowers, waitForTiming } from './timing.ts';

/** Gives all members of a turn the modes they have on a machine. */
export function changeModes(queues: Queues, turn: number, machine: number): void {
  const { problem, firstMember, nextMember, mode, end } = queues;
  for (let a = firstMember[turn]!; a !== NONE; a = nextMember[a]!) {
    const other = modeAt(queues, a, machine);
    if (other === mode[a]) continue;
    set(queues, AT.mode, a, other);
    set(queues, AT.after, a, availableAfter(problem, other, end[turn]!));
    waitFollowers(queues, a);
  }
  sumUp(queues, turn);
}

/** The mode of an activity on a machine, NONE. */
export function modeAt({ problem }: Queues, a: number, machine: number): number {
  const { modeFrom } = problem.activities;
  for (let m = modeFrom[a]!; m < modeFrom[a + 1]!; m += 1) if (problem.modes.machine[m] === machine) return m;
  return NONE;
}

/** A turn not in use, for a new run. */
export function spareTurn(queues: Queues): number {
  const { spare } = queues;
  const turn = spare[spare[0]!]!;
  write(queues.journal, queues.spareAt, spare[0]! - 1);
  return turn;
}

/** Takes an activity out of its run, which may be left without members for a moment. */
export function unhook(queues: Queues, a: number): void {
  const { turn, firstMember, nextMember } = queues;
  const run = turn[a]!;
  waitForTiming(queues, run);
  if (firstMember[run] === a) {
    set(queues, AT.firstMember, run, nextMember[a]!);
    return;
  }
  let ahead = firstMember[run]!;
  while (nextMember[ahead] !== a) ahead = nextMember[ahead]!;
  set(queues, AT.nextMember, ahead, nextMember[a]!);
}

/** Takes an activity out of its run; a run without members leaves its queue. */
export function leaveRun(queues: Queues, a: number): void {
  const run = queues.turn[a]!;
  unhook(queues, a);
  closeRun(queues, run);
}

/** Counts a run again that members have left; without any it leaves its queue. */
export function closeRun(queues: Queues, run: number): void {
  const { spare, firstMember } = queues;
  sumUp(queues, run);
  if (firstMember[run] !== NONE) return;
  takeOut(queues, run);
  if (queues.end[run]! > queues.problem.horizon) {
    queues.overflows -= 1;
    set(queues, AT.end, run, NONE);
  }
  for (const field of [AT.unit, AT.previous, AT.next]) set(queues, field, run, NONE);
  write(queues.journal, queues.spareAt, spare[0]! + 1);
  write(queues.journal, queues.spareAt + spare[0]!, run);
}

/** Puts an activity that has left its run into another. False: no order of all turns allows it. */
export function enterRun(queues: Queues, a: number, mode: number, run: number): boolean {
  const { problem, turn, firstMember, end, place } = queues;
  set(queues, AT.turn, a, run);
  set(queues, AT.nextMember, a, firstMember[run]!);
  set(queues, AT.firstMember, run, a);
  set(queues, AT.mode, a, mode);
  set(queues, AT.after, a, availableAfter(problem, mode, end[run]!));
  sumUp(queues, run);
  waitForTiming(queues, run);
  waitFollowers(queues, a);
  const { predFrom, predTo, followerFrom, followerTo } = queues;
  for (let p = predFrom[a]!; p < predTo[a]!; p += 1) {
    const waitedFor = turn[p]!;
    if (waitedFor === run || (place[waitedFor]! > place[run]! && !bringAhead(queues, waitedFor, run))) return false;
  }
  for (let next = followerFrom[a]!; next < followerTo[a]!; next += 1) {
    const follower = turn[next]!;
    if (follower === run || (place[follower]! < place[run]! && !bringAhead(queues, run, follower))) return false;
  }
  return true;
}

/** Counts again what a run takes and costs, after its members changed. */
export function sumUp(queues: Queues, turn: number): void {
  const { problem, nextMember, mode, journal, count } = queues;
  const { modes, activities } = problem;
  const first = queues.firstMember[turn]!;
  if (first !== NONE && modes.kind[mode[first]!] !== FURNACE) return;
  let setup = 0;
  let duration = 0;
  let weight = 0;
  let volume = 0;
  let weekdays = 127;
  for (let a = first; a !== NONE; a = nextMember[a]!) {
    const own = mode[a]!;
    if (modes.setup[own]! > setup) setup = modes.setup[own]!;
    if (modes.duration[own]! > duration) duration = modes.duration[own]!;
    weight += activities.weight[a]!;
    volume += activities.volume[a]!;
    weekdays &= modes.weekdays[own]!;
  }
  const cost = first === NONE ? 0 : runCost(problem, modes.recipe[mode[first]!]!, setup, duration);
  set(queues, AT.setup, turn, setup);
  set(queues, AT.duration, turn, duration);
  set(queues, AT.weekdays, turn, weekdays);
  writeFractional(journal, FRACTIONAL_AT.weight * count + turn, weight);
  writeFractional(journal, FRACTIONAL_AT.volume * count + turn, volume);
  queues.furnace += cost - queues.cost[turn]!;
  writeFractional(journal, FRACTIONAL_AT.cost * count + turn, cost);
}

/** Whether an activity in this mode may be a member of a run, beside those that are. `leaving`: a member that leaves. */
export function mayEnter(queues: Queues, a: number, mode: number, run: number, leaving: number): boolean {
  const { problem, firstMember, nextMember } = queues;
  const { modes, machines, activities, day } = problem;
  const head = firstMember[run]!;
  const like = queues.mode[head]!;
  if (modes.kind[mode] !== FURNACE || modes.machine[mode] !== modes.machine[like]) return false;
  if (!isOfFamily(problem, mode, modes.recipe[like]!)) return false;
  const weight = queues.weight[run]! - (leaving === NONE ? 0 : activities.weight[leaving]!) + activities.weight[a]!;
  const volume = queues.volume[run]! - (leaving === NONE ? 0 : activities.volume[leaving]!) + activities.volume[a]!;
  if (!takesLoad(machines[modes.machine[mode]!]!, weight, volume)) return false;
  if (day && (queues.weekdays[run]! & modes.weekdays[mode]!) === 0) return false;
  const setup = Math.max(queues.setup[run]!, modes.setup[mode]!);
  const length = longestRun(problem, mode, setup, Math.max(queues.duration[run]!, modes.duration[mode]!));
  if (!suitsLength(problem, mode, length, mode)) return false;
  for (let other = head; other !== NONE; other = nextMember[other]!) {
    if (other !== leaving && !suitsLength(problem, queues.mode[other]!, length, mode)) return false;
  }
  return true;
}

/** Whether all members of a turn may be on a machine together. */
export function mayBeOn(queues: Queues, turn: number, machine: number): boolean {
  const { firstMember } = queues;
  const { modes } = queues.problem;
  const head = firstMember[turn]!;
  return modes.machine[queues.mode[head]!] === machine || mayStandOn(queues, turn, machine);
}

/** The same, judged whether or not they are there already. */
export function mayStandOn(queues: Queues, turn: number, machine: number): boolean {
  const { problem, firstMember, nextMember } = queues;
  const { modes, activities, machines, day } = problem;
  const head = firstMember[turn]!;
  let longest = modeAt(queues, head, machine);
  let [setup, weight, volume, weekdays] = [0, 0, 0, 127];
  for (let a = head; a !== NONE; a = nextMember[a]!) {
    const mode = modeAt(queues, a, machine);
    if (mode === NONE || (mode !== queues.mode[a] && isPart(queues, a)) || !isOfFamily(problem, mode, modes.recipe[longest]!)) return false;
    if (modes.duration[mode]! > modes.duration[longest]!) longest = mode;
    setup = Math.max(setup, modes.setup[mode]!);
    weekdays &= modes.weekdays[mode]!;
    weight += activities.weight[a]!;
    volume += activities.volume[a]!;
  }
  if (modes.kind[longest] !== FURNACE) return true;
  if (!takesLoad(machines[machine]!, weight, volume) || (day && weekdays === 0)) return false;
  const length = longestRun(problem, longest, setup, modes.duration[longest]!);
  for (let a = head; a !== NONE; a = nextMember[a]!) {
    if (!suitsLength(problem, modeAt(queues, a, machine), length, longest)) return false;
  }
  return true;
}

/** How long a run with the recipe of a mode may take: the rounding of its end may add a night. */
function longestRun({ modes, recipes, day }: Problem, mode: number, setup: number, duration: number): number {
  const need = setup + duration + recipes.hold[modes.recipe[mode]!]!;
  return day ? need + day.ticks : need;
}

/** Whether the activity is one of several parts of a step: these stay on their machine. */
export function isPart({ problem }: Queues, a: number): boolean {
  const { lead, count } = problem.activities;
  return lead[a] !== a || (a + 1 < count && lead[a + 1] === a);
}

/** Whether an activity, in the mode it has, stands in a furnace run. */
export const isHeat = ({ problem, mode }: Queues, a: number): boolean => problem.modes.kind[mode[a]!] === FURNACE;
