import { lift } from '../../place/occupancy.ts';
import { NONE } from '../../problem.ts';
import { firstFree } from '../lots/choose.ts';
import { isPlain, rebuildBackward, rebuildForward } from '../lots/rebuild.ts';
import { conclude, currentCost, ruin, type Workspace } from '../lots/workspace.ts';

const EPSILON = 1e-9;
const PLAIN = { taste: { joinAllowance: 0, runDelay: 0 }, keep: 0 };
/** Ends tried for a lot, in days behind the earliest it could end. */
const DAYS_BEHIND = [0, 1, 2, 3, 4, 6, 9, 14];

/**
 * Prefers the earlier of two plans of equal cost. Every lot, in the order of its start, is pulled together to the earliest of some days at which the plan is no
 * worse, then on by half hours. This keeps the later room free for new orders.
 */
export function settleEarly(work: Workspace, goOn: () => boolean): void {
  const { problem, draft } = work;
  const chains: { chain: number; start: number }[] = [];
  for (let chain = 0; chain < problem.chains.count; chain += 1) {
    const first = firstFree(work, chain);
    if (first !== NONE && draft.start[first] !== NONE) chains.push({ chain, start: draft.start[first]! });
  }
  chains.sort((a, b) => a.start - b.start || a.chain - b.chain);
  for (const { chain } of chains) {
    if (!goOn()) return;
    pullEarly(work, chain, (before) => {
      rebuildForward(work, chain, PLAIN);
      return isNoWorse(work, chain, before) || pullTogether(work, chain, before);
    });
    while (goOn() && pullEarly(work, chain, (before) => endSooner(work, chain, before)));
  }
}

interface Before {
  readonly cost: number;
  readonly end: number;
}

/** Lifts a lot and keeps its new places if `place` says so. */
function pullEarly(work: Workspace, chain: number, place: (before: Before) => boolean): boolean {
  const before = { cost: work.cost, end: work.ledger.chainEnd[chain]! };
  ruin(work, firstFree(work, chain));
  const keep = place(before);
  conclude(work, keep, keep ? currentCost(work) : work.cost);
  return keep;
}

/** The whole lot together, back to front, to end half an hour or more before it did. */
function endSooner(work: Workspace, chain: number, before: Before): boolean {
  return isPlain(work, chain) && rebuildBackward(work, chain, before.end - 1) && isNoWorse(work, chain, before);
}

/** Tries ends from the earliest on, back to front. */
function pullTogether(work: Workspace, chain: number, before: Before): boolean {
  const { problem, draft } = work;
  const last = problem.chains.activityFrom[chain + 1]! - 1;
  const earliest = draft.end[last]!;
  if (earliest === NONE || !isPlain(work, chain) || earliest > before.end) return false;
  for (const limit of limits(work, earliest, before.end)) {
    for (const a of work.lifted) if (draft.start[a] !== NONE) lift(draft, a);
    if (rebuildBackward(work, chain, limit) && isNoWorse(work, chain, before)) return true;
  }
  return false;
}

function limits(work: Workspace, earliest: number, end: number): number[] {
  const day = work.draft.stretchTicks;
  const midnight = Math.ceil(earliest / day) * day;
  return [earliest, ...DAYS_BEHIND.map((days) => midnight + days * day)].filter(
    (limit, i, all) => limit <= end && (i === 0 || limit > all[i - 1]!),
  );
}

/** No worse, and earlier: in its end, or cheaper. */
function isNoWorse(work: Workspace, chain: number, before: Before): boolean {
  const cost = currentCost(work);
  if (cost > before.cost + EPSILON) return false;
  return work.ledger.chainEnd[chain]! < before.end || cost < before.cost - EPSILON;
}
