import { dayOfEnd } from '../calendar.ts';
import { changed } from '../changed.ts';
import { priorityRules } from '../first/priorities.ts';
import { repairPresent } from '../first/repair.ts';
import { completionOf } from '../objective.ts';
import { type Clockwork, createClockwork } from '../place/clockwork.ts';
import { draftOf, solutionOf } from '../place/draft.ts';
import { type Draft, lift, readyByPlaced } from '../place/occupancy.ts';
import { createPlace, PLAIN_TASTE } from '../place/placement.ts';
import { settleStep } from '../place/step.ts';
import { NONE, type PresentPlan, type Problem, stepsOf } from '../problem.ts';
import type { Solution } from '../solution.ts';

/** The plan that stands; what of it can stand no longer is put where there is room. */
export function standingSolution(problem: Problem): Solution {
  const clockwork = createClockwork(problem);
  return repairPresent(changed(problem, { present: problem.present ?? nothingStands(problem) }), clockwork, priorityRules(problem)[0]!);
}

/** A standing plan without any bar. */
function nothingStands({ activities, planningStart }: Problem): PresentPlan {
  const nowhere = (): Int32Array => new Int32Array(activities.count).fill(NONE);
  return { start: nowhere(), end: nowhere(), machine: nowhere(), furnaceRun: nowhere(), nearUntil: planningStart };
}

/**
 * Puts jobs that a plan does not know, the last ones of the problem, into the room that it leaves: one after another, each step as early as it can be. Nothing else
 * moves, and no furnace run of the plan gets longer. A job that finds no room is left out.
 */
export function placedInGaps(problem: Problem, standing: Solution, jobs: readonly number[]): { solution: Solution; clockwork: Clockwork } {
  const clockwork = createClockwork(problem);
  const draft = draftOf(problem, clockwork, widened(standing, problem.activities.count));
  const runs = draft.machineRuns.flat().filter(({ fixed }) => !fixed);
  for (const run of runs) run.fixed = true;
  for (const job of jobs) placeJob(draft, job);
  for (const run of runs) run.fixed = false;
  return { solution: solutionOf(draft), clockwork };
}

/** Places a job on a draft, each step as early as it can be: in several orders of its steps, of which the one that ends first stays. */
function placeJob(draft: Draft, job: number): void {
  const orders = stepOrders(draft, job);
  let [best, first] = [0, Number.POSITIVE_INFINITY];
  orders.forEach((order, at) => {
    const end = placeInOrder(draft, order());
    if (end < first) [best, first] = [at, end];
    liftJob(draft, job);
  });
  if (first < Number.POSITIVE_INFINITY) placeInOrder(draft, orders[best]!());
}

/** Steps of a job, one after another; a step comes behind those of its lot that come before it. */
type Steps = Iterable<number>;

/** Ways in which the lots of a job may go for the same room: lot by lot from the first or from the last, or whichever is ready first, or last. */
function stepOrders(draft: Draft, job: number): (() => Steps)[] {
  const { chains } = draft.problem;
  const lots = Array.from({ length: lotsOf(draft.problem, job) }, (_, at) => draft.problem.jobs.chainFrom[job]! + at);
  const inTurn = (order: readonly number[]): Steps =>
    order.flatMap((chain) => stepsIn(draft.problem, chains.activityFrom[chain]!, chains.activityFrom[chain + 1]!));
  const ways = [() => inTurn(lots)];
  if (lots.length > 1)
    ways.push(
      () => inTurn(lots.toReversed()),
      () => byReady(draft, lots, 1),
      () => byReady(draft, lots, -1),
    );
  return ways;
}

/** How many lots a job has. */
const lotsOf = ({ jobs }: Problem, job: number): number => jobs.chainFrom[job + 1]! - jobs.chainFrom[job]!;

/** The first activities of the free steps within these. */
function stepsIn({ activities }: Problem, from: number, to: number): number[] {
  const steps: number[] = [];
  for (let a = from; a < to; a += 1) if (activities.lead[a] === a && activities.fixedStart[a] === NONE) steps.push(a);
  return steps;
}

/** Of the next steps of all lots the one that is ready first (sign 1) or last (-1), as the draft has those before it. */
function* byReady(draft: Draft, lots: readonly number[], sign: number): Steps {
  const { activityFrom } = draft.problem.chains;
  const waiting = lots
    .map((chain) => stepsIn(draft.problem, activityFrom[chain]!, activityFrom[chain + 1]!))
    .filter((steps) => steps.length > 0);
  while (waiting.length > 0) {
    waiting.sort((one, other) => sign * (readyByPlaced(draft, one[0]!) - readyByPlaced(draft, other[0]!)));
    const [next] = waiting as [number[], ...number[][]];
    yield next.shift()!;
    if (next.length === 0) waiting.shift();
  }
}

/** Places steps one after another; gives the tick at which the last of them ends, infinite where one finds no place. */
function placeInOrder(draft: Draft, steps: Steps): number {
  const place = createPlace();
  let end = 0;
  for (const step of steps) {
    if (!settleStep(draft, step, PLAIN_TASTE, place)) return Number.POSITIVE_INFINITY;
    for (let a = step; draft.problem.activities.lead[a] === step; a += 1) end = Math.max(end, draft.end[a]!);
  }
  return end;
}

function liftJob(draft: Draft, job: number): void {
  const [from, to] = stepsOf(draft.problem, job);
  for (let a = to - 1; a >= from; a -= 1) if (draft.start[a] !== NONE && draft.problem.activities.fixedStart[a] === NONE) lift(draft, a);
}

/** A solution of a problem with fewer activities, in one that has more behind them. */
function widened(solution: Solution, count: number): Solution {
  const wider = (cells: Int32Array): Int32Array => {
    const wide = new Int32Array(count).fill(NONE);
    wide.set(cells);
    return wide;
  };
  const { start, end, mode, furnaceRun, furnaceRuns } = solution;
  return { start: wider(start), end: wider(end), mode: wider(mode), furnaceRun: wider(furnaceRun), furnaceRuns };
}

/** The day of the horizon on which a job is done in a plan; null where something of it has no place. */
export function dayDone(problem: Problem, { end }: Solution, job: number): number | null {
  if (end.subarray(...stepsOf(problem, job)).includes(NONE)) return null;
  return dayOfEnd(problem.day!, completionOf(problem, end, job));
}
