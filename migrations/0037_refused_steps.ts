import type { Knex } from 'knex';

/** A step that was refused is passed over while what stood in its way does, and can be taken back, or done again, once that is gone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table schedule_steps add column refused boolean not null default false');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table schedule_steps drop column refused');
}
