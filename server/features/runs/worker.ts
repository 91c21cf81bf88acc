import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Knex } from 'knex';
import { BEAT_MS, claim, sweep, workerBeat, workerGone } from '../../db/jobs.ts';
import type { Clock } from '../../domain/plant-time.ts';
import { RUN_TEXTS as TEXTS } from '../../domain/texts/runs.ts';
import type { Log } from '../../log.ts';
import { executeRun } from './execute.ts';

/** How soon a queued run is taken. */
const POLL_MS = 500;

/** A name that no other worker has. */
export const workerName = (): string => `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;

/**
 * Works scheduler runs as they are queued, one at a time, until stopped: beats for readiness, sweeps what killed workers left. `stop` gives
 * a run in work back to the queue.
 */
export function startRunWorker({ db, clock, log }: { db: Knex; clock: Clock; log: Log }): { stop(): Promise<void> } {
  const name = workerName();
  const stopping = new AbortController();
  const { signal } = stopping;
  const quietly = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // The database is away for a moment; the next round asks again.
      log.warn({ worker: name, error: String(error) }, 'worker');
    }
  };
  const rounds = [
    repeat(BEAT_MS, signal, () => quietly(() => workerBeat(db, name))),
    repeat(BEAT_MS, signal, () => quietly(() => sweep(db, TEXTS.interrupted))),
    repeat(POLL_MS, signal, () =>
      quietly(async () => {
        const job = await claim(db, { kinds: ['schedule'], worker: name });
        if (job) await executeRun({ db, clock, log, signal }, job);
      }),
    ),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(rounds);
      await quietly(() => workerGone(db, name));
    },
  };
}

/** Does the work, waits, and does it again, until the signal. */
async function repeat(pauseMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await pause(pauseMs, signal);
  }
}

/** Waits; a signal ends the wait. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
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
