import type { Knex } from 'knex';
import { enqueue } from '../../db/jobs/jobs.ts';
import { workInThread } from '../../db/jobs/thread.ts';
import { endOfJob, type JobContext, type JobWork } from '../../db/jobs/worker.ts';
import { PUBLISHED } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import { notFound, unavailable } from '../../domain/ground/errors.ts';
import { type PlantDate, plantDate, toInstant } from '../../domain/ground/plant-time.ts';
import { EXPORT_TEXTS } from '../../domain/texts/files/exports.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { nameBeside, planOf } from '../plan/plan.service.ts';
import { nextRunDay } from '../schedule/charges/furnace-runs.service.ts';
import { type ExportedFile, type ExportRecord, fileOfJob, fileOfRecord, insertRecord } from './exports.store.ts';
import type { ExportRequest } from './kind.ts';
import { EXPORT_KINDS } from './kinds.ts';

export type { ExportedFile, ExportRecord } from './exports.store.ts';
export type { ExportRequest } from './kind.ts';

/** How a caller that waits hears of the export, and the plant's name in case that it is worked here. */
export type Waiting = Omit<JobContext, 'db' | 'signal'> & { plantName?: string };

/** The work of a claimed export: a thread reads, writes and keeps the workbook and ends the job. */
export const exportWork =
  ({ plantName = '' }: { plantName?: string }): JobWork =>
  (context, job) =>
    workInThread(context, { ...job, payload: { ...job.payload, plant_name: plantName } }, new URL('./export-thread.ts', import.meta.url));

/**
 * Asks for an export: the record, in progress, and its job in one transaction. Throws not found where there is nothing to write or no such plan, and makes no record
 * then.
 */
export async function requestExport(
  db: Knex,
  request: ExportRequest,
  requested_by: string,
  now_ms: number,
): Promise<{ record: ExportRecord; job_id: number }> {
  const kind = EXPORT_KINDS[request.file_type];
  const plan = await planOf(db, request.plan);
  if (!kind || !(await kind.hasRows(db, plan, request, now_ms))) throw notFound(databaseTexts.notFound);
  const name = await nameBeside(db, plan);
  const file_name = name === undefined ? kind.fileName(request) : EXPORT_TEXTS.ofPlan(kind.fileName(request), name);
  return db.transaction(async (trx) => {
    const { job } = await enqueue(trx, { kind: 'export', payload: { ...request }, requested_by });
    const file = { job_id: job.id, file_type: request.file_type, file_name, date: toInstant(now_ms) };
    return { record: await insertRecord(trx, file), job_id: job.id };
  });
}

/**
 * Asks for an export and waits for its file; works the job itself where no worker takes it. What calls, command line and the night use. Throws not
 * found (該当のデータが存在しません。) where there is nothing to write or no such kind yet, unavailable where the job ended in error.
 */
export async function exportAndWait(db: Knex, request: ExportRequest, requested_by: string, waiting: Waiting): Promise<ExportedFile> {
  const { plantName, ...context } = waiting;
  const { job_id } = await requestExport(db, request, requested_by, waiting.clock());
  await endOfJob(exportWork({ plantName: plantName ?? '' }), { db, ...context }, job_id);
  const file = await fileOfJob(db, job_id);
  if (!file) throw unavailable(EXPORT_TEXTS.failed);
  return file;
}

/** The file of a record. Throws not found, also while it is not complete. */
export async function exportedFile(db: Db, id: number): Promise<ExportedFile> {
  const file = await fileOfRecord(db, id);
  if (!file) throw notFound(databaseTexts.notFound);
  return file;
}

/** What the command line does with exports, bound to a database. */
export function exportServices({ db, ...waiting }: { db: Knex } & Omit<Waiting, 'onProgress'>) {
  return {
    today: (): PlantDate => plantDate(waiting.clock()),
    /** The next day behind this one on which a furnace run begins. */
    nextCharges: (day: PlantDate): Promise<PlantDate | undefined> => nextRunDay(db, PUBLISHED, day),
    exportAndWait: (request: ExportRequest, requested_by: string, onProgress: NonNullable<Waiting['onProgress']>): Promise<ExportedFile> =>
      exportAndWait(db, request, requested_by, { ...waiting, onProgress }),
  };
}
