import { dayOfEnd } from '../calendar.ts';
import { changed } from '../changed.ts';
import { priorityRules } from '../first/priorities.ts';
import { repairPresent } from '../first/repair.ts';
import { completionOf } from '../objective.ts';
import { type Clockwork, createClockwork } from '../place/clockwork.ts';
import { draftOf, solutionOf } from '../place/draft.ts';
import type { Draft } from '../place/occupancy.ts';
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

/** Places the steps of a job on a draft, each as early as it can be. */
function placeJob(draft: Draft, job: number): void {
  const { activities } = draft.problem;
  const [from, to] = stepsOf(draft.problem, job);
  const place = createPlace();
  for (let a = from; a < to; a += 1)
    if (activities.lead[a] === a && activities.fixedStart[a] === NONE) settleStep(draft, a, PLAIN_TASTE, place);
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
