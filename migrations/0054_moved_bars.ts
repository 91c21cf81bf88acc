import type { Knex } from 'knex';

/** Of a bar that a run moved: its new end, and why it moved. Not known of the runs of earlier versions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table run_moves add column new_end_at timestamptz,
    add column moved_by text check (moved_by in ('unfit', 'first', 'room', 'plan'))`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table run_moves drop column new_end_at, drop column moved_by');
}
