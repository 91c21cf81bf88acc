import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { openShared, type Place } from '../../../db/share.ts';
import { type Advice, advise, type Budget, type Problem, readForRun } from '../../../scheduling/index.ts';
import { runOptions } from '../ask/plan-settings.service.ts';
import { publishedId } from '../misfits/misfits.store.ts';
import { inSnapshot, loadRows } from '../work/load-rows.ts';
import { searchSeconds } from '../work/search-seconds.ts';

/** What the thread is started with; plain data. */
export interface AdviceTask {
  connection: Place;
  orderId: number;
  /** Plant minutes. */
  now: number;
}

/** What it answers: as far as it is known, and whether that is all. */
export interface Told {
  advice: Advice;
  final: boolean;
}

/** A short search says at once what at most has to be paid; the one that a run would make lasts as long as a run. */
const BRIEFLY = { first: { seconds: 1 }, more: { seconds: 0.4 } };
/** Where there are few tasks a search of so many moves for each of them finds nothing more. */
const ROUNDS_ENOUGH = 100;
const LIMITS = { statementSeconds: 60, lockSeconds: 10 };

const { connection, orderId, now } = workerData as AdviceTask;
const elapsed = (): number => performance.now() / 1000;
const tell = (advice: Advice, final: boolean): void => parentPort?.postMessage({ advice, final } satisfies Told);

/** Reads the published plan as a run would, makes the plans in which the order is less late with a short search, and again with a run's. */
const db = openShared(connection, LIMITS);
const { rows, options } = await inSnapshot(db, async (trx) => ({
  options: await runOptions(trx, {}),
  rows: await loadRows(trx, await publishedId(trx)),
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

/** Whether there is nothing that a longer search could say otherwise. */
function isSettled({ first, partner, capacity }: Advice): boolean {
  return first === null && partner === null && capacity === null;
}
