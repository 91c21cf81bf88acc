import { lift } from '../../decode.ts';
import { NONE } from '../../problem.ts';
import { firstFree } from './choose.ts';
import { isPlain, rebuildBackward, rebuildForward } from './rebuild.ts';
import { conclude, currentCost, ruin, type Workspace } from './workspace.ts';

const EPSILON = 1e-9;
const PLAIN = { taste: { joinAllowance: 0, runDelay: 0 }, keep: 0 };

/**
 * Between plans of one cost the earlier one stands: every lot, in the order of its start, is placed as early as it can and pulled together to that end, and
 * stays so where the plan is no worse for it. Keeps room at the end of the plan for what is ordered next.
 */
export function settleEarly(work: Workspace, goOn: () => boolean): void {
  const { problem, board } = work;
  const chains: { chain: number; start: number }[] = [];
  for (let chain = 0; chain < problem.chains.count; chain += 1) {
    const first = firstFree(work, chain);
    if (first !== NONE && board.start[first] !== NONE) chains.push({ chain, start: board.start[first] as number });
  }
  chains.sort((a, b) => a.start - b.start || a.chain - b.chain);
  for (const { chain } of chains) {
    if (!goOn()) return;
    if (!pullEarly(work, chain, true)) pullEarly(work, chain, false);
  }
}

function pullEarly(work: Workspace, chain: number, together: boolean): boolean {
  const { problem, board, ledger } = work;
  const end = ledger.chainEnd[chain] as number;
  const before = work.cost;
  const first = firstFree(work, chain);
  const start = board.start[first] as number;
  const last = (problem.chains.activityFrom[chain + 1] as number) - 1;
  ruin(work, first);
  rebuildForward(work, chain, PLAIN);
  if (together && board.end[last] !== NONE && isPlain(work, chain)) {
    const limit = board.end[last] as number;
    for (const a of work.lifted) if (board.start[a] !== NONE) lift(board, a);
    if (!rebuildBackward(work, chain, limit)) rebuildForward(work, chain, PLAIN);
  }
  const cost = currentCost(work);
  const now = ledger.chainEnd[chain] as number;
  const keep =
    cost <= before + EPSILON && (now < end || (now === end && (cost < before - EPSILON || (board.start[first] as number) < start)));
  conclude(work, keep, cost);
  return keep;
}
