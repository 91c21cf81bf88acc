import type { PlanSettings } from '../../domain/plant/plan-settings.ts';
import { NONE, type Problem } from '../problem.ts';
import { readProblem } from '../reading/index.ts';
import type { PlanningRows } from '../reading/rows/input.ts';
import type { FurnaceRun, Solution } from '../solution.ts';

/** A plan and the problem that it is a plan of. */
export interface Stands {
  readonly problem: Problem;
  readonly solution: Solution;
}

/**
 * Gives plans of a problem as they stand: their bars in the problem of the same rows without frozen days, so that nothing of what a plan tells depends on how it
 * was made. What people hold stays fixed. `now` in plant minutes. The rows are read once, for all plans.
 */
export function asItStands(rows: PlanningRows, settings: PlanSettings, now: number, made: Problem): (solution: Solution) => Stands {
  if (settings.frozen_days === 0) return (solution) => ({ problem: made, solution });
  const { problem } = readProblem(rows, { ...settings, frozen_days: 0 }, now);
  const sources = sourcesOf(problem, made);
  return (solution) => ({ problem, solution: transferred(problem, made, sources, solution) });
}

/** A plan's bars in another problem; `sources`: of each activity there the one that it is in the plan's own. */
function transferred(problem: Problem, made: Problem, sources: Int32Array, solution: Solution): Solution {
  const { activities, modes, fixedFurnaceRuns } = problem;
  const { fixedStart: start, fixedEnd: end, fixedFurnaceRun: furnaceRun } = activities;
  const placed = { start: start.slice(), end: end.slice(), mode: activities.modeFrom.slice(0, -1), furnaceRun: furnaceRun.slice() };
  const furnaceRuns: (FurnaceRun & { members: number[] })[] = fixedFurnaceRuns.map((run) => ({ ...run, members: [] }));
  /** By the run's index in the plan as it was made. */
  const runs = new Map<number, number>();
  furnaceRun.forEach((run, a) => {
    if (run === NONE) return;
    furnaceRuns[run]!.members.push(a);
    if (sources[a] !== NONE) runs.set(solution.furnaceRun[sources[a]!]!, run);
  });
  for (let a = 0; a < activities.count; a += 1) {
    const source = sources[a]!;
    if (activities.fixedStart[a] !== NONE || source === NONE || solution.start[source] === NONE) continue;
    const facility = made.plant!.machines[made.modes.machine[solution.mode[source]!]!]!.facility_id;
    const machine = problem.plant!.machines.findIndex(({ facility_id }) => facility_id === facility);
    const own = modes.machine.subarray(activities.modeFrom[a]!, activities.modeFrom[a + 1]!);
    const mode = activities.modeFrom[a]! + Math.max(0, own.indexOf(machine));
    placed.mode[a] = mode;
    placed.start[a] = solution.start[source]!;
    placed.end[a] = solution.end[source]!;
    if (modes.recipe[mode] === NONE) continue;
    const known = runs.get(solution.furnaceRun[source]!);
    const run = known ?? furnaceRuns.length;
    if (known === undefined)
      furnaceRuns.push({ machine, recipe: modes.recipe[mode]!, start: placed.start[a]!, end: placed.end[a]!, members: [] });
    if (solution.furnaceRun[source] !== NONE) runs.set(solution.furnaceRun[source]!, run);
    furnaceRuns[run]!.members.push(a);
    placed.furnaceRun[a] = run;
  }
  return { ...placed, furnaceRuns };
}

/** Of each activity the one that is the same part of the same order task; NONE where there is none. A kept bar has as many parts as it has furnace runs. */
function sourcesOf({ activities, plant }: Problem, made: Problem): Int32Array {
  const keyOf = ({ plant: of }: Problem, a: number): number => of!.tasks[a]!.order_task_id ?? -1 - (of!.tasks[a]!.entry_id ?? 0);
  const leads = new Map<number, number>();
  for (let a = made.activities.count - 1; a >= 0; a -= 1) leads.set(keyOf(made, a), made.activities.lead[a]!);
  return Int32Array.from({ length: plant ? activities.count : 0 }, (_, a) => {
    const lead = leads.get(keyOf({ activities, plant } as Problem, a));
    if (lead === undefined) return NONE;
    let source = lead;
    for (let part = activities.lead[a]!; part < a && made.activities.lead[source + 1] === lead; part += 1) source += 1;
    return source;
  });
}
