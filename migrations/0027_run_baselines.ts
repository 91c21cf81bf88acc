import type { Knex } from 'knex';

/** The plan as it stood before the work that a run is part of: a night's run changes what stood in the evening, whatever its imports said since. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table run_baselines (
      job_id bigint primary key references jobs on delete cascade,
      baseline jsonb not null
    );
    alter table nights add column baseline jsonb;
    alter table nights drop column late_before;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table nights add column late_before jsonb;
    update nights set late_before = baseline -> 'late';
    alter table nights drop column baseline;
    drop table run_baselines;
  `);
}
