import type { Knex } from 'knex';
import { enqueue, type Job } from '../../db/jobs/jobs.ts';
import { endOfJob, type JobContext } from '../../db/jobs/worker.ts';
import { notFound, refused } from '../../domain/ground/errors.ts';
import { type Instant, plantDate, toInstant } from '../../domain/ground/plant-time.ts';
import { NIGHT_TEXTS as TEXTS } from '../../domain/texts/nightly.ts';
import { HTTP } from '../../domain/texts/program/http.ts';
import type { Log } from '../../log.ts';
import { leftOutWorkbook } from '../imports/history.service.ts';
import type { NightSetting } from './context.ts';
import { workNight } from './night.ts';
import { endCutOff, insertNight, nightOfJob } from './nightly.store.ts';
import { findNight, importsWithLeftOut, insertAcknowledgement, type Night, nightRows, startOf, waitingNights } from './reads.store.ts';
import { type KeptTimetable, keepTimetable, timetableNow } from './timetable.ts';

export type { NightSetting } from './context.ts';
export { lookAtFolders, type NightFolder, warnOfFolders } from './folders.ts';
export { workNight } from './night.ts';
export { endCutOff } from './nightly.store.ts';
export type { Night } from './reads.store.ts';

const ACTOR = 'nightly';
/** Nobody: what no employee has seen. */
const NO_EMPLOYEE = 0;

/** A firing of the timetable had its night already. */
class HadIt extends Error {}

/**
 * Asks for a night: while one is queued or under way its job comes back, and a firing of the timetable has one night, however many processes
 * hear it; undefined where it had its own.
 */
export async function requestNight(
  db: Knex,
  { firing = null, requested_by, now_ms }: { firing?: Instant | null; requested_by: string; now_ms: number },
): Promise<Job | undefined> {
  try {
    return await db.transaction(async (trx) => {
      const { job, created } = await enqueue(trx, { kind: 'nightly', requested_by });
      if (created) await endCutOff(trx);
      const night = { job_id: job.id, firing, day: plantDate(now_ms), started_at: toInstant(now_ms) };
      if (created && (await insertNight(trx, night)) === undefined) throw new HadIt();
      return job;
    });
  } catch (error) {
    if (error instanceof HadIt) return undefined;
    throw error;
  }
}

/** Asks for a night and waits for its end; works it here unless a worker takes it. Throws refused without an inbox. */
export async function nightAndWait(
  context: JobContext,
  setting: NightSetting | undefined,
  requested_by: string,
): Promise<{ job: Job; night: Night | undefined }> {
  const { db, clock } = context;
  if (!setting) throw refused(TEXTS.notConfigured);
  const queued = (await requestNight(db, { requested_by, now_ms: clock() })) as Job;
  const job = await endOfJob(workNight(setting), context, queued.id);
  await endCutOff(db);
  const night = await nightOfJob(db, job.id);
  return { job, night: night && (await findNight(db, night.id, NO_EMPLOYEE)) };
}

/** Keeps the timetable of nights in this process. */
export const startTimetable = (context: { db: Knex; clock: () => number; log: Log; cron: string | undefined }): KeptTimetable =>
  keepTimetable({
    ...context,
    begin: (firing) => requestNight(context.db, { firing, requested_by: ACTOR, now_ms: context.clock() }),
  });

/** What stands above the boards: the oldest night that waits to be confirmed, with the newer ones, else the newest that has ended; whether one is under way or was missed. */
export async function latestNight(db: Knex, employeeId: number) {
  const { waiting, ended, running } = await waitingNights(db, employeeId);
  const [first = ended, ...others] = waiting;
  const night = first === undefined ? undefined : await findNight(db, first, employeeId);
  return {
    ...(await timetableNow(db, Date.now())),
    running,
    waiting: waiting.length > 0,
    night: night ?? null,
    newer: others.length === 0 ? [] : await nightRows(db, others, employeeId),
  };
}

/** One night. Throws not found. */
export async function oneNight(db: Knex, id: number, employeeId: number): Promise<Night> {
  const night = await findNight(db, id, employeeId);
  if (!night) throw notFound(HTTP.notFound);
  return night;
}

/** Notes that an employee has seen a night. Throws not found. */
export async function acknowledgeNight(db: Knex, id: number, employeeId: number): Promise<void> {
  if ((await startOf(db, id)) === undefined) throw notFound(HTTP.notFound);
  await insertAcknowledgement(db, id, employeeId);
}

/** The rows that a night's imports left out as a workbook. Throws not found where there are none. */
export async function nightLeftOut(db: Knex, id: number): Promise<{ name: string; bytes: Uint8Array }> {
  const at = await startOf(db, id);
  if (at === undefined) throw notFound(HTTP.notFound);
  const bytes = await leftOutWorkbook(db, await importsWithLeftOut(db, id));
  return { name: TEXTS.leftOutFile(plantDate(at).replaceAll('-', '')), bytes };
}

/** What the command line does with nights, bound to a database. */
export const nightServices = (context: Omit<JobContext, 'onProgress'>, setting: NightSetting | undefined) => ({
  nightAndWait: (requested_by: string, onProgress: NonNullable<JobContext['onProgress']>) =>
    nightAndWait({ ...context, onProgress }, setting, requested_by),
});
