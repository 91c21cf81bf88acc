import type { Knex } from 'knex';
import { cancel, claim, enqueue, type Job, jobById, pendingJob, sweep, workerAlive } from '../../db/jobs.ts';
import { notFound } from '../../domain/errors.ts';
import type { Clock } from '../../domain/plant-time.ts';
import { databaseTexts } from '../../domain/texts/database.ts';
import { RUN_TEXTS as TEXTS } from '../../domain/texts/runs.ts';
import type { Log } from '../../log.ts';
import { executeRun } from './execute.ts';
import { changePlanSettings, planSettings, type RunBody, runOptions, type ShownSetting } from './plan-settings.ts';
import { newestRun } from './runs.store.ts';
import { pause, workerName } from './worker.ts';

const WATCH_MS = 300;

/** Asks for a run; while one is pending its entry comes back (`created: false`). */
export async function requestRun(db: Knex, body: RunBody, requested_by: string): Promise<{ job: Job; created: boolean }> {
  const options = await runOptions(db, body);
  return enqueue(db, { kind: 'schedule', payload: { ...options }, requested_by });
}

/** Cancels a run. Throws not found. */
export async function cancelRun(db: Knex, id: number): Promise<Job> {
  const job = await cancel(db, 'schedule', id);
  if (!job) throw notFound(databaseTexts.notFound);
  return job;
}

/** How a caller that waits hears of the run. */
export interface Waiting {
  clock: Clock;
  log?: Log;
  onProgress?: (share: number, phase: string) => void;
}

/**
 * Asks for a run and waits for its end, so that the run sees everything written before this call: one that had already started is waited
 * for, and another asked for. Works the run itself unless a worker is alive.
 */
export async function runAndWait(db: Knex, body: RunBody, requested_by: string, waiting: Waiting): Promise<Job> {
  for (;;) {
    const { job, created } = await requestRun(db, body, requested_by);
    const ended = await ending(db, job.id, waiting);
    if (created || job.status === 'queued') return ended;
  }
}

/** The job once it has ended; works it here while no worker is alive. */
async function ending(db: Knex, id: number, { clock, log, onProgress }: Waiting): Promise<Job> {
  const worker = workerName();
  for (;;) {
    const job = (await jobById(db, id)) as Job;
    if (job.status !== 'queued' && job.status !== 'running') return job;
    onProgress?.(job.progress, job.phase);
    if (!(await workerAlive(db))) {
      await sweep(db, TEXTS.interrupted);
      const mine = await claim(db, { kinds: ['schedule'], worker, id });
      if (mine) await executeRun({ db, clock, log, onProgress }, mine);
    }
    await pause(WATCH_MS);
  }
}

/** What the command line does with runs, bound to a database. */
export function runServices({ db, clock, log }: { db: Knex; clock: Clock; log?: Log }) {
  return {
    request: async (body: RunBody, requested_by: string): Promise<Job> => (await requestRun(db, body, requested_by)).job,
    runAndWait: (body: RunBody, requested_by: string, onProgress?: Waiting['onProgress']): Promise<Job> =>
      runAndWait(db, body, requested_by, { clock, log, onProgress }),
    newest: (): Promise<Job | undefined> => newestRun(db),
    pending: (): Promise<Job | undefined> => pendingJob(db, 'schedule'),
    cancel: (id: number): Promise<Job> => cancelRun(db, id),
    settings: (): Promise<ShownSetting[]> => planSettings(db),
    changeSettings: (changes: Record<string, unknown>, actor: string): Promise<void> => changePlanSettings(db, changes, actor),
  };
}
