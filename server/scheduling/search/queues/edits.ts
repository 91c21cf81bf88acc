import { NONE } from '../../problem.ts';
import { write } from './journal.ts';
import { AT, type Queues, set } from './queues.ts';
import { waitForTiming } from './timing.ts';

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

/** Changes `order` so that a turn, with all it waits for, stands ahead of another. False where it waits for that one. */
export function bringAhead(queues: Queues, turn: number, before: number): boolean {
  const { order, place, previous, firstMember, nextMember, predFrom, predTo, isMarked } = queues;
  const [from, to] = [place[before]!, place[turn]!];
  isMarked[turn] = 1;
  for (let at = to; at >= from; at -= 1) {
    const other = order[at]!;
    if (!isMarked[other]) continue;
    const ahead = previous[other]!;
    if (ahead !== NONE && place[ahead]! >= from) isMarked[ahead] = 1;
    for (let a = firstMember[other]!; a !== NONE; a = nextMember[a]!) {
      for (let p = predFrom[a]!; p < predTo[a]!; p += 1) {
        const waitedFor = queues.turn[p]!;
        if (place[waitedFor]! >= from) isMarked[waitedFor] = 1;
      }
    }
  }
  return divide(queues, from, to, 1, before);
}

/** Changes `order` so that a turn, with all that waits for it, stands behind another. False where that one waits for it. */
function putBehind(queues: Queues, turn: number, behind: number): boolean {
  const { order, place, isMarked } = queues;
  const [from, to] = [place[turn]!, place[behind]!];
  isMarked[turn] = 1;
  for (let at = from + 1; at <= to; at += 1) {
    const other = order[at]!;
    if (waitsForMarked(queues, other)) isMarked[other] = 1;
  }
  return divide(queues, from, to, 0, behind);
}

function waitsForMarked({ previous, firstMember, nextMember, predFrom, predTo, turn, isMarked }: Queues, other: number): boolean {
  const ahead = previous[other]!;
  if (ahead !== NONE && isMarked[ahead]) return true;
  for (let a = firstMember[other]!; a !== NONE; a = nextMember[a]!) {
    for (let p = predFrom[a]!; p < predTo[a]!; p += 1) if (isMarked[turn[p]!]) return true;
  }
  return false;
}

/**
 * Divides the turns of places [from, to] in two, the marked ones ahead (1) or behind (0), both in the order they have, and takes the marks off. False, and
 * nothing divided, where a turn is marked that must not be.
 */
function divide(queues: Queues, from: number, to: number, marksAhead: number, unmarked: number): boolean {
  const { order, isMarked, passed } = queues;
  const isRefused = isMarked[unmarked] === 1;
  passed.length = 0;
  let next = from;
  for (let at = from; at <= to; at += 1) {
    const other = order[at]!;
    const isAhead = isMarked[other] === marksAhead;
    isMarked[other] = 0;
    if (isRefused) continue;
    if (isAhead) {
      setPlace(queues, other, next);
      next += 1;
    } else passed.push(other);
  }
  for (const other of passed) {
    setPlace(queues, other, next);
    next += 1;
  }
  return !isRefused;
}

/** Gives a turn a place in `order`. */
function setPlace(queues: Queues, turn: number, at: number): void {
  set(queues, AT.order, at, turn);
  set(queues, AT.place, turn, at);
}
