import type { Knex } from 'knex';

/** From a line of the history of changes to the import that it belongs to. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('create index import_log_audit on import_log (audit_id) where audit_id is not null');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index import_log_audit');
}
