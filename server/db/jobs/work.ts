import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Knex } from 'knex';
import { openShared } from '../share.ts';
import { finish, giveBack } from './jobs.ts';
import { CANCEL, type JobThreadData, type JobThreadMessage } from './thread.ts';

/** The job shall stop, or is no longer this worker's: its transaction rolls back. */
export class Superseded extends Error {}

/** What this thread was started with. */
export const threadData = workerData as JobThreadData;

/** Says how far the job is. */
export const say = (phase: string, progress: number): void => parentPort?.postMessage({ phase, progress } satisfies JobThreadMessage);

/** Whether the job shall stop: it was cancelled, its process stops, or another works on it. */
export const stopped = (): boolean => Atomics.load(threadData.flag, 0) !== CANCEL.none;

/** Behind whatever else wants the processor. */
const LAST = 19;

/** Lets everything else go before this thread, and those that it starts: on Linux a priority is a thread's own, elsewhere it would be the program's. */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(LAST);
}

/** Ends a job whose work has stopped: gives it back if its process stops, leaves it alone if another worker has it, else cancels it. */
async function giveUp(db: Knex, cancelledText: string | undefined): Promise<void> {
  const why = Atomics.load(threadData.flag, 0);
  if (why === CANCEL.stop) await giveBack(db, threadData.job);
  else if (why !== CANCEL.lost)
    await finish(db, threadData.job, { status: 'cancelled', ...(cancelledText ? { error: cancelledText } : {}) });
}

/**
 * Does a job's work in its thread, over a connection of its own, and says that the job has ended. `Superseded` means that the work
 * stopped. Any other error is thrown, and the process ends the job.
 */
export async function workJob(
  limits: { statementSeconds: number; lockSeconds: number },
  work: (db: Knex) => Promise<void>,
  cancelledText?: string,
): Promise<void> {
  const db = openShared(threadData.connection, limits);
  try {
    await work(db);
  } catch (error) {
    if (!(error instanceof Superseded)) throw error;
    await giveUp(db, cancelledText);
  } finally {
    await db.destroy();
  }
  parentPort?.postMessage({ finished: true } satisfies JobThreadMessage);
}
