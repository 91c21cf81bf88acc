import type { Knex } from 'knex';

/**
 * Runs statements that go over whole tables, in the caller's transaction, without nested loops: right after an import or a publish the statistics
 * lag behind the rows, and a loop chosen for "one row" goes over a hundred thousand. A loop that cannot be done without counts as endlessly dear, for
 * which the database would compile the statement: 1.5 s for nothing.
 */
export async function overWholeTables<Result>(trx: Knex.Transaction, work: () => Promise<Result>): Promise<Result> {
  await trx.raw('set local enable_nestloop = off; set local jit = off');
  const result = await work();
  await trx.raw('set local enable_nestloop = on; set local jit = on');
  return result;
}
