import type { Knex } from 'knex';

/**
 * The step of publishing a plan keeps which premises of it were written to the plant, so that they are taken back with it. What is tried of its own accord beside a plan
 * is kept with the plan, and what was adopted of that for longer, so that it can be held against what came.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table schedule_steps add column premises jsonb;
    -- Of a scenario that was made of a proposal: its sentence and what it promises.
    alter table plans add column proposal jsonb;
    create table proposals (
      plan_id bigint primary key references plans on delete cascade,
      tried integer not null,
      noise_days integer not null,
      -- In the order in which they are shown; the scenario of each once somebody asked for it.
      results jsonb not null
    );
    create table adopted_proposals (
      plan_id bigint primary key,
      adopted_at timestamptz not null default now(),
      proposal jsonb not null,
      -- Days late by order, of those that were late then, and the newest order there was.
      late_before jsonb not null,
      last_order_id bigint not null
    );
    alter table jobs drop constraint jobs_kind_check,
      add constraint jobs_kind_check check (kind in ('schedule', 'scenario', 'proposals', 'export', 'nightly'));
    create unique index jobs_one_proposals on jobs (kind) where kind = 'proposals' and status in ('queued','running') and not cancel_requested`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index jobs_one_proposals;
    delete from jobs where kind = 'proposals';
    alter table jobs drop constraint jobs_kind_check, add constraint jobs_kind_check check (kind in ('schedule', 'scenario', 'export', 'nightly'));
    drop table adopted_proposals;
    drop table proposals;
    alter table plans drop column proposal;
    alter table schedule_steps drop column premises`);
}
