import type { Knex } from 'knex';

/** The log of imports becomes their history: what came of each, what was said, and the rows that were left out, as they stood in the file. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table import_log
      add column refused boolean not null default false,
      -- Null where it was refused, or imported before there was a history.
      add column new_count integer,
      add column changed_count integer,
      add column unchanged_count integer,
      add column error_count integer not null default 0,
      add column warning_count integer not null default 0,
      add column left_out_count integer not null default 0,
      add column errors jsonb not null default '[]',
      add column warnings jsonb not null default '[]',
      add column headers jsonb not null default '[]';
    create table import_left_out (
      import_id bigint not null references import_log on delete cascade,
      row_number integer not null,
      cells jsonb not null,
      reason text not null,
      primary key (import_id, row_number)
    );
  `);
}

/** Back to a mere log: refused imports were not part of it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table import_left_out;
    delete from import_log where refused;
    alter table import_log
      drop column refused, drop column new_count, drop column changed_count, drop column unchanged_count,
      drop column error_count, drop column warning_count, drop column left_out_count,
      drop column errors, drop column warnings, drop column headers;
  `);
}
