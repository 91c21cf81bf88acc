import type { Knex } from 'knex';

/** The nights: one under way at a time and one for each firing of its timetable, what became of each file, the workbooks, and who has seen it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unique index jobs_one_nightly on jobs (kind)
      where kind = 'nightly' and status in ('queued','running') and not cancel_requested;
    create table nights (
      id bigint generated always as identity primary key,
      job_id bigint not null unique references jobs on delete cascade,
      -- The instant of the timetable; null where a person asked for it.
      firing timestamptz unique,
      -- The plant's day: the name of its folders.
      day date not null,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      status text not null default 'running' check (status in ('running','complete','partial','error')),
      -- Whether the inbox has been read; its files then stand in night_files.
      listed boolean not null default false,
      late_before jsonb,
      run_job_id bigint references jobs on delete set null,
      -- Whether that run had not yet begun when it was asked for, so that it sees the imports.
      run_settled boolean not null default false,
      problems jsonb not null default '[]',
      summary jsonb
    );
    create table night_files (
      id bigint generated always as identity primary key,
      night_id bigint not null references nights on delete cascade,
      position integer not null,
      name text not null,
      kind text,
      content_hash text,
      -- found in the inbox, judged (imported or refused), settled (moved, or left where it is).
      stage text not null default 'found' check (stage in ('found','judged','settled')),
      outcome text check (outcome in ('done','failed','left')),
      sentence text,
      import_id bigint references import_log on delete set null,
      -- Where it is moved to, under the inbox.
      target text,
      unique (night_id, name)
    );
    create index night_files_unsettled on night_files (night_id) where stage <> 'settled';
    create index night_files_import on night_files (import_id);
    create table night_workbooks (
      night_id bigint not null references nights on delete cascade,
      file_type text not null,
      excel_id bigint references excel_files on delete set null,
      job_id bigint references jobs on delete set null,
      file_name text not null default '',
      written boolean not null default false,
      sentence text,
      primary key (night_id, file_type)
    );
    create table night_acknowledgements (
      night_id bigint not null references nights on delete cascade,
      employee_id bigint not null references employees on delete cascade,
      at timestamptz not null default now(),
      primary key (night_id, employee_id)
    );
    create index nights_run on nights (run_job_id);
    create index night_workbooks_excel on night_workbooks (excel_id);
    create index night_workbooks_job on night_workbooks (job_id);
    create index night_acknowledgements_employee on night_acknowledgements (employee_id);
  `);
}

/** Without nights; those under way end here. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table night_acknowledgements, night_workbooks, night_files, nights;
    drop index jobs_one_nightly;
    delete from settings where key = 'nightly_timetable';
    update jobs set status = 'cancelled', finished_at = now() where kind = 'nightly' and status in ('queued','running');
  `);
}
