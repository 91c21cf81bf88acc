import { findEarliest } from '../../place/earliest.ts';
import { readyOf } from '../../place/occupancy.ts';
import { PLAIN_TASTE, settleAt } from '../../place/placement.ts';
import { NONE } from '../../problem.ts';
import { placeAt } from '../lots/rebuild.ts';
import { conclude, currentCost, type Memory, ruin, type Workspace } from '../lots/workspace.ts';
import type { Offer } from './team.ts';

const EPSILON = 1e-7;

/**
 * Notes the lots of a move behind those noted so far: their number, then the lots; a zero ends the list. Gives the new length; a move without room is left out.
 */
export function noteGain(gains: Int32Array, used: number, chains: readonly number[]): number {
  const next = used + chains.length + 1;
  if (next >= gains.length) return used;
  gains[used] = chains.length;
  gains.set(chains, used + 1);
  gains[next] = 0;
  return next;
}

/** Takes over the moves of another thread: the lots of each go to their places in its plan if that is a gain here too. */
export function graft(work: Workspace, { plan, gains }: Offer, lotShare: number): void {
  for (let from = 0; gains[from] !== 0; from += gains[from]! + 1) {
    const chains = gains.subarray(from + 1, from + 1 + gains[from]!);
    for (const chain of chains) liftWhatDiffers(work, plan, chain);
    if (work.lifted.length === 0) continue;
    const before = work.cost + lotShare * work.ledger.lotLateness;
    for (const a of [...work.lifted].sort((a, b) => a - b)) placeAsThere(work, plan, a);
    const cost = currentCost(work);
    const isGain = cost <= work.cost + EPSILON && cost + lotShare * work.ledger.lotLateness < before - EPSILON;
    conclude(work, isGain, cost);
  }
}

/** From the first of its free activities that stands elsewhere there. */
function liftWhatDiffers(work: Workspace, plan: Memory, chain: number): void {
  const { draft, problem } = work;
  const { chains, activities } = problem;
  for (let a = chains.activityFrom[chain]!; a < chains.activityFrom[chain + 1]!; a += 1) {
    if (activities.fixedStart[a] !== NONE) continue;
    if (draft.start[a] === plan.start[a] && draft.mode[a] === plan.mode[a]) continue;
    ruin(work, a);
    return;
  }
}

function placeAsThere(work: Workspace, plan: Memory, a: number): void {
  const { draft, place } = work;
  const [ready, mode, start] = [readyOf(draft, a), plan.mode[a]!, plan.start[a]!];
  if (ready === NONE || (mode !== NONE && start >= ready && placeAt(work, a, mode, start))) return;
  if (findEarliest(draft, a, ready, PLAIN_TASTE, place)) settleAt(draft, a, place);
}
