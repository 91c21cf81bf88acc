import { NONE } from '../../problem.ts';
import type { Random } from '../../random.ts';
import { mayBeOn } from './members.ts';
import type { Queues } from './queues.ts';

/** How often a place one further is taken. */
export const FURTHER = 0.3;

/** A turn further ahead or behind in the same queue. */
export function someWayOff(queues: Queues, random: Random, turn: number): number {
  const links = random.next() < 0.5 ? queues.previous : queues.next;
  let at = links[turn]!;
  while (at !== NONE && random.next() < 0.6) at = links[at]!;
  return at;
}

/** Another unit on which all members of a turn may be; NONE. */
export function anyOtherUnit(queues: Queues, random: Random, turn: number): number {
  const { problem, unitFrom, firstMember, unit } = queues;
  const { modeFrom } = problem.activities;
  const head = firstMember[turn]!;
  const machine = problem.modes.machine[modeFrom[head]! + random.below(modeFrom[head + 1]! - modeFrom[head]!)]!;
  const units = unitFrom[machine + 1]! - unitFrom[machine]!;
  if (units === 0) return NONE;
  const chosen = unitFrom[machine]! + random.below(units);
  return chosen === unit[turn] || !mayBeOn(queues, turn, machine) ? NONE : chosen;
}

/** The turn of a queue ahead of which one that is ready at a tick goes, a little off now and then; NONE: at the end. */
export function placeNear(queues: Queues, random: Random, unit: number, tick: number): number {
  const { last, previous, next, start } = queues;
  let before = NONE;
  for (let at = last[unit]!; at !== NONE && start[at]! >= tick; at = previous[at]!) before = at;
  while (random.next() < FURTHER) {
    const nearer = before === NONE ? last[unit]! : random.next() < 0.5 ? previous[before]! : next[before]!;
    if (nearer !== NONE) before = nearer;
  }
  return before;
}
