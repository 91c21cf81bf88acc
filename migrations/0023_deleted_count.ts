import type { Knex } from 'knex';

/** What an import deleted, apart from what it changed. Null for imports of before, which counted both as one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table import_log add column deleted_count integer');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table import_log drop column deleted_count');
}
