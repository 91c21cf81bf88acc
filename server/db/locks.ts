import type { Knex } from 'knex';

/** The works that one transaction of the plant does at a time, in whatever process, each with the number of its lock in PostgreSQL. */
export const LOCKS = {
  /** The schema is changed. */
  schema: 7_203_114,
  /** It changes who is master_admin, in a form or by an import: one is always left. */
  admins: 7_203_115,
  /** An import or a bulk delete is written. */
  bulk: 7_203_116,
  /** An empty database gets its first content. */
  first_content: 7_203_117,
  /** The states of orders are kept. */
  states: 7_203_118,
} as const;
export type LockName = keyof typeof LOCKS;

/** Waits until no other transaction holds the lock, and holds it until this one ends. */
export async function takeLock(trx: Knex.Transaction, name: LockName): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(?)', [LOCKS[name]]);
}

/** Takes the lock, until this transaction ends, if no other one holds it; says whether. */
export async function tryLock(trx: Knex.Transaction, name: LockName): Promise<boolean> {
  const { rows } = await trx.raw('select pg_try_advisory_xact_lock(?) as taken', [LOCKS[name]]);
  return rows[0].taken;
}
