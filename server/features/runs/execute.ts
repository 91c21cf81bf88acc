import type { Knex } from 'knex';
import { beat, finish, giveBack, type Job } from '../../db/jobs.ts';
import { connectionOf } from '../../db/share.ts';
import type { Clock } from '../../domain/plant-time.ts';
import { RUN_TEXTS as TEXTS } from '../../domain/texts/runs.ts';
import type { Log } from '../../log.ts';
import { startThread } from '../../thread.ts';
import type { RunOptions } from './plan-settings.ts';
import { CANCEL, type ThreadData, type ThreadMessage } from './thread-protocol.ts';

/** How often a running job says how far it is and hears whether it shall stop. Far inside the lease. */
const TELL_MS = 500;
/** A thread that was told to stop and does not within this time is ended. */
const PATIENCE_MS = 10_000;

/** What a worker runs with. */
export interface RunContext {
  db: Knex;
  clock: Clock;
  log?: Log;
  /** Aborted when the process stops: the job goes back to the queue. */
  signal?: AbortSignal;
  onProgress?: (share: number, phase: string) => void;
}

/**
 * Works a claimed scheduler run in a thread of its own: this side beats, passes progress on and hears of cancelling; the thread reads,
 * solves, checks, publishes and ends the job. Whatever the thread dies of ends the job in error. Never throws.
 */
export async function executeRun(context: RunContext, job: Job): Promise<void> {
  const { db, clock, log, signal } = context;
  try {
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const options = job.payload as unknown as RunOptions;
    const workerData: ThreadData = {
      connection: await connectionOf(db),
      job: { id: job.id, attempt: job.attempt },
      requested_by: job.requested_by,
      options,
      now_ms: clock(),
      flag,
    };
    const thread = startThread(new URL('./run-thread.ts', import.meta.url), {
      workerData,
    });
    await attended(context, job, thread, flag);
  } catch (error) {
    log?.error({ job: job.id, err: error }, 'run failed');
    if (signal?.aborted) await giveBack(db, job).catch(() => undefined);
    else await finish(db, job, { status: 'error', error: TEXTS.interrupted }).catch(() => undefined);
  }
}

type Thread = ReturnType<typeof startThread>;

/** Stays with the thread until it ends. Throws what it died of. */
async function attended({ db, signal, onProgress }: RunContext, job: Job, thread: Thread, flag: Int32Array): Promise<void> {
  const at = { progress: 0, phase: 'read' };
  const ask = (why: number): void => {
    Atomics.compareExchange(flag, 0, CANCEL.none, why);
    setTimeout(() => void thread.terminate(), PATIENCE_MS).unref();
  };
  const stop = (): void => ask(CANCEL.stop);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  const timer = setInterval(async () => {
    const told = await beat(db, job, at).catch(() => undefined);
    if (told && (!told.held || told.cancel) && Atomics.load(flag, 0) === CANCEL.none) ask(told.held ? CANCEL.cancel : CANCEL.lost);
  }, TELL_MS);
  try {
    const ended = await new Promise<boolean>((resolve, reject) => {
      let finished = false;
      thread.on('message', (message: ThreadMessage) => {
        if ('finished' in message) finished = true;
        else {
          Object.assign(at, message);
          onProgress?.(message.progress, message.phase);
        }
      });
      thread.on('error', reject);
      thread.on('exit', () => resolve(finished));
    });
    if (!ended) throw new Error('the run thread ended without an answer');
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', stop);
  }
}
