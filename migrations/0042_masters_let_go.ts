import type { Knex } from 'knex';

/** A row of a master that goes asks who still refers to it: at each of 20,000 tasks the plan was read whole. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index plan_entries_task on plan_entries (task_id);
    create index plan_entries_at on plan_entries (facility_id);
    create index furnace_runs_facility on furnace_runs (facility_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index plan_entries_task, plan_entries_at, furnace_runs_facility');
}
