import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { DEFAULT_TIME_LIMIT_SECONDS, SEED } from '../../../domain/plant/run-options.ts';
import { type Advice, advise, type Budget, type Problem } from '../../../scheduling/index.ts';
import type { Lent } from '../desk/questions.ts';
import { searchSeconds } from '../work/search-seconds.ts';

/** The data that the thread is started with. */
export interface AdviceTask {
  orderId: number;
  /** At which the problem of the standing plan arrives. */
  from: MessagePort;
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

const { orderId, from } = workerData as AdviceTask;
const elapsed = (): number => performance.now() / 1000;
const tell = (advice: Advice, final: boolean): void => parentPort?.postMessage({ advice, final } satisfies Told);

/**
 * The thread seeks plans in which the order is less late than in the one that stands: first with a short search, then with one as long as a run.
 */
const [{ problem, settings }] = (await once(from, 'message')) as [Lent];
from.close();
const seconds = searchSeconds(DEFAULT_TIME_LIMIT_SECONDS, problem, 0);
const how = { seed: SEED, moving: settings.moving, elapsed };
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
