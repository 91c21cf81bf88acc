import type { Knex } from 'knex';

/** A plan is put into words whether a run has made it or it is the copy of one. */
export const up = (knex: Knex): Promise<void> => knex.raw('alter table schedule_messages alter column job_id drop not null');

export async function down(knex: Knex): Promise<void> {
  await knex.raw('delete from schedule_messages where job_id is null');
  await knex.raw('alter table schedule_messages alter column job_id set not null');
}
