import { roundEnd, type WorkCalendar } from '../../calendar.ts';
import { runCost } from '../../objective.ts';
import type { Clockwork } from '../../place/clockwork.ts';
import { availableAfter } from '../../place/occupancy.ts';
import { backFromPartner } from '../../place/partner.ts';
import { earliestRoom, nextClear, nextSet, type Profile } from '../../place/profile.ts';
import { FURNACE, NONE, type Problem, WORK } from '../../problem.ts';
import { createJournal, type Journal, write, writeFractional } from './journal.ts';

/** One unit of a machine, and what is left of it beside fixed entries. */
export interface Unit {
  readonly machine: number;
  /** Slots of the machine that this unit does not have; null: it has all of them, always. */
  readonly profile: Profile | null;
  readonly calendar: WorkCalendar;
}

/**
 * A plan as queues: in front of every unit of a machine stand turns one behind the other, each as early as those before it and its lots allow. A turn is one
 * activity, or a furnace run with its members. `order` lists all turns so that whatever a turn waits for stands before it. Every number is changed through the
 * journal, at the index of its field (`AT`) times the number of activities.
 */
export interface Queues {
  readonly problem: Problem;
  readonly clockwork: Clockwork;
  readonly count: number;
  readonly units: readonly Unit[];
  /** Units [unitFrom[machine], unitFrom[machine + 1]). */
  readonly unitFrom: Int32Array;
  /** By activity, from the problem; `isFree`: nothing fixes it. */
  readonly release: Int32Array;
  readonly predFrom: Int32Array;
  readonly predTo: Int32Array;
  readonly chain: Int32Array;
  readonly isFree: Uint8Array;
  /** By mode: what follows may start at the end. */
  readonly isPlain: Uint8Array;
  /** Activities [followerFrom, followerTo) wait for an activity. */
  readonly followerFrom: Int32Array;
  readonly followerTo: Int32Array;
  readonly journal: Journal;
  /** By activity. */
  readonly turn: Int32Array;
  readonly mode: Int32Array;
  readonly after: Int32Array;
  readonly nextMember: Int32Array;
  /** By turn: the unit (NONE: none is needed), neighbours in its queue, place in `order`, first member (NONE: the turn is not in use), span. */
  readonly unit: Int32Array;
  readonly previous: Int32Array;
  readonly next: Int32Array;
  readonly place: Int32Array;
  readonly firstMember: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** By turn, of furnace runs: largest set-up and duration of the members, weekdays all of them may start on; load, cost. */
  readonly setup: Int32Array;
  readonly duration: Int32Array;
  readonly weekdays: Int32Array;
  readonly weight: Float64Array;
  readonly volume: Float64Array;
  readonly cost: Float64Array;
  readonly order: Int32Array;
  /** Turns not in use: [0] says how many follow. */
  readonly spare: Int32Array;
  /** By unit. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly spareAt: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Turns that wait to be timed again: how many, and the first of their places. */
  readonly isDue: Uint8Array;
  waiting: number;
  waitingFrom: number;
  /** Chains whose end may have changed. */
  readonly touched: Int32Array;
  readonly isTouched: Uint8Array;
  touchedCount: number;
  /** Σ of what the runs cost. */
  furnace: number;
  /** Turns that find no room before the horizon. */
  overflows: number;
  /** Turns timed since the beginning: what the search costs. */
  timed: number;
}

/** Fields of the journal's banks. */
export const AT = {
  turn: 0,
  mode: 1,
  after: 2,
  nextMember: 3,
  unit: 4,
  previous: 5,
  next: 6,
  place: 7,
  firstMember: 8,
  start: 9,
  end: 10,
  setup: 11,
  duration: 12,
  weekdays: 13,
  order: 14,
} as const;
const WHOLE_FIELDS = 15;
export const FRACTIONAL_AT = { weight: 0, volume: 1, cost: 2 } as const;
const FRACTIONAL_FIELDS = 3;

