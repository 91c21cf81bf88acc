import type { Knex } from 'knex';
import { turns } from '../turns.ts';
import { takeLock } from './locks.ts';

/** The time a statement of bulk work may take, and the time it waits for locks of others. */
const BULK_SECONDS = 120;

/** Bulk work that writes: one at a time. */
export const inBulkTurn = turns(1);
/** Bulk work that only looks (dry runs): it holds a connection, but no lock. */
export const inLookingTurn = turns(2);

/** Readies the transaction for bulk work; that which writes waits until no other does. */
export async function beginBulk(trx: Knex.Transaction, writes: boolean): Promise<void> {
  await trx.raw(`set local statement_timeout = '${BULK_SECONDS}s'; set local lock_timeout = '${BULK_SECONDS}s'`);
  if (writes) await takeLock(trx, 'bulk');
}
