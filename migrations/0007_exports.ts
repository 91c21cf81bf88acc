import type { Knex } from 'knex';

/**
 * A third kind of workbook, and one truth about each record: the file is there, or its job tells how it stands. What a record was asked with stays in
 * its job. Workbooks are packed already: their bytes are kept as they are.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table excel_files drop constraint excel_files_file_type_check, drop column status,
      add constraint excel_files_file_type_check check (file_type in ('schedules','outsourcing','charges')),
      alter column content set storage external;
    create unique index excel_files_job on excel_files (job_id);
    create index excel_files_newest on excel_files (date desc, id desc);
  `);
}

/** Back to two kinds: records of the third are gone. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from excel_files where file_type = 'charges';
    drop index excel_files_newest, excel_files_job;
    alter table excel_files drop constraint excel_files_file_type_check,
      add constraint excel_files_file_type_check check (file_type in ('schedules','outsourcing')),
      add column status text not null default 'in_progress' check (status in ('in_progress','complete','error')),
      alter column content set storage extended;
    update excel_files set status = case when content is null then 'error' else 'complete' end;
  `);
}
