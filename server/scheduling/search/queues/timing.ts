import { availableAfter } from '../../place/occupancy.ts';
import { earliestRoom } from '../../place/profile.ts';
import { spanAway, spanOfRun, spanOfWork } from '../../place/spans.ts';
import { AWAY, NONE, WORK } from '../../problem.ts';
import { write } from './journal.ts';
import { AT, type Queues } from './queues.ts';

/** Tick at which all members of a turn are ready: releases, and what precedes them. */
export function readyOfTurn(queues: Queues, turn: number): number {
  const { nextMember } = queues;
  let ready = 0;
  for (let a = queues.firstMember[turn]!; a !== NONE; a = nextMember[a]!) {
    const own = readyOfActivity(queues, a);
    if (own > ready) ready = own;
  }
  return ready;
}

/** The same of one activity. */
export function readyOfActivity(queues: Queues, a: number): number {
  const { after, predTo } = queues;
  let ready = queues.release[a]!;
  for (let p = queues.predFrom[a]!; p < predTo[a]!; p += 1) if (after[p]! > ready) ready = after[p]!;
  return ready;
}

/** Has a turn timed again. */
export function waitForTiming(queues: Queues, turn: number): void {
  markDue(queues, turn);
  const place = queues.place[turn]!;
  if (place < queues.waitingFrom) queues.waitingFrom = place;
}

/** The same of a turn behind one that is being timed. */
function markDue(queues: Queues, turn: number): void {
  if (queues.isDue[turn]) return;
  queues.isDue[turn] = 1;
  queues.waiting += 1;
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

/** Most of the search is spent here. All it calls for work at a unit is short enough to be inlined; what is rare is kept out of it. */
function timeTurn(queues: Queues, turn: number): void {
  queues.timed += 1;
  const head = queues.firstMember[turn]!;
  if (head === NONE || !queues.isFree[head]) return;
  const { end, span, journal, count } = queues;
  const { horizon } = queues.problem;
  let from = readyOfTurn(queues, turn);
  const ahead = queues.previous[turn]!;
  if (ahead !== NONE && end[ahead]! > from) from = end[ahead]!;
  if (from > horizon || !spanFrom(queues, turn, head, from)) span.start = span.end = horizon + 1;
  write(journal, AT.start * count + turn, span.start);
  const now = span.end;
  const oldEnd = end[turn]!;
  if (now === oldEnd) return;
  if (oldEnd > horizon) queues.overflows -= 1;
  if (now > horizon) queues.overflows += 1;
  write(journal, AT.end * count + turn, now);
  const behind = queues.next[turn]!;
  if (behind !== NONE) markDue(queues, behind);
  for (let a = head; a !== NONE; a = queues.nextMember[a]!) {
    const mode = queues.mode[a]!;
    write(journal, AT.after * count + a, queues.isPlain[mode] ? now : availableAfter(queues.problem, mode, now));
    for (let next = queues.followerFrom[a]!; next < queues.followerTo[a]!; next += 1) markDue(queues, queues.turn[next]!);
    touch(queues, a);
  }
}

/** Has what follows an activity in its lot timed again. */
export function waitFollowers(queues: Queues, a: number): void {
  for (let next = queues.followerFrom[a]!; next < queues.followerTo[a]!; next += 1) waitForTiming(queues, queues.turn[next]!);
  touch(queues, a);
}

/** The chain of an activity may end at another time. */
function touch(queues: Queues, a: number): void {
  const chain = queues.chain[a]!;
  if (queues.isTouched[chain]) return;
  queues.isTouched[chain] = 1;
  queues.touched[queues.touchedCount] = chain;
  queues.touchedCount += 1;
}

/** Looks for the earliest span of a turn at its unit from a tick on. False where there is none before the horizon. */
function spanFrom(queues: Queues, turn: number, head: number, from: number): boolean {
  const mode = queues.mode[head]!;
  const at = queues.unit[turn]!;
  if (at === NONE || queues.problem.modes.kind[mode] !== WORK) return spanElsewhere(queues, turn, mode, from);
  const { calendar, profile } = queues.units[at]!;
  const length = queues.problem.modes.duration[mode]!;
  const first = calendar.before[from]!;
  return spanOfWork(calendar, profile ? earliestRoom(profile, first, length) : first, length, from, queues.span);
}

/** The same of what is no work at a unit. */
function spanElsewhere(queues: Queues, turn: number, mode: number, from: number): boolean {
  const { problem, clockwork, span } = queues;
  const { modes } = problem;
  const kind = modes.kind[mode]!;
  const machine = modes.machine[mode]!;
  if (kind === WORK) {
    const calendar = clockwork.work[machine]!;
    return spanOfWork(calendar, calendar.before[from]!, modes.duration[mode]!, from, span);
  }
  if (kind === AWAY) return spanAway(problem, clockwork, mode, from, span);
  const need = queues.setup[turn]! + queues.duration[turn]! + problem.recipes.hold[modes.recipe[mode]!]!;
  const at = queues.unit[turn]!;
  const profile = at === NONE ? null : queues.units[at]!.profile;
  return spanOfRun(problem, clockwork.startMask(machine, queues.weekdays[turn]!), profile, need, from, span);
}
