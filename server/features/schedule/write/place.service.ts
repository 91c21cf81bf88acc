import type { Knex } from 'knex';
import { PUBLISHED } from '../../../db/plan.ts';
import { conflict } from '../../../domain/ground/errors.ts';
import { SCHEDULE_TEXTS as TEXTS } from '../../../domain/texts/plan/schedule.ts';
import { insertBars, insertRun, joinRuns, type NewBar, type NewShare, runWith, takeOverBars, takeOverLots } from './place.store.ts';
import { type Author, changedBars, refusePending, writeSchedule } from './write.ts';

export { type Author, type NewBar, refusePending };

/** Orders that are put into the plan, and their bars. */
export interface Placed<Result> {
  orders: readonly number[];
  bars: readonly NewBar[];
  /** What is told of them once their bars stand, in the same transaction. */
  tell: () => Promise<Result>;
}

/**
 * Puts bars of orders into the published plan, as the one way of every write. `make` adds the orders, in its transaction. No step: who takes it back takes the orders
 * back. Throws a conflict where a furnace run that a bar should join is not there.
 */
export function placeOrders<Result>(db: Knex, author: Author, make: (trx: Knex.Transaction) => Promise<Placed<Result>>): Promise<Result> {
  return writeSchedule(
    db,
    PUBLISHED,
    author,
    async (write) => {
      const { trx, plan } = write;
      const { orders, bars, tell } = await make(trx);
      await changedBars(write, orders, async () => {
        await insertBars(trx, plan, bars);
        await joinRuns(trx, plan, await sharesOf(trx, bars));
        return bars.map(({ id }) => id);
      });
      return tell();
    },
    { steps: false },
  );
}

/** What bars have in furnace runs: in those that stand there, and in new ones. */
async function sharesOf(
  trx: Knex.Transaction,
  bars: readonly NewBar[],
): Promise<(NewShare & { furnace_run_id: number; plan_entry_id: number })[]> {
  const runs = new Map<number, number>();
  const shares: (NewShare & { furnace_run_id: number; plan_entry_id: number })[] = [];
  for (const { id, shares: own } of bars) {
    for (const share of own) {
      const known =
        runs.get(share.run) ?? (share.with_entry === null ? await insertRun(trx, PUBLISHED, share) : await runWith(trx, PUBLISHED, share));
      if (known === undefined) throw conflict(TEXTS.charge_gone);
      runs.set(share.run, known);
      shares.push({ ...share, furnace_run_id: known, plan_entry_id: id });
    }
  }
  return shares;
}

/**
 * Puts bars of one order where those of another stand, by pairs of processes, as far as the former has no bars yet; or gives it the other's lots as they are. The other
 * order is to go. `then` follows in the same transaction.
 */
export function takeOver<Result>(
  db: Knex,
  author: Author,
  { order, ...from }: { order: number } & ({ pairs: readonly { from: number; to: number }[] } | { lotsOf: number }),
  then: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  return writeSchedule(
    db,
    PUBLISHED,
    author,
    async (write) => {
      const { trx, plan } = write;
      await changedBars(write, [order], () =>
        'pairs' in from ? takeOverBars(trx, plan, from.pairs) : takeOverLots(trx, plan, { from: from.lotsOf, to: order }),
      );
      return then(trx);
    },
    { steps: false },
  );
}
