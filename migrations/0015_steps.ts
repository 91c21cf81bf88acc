import type { Knex } from 'knex';

/**
 * What planners did to the plan, for taking it back: a step is one schedule write, with every bar that it changed as it stood before and after
 * (null: there was none). A bar's state is its row, its mark, its places in furnace runs and these runs.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table schedule_steps (
      id bigint generated always as identity primary key,
      plan_id bigint not null references plans on delete cascade,
      employee_id text collate "C" not null,
      -- What was done, and to what: 移動, 026X0420-01 仕上加工, and how many more.
      kind text not null,
      name text not null,
      more integer not null default 0,
      bars integer not null,
      at timestamptz not null default clock_timestamp(),
      undone boolean not null default false
    );
    create index schedule_steps_employee on schedule_steps (employee_id, id desc);
    create table schedule_step_bars (
      -- Its bars are noted before a step is known to be one.
      step_id bigint not null references schedule_steps on delete cascade deferrable initially deferred,
      entry_id bigint not null,
      position integer,
      name text not null default '',
      before jsonb,
      after jsonb,
      primary key (step_id, entry_id)
    );
    create index schedule_step_bars_entry on schedule_step_bars (entry_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table schedule_step_bars, schedule_steps');
}
