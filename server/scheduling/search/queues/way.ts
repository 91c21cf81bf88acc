import { NONE } from '../../problem.ts';
import type { Random } from '../../random.ts';
import { isHeat } from './members.ts';
import { anyMember, goAheadOf } from './moves.ts';
import type { Queues } from './queues.ts';
import { readyOfActivity, readyOfTurn } from './timing.ts';

/** What an end waits for, back to a release: turns that wait for the one ahead in their queue, and members of furnace runs that the way leads through. */
export interface Way {
  readonly queued: number[];
  readonly heated: number[];
}

/** Walks back from an activity, at each turn to what it starts right behind: the one ahead in its queue, or what a member follows. */
export function walkBack(queues: Queues, random: Random, last: number, way: Way): void {
  const { previous, end, turn } = queues;
  way.queued.length = 0;
  way.heated.length = 0;
  for (let a = last; a !== NONE && queues.isFree[a]; ) {
    const at = turn[a]!;
    if (isHeat(queues, a)) way.heated.push(a);
    const ready = readyOfTurn(queues, at);
    const ahead = previous[at]!;
    const free = ahead === NONE ? NONE : end[ahead]!;
    if (free > ready || (free === ready && free > 0 && random.next() < 0.5)) {
      way.queued.push(at);
      a = anyMember(queues, random, ahead);
    } else a = waitedFor(queues, at, ready);
  }
}

/** What the last ready member of a turn follows; NONE: nothing, its release is as late. */
function waitedFor(queues: Queues, turn: number, ready: number): number {
  const { firstMember, nextMember, release, predFrom, predTo, after } = queues;
  for (let a = firstMember[turn]!; a !== NONE; a = nextMember[a]!) {
    if (release[a] === ready || readyOfActivity(queues, a) !== ready) continue;
    for (let p = predFrom[a]!; p < predTo[a]!; p += 1) if (after[p] === ready) return p;
  }
  return NONE;
}

/** A turn of a way goes ahead of the one it waits for (van Laarhoven, Aarts & Lenstra 1992). */
export function changeNeighbours(queues: Queues, turn: number): boolean {
  return goAheadOf(queues, turn, queues.previous[turn]!);
}

/**
 * Changes the order where a block of a way begins or ends, a block being turns that stand right behind one another in one queue: its first two or its last two
 * change places, or one goes ahead of the first or behind the last (Nowicki & Smutnicki 1996). Other changes inside a block help nobody at its end.
 */
export function changeBlock(queues: Queues, random: Random, { queued }: Way, nth: number): boolean {
  const { previous, next } = queues;
  let [from, to] = [nth, nth];
  while (from > 0 && previous[queued[from - 1]!] === queued[from]) from -= 1;
  while (to + 1 < queued.length && previous[queued[to]!] === queued[to + 1]) to += 1;
  const last = queued[from]!;
  const second = queued[to]!;
  const drawn = random.next();
  if (drawn < 0.3) return goAheadOf(queues, second, previous[second]!);
  if (drawn < 0.6) return goAheadOf(queues, last, previous[last]!);
  if (drawn < 0.8) return goAheadOf(queues, queued[nth]!, previous[second]!);
  const moved = previous[queued[nth]!]!;
  const behind = next[last]!;
  return moved !== last && goAheadOf(queues, moved, behind);
}
