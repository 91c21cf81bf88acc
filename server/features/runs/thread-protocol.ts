import type { Connection } from '../../db/embedded.ts';
import type { Claim } from '../../db/jobs.ts';
import type { RunOptions } from './plan-settings.ts';

/** Why the thread shall stop: the flag's values. */
export const CANCEL = {
  none: 0,
  /** Someone cancelled the run. */
  cancel: 1,
  /** The process stops: the job goes back to the queue. */
  stop: 2,
  /** The job is no longer this worker's. */
  lost: 3,
} as const;

/** What the thread is started with; plain data. */
export interface ThreadData {
  connection: Connection;
  job: Claim;
  requested_by: string;
  options: RunOptions;
  /** The injected present. */
  now_ms: number;
  /** One Int32 in shared memory, a value of CANCEL. */
  flag: Int32Array;
}

export type Phase = 'read' | 'solve' | 'check' | 'explain' | 'publish';

/** What the thread says: how far it is, at last that it ended the job itself. */
export type ThreadMessage = { progress: number; phase: Phase } | { finished: true };
