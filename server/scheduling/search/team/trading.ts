import { createMemory, type Memory, remember, type Workspace } from '../lots/workspace.ts';
import { graft, noteGain } from './graft.ts';
import type { Exchange } from './team.ts';
import { GAINS } from './team-memory.ts';

/** A kernel's dealings with the other threads. */
export interface Trading {
  /** Notes that the move at hand gained something. */
  note(work: Workspace): void;
  /** Leaves this plan and its latest gains to the others, and takes over theirs. */
  trade(work: Workspace, lotShare: number): void;
  /** The best of all at the end: its cost, and `best` becomes that plan. */
  conclude(cost: number, best: Memory): number;
}

/** Dealings of one search with the others of its team. */
export function createTrading(exchange: Exchange, activities: number): Trading {
  const plan = createMemory(activities);
  const gains = new Int32Array(GAINS);
  let used = 0;
  return {
    note(work) {
      used = noteGain(gains, used, work.chains);
    },
    trade(work, lotShare) {
      remember(plan, work.draft);
      const offers = exchange.trade({ cost: work.cost, plan, gains });
      used = 0;
      gains[0] = 0;
      for (const offer of offers) graft(work, offer, lotShare);
    },
    conclude(cost, best) {
      let least = cost;
      for (const offer of exchange.conclude({ cost, plan: best, gains })) {
        if (offer.cost >= least) continue;
        least = offer.cost;
        for (const part of ['start', 'end', 'mode', 'run'] as const) best[part].set(offer.plan[part]);
      }
      return least;
    },
  };
}
