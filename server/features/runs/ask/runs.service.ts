import type { Knex } from 'knex';
import { transaction } from '../../../db/errors.ts';
import { cancel, enqueue, type Job, pendingJob } from '../../../db/jobs/jobs.ts';
import { workInThread } from '../../../db/jobs/thread.ts';
import { endOfJob, type JobContext, type JobWork } from '../../../db/jobs/worker.ts';
import { PUBLISHED } from '../../../db/plan.ts';
import { conflict, invalid, notFound, refused } from '../../../domain/ground/errors.ts';
import { codeKey } from '../../../domain/ground/fold.ts';
import type { Clock } from '../../../domain/ground/plant-time.ts';
import { RUN_TEXTS } from '../../../domain/texts/plan/runs.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import type { Log } from '../../../log.ts';
import { idsBySerial, newestRun, openAmong, type RunStatistics } from '../runs.store.ts';
import { changePlanSettings, planSettings, type RunBody, type RunOptions, runOptions, type ShownSetting } from './plan-settings.service.ts';

export type { RunBody } from './plan-settings.service.ts';

/** Works a claimed run: a thread reads, solves, checks, publishes and ends the job. */
export const workRun: JobWork = (context, job) => workInThread(context, job, new URL('../work/run-thread.ts', import.meta.url));

/** The run that a call gets. */
interface Asked {
  job: Job;
  created: boolean;
  /** It does what was asked: whoever names nothing takes the one that is pending as it is. */
  granted: boolean;
}

/**
 * Asks for a run; while one is pending its entry comes back (`created: false`). Throws invalid for orders to be placed first that are not there or finished.
 */
export async function askForRun(db: Knex, body: RunBody, requested_by: string): Promise<Asked> {
  const options = await runOptions(db, body);
  const wanted = await openAmong(db, PUBLISHED, options.first_orders);
  if (wanted.size < options.first_orders.length) throw invalid({ first_orders: [databaseTexts.notFound] });
  if ([...wanted.values()].includes(false)) throw invalid({ first_orders: [RUN_TEXTS.finished_orders] });
  return transaction(db, async (trx) => {
    const asked = await enqueue(trx, { kind: 'schedule', payload: { ...options }, requested_by });
    const granted = asked.created || isDoneBy(body, asked.job);
    return { ...asked, granted };
  });
}

/** Asks for a run as `askForRun` does. Throws a conflict where the pending one does otherwise than is asked. */
export async function requestRun(db: Knex, body: RunBody, requested_by: string): Promise<Job> {
  const { job, granted } = await askForRun(db, body, requested_by);
  if (!granted) throw conflict(RUN_TEXTS.other_pending);
  return job;
}

/** Whether a run has every setting that is named, however long it searches, and places first every order that is to be. */
function isDoneBy({ first_orders: orders = [], time_limit_seconds: _, ...settings }: RunBody, { payload }: Job): boolean {
  const run = payload as Partial<RunOptions>;
  const own: Record<string, unknown> = { ...run.settings };
  const wanted = Object.entries(settings).filter(([, value]) => value !== undefined);
  return wanted.every(([name, value]) => own[name] === value) && orders.every((order) => run.first_orders?.includes(order));
}

async function ordersNamed(db: Knex, serials: readonly string[]): Promise<number[]> {
  const ids = await idsBySerial(db, serials.map(codeKey));
  const unknown = serials.filter((serial) => !ids.has(codeKey(serial)));
  if (unknown.length > 0) throw refused(RUN_TEXTS.unknown_orders(unknown));
  return serials.map((serial) => ids.get(codeKey(serial))!);
}

/** Cancels a run. Throws not found. */
export async function cancelRun(db: Knex, id: number): Promise<Job> {
  const job = await transaction(db, (trx) => cancel(trx, 'schedule', id));
  if (!job) throw notFound(databaseTexts.notFound);
  return job;
}

/** What a run said of itself when it was complete. */
export const statisticsOf = (run: Job): RunStatistics => (run.statistics ?? {}) as RunStatistics;

/** Whether the run does what was asked, with everything that was written before. */
export const seesAll = ({ job, created, granted }: Asked): boolean => created || (granted && job.status === 'queued');

/** How a caller that waits hears of the run. */
export type Waiting = Omit<JobContext, 'db' | 'signal'>;

/**
 * Asks for a run and waits for its end, so that the run sees everything written before this call and does what is asked: one that had already started, or does
 * otherwise, is waited for, and another asked for. Works the run itself where no worker takes it.
 */
export async function runAndWait(db: Knex, body: RunBody, requested_by: string, waiting: Waiting): Promise<Job> {
  for (;;) {
    const asked = await askForRun(db, body, requested_by);
    const ended = await endOfJob(workRun, { db, ...waiting }, asked.job.id);
    if (seesAll(asked)) return ended;
  }
}

/** What the command line does with runs, bound to a database. */
export function runServices({ db, clock, log }: { db: Knex; clock: Clock; log?: Log }) {
  return {
    request: (body: RunBody, requested_by: string): Promise<Job> => requestRun(db, body, requested_by),
    runAndWait: (body: RunBody, requested_by: string, onProgress?: Waiting['onProgress']): Promise<Job> =>
      runAndWait(db, body, requested_by, { clock, log, onProgress }),
    /** The ids of the orders of these serial numbers, in that order. Throws refused where one is not there. */
    ordersNamed: (serials: readonly string[]): Promise<number[]> => ordersNamed(db, serials),
    newest: (): Promise<Job | undefined> => newestRun(db),
    pending: (): Promise<Job | undefined> => pendingJob(db, 'schedule'),
    cancel: (id: number): Promise<Job> => cancelRun(db, id),
    settings: (): Promise<ShownSetting[]> => planSettings(db),
    changeSettings: (changes: Record<string, unknown>, actor: string): Promise<void> => changePlanSettings(db, changes, actor),
  };
}
