import { availableAfter } from '../../place/occupancy.ts';
import { FURNACE, NONE } from '../../problem.ts';
import { write } from './journal.ts';
import { AT, isPart, type Queues, set, sumUp, waitFollowers, waitForTiming } from './queues.ts';

/** Takes a turn out of its queue; those behind it close up. */
export function takeOut(queues: Queues, turn: number): void {
  const { journal, unit, previous, next } = queues;
  const at = unit[turn]!;
  if (at === NONE) return;
  const [ahead, behind] = [previous[turn]!, next[turn]!];
  if (ahead === NONE) write(journal, queues.firstAt + at, behind);
  else set(queues, AT.next, ahead, behind);
  if (behind === NONE) write(journal, queues.lastAt + at, ahead);
  else {
    set(queues, AT.previous, behind, ahead);
    waitForTiming(queues, behind);
  }
}

/** Puts a turn into the queue of a unit, ahead of another or, with NONE, last. False: no order of all turns allows it. */
export function putIn(queues: Queues, turn: number, at: number, before: number): boolean {
  const { journal, previous, last, place } = queues;
  const ahead = before === NONE ? last[at]! : previous[before]!;
  set(queues, AT.unit, turn, at);
  set(queues, AT.previous, turn, ahead);
  set(queues, AT.next, turn, before);
  if (ahead === NONE) write(journal, queues.firstAt + at, turn);
  else set(queues, AT.next, ahead, turn);
  if (before === NONE) write(journal, queues.lastAt + at, turn);
  else {
    set(queues, AT.previous, before, turn);
    waitForTiming(queues, before);
  }
  waitForTiming(queues, turn);
  if (before !== NONE && place[before]! < place[turn]!) return bringAhead(queues, turn, before);
  if (ahead !== NONE && place[ahead]! > place[turn]!) return putBehind(queues, turn, ahead);
  return true;
}

const rest: number[] = [];
let marks = new Uint8Array(0);

function marksFor(count: number): Uint8Array {
  if (marks.length < count) marks = new Uint8Array(count);
  return marks;
}

/** Changes `order` so that a turn, with all it waits for, stands ahead of another. False where it waits for that one. */
function bringAhead(queues: Queues, turn: number, before: number): boolean {
  const { order, place, previous, firstMember, nextMember, problem } = queues;
  const { predFrom, predTo } = problem.activities;
  const mark = marksFor(order.length);
  const [from, to] = [place[before]!, place[turn]!];
  mark[turn] = 1;
  rest.length = 0;
  for (let at = to; at >= from; at -= 1) {
    const other = order[at]!;
    if (!mark[other]) continue;
    const ahead = previous[other]!;
    if (ahead !== NONE && place[ahead]! >= from) mark[ahead] = 1;
    for (let a = firstMember[other]!; a !== NONE; a = nextMember[a]!) {
      for (let p = predFrom[a]!; p < predTo[a]!; p += 1) {
        const waitedFor = queues.turn[p]!;
        if (place[waitedFor]! >= from) mark[waitedFor] = 1;
      }
    }
  }
  if (mark[before]) {
    for (let at = from; at <= to; at += 1) mark[order[at]!] = 0;
    return false;
  }
  let write = from;
  for (let at = from; at <= to; at += 1) {
    const other = order[at]!;
    if (!mark[other]) {
      rest.push(other);
      continue;
    }
    mark[other] = 0;
    if (at !== write) setPlace(queues, other, write);
    write += 1;
  }
  for (const other of rest) {
    setPlace(queues, other, write);
    write += 1;
  }
  return true;
}

/** Changes `order` so that a turn, with all that waits for it, stands behind another. False where that one waits for it. */
function putBehind(queues: Queues, turn: number, behind: number): boolean {
  const { order, place } = queues;
  const mark = marksFor(order.length);
  const [from, to] = [place[turn]!, place[behind]!];
  mark[turn] = 1;
  for (let at = from + 1; at <= to; at += 1) {
    const other = order[at]!;
    if (waitsForMarked(queues, other, mark)) mark[other] = 1;
  }
  if (mark[behind]) {
    for (let at = from; at <= to; at += 1) mark[order[at]!] = 0;
    return false;
  }
  rest.length = 0;
  let write = from;
  for (let at = from; at <= to; at += 1) {
    const other = order[at]!;
    if (mark[other]) {
      mark[other] = 0;
      rest.push(other);
      continue;
    }
    setPlace(queues, other, write);
    write += 1;
  }
  for (const other of rest) {
    setPlace(queues, other, write);
    write += 1;
  }
  return true;
}

