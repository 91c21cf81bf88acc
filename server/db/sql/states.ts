import type { Knex } from 'knex';
import { isUnavailable } from '../errors.ts';
import { tryLock } from '../locks.ts';
import { prepared } from '../prepared.ts';
import type { Db } from '../types.ts';

/**
 * Keeps the states of all changed orders, those of the caller's own transaction included, for whoever reads `order_states` from now on. Call it before reading every
 * order: whoever does not reads the same, more slowly. Nobody waits: one keeps at a time, and leaves to the next what it has not seen. Not for a transaction that
 * reads one snapshot.
 */
export async function keepOrderStates(db: Db): Promise<void> {
  const { rows } = await prepared<{ noted: boolean }>(db, 'select exists (select 1 from noted_orders) as noted', []);
  if (!rows[0]?.noted) return;
  await (db.isTransaction ? keep(db as Knex.Transaction) : db.transaction(keep));
}

/** The same for who only reads: where the database cannot keep at present, for a full disk say, all stays noted. Throws defects. */
export async function keepOrderStatesIfPossible(db: Knex): Promise<void> {
  await keepOrderStates(db).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
  });
}

async function keep(trx: Knex.Transaction): Promise<void> {
  if (await tryLock(trx, 'states')) await trx.raw('select keep_order_states()');
}
