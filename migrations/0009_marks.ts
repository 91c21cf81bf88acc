import type { Knex } from 'knex';

/**
 * What the shop floor says (今日の作業): every tap as it came, and what stands of them beside the planned times. A furnace run is marked as a
 * whole, for a lot may be in several.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table work_marks (
      plan_entry_id bigint primary key references plan_entries on delete cascade,
      started_at timestamptz not null,
      finished_at timestamptz,
      -- Good pieces; null: not said.
      quantity integer check (quantity >= 0),
      -- Where the plan had the bar before it was started.
      planned_start_at timestamptz not null,
      planned_end_at timestamptz not null,
      changed_at timestamptz not null default clock_timestamp()
    );
    create table work_taps (
      id bigint generated always as identity primary key,
      -- Given by the device, so that what is sent twice counts once.
      client_id uuid not null constraint work_taps_client_key unique,
      kind text not null check (kind in ('start','finish','quantity','undo')),
      -- By the device's clock.
      tapped_at timestamptz not null,
      received_at timestamptz not null default clock_timestamp(),
      employee_id text collate "C" not null,
      employee_name text collate "C" not null default '',
      facility_id bigint not null references facilities on delete cascade,
      unit integer,
      furnace_run_id bigint,
      entry_ids bigint[] not null,
      quantities integer[] not null,
      undone boolean not null default false,
      -- What stood before, for taking it back.
      before jsonb not null default '{}'
    );
    create index work_taps_facility on work_taps (facility_id, id desc);
    create index work_taps_entries on work_taps using gin (entry_ids);
    alter table furnace_runs add column started_at timestamptz, add column finished_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table furnace_runs drop column started_at, drop column finished_at;
    drop table work_taps, work_marks;
  `);
}
