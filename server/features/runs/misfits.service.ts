import type { Knex } from 'knex';
import { announce } from '../../db/events.ts';
import { connectionOf } from '../../db/share.ts';
import { type Clock, plantDate } from '../../domain/plant-time.ts';
import { startThread } from '../../thread.ts';
import type { MisfitsAsked } from './misfits-thread.ts';

/** What was counted: of which changes, and how many; null: not yet. */
interface Counted {
  by: string;
  count: number | null;
}

/** By database: the newest count, or the one under way. */
const counts = new WeakMap<Knex, Counted>();

/**
 * How many bars that the next run places anew break a rule where they stand since the plan was made, by the engine's reading of the whole plan: counted once for
 * the same changes (`by`), in a thread. Null while that is not known; who follows the inputs is told once it is.
 */
export function misfits(db: Knex, clock: Clock, by: string): number | null {
  const known = counts.get(db);
  if (known?.by === by) return known.count;
  // One at a time: who asks after it is told asks for what has changed meanwhile.
  if (known?.count === null) return null;
  const own: Counted = { by, count: null };
  counts.set(db, own);
  countInThread(db, clock).then(
    (count) => {
      own.count = count;
      return announce(db, { kind: 'inputs' }).catch(() => undefined);
    },
    // The next who asks tries again.
    () => counts.delete(db),
  );
  return null;
}

async function countInThread(db: Knex, clock: Clock): Promise<number> {
  const now_ms = clock();
  const workerData: MisfitsAsked = { connection: await connectionOf(db), today: plantDate(now_ms), now_ms };
  const thread = startThread(new URL('./misfits-thread.ts', import.meta.url), { workerData });
  // A process that stops does not wait for it.
  thread.unref();
  return new Promise((resolve, reject) => {
    thread.on('message', resolve);
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('the thread ended without a count')));
  });
}
