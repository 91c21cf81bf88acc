import type { Knex } from 'knex';

/** A scenario says on which changes of the plant it stands, and is planned by a job of its own kind: one at a time of each scenario. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table plans add column premises jsonb not null default '[]';
    alter table jobs drop constraint jobs_kind_check, add constraint jobs_kind_check check (kind in ('schedule', 'scenario', 'export', 'nightly'));
    create unique index jobs_one_scenario on jobs ((payload ->> 'scenario')) where kind = 'scenario' and status in ('queued','running') and not cancel_requested`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index jobs_one_scenario;
    delete from jobs where kind = 'scenario';
    alter table jobs drop constraint jobs_kind_check, add constraint jobs_kind_check check (kind in ('schedule', 'export', 'nightly'));
    alter table plans drop column premises`);
}
