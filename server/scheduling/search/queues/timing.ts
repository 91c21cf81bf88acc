import { availableAfter } from '../../place/occupancy.ts';
import { earliestRoom } from '../../place/profile.ts';
import { spanAway, spanOfRun, spanOfWork } from '../../place/spans.ts';
import { AWAY, NONE, WORK } from '../../problem.ts';
import { write } from './journal.ts';
import { AT, DUE, type Queues } from './queues.ts';

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

/** Has a turn timed again that may then end earlier or later. */
export function waitForTiming(queues: Queues, turn: number): void {
  markDue(queues, turn, DUE.anyhow);
  const place = queues.place[turn]!;
  if (place < queues.waitingFrom) queues.waitingFrom = place;
}

function markDue(queues: Queues, turn: number, how: number): void {
  const was = queues.due[turn]!;
  if (was >= how) return;
  queues.due[turn] = how;
  if (was === 0) queues.waiting += 1;
  if (how === DUE.anyhow) queues.hopeful += 1;
}

/**
 * Times the turns that wait for it, and those behind them that move with them. Pauses, and gives true, where chains have ends that are not counted yet and
 * nothing that waits can end earlier than it did: whatever the rest brings costs more. Throws where `order` has a turn ahead of what it waits for.
 */
export function timeOn(queues: Queues): boolean {
  const { due } = queues;
  let place = queues.waitingFrom;
  for (; queues.waiting > 0; place += 1) {
    const turn = turnAt(queues, place);
    if (due[turn] === 0) continue;
    forget(queues, turn);
    timeTurn(queues, turn);
    if (queues.hopeful === 0 && queues.touchedCount > queues.counted) break;
  }
  queues.waitingFrom = queues.waiting > 0 ? place : queues.count;
  return queues.waiting > 0;
}

/** Times all turns that wait for it, and those behind them that move with them. */
export function timeAgain(queues: Queues): void {
  for (let goesOn = true; goesOn; ) goesOn = timeOn(queues);
}

/** Nothing waits to be timed again any more. */
export function forgetWaiting(queues: Queues): void {
  for (let place = queues.waitingFrom; queues.waiting > 0; place += 1) forget(queues, turnAt(queues, place));
  queues.waitingFrom = queues.count;
}

function turnAt({ order, count }: Queues, place: number): number {
  if (place >= count) throw new Error('a turn stands ahead of what it waits for');
  return order[place]!;
}

function forget(queues: Queues, turn: number): void {
  const was = queues.due[turn]!;
  if (was > 0) queues.waiting -= 1;
  if (was === DUE.anyhow) queues.hopeful -= 1;
  queues.due[turn] = 0;
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
  const how = now > oldEnd ? DUE.later : DUE.anyhow;
  const behind = queues.next[turn]!;
  if (behind !== NONE) markDue(queues, behind, how);
  for (let a = head; a !== NONE; a = queues.nextMember[a]!) {
    const mode = queues.mode[a]!;
    write(journal, AT.after * count + a, queues.isPlain[mode] ? now : availableAfter(queues.problem, mode, now));
    for (let next = queues.followerFrom[a]!; next < queues.followerTo[a]!; next += 1) markDue(queues, queues.turn[next]!, how);
    touch(queues, a);
  }
}

/** Has what follows an activity in its lot timed again. */
export function waitFollowers(queues: Queues, a: number): void {
  for (let next = queues.followerFrom[a]!; next < queues.followerTo[a]!; next += 1) waitForTiming(queues, queues.turn[next]!);
  touch(queues, a);
}

/** The chain of an activity may end at another time, where nothing follows. */
function touch(queues: Queues, a: number): void {
  if (queues.followerTo[a] !== 0) return;
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
