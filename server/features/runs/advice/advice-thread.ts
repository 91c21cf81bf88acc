import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { PUBLISHED } from '../../../db/plan.ts';
import { openShared, type Place } from '../../../db/share.ts';
import { type Advice, advise, type Budget, type Problem, readForRun } from '../../../scheduling/index.ts';
import { runOptions } from '../ask/plan-settings.service.ts';
import { inSnapshot, loadRows } from '../work/load-rows.ts';
import { searchSeconds } from '../work/search-seconds.ts';

/** The data that the thread is started with, all of it plain. */
export interface AdviceTask {
  connection: Place;
  orderId: number;
  /** The present, in plant minutes. */
  now: number;
}

/** A message of the thread: the advice as far as it is known. `final` says that no other message follows. */
export interface Told {
  advice: Advice;
  final: boolean;
}

/**
 * The budgets of the short search, in seconds. It soon gives an upper limit of what helping the order costs; the search that follows lasts as long as
 * a run.
 */
const BRIEFLY = { first: { seconds: 1 }, more: { seconds: 0.4 } };
/** Moves for each activity after which a search of a small plan finds nothing more. */
const ROUNDS_ENOUGH = 100;
const LIMITS = { statementSeconds: 60, lockSeconds: 10 };

const { connection, orderId, now } = workerData as AdviceTask;
const elapsed = (): number => performance.now() / 1000;
const tell = (advice: Advice, final: boolean): void => parentPort?.postMessage({ advice, final } satisfies Told);

/**
 * The thread reads the published plan as a run would and seeks plans in which the order is less late: first with a short search, then with one as
 * long as a run.
 */
const db = openShared(connection, LIMITS);
const { rows, options } = await inSnapshot(db, async (trx) => ({
  options: await runOptions(trx, {}),
  rows: await loadRows(trx, PUBLISHED),
})).finally(() => db.destroy());
const from = elapsed();
const { problem } = readForRun(rows, options.settings, now);
const seconds = searchSeconds(options.time_limit_seconds, problem, elapsed() - from);
const how = { seed: options.seed, moving: options.settings.moving, elapsed };
const brief = advise(problem, orderId, { ...how, budgets: BRIEFLY });
if (isSettled(brief)) tell(brief, true);
else {
  tell(brief, false);
  const budget = asARun(problem);
  // What the others pay is known before there is more room to try.
  const onFirst = (known: Pick<Advice, 'replanned' | 'first'>): void => tell({ ...brief, ...known }, false);
  tell(advise(problem, orderId, { ...how, budgets: { first: budget, more: budget }, onFirst }), true);
}

function asARun({ activities }: Problem): Budget {
  return { seconds, rounds: ROUNDS_ENOUGH * activities.count };
}

/** Whether the advice is empty, so that a longer search cannot change it. */
function isSettled({ first, partner, capacity }: Advice): boolean {
  return first === null && partner === null && capacity === null;
}
