import type { Knex } from 'knex';

/** Where a run put what it moved: bars that are moved by hand afterwards stand elsewhere. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table run_moves add column new_start_at timestamptz, add column new_facility_id bigint');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table run_moves drop column new_start_at, drop column new_facility_id');
}
