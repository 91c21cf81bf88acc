import type { Knex } from 'knex';

/** When the shop floor has last said something of a plan, beside when it was last changed by hand: a run tells the one from the other. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table plans add column marked_at timestamptz');
}

export async function down(knex: Knex): Promise<void> {
  // To a version that knows one of them a tap is an edit.
  await knex.raw('update plans set edited_at = greatest(edited_at, marked_at); alter table plans drop column marked_at');
}
