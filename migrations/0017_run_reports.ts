import type { Knex } from 'knex';

/**
 * What a run's report is made of: the changes of the plant since the newest run and what it was planned from, what the newest run changed,
 * where the bars that it moved stood before, and who has closed its report.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table input_changes (
      audit_id bigint primary key references audit on delete cascade,
      part text not null
    );
    alter table plans add column input_prints jsonb;
    create table run_reports (
      job_id bigint primary key references jobs on delete cascade,
      report jsonb not null
    );
    create table run_report_closings (
      job_id bigint not null references run_reports on delete cascade,
      employee_id bigint not null references employees on delete cascade,
      at timestamptz not null default now(),
      primary key (job_id, employee_id)
    );
    create index run_report_closings_employee on run_report_closings (employee_id);
    -- Of the newest run only.
    create table run_moves (
      plan_entry_id bigint primary key references plan_entries on delete cascade,
      start_at timestamptz not null,
      end_at timestamptz not null,
      facility_id bigint
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table run_moves, run_report_closings, run_reports, input_changes;
    alter table plans drop column input_prints;
  `);
}
