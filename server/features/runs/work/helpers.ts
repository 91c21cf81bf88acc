import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { MOST_THREADS } from '../../../domain/plant/plan-settings.ts';
import { createTeam, type Problem, type Team } from '../../../scheduling/index.ts';
import { startThread } from '../../../thread.ts';
import type { HelperData } from './helper-thread.ts';

/** Threads that help to plan a problem; without `team` there are none. */
export interface Helpers {
  readonly team: Team | undefined;
  /** The error that ended one of them. */
  readonly errors: readonly string[];
  /** Ends those that have not ended with the run. Never throws. */
  end(): Promise<void>;
}

/** How many threads a run of this setting has: 0 means all cores but one. */
export const threadsOf = (setting: number): number => setting || Math.max(1, Math.min(MOST_THREADS, availableParallelism() - 1));

const MODULE = new URL('./helper-thread.ts', import.meta.url);

/** Starts what a run of so many threads needs beside its own. Where one of them dies the run goes on without it; they end with the thread that starts them. */
export function startHelpers(problem: Problem, threads: number, module: URL = MODULE): Helpers {
  if (threads <= 1) return { team: undefined, errors: [], end: async () => undefined };
  const team = createTeam(problem, threads);
  const errors: string[] = [];
  const start = (member: number): Worker => {
    const workerData: HelperData = { problem: { ...problem, plant: null }, team, member };
    const worker = startThread(module, { workerData });
    return worker.on('error', (error) => errors.push(String(error)));
  };
  const workers = Array.from({ length: threads - 1 }, (_, index) => start(index + 1));
  return {
    team,
    errors,
    async end() {
      await Promise.allSettled(workers.map((worker) => worker.terminate()));
    },
  };
}
