import type { Knex } from 'knex';

/** The state of an order hangs on the codes of its tasks: one that changes notes its orders. A task of an order is never deleted, so that no other change matters. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create trigger note_altered after update on tasks referencing old table as former new table as changed
      for each statement execute function note_tasks()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger note_altered on tasks');
}
