import type { Worker } from 'node:worker_threads';
import { JOB_INTERRUPTED } from '../../domain/texts/program/database.ts';
import { startThread } from '../../thread.ts';
import { announce } from '../events.ts';
import { connectionOf, type Place } from '../share.ts';
import { BEAT_MS, beat, type Claim, finish, giveBack, type Job } from './jobs.ts';
import type { JobContext } from './worker.ts';

/** A thread that was told to stop and does not within this time is ended. */
const PATIENCE_MS = 10_000;

/** Why a job's thread shall stop: the flag's values. */
export const CANCEL = {
  none: 0,
  /** Someone cancelled the job. */
  cancel: 1,
  /** The process stops: the job goes back to the queue. */
  stop: 2,
  /** The job is no longer this worker's. */
  lost: 3,
} as const;

/** What every job's thread is started with; plain data. */
export interface JobThreadData {
  connection: Place;
  job: Claim;
  requested_by: string;
  payload: Record<string, unknown>;
  /** The injected present. */
  now_ms: number;
  /** One Int32 in shared memory, a value of CANCEL. */
  flag: Int32Array;
}

/** Words of the thread: how far it is, and at last that it has ended the job itself. */
export type JobThreadMessage = { progress: number; phase: string } | { finished: true };

/**
 * Works a claimed job in a thread of its own. This side beats, passes progress on and hears of cancelling; the thread works and ends the
 * job. If the thread dies, the job ends in error. Never throws.
 */
export async function workInThread(context: JobContext, job: Job, module: URL): Promise<void> {
  const { db, clock, log, signal } = context;
  try {
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const { id, attempt, requested_by, payload } = job;
    const workerData: JobThreadData = {
      connection: await connectionOf(db),
      job: { id, attempt },
      requested_by,
      payload,
      now_ms: clock(),
      flag,
    };
    await attended(context, job, startThread(module, { workerData }), flag);
  } catch (error) {
    log?.error({ job: job.id, kind: job.kind, err: error }, 'job failed');
    if (signal?.aborted) await giveBack(db, job).catch(() => undefined);
    else await finish(db, job, { status: 'error', error: JOB_INTERRUPTED[job.kind] }).catch(() => undefined);
  }
}

/** Stays with the thread until it ends. Throws the error it died of. */
async function attended({ db, signal, onProgress }: JobContext, job: Job, thread: Worker, flag: Int32Array): Promise<void> {
  const at = { progress: 0, phase: '' };
  const ask = (why: number): void => {
    Atomics.compareExchange(flag, 0, CANCEL.none, why);
    setTimeout(() => void thread.terminate(), PATIENCE_MS).unref();
  };
  const stop = (): void => ask(CANCEL.stop);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  let announced = '';
  const timer = setInterval(async () => {
    const told = await beat(db, job, at).catch(() => undefined);
    const now = `${Math.round(at.progress * 100)} ${at.phase}`;
    if (job.kind === 'schedule' && told?.held && now !== announced) {
      announced = now;
      await announce(db, { kind: 'progress', job: job.id, ...at }).catch(() => undefined);
    }
    if (told && (!told.held || told.cancel) && Atomics.load(flag, 0) === CANCEL.none) ask(told.held ? CANCEL.cancel : CANCEL.lost);
  }, BEAT_MS);
  try {
    const ended = await new Promise<boolean>((resolve, reject) => {
      let finished = false;
      thread.on('message', (message: JobThreadMessage) => {
        if ('finished' in message) finished = true;
        else {
          Object.assign(at, message);
          onProgress?.(message.progress, message.phase);
        }
      });
      thread.on('error', reject);
      thread.on('exit', () => resolve(finished));
    });
    if (!ended) throw new Error("the job's thread ended without an answer");
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', stop);
  }
}
