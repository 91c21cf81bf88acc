import { AsyncLocalStorage } from 'node:async_hooks';
import type { Knex } from 'knex';
import type { Db } from './types.ts';

/** Work under way that a last word belongs to. */
interface Work {
  /** The transaction in which it has been done, still open. */
  trx?: Knex.Transaction;
  ended: boolean;
}

const underWay = new AsyncLocalStorage<Work>();

/**
 * Runs `work` in a transaction, or in a savepoint inside one. If a last word is to follow, the transaction stays open after the work, and
 * later ones are savepoints in it.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (trx: Knex.Transaction) => Promise<Result>,
  config?: Knex.TransactionConfig,
): Promise<Result> {
  const outer = underWay.getStore();
  if (!outer || outer.ended || db.isTransaction) return db.transaction(work, config);
  if (outer.trx) return outer.trx.transaction(work);
  const trx = await begin(db, config);
  try {
    const result = await work(trx);
    outer.trx = trx;
    return result;
  } catch (error) {
    await trx.rollback();
    throw error;
  }
}

/**
 * Does `work`, which asks for its transactions by `inTransaction`, and commits them together with its last word: both or neither. By then
 * its turns have ended. It sees its own writes inside its transaction alone. If it refuses, everything written before stands.
 */
export async function withLastWord<Result>(
  db: Knex,
  work: () => Promise<Result>,
  last: (trx: Knex.Transaction, result: Result) => Promise<unknown>,
): Promise<Result> {
  const held: Work = { ended: false };
  const result = await underWay.run(held, work).catch(async (refusal: unknown) => {
    held.ended = true;
    if (held.trx) await commit(held.trx);
    throw refusal;
  });
  held.ended = true;
  const trx = held.trx ?? (await begin(db));
  try {
    await last(trx, result);
  } catch (error) {
    await trx.rollback();
    throw error;
  }
  await commit(trx);
  return result;
}

/** The library gives a transaction whose BEGIN has failed as if it had begun; why it failed is in its end. */
async function begin(db: Db, config?: Knex.TransactionConfig): Promise<Knex.Transaction> {
  const trx = await db.transaction(config);
  if (trx.isCompleted()) await trx.executionPromise;
  return trx;
}

/** The library's own `commit` says nothing of a failure; the transaction does. */
async function commit(trx: Knex.Transaction): Promise<void> {
  await trx.commit();
  await trx.executionPromise;
}
