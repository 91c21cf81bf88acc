import type { Knex } from 'knex';

/** The step of publishing a plan keeps which premises of it were written to the plant, so that they are taken back with it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table schedule_steps add column premises jsonb');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table schedule_steps drop column premises');
}
