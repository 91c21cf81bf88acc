import { availableAfter } from '../../place/occupancy.ts';
import { earliestRoom } from '../../place/profile.ts';
import { spanAway, spanOfRun, spanOfWork } from '../../place/spans.ts';
import { AWAY, NONE, WORK } from '../../problem.ts';
import { write } from './journal.ts';
import { AT, type Queues } from './queues.ts';

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
  const { span, journal, count } = queues;
  const { horizon } = queues.problem;
  if (from > horizon || !spanFrom(queues, turn, head, from)) span.start = span.end = horizon + 1;
  const { start: begin, end: now } = span;
  const oldEnd = end[turn]!;
  if (begin !== start[turn]) write(journal, AT.start * count + turn, begin);
  if (now === oldEnd) return;
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

/** Looks for the earliest span of a turn at its unit from a tick on. False where there is none before the horizon. */
function spanFrom(queues: Queues, turn: number, head: number, from: number): boolean {
  const { problem, clockwork, span } = queues;
  const { modes } = problem;
  const mode = queues.mode[head]!;
  const kind = modes.kind[mode]!;
  const at = queues.unit[turn]!;
  const profile = at === NONE ? null : queues.units[at]!.profile;
  if (kind === WORK) {
    const calendar = at === NONE ? clockwork.work[modes.machine[mode]!]! : queues.units[at]!.calendar;
    const length = modes.duration[mode]!;
    const first = calendar.before[from]!;
    return spanOfWork(calendar, profile ? earliestRoom(profile, first, length) : first, length, from, span);
  }
  if (kind === AWAY) return spanAway(problem, clockwork, mode, from, span);
  const need = queues.setup[turn]! + queues.duration[turn]! + problem.recipes.hold[modes.recipe[mode]!]!;
  const mask = clockwork.startMask(modes.machine[mode]!, queues.weekdays[turn]!);
  return spanOfRun(problem, mask, profile, need, from, span);
}
