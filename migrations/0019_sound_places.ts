import type { Knex } from 'knex';

/** Where a run has found a bar to break no rule: only a bar that stands elsewhere is held against the rules again. Of the plan that stands nothing is known yet but
 * that its last run placed what is neither locked nor made by hand. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table plan_entries add column sound_start timestamptz, add column sound_end timestamptz, add column sound_facility_id bigint;
    update plan_entries set sound_start = start_at, sound_end = end_at, sound_facility_id = facility_id where not locked and not created_by_hand;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table plan_entries drop column sound_start, drop column sound_end, drop column sound_facility_id');
}
