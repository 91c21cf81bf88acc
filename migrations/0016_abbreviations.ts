import type { Knex } from 'knex';

/** Two characters that stand for a task on a bar with no room for its name; empty where the name's own do. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table tasks add column abbreviation text not null default ''`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table tasks drop column abbreviation');
}