function waitsForMarked(queues: Queues, turn: number, mark: Uint8Array): boolean {
  const { previous, firstMember, nextMember, problem } = queues;
  const { predFrom, predTo } = problem.activities;
  const ahead = previous[turn]!;
  if (ahead !== NONE && mark[ahead]) return true;
  for (let a = firstMember[turn]!; a !== NONE; a = nextMember[a]!) {
    for (let p = predFrom[a]!; p < predTo[a]!; p += 1) if (mark[queues.turn[p]!]) return true;
  }
  return false;
}

/** Places change twice as often as anything else: they are put back from `order`. */
function setPlace(queues: Queues, turn: number, at: number): void {
  set(queues, AT.order, at, turn);
  set(queues, AT.place, turn, at);
}

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
  const { spare, firstMember } = queues;
  const run = queues.turn[a]!;
  unhook(queues, a);
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
  const { predFrom, predTo, lead } = problem.activities;
  for (let p = predFrom[a]!; p < predTo[a]!; p += 1) {
    const waitedFor = turn[p]!;
    if (waitedFor === run || (place[waitedFor]! > place[run]! && !bringAhead(queues, waitedFor, run))) return false;
  }
  const to = problem.chains.activityFrom[problem.activities.chain[a]! + 1]!;
  for (let next = lead[a]! + 1; next < to; next += 1) {
    if (predTo[next]! <= a) continue;
    if (predFrom[next]! > a) break;
    const follower = turn[next]!;
    if (follower === run || (place[follower]! < place[run]! && !bringAhead(queues, run, follower))) return false;
  }
  return true;
}

const SLACK = 1e-6;

/** Whether an activity in this mode may be a member of a run, beside those that are: machine, recipe, load, weekdays, lengths. `leaving`: a member that leaves. */
export function mayEnter(queues: Queues, a: number, mode: number, run: number, leaving: number): boolean {
  const { problem, firstMember, nextMember } = queues;
  const { modes, machines, recipes, activities, day } = problem;
  const head = firstMember[run]!;
  const like = queues.mode[head]!;
  if (modes.kind[mode] !== FURNACE || modes.machine[mode] !== modes.machine[like]) return false;
  const recipe = modes.recipe[mode]!;
  if (recipes.family[recipe] !== recipes.family[modes.recipe[like]!]) return false;
  const machine = machines[modes.machine[mode]!]!;
  const weight = queues.weight[run]! - (leaving === NONE ? 0 : activities.weight[leaving]!) + activities.weight[a]!;
  if (weight > machine.maxWeight + SLACK) return false;
  const volume = queues.volume[run]! - (leaving === NONE ? 0 : activities.volume[leaving]!) + activities.volume[a]!;
  if (volume > machine.maxVolume + SLACK) return false;
  if (day && (queues.weekdays[run]! & modes.weekdays[mode]!) === 0) return false;
  const tolerance = recipes.tolerance[recipe]!;
  const [setup, duration] = [modes.setup[mode]!, modes.duration[mode]!];
  const longest = Math.max(queues.setup[run]!, setup) + Math.max(queues.duration[run]!, duration) + recipes.hold[recipe]!;
  // The rounding of an end may add a night.
  const length = day ? longest + day.ticks : longest;
  if (length > modes.maxDuration[mode]!) return false;
  for (let other = head; other !== NONE; other = nextMember[other]!) {
    if (other === leaving) continue;
    const its = queues.mode[other]!;
    if (Math.abs(modes.duration[its]! - duration) > tolerance || length > modes.maxDuration[its]!) return false;
  }
  return true;
}

/** Whether all members of a turn may be on a machine together: by their modes, and in a furnace by recipe, lengths and load. */
export function mayBeOn(queues: Queues, turn: number, machine: number): boolean {
  const { problem, nextMember } = queues;
  const { modes, recipes, activities, machines } = problem;
  const head = queues.firstMember[turn]!;
  if (modes.machine[queues.mode[head]!] === machine) return true;
  const like = modeAt(queues, head, machine);
  if (like === NONE || isPart(queues, head)) return false;
  const { maxWeight, maxVolume, kind } = machines[machine]!;
  if (kind !== 'furnace') return true;
  let weight = activities.weight[head]!;
  let volume = activities.volume[head]!;
  for (let a = nextMember[head]!; a !== NONE; a = nextMember[a]!) {
    const mode = modeAt(queues, a, machine);
    if (mode === NONE || isPart(queues, a) || recipes.family[modes.recipe[mode]!] !== recipes.family[modes.recipe[like]!]) return false;
    if (Math.abs(modes.duration[mode]! - modes.duration[like]!) > recipes.tolerance[modes.recipe[like]!]!) return false;
    weight += activities.weight[a]!;
    volume += activities.volume[a]!;
  }
  return weight <= maxWeight + SLACK && volume <= maxVolume + SLACK;
}