export function createQueues(problem: Problem, clockwork: Clockwork, units: readonly Unit[], unitFrom: Int32Array): Queues {
  const { count, predFrom, predTo, release, chain, fixedStart } = problem.activities;
  const { lag, waitDays } = problem.modes;
  const spareAt = WHOLE_FIELDS * count;
  const firstAt = spareAt + count + 1;
  const lastAt = firstAt + units.length;
  const journal = createJournal(lastAt + units.length, FRACTIONAL_FIELDS * count);
  journal.whole.fill(NONE);
  journal.whole.fill(0, AT.setup * count, AT.order * count);
  journal.whole[spareAt] = 0;
  const view = (field: number): Int32Array => journal.whole.subarray(field * count, (field + 1) * count);
  const fraction = (field: number): Float64Array => journal.fractional.subarray(field * count, (field + 1) * count);
  const followerFrom = new Int32Array(count);
  const followerTo = new Int32Array(count);
  for (let a = 0; a < count; a += 1) {
    for (let p = predFrom[a]!; p < predTo[a]!; p += 1) {
      if (followerTo[p] === 0) followerFrom[p] = a;
      followerTo[p] = a + 1;
    }
  }
  return {
    problem,
    clockwork,
    count,
    units,
    unitFrom,
    release,
    predFrom,
    predTo,
    chain,
    isFree: Uint8Array.from(fixedStart, (start) => (start === NONE ? 1 : 0)),
    isPlain: Uint8Array.from(lag, (ticks, mode) => (ticks === 0 && waitDays[mode] === 0 ? 1 : 0)),
    followerFrom,
    followerTo,
    journal,
    turn: view(AT.turn),
    mode: view(AT.mode),
    after: view(AT.after),
    nextMember: view(AT.nextMember),
    unit: view(AT.unit),
    previous: view(AT.previous),
    next: view(AT.next),
    place: view(AT.place),
    firstMember: view(AT.firstMember),
    start: view(AT.start),
    end: view(AT.end),
    setup: view(AT.setup),
    duration: view(AT.duration),
    weekdays: view(AT.weekdays),
    weight: fraction(FRACTIONAL_AT.weight),
    volume: fraction(FRACTIONAL_AT.volume),
    cost: fraction(FRACTIONAL_AT.cost),
    order: view(AT.order),
    spare: journal.whole.subarray(spareAt, firstAt),
    first: journal.whole.subarray(firstAt, lastAt),
    last: journal.whole.subarray(lastAt),
    spareAt,
    firstAt,
    lastAt,
    isDue: new Uint8Array(count),
    waiting: 0,
    waitingFrom: count,
    touched: new Int32Array(problem.chains.count),
    isTouched: new Uint8Array(problem.chains.count),
    touchedCount: 0,
    furnace: 0,
    overflows: 0,
    timed: 0,
  };
}

/** Changes a field of a turn or an activity, to be taken back. */
export function set(queues: Queues, field: number, of: number, value: number): void {
  write(queues.journal, field * queues.count + of, value);
}

/** Tick at which all members of a turn are ready: releases, and what precedes them. */
export function readyOfTurn(queues: Queues, turn: number): number {
  const { nextMember } = queues;
  const head = queues.firstMember[turn]!;
  let ready = readyOfActivity(queues, head);
  for (let a = nextMember[head]!; a !== NONE; a = nextMember[a]!) {
    const own = readyOfActivity(queues, a);
    if (own > ready) ready = own;
  }
  return ready;
}

/** The same of one activity. */
export function readyOfActivity(queues: Queues, a: number): number {
  const { after } = queues;
  let ready = queues.release[a]!;
  const to = queues.predTo[a]!;
  for (let p = queues.predFrom[a]!; p < to; p += 1) {
    const then = after[p]!;
    if (then > ready) ready = then;
  }
  return ready;
}

/** Has a turn timed again. */
export function waitForTiming(queues: Queues, turn: number): void {
  if (queues.isDue[turn]) return;
  queues.isDue[turn] = 1;
  queues.waiting += 1;
  const place = queues.place[turn]!;
  if (place < queues.waitingFrom) queues.waitingFrom = place;
}

/** Times all turns that wait for it, and those behind them that move with them. Throws where `order` has a turn ahead of what it waits for. */
export function timeAgain(queues: Queues): void {
  const { order, isDue, count } = queues;
  for (let place = queues.waitingFrom; queues.waiting > 0; place += 1) {
    if (place >= count) throw new Error('a turn stands ahead of what it waits for');
    const turn = order[place]!;
    if (!isDue[turn]) continue;
    isDue[turn] = 0;
    queues.waiting -= 1;
    timeTurn(queues, turn);
  }
  queues.waitingFrom = queues.count;
}

/** Nothing waits to be timed again any more. */
export function forgetWaiting(queues: Queues): void {
  const { order, isDue } = queues;
  for (let place = 0; queues.waiting > 0; place += 1) {
    const turn = order[place]!;
    queues.waiting -= isDue[turn]!;
    isDue[turn] = 0;
  }
  queues.waitingFrom = queues.count;
}

let foundEnd = 0;

