import type { Knex } from 'knex';

/** What runs kept by one name and keep by another. */
const renamed = (from: string, to: string): string =>
  [
    ['jobs', 'statistics'],
    ['run_reports', 'report'],
  ]
    .map(
      ([table, column]) =>
        `update ${table} set ${column} = (${column} - '${from}') || jsonb_build_object('${to}', ${column} -> '${from}')
         where jsonb_exists(${column}, '${from}')${table === 'jobs' ? ` and kind = 'schedule'` : ''}`,
    )
    .join(';');

/** The orders of which a run plans nothing have a name of their own: rows that an import left out are something else. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(renamed('left_out', 'excluded_orders'));
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(renamed('excluded_orders', 'left_out'));
}
