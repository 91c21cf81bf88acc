import type { Knex } from 'knex';

/** A run whose end was asked for makes room for the next one while it winds down; loads of a furnace run are sums, of any size. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index jobs_one_schedule;
    create unique index jobs_one_schedule on jobs (kind)
      where kind = 'schedule' and status in ('queued','running') and not cancel_requested;
    alter table furnace_run_members alter weight type numeric, alter volume type numeric;
  `);
}

/** One run at a time again: those that were winding down end here. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update jobs set status = 'cancelled', finished_at = now() where kind = 'schedule' and status in ('queued','running') and cancel_requested;
    drop index jobs_one_schedule;
    create unique index jobs_one_schedule on jobs (kind) where kind = 'schedule' and status in ('queued','running');
    alter table furnace_run_members 
      alter weight type numeric(14,3) using least(weight, 99999999999), alter volume type numeric(14,6) using least(volume, 99999999);
  `);
}