function timeTurn(queues: Queues, turn: number): void {
  queues.timed += 1;
  const { start, end, isFree, after } = queues;
  const head = queues.firstMember[turn]!;
  if (head === NONE || !isFree[head]) return;
  const { nextMember } = queues;
  let from = readyOfActivity(queues, head);
  for (let a = nextMember[head]!; a !== NONE; a = nextMember[a]!) {
    const own = readyOfActivity(queues, a);
    if (own > from) from = own;
  }
  const ahead = queues.previous[turn]!;
  if (ahead !== NONE) {
    const free = end[ahead]!;
    if (free > from) from = free;
  }
  const begin = spanFrom(queues, turn, head, from);
  const now = foundEnd;
  const oldEnd = end[turn]!;
  const { journal, count } = queues;
  if (begin !== start[turn]) write(journal, AT.start * count + turn, begin);
  if (now === oldEnd) return;
  const { horizon } = queues.problem;
  if (oldEnd > horizon) queues.overflows -= 1;
  if (now > horizon) queues.overflows += 1;
  write(journal, AT.end * count + turn, now);
  const behind = queues.next[turn]!;
  if (behind !== NONE) waitForTiming(queues, behind);
  for (let a = head; a !== NONE; a = nextMember[a]!) {
    const mode = queues.mode[a]!;
    const then = queues.isPlain[mode] ? now : availableAfter(queues.problem, mode, now);
    if (then !== after[a]) write(journal, AT.after * count + a, then);
    waitFollowers(queues, a);
  }
}

/** Has what follows an activity in its lot timed again. */
export function waitFollowers(queues: Queues, a: number): void {
  const { followerTo, turn, isTouched } = queues;
  const to = followerTo[a]!;
  for (let next = queues.followerFrom[a]!; next < to; next += 1) waitForTiming(queues, turn[next]!);
  const chain = queues.chain[a]!;
  if (isTouched[chain]) return;
  isTouched[chain] = 1;
  queues.touched[queues.touchedCount] = chain;
  queues.touchedCount += 1;
}

/** Earliest start of a turn at its unit from a tick on, its end in `foundEnd`; one tick beyond the horizon where there is none. */
function spanFrom(queues: Queues, turn: number, head: number, from: number): number {
  const { problem, clockwork } = queues;
  const { modes, horizon } = problem;
  foundEnd = horizon + 1;
  if (from > horizon) return foundEnd;
  const own = queues.mode[head]!;
  const kind = modes.kind[own]!;
  const at = queues.unit[turn]!;
  if (kind === WORK) {
    const { before, tickOf } = at === NONE ? clockwork.work[modes.machine[own]!]! : queues.units[at]!.calendar;
    const profile = at === NONE ? null : queues.units[at]!.profile;
    const length = modes.duration[own]!;
    const slot = profile ? earliestRoom(profile, before[from]!, length) : before[from]!;
    if (slot < 0 || slot + length > tickOf.length) return foundEnd;
    foundEnd = length === 0 ? from : tickOf[slot + length - 1]! + 1;
    return length === 0 ? from : tickOf[slot]!;
  }
  if (kind === FURNACE) return runFrom(queues, turn, modes.machine[own]!, at === NONE ? null : queues.units[at]!.profile, from);
  const { before, tickOf } = clockwork.work[modes.machine[own]!]!;
  const slot = before[from]!;
  const back = slot < tickOf.length ? backFromPartner(problem, clockwork.nextWorkingDay, own, tickOf[slot]!) : NONE;
  if (back === NONE) return foundEnd;
  foundEnd = back;
  return tickOf[slot]!;
}

/** The same of a run, where the unit is free for as long as it takes. */
function runFrom(queues: Queues, turn: number, machine: number, profile: Profile | null, from: number): number {
  const { problem, clockwork } = queues;
  const hold = problem.recipes.hold[problem.modes.recipe[queues.mode[queues.firstMember[turn]!]!]!]!;
  const need = queues.setup[turn]! + queues.duration[turn]! + hold;
  const mask = clockwork.startMask(machine, queues.weekdays[turn]!);
  for (let start = nextSet(mask, from, problem.horizon); start >= 0; ) {
    const end = roundEnd(problem.day, start + need);
    if (end > problem.horizon) break;
    const wall = profile ? nextSet(profile.full, start, end) : -1;
    if (wall < 0) {
      foundEnd = end;
      return start;
    }
    start = nextSet(mask, nextClear(profile!.full, wall + 1, problem.horizon), problem.horizon);
  }
  return foundEnd;
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

/** Whether the activity is one of several parts of a step: these stay on their machine. */
export function isPart({ problem }: Queues, a: number): boolean {
  const { lead, count } = problem.activities;
  return lead[a] !== a || (a + 1 < count && lead[a + 1] === a);
}
