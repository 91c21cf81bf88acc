import { NONE } from '../../../server/scheduling/index.ts';
import type { Random } from '../../../server/scheduling/random.ts';
import { goAheadOf, isLate, type Plan, readyOf } from './plan.ts';

/** How often a move looks at what a late job waits for, where one is late. */
const BY_WAY = 0.7;
/** How often an operation goes ahead of others, not behind them, and how often one place further. */
const AHEAD = 0.9;
const FURTHER = 0.3;

/** Reused by the moves below. */
const way: number[] = [];
const late: number[] = [];

/** Changes the order of one queue: on the way back from the end of a late job, or anywhere. False: nothing came of it, and it is to be taken back. */
export function change(plan: Plan, random: Random): boolean {
  late.length = 0;
  for (const last of plan.shop.last) if (isLate(plan, last)) late.push(last);
  if (late.length === 0 || random.next() >= BY_WAY) return shift(plan, random, random.below(plan.shop.count));
  walkBack(plan, random, late[random.below(late.length)]!);
  if (way.length === 0) return false;
  // Two neighbours that wait for each other change places (van Laarhoven, Aarts & Lenstra 1992).
  const a = way[random.below(way.length)]!;
  return goAheadOf(plan, a, plan.ahead[a]!);
}

/** Walks back from an operation to its job's release and collects those that wait for the one ahead in their queue. */
function walkBack(plan: Plan, random: Random, last: number): void {
  const { ahead, end, shop } = plan;
  way.length = 0;
  for (let a = last; a !== NONE; ) {
    const ready = readyOf(plan, a);
    const free = ahead[a] === NONE ? NONE : end[ahead[a]!]!;
    if (free > ready || (free === ready && free > shop.release[a]! && random.next() < 0.5)) {
      way.push(a);
      a = ahead[a]!;
    } else a = ready > shop.release[a]! ? shop.before[a]! : NONE;
  }
}

/** An operation goes some places ahead or behind in its queue. */
function shift(plan: Plan, random: Random, a: number): boolean {
  const links = random.next() < AHEAD ? plan.ahead : plan.next;
  let to = links[a]!;
  if (to === NONE) return false;
  while (random.next() < FURTHER && links[to] !== NONE) to = links[to]!;
  return goAheadOf(plan, a, links === plan.ahead ? to : plan.next[to]!);
}
