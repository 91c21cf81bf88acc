import type { Knex } from 'knex';

/** Answers under keys are kept with the work that they tell of, word for word; a key whose work had not ended is none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from idempotency_keys where status = 0;
    alter table idempotency_keys alter answer type json using answer::json;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table idempotency_keys alter answer type jsonb using answer::jsonb');
}
