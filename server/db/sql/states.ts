import type { Knex } from 'knex';
import { DomainError } from '../../domain/ground/errors.ts';
import { toDomainError } from '../errors.ts';
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
  if (db.isTransaction) await keep(db as Knex.Transaction);
  else await db.transaction(keep).catch(leaveNoted);
}

/** Where the database cannot keep, for a full disk say, all stays noted and is reckoned by whoever reads. A defect is thrown. */
function leaveNoted(error: unknown): void {
  if (!(toDomainError(error) instanceof DomainError)) throw error;
}

async function keep(trx: Knex.Transaction): Promise<void> {
  if (await tryLock(trx, 'states')) await trx.raw('select keep_order_states()');
}
