import type { Knex } from 'knex';
import type { Db } from '../../db/types.ts';
import type { ImportKindName } from '../../domain/files/imports.ts';
import type { Instant, PlantDate } from '../../domain/ground/plant-time.ts';
import { NIGHT_TEXTS } from '../../domain/texts/nightly.ts';
import type { Baseline } from '../runs/story/report.service.ts';
import type { NightSummary } from './report.ts';

/** A night under way or past, as it is kept. */
export interface NightRow {
  id: number;
  job_id: number;
  day: PlantDate;
  started_at: Instant;
  listed: boolean;
  /** The plan as it stood when the night began. */
  baseline: Baseline | null;
  run_job_id: number | null;
  run_settled: boolean;
  problems: string[];
}

/** A file of a night. */
export interface NightFile {
  id: number;
  night_id: number;
  name: string;
  kind: ImportKindName | null;
  content_hash: string | null;
  stage: 'found' | 'judged' | 'settled';
  outcome: 'done' | 'failed' | 'left' | null;
  sentence: string | null;
  import_id: number | null;
  target: string | null;
}

const NIGHT = ['id', 'job_id', 'day', 'started_at', 'listed', 'baseline', 'run_job_id', 'run_settled', 'problems'];

/** Makes the night of a job; undefined where its firing of the timetable has had one. */
export async function insertNight(
  trx: Db,
  night: { job_id: number; firing: Instant | null; day: PlantDate; started_at: Instant },
): Promise<number | undefined> {
  const [row] = (await trx('nights').insert(night).onConflict('firing').ignore().returning('id')) as { id: number }[];
  return row?.id;
}

/** The night that a job works. */
export const nightOfJob = (db: Db, jobId: number): Promise<NightRow | undefined> =>
  db('nights').where({ job_id: jobId }).first(NIGHT) as unknown as Promise<NightRow | undefined>;

/** Keeps what has become known of a night. */
export async function updateNight(
  db: Db,
  id: number,
  values: Partial<{ run_job_id: number | null; run_settled: boolean; listed: boolean }> & { baseline?: Baseline },
): Promise<void> {
  const { baseline, ...plain } = values;
  await db('nights')
    .where({ id })
    .update({ ...plain, ...(baseline && { baseline: JSON.stringify(baseline) }) });
}

/** Adds a sentence to what went wrong, once. */
export async function addProblem(db: Db, id: number, sentence: string): Promise<void> {
  await db.raw('update nights set problems = problems || ?::jsonb where id = ? and not problems @> ?::jsonb', [
    JSON.stringify([sentence]),
    id,
    JSON.stringify([sentence]),
  ]);
}

/** What went wrong so far. */
export async function problemsOf(db: Db, id: number): Promise<string[]> {
  return ((await db('nights').where({ id }).first('problems')) as { problems: string[] }).problems;
}

/** Ends a night. */
export async function closeNight(
  trx: Db,
  id: number,
  end: { status: 'complete' | 'partial' | 'error'; finished_at: Instant; summary: NightSummary },
): Promise<void> {
  await trx('nights')
    .where({ id })
    .update({ ...end, summary: JSON.stringify(end.summary) });
}

/** Keeps the files that a night found, in the order in which they are imported. */
export async function insertFiles(
  trx: Knex.Transaction,
  nightId: number,
  files: readonly (Pick<NightFile, 'name' | 'kind'> & Partial<Pick<NightFile, 'stage' | 'outcome' | 'sentence'>>)[],
): Promise<void> {
  if (files.length === 0) return;
  await trx('night_files').insert(files.map((file, position) => ({ stage: 'found', ...file, night_id: nightId, position })));
}

/** Files of a night that are not where they belong yet, in their order. */
export const openFiles = (db: Db, nightId: number): Promise<NightFile[]> =>
  db('night_files').where({ night_id: nightId }).whereNot('stage', 'settled').orderBy('position').select('*') as unknown as Promise<
    NightFile[]
  >;

/** Files that earlier nights imported or refused, but did not live to move. */
export const strandedFiles = (db: Db, nightId: number): Promise<NightFile[]> =>
  db('night_files')
    .where('night_id', '<', nightId)
    .where('stage', 'judged')
    .orderBy(['night_id', 'position'])
    .select('*') as unknown as Promise<NightFile[]>;

/** What earlier nights found and did not come to is this night's to find. */
export async function forgetUnread(trx: Db, nightId: number): Promise<void> {
  await trx('night_files').where('night_id', '<', nightId).where('stage', 'found').delete();
}

/** Moves a file on from the stage at which it was read; false where someone else did so first. */
export async function advanceFile(
  db: Db,
  file: Pick<NightFile, 'id' | 'stage'>,
  values: Partial<Pick<NightFile, 'stage' | 'outcome' | 'sentence' | 'content_hash' | 'import_id' | 'target'>>,
): Promise<boolean> {
  return (await db('night_files').where({ id: file.id, stage: file.stage }).update(values)) === 1;
}

/** What an import came to, for the message file and the summary. */
export interface ImportOutcome {
  refused: boolean;
  row_count: number;
  new_count: number | null;
  changed_count: number | null;
  unchanged_count: number | null;
  deleted_count: number | null;
  left_out_count: number;
  errors: string[];
  warnings: string[];
}

/** One import of the history. */
export const importOutcome = (db: Db, importId: number): Promise<ImportOutcome | undefined> =>
  db('import_log')
    .where({ id: importId })
    .first(
      'refused',
      'row_count',
      'new_count',
      'changed_count',
      'unchanged_count',
      'deleted_count',
      'left_out_count',
      'errors',
      'warnings',
    ) as unknown as Promise<ImportOutcome | undefined>;

/** The first rows that an import left out. */
export const leftOutRows = (db: Db, importId: number, limit: number): Promise<{ row: number; reason: string }[]> =>
  db('import_left_out').where({ import_id: importId }).orderBy('row_number').limit(limit).select('row_number as row', 'reason');

/** Ends a night that died, without a summary. */
export async function endInError(trx: Db, id: number, finished_at: Instant): Promise<void> {
  await trx('nights').where({ id }).update({ status: 'error', finished_at });
}

/** Ends the nights whose job ended without them, the workers having been killed or cancelled: the job says why. */
export async function endCutOff(db: Db): Promise<void> {
  await db.raw(
    `update nights n set status = 'error', finished_at = on_clock(coalesce(j.finished_at, now())),
       problems = n.problems || jsonb_build_array(coalesce(j.error, ?))
     from jobs j where j.id = n.job_id and n.finished_at is null and j.status in ('error','cancelled')`,
    [NIGHT_TEXTS.interrupted],
  );
}

/** A workbook of a night. */
export interface NightWorkbook {
  file_type: string;
  excel_id: number | null;
  job_id: number | null;
  file_name: string;
  written: boolean;
  sentence: string | null;
}

/** The workbook of a kind, undefined before it was asked for. */
export const workbookOf = (db: Db, nightId: number, fileType: string): Promise<NightWorkbook | undefined> =>
  db('night_workbooks').where({ night_id: nightId, file_type: fileType }).first() as unknown as Promise<NightWorkbook | undefined>;

/** Keeps what is known of a workbook. */
export async function keepWorkbook(
  db: Db,
  nightId: number,
  fileType: string,
  values: Partial<Omit<NightWorkbook, 'file_type'>>,
): Promise<void> {
  await db('night_workbooks')
    .insert({ night_id: nightId, file_type: fileType, ...values })
    .onConflict(['night_id', 'file_type'])
    .merge(values);
}
