import type { Knex } from 'knex';
import { turns } from '../turns.ts';

/** Any fixed number: imports and bulk deletes are written one after the other, whatever process they run in. */
const BULK_LOCK = 7_203_116;
/** What a statement of bulk work may take, and how long it waits for what others hold. */
const BULK_SECONDS = 120;

/** Bulk work that writes: one at a time. */
export const inBulkTurn = turns(1);
/** Bulk work that only looks (dry runs): it holds a connection, but no lock. */
export const inLookingTurn = turns(2);

/** Readies the transaction for bulk work; that which writes waits until no other does. */
export async function beginBulk(trx: Knex.Transaction, writes: boolean): Promise<void> {
  await trx.raw(`set local statement_timeout = '${BULK_SECONDS}s'; set local lock_timeout = '${BULK_SECONDS}s'`);
  if (writes) await trx.raw('select pg_advisory_xact_lock(?)', [BULK_LOCK]);
}
