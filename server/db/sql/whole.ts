import type { Knex } from 'knex';

/**
 * Runs statements that go over whole tables, in the caller's transaction, without nested loops: right after an import or a publish the statistics
 * lag behind the rows, and a loop chosen for "one row" goes over a hundred thousand.
 */
export async function overWholeTables<Result>(trx: Knex.Transaction, work: () => Promise<Result>): Promise<Result> {
  await trx.raw('set local enable_nestloop = off');
  const result = await work();
  await trx.raw('set local enable_nestloop = on');
  return result;
}
