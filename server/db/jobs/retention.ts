import { EXPORT_KEEP_DAYS, HISTORY_KEEP_YEARS, UNDO_IMPORT_DAYS } from '../../domain/ground/constants.ts';
import type { Db } from '../types.ts';

/** So many changes go at a time, each with its parts: an import has one for each row. */
const CHANGES_AT_ONCE = 500;

/** Of fewer changes of what plans are read from it is told of which rows they were: put together, they have every desk read its plans whole. */
const MOST_TOLD = 5_000;

/** What nobody asks for any more, and after how long; tokens and keys are cleared where they are made. */
const PASSED = [
  `delete from failed_problems where created_at < now() - interval '90 days'`,
  `delete from excel_files where date < on_clock(now()) - interval '${EXPORT_KEEP_DAYS} days'`,
  `delete from jobs j where kind = 'export' and finished_at < now() - interval '${EXPORT_KEEP_DAYS} days'
     and not exists (select 1 from excel_files f where f.job_id = j.id)`,
  `delete from jobs j where kind in ('scenario', 'proposals') and finished_at < now() - interval '${EXPORT_KEEP_DAYS} days' and not exists (select 1 from plans p where p.job_id = j.id)`,
  `delete from import_log where at < now() - interval '${HISTORY_KEEP_YEARS} years'`,
  `delete from audit where id in (select id from audit where at < now() - interval '${HISTORY_KEEP_YEARS} years' and part_of is null
     order by at limit ${CHANGES_AT_ONCE})`,
  `delete from import_left_out where import_id in (select id from import_log where at < now() - interval '1 year')`,
  `delete from import_effects where audit_id in (select id from audit where at < now() - interval '${UNDO_IMPORT_DAYS} days')`,
  `delete from attempt_counts where expire < 1000 * extract(epoch from now())`,
  `delete from known_places where last_at < now() - interval '1 year'`,
  `delete from schedule_steps s using plans p where p.layer = s.layer and s.at < now() - interval '1 day' and s.at <= p.published_at`,
  `delete from work_tap_answers where answered_at < now() - interval '90 days'`,
  `with told as (delete from table_changes where (select count(*) from table_changes) > ${MOST_TOLD} returning table_name)
     insert into table_changes (table_name) select distinct table_name from told`,
  `delete from promises where asked_at < now() - interval '${HISTORY_KEEP_YEARS} years'`,
  `delete from password_resets where coalesce(expires_at, requested_at + interval '90 days') < now() - interval '7 days'`,
];

/** Clears away what has had its time: problems of failed runs, workbooks and their jobs, those of scenarios that are planned anew or gone, imports and changes of long ago, rows that imports left out, what is wanted only while one can be taken back, wrong logins, where people signed in, answers to taps, reset links, steps that a run has left behind. */
export async function clearPassed(db: Db): Promise<void> {
  for (const statement of PASSED) await db.raw(statement);
}
