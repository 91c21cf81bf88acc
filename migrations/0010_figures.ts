import type { Knex } from 'knex';

/**
 * What the plant's figures remember (docs/figures.md): orders that were completed, furnace runs that were done, lots in the works by day,
 * and the plan before and after each run. Orders and their bars go when the core system closes them; these rows stay.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table completed_orders (
      serial_key text collate "C" primary key,
      serial_number text collate "C" not null,
      delivery_date date,
      casting_date date,
      -- Null: deleted while open, and no file of orders has come since that could bring it back.
      completed_on date,
      -- False: the day on which it was first seen, because the files name none.
      dated boolean not null default false,
      gone_on date,
      late_days integer generated always as (greatest(0, completed_on - delivery_date)) stored,
      check (completed_on is not null or gone_on is not null)
    );
    create index completed_orders_day on completed_orders (completed_on);
    create table done_furnace_runs (
      facility_id bigint not null,
      unit integer not null,
      run_start timestamptz not null,
      facility_name text collate "C" not null,
      -- Share of the furnace that was used; null: the furnace has no limits.
      fill numeric(8,4),
      -- The bars that stood in it: a run whose bars stand elsewhere now was planned again, not done.
      entry_ids bigint[] not null default '{}',
      primary key (facility_id, unit, run_start)
    );
    create index done_furnace_runs_start on done_furnace_runs (run_start);
    create table works_days (
      date date not null,
      place text not null,
      lots integer not null check (lots >= 0),
      primary key (date, place)
    );
    create table run_figures (
      job_id bigint primary key references jobs on delete cascade,
      before jsonb not null,
      after jsonb not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table run_figures, works_days, done_furnace_runs, completed_orders');
}
