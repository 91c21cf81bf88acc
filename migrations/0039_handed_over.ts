import type { Knex } from 'knex';

/** That work was handed over to its partner, and on which day, as somebody in the plant said; without it a request sheet and the planned day say so. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table outsourcing_answers add column handed_on date');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table outsourcing_answers drop column handed_on');
}
