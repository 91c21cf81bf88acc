import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Knex } from 'knex';
import type { Clock } from '../../domain/ground/plant-time.ts';
import type { Log } from '../../log.ts';
import { keepOrderStates } from '../sql/states.ts';
import {
  claim,
  isWorked,
  type Job,
  type JobKind,
  jobById,
  LEASE_SECONDS,
  SWEEP_MS,
  sweeper,
  WORKER_BEAT_MS,
  workerAlive,
  workerBeat,
  workerGone,
} from './jobs.ts';
import { clearPassed } from './retention.ts';

/** How often old rows are cleared away. */
const CLEAR_MS = 3_600_000;
/** How soon a queued job is taken. */
const POLL_MS = 500;
/** How often a caller that waits for a job looks at it. */
const WATCH_MS = 300;
/** How long living workers that are free may leave a job in the queue: one that keeps no inbox takes no night. */
const TAKEN_WITHIN_MS = 5_000;

/** What a job is worked with. */
export interface JobContext {
  db: Knex;
  clock: Clock;
  log?: Log;
  /** Aborted when the process stops: the job goes back to the queue. */
  signal?: AbortSignal;
  onProgress?: (share: number, phase: string) => void;
}

/** Works a claimed job to its end and ends it (`finish`, or `giveBack` on the signal); beats meanwhile. Never throws. */
export type JobWork = (context: JobContext, job: Job) => Promise<void>;
/** The kinds of jobs that a process works, each in a lane of its own: a job may wait for one of another kind, not of its own. */
export type JobKinds = { readonly [Kind in JobKind]?: JobWork };

/** A name that no other worker has. */
const workerName = (): string => `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;

/**
 * Works jobs as they are queued, one at a time of each kind, until stopped. Beats for readiness and sweeps the jobs of killed workers;
 * `swept` is told if there were any, `hourly` once an hour. `stop` gives the jobs in work back to the queue; `alive` says whether the last beat is fresh.
 */
export function startJobWorker(
  kinds: JobKinds,
  { db, clock, log, swept, hourly }: { db: Knex; clock: Clock; log: Log; swept?: () => Promise<unknown>; hourly?: () => Promise<unknown> },
): { stop(): Promise<void>; alive(): boolean } {
  const worker = workerName();
  let beaten = performance.now();
  const stopping = new AbortController();
  const { signal } = stopping;
  const sweep = sweeper(db);
  const quietly = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // The database is away for a moment; the next round asks again.
      log.warn({ worker, error: String(error) }, 'worker');
    }
  };
  const lane = ([kind, work]: [JobKind, JobWork]): Promise<void> =>
    repeat(POLL_MS, signal, () =>
      quietly(async () => {
        const job = await claim(db, { kinds: [kind], worker });
        if (!job) return;
        await work({ db, clock, log, signal }, job);
        tellEnd(log, await jobById(db, job.id));
      }),
    );
  const rounds = [
    repeat(WORKER_BEAT_MS, signal, () =>
      quietly(async () => {
        await workerBeat(db, worker);
        beaten = performance.now();
      }),
    ),
    repeat(SWEEP_MS, signal, () =>
      quietly(async () => {
        if ((await sweep()).length > 0) await swept?.();
      }),
    ),
    repeat(CLEAR_MS, signal, () => quietly(() => clearPassed(db))),
    // Where nobody looks at every order, notes of what has changed would gather.
    repeat(CLEAR_MS, signal, () => quietly(() => keepOrderStates(db))),
    ...(hourly ? [repeat(CLEAR_MS, signal, () => quietly(hourly))] : []),
    ...(Object.entries(kinds) as [JobKind, JobWork][]).map(lane),
  ];
  return {
    alive: () => performance.now() - beaten < LEASE_SECONDS * 1000,
    stop: async () => {
      stopping.abort();
      await Promise.all(rounds);
      await quietly(() => workerGone(db, worker));
    },
  };
}

/** A job's statistics, short enough for a line of the log: lists, such as 60 kB of late orders, by their length alone. */
export const inBrief = (statistics: object | null): object | null =>
  statistics && Object.fromEntries(Object.entries(statistics).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]));

/** One line of the log for each job: why one was slow, or failed, stands in it. The journal cuts lines at 48 kB. */
function tellEnd(log: Log, job: Job | undefined): void {
  if (!job) return;
  const { id, kind, status, attempt, requested_by, started_at, finished_at, error, statistics } = job;
  const seconds = started_at && finished_at ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000 : null;
  log.info({ job: id, kind, status, attempt, requested_by, seconds, error, statistics: inBrief(statistics) }, 'job');
}

/**
 * Waits until a job has ended and gives it. Works it here, by `work`, where no worker is alive, or none takes it though no other of its kind is in work: behind
 * one it stands in line. Throws the reason of an aborted signal.
 */
export async function endOfJob(work: JobWork, context: JobContext, id: number, takenWithinMs = TAKEN_WITHIN_MS): Promise<Job> {
  const { db, onProgress, signal } = context;
  const worker = workerName();
  const sweep = sweeper(db);
  let queuedSince = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const job = (await jobById(db, id)) as Job;
    if (job.status !== 'queued' && job.status !== 'running') return job;
    onProgress?.(job.progress, job.phase);
    if (await isWorked(db, job.kind)) queuedSince = performance.now();
    if (performance.now() - queuedSince > takenWithinMs || !(await workerAlive(db))) {
      await sweep();
      const mine = await claim(db, { kinds: [job.kind], worker, id });
      if (mine) {
        await work(context, mine);
        continue;
      }
    }
    await pause(WATCH_MS, signal);
  }
}

/** Does the work, waits, and does it again, until the signal. */
async function repeat(pauseMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await pause(pauseMs, signal);
  }
}

/** Waits; a signal ends the wait. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
    if (signal?.aborted) done();
  });
}
