import { type PlantBound, plantBound } from '../bounds/index.ts';
import { hoursOf } from '../calendar.ts';
import { type MoveCause, movesOf } from '../moves.ts';
import { UNPLACED_COST } from '../objective.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Solution, SolveResult } from '../solution.ts';
import type { Stands } from './as-it-stands.ts';
import { findLate } from './causes.ts';
import { conflictMessages } from './conflicts.ts';
import { describeEntries } from './entries.ts';
import { lateMessages } from './late.ts';
import type { Outcome, PlanFigures } from './outcome.ts';
import { stepsWithoutPlace, unplacedMessages } from './unplaced.ts';
import { openBetween } from './wait.ts';

/**
 * Entries, furnace runs, messages and figures of a plan. Needs a problem that was read from rows. `stands`: the same bars without what only the frozen days
 * keep (`asItStands`): why an order is late is asked of the plan, not of the run. `causes`: why steps moved; undefined where no plan stands.
 */
export function explain(
  problem: Problem,
  result: Pick<SolveResult, 'solution' | 'score'>,
  stands: Stands = { problem, ...result },
  causes?: ReadonlyMap<number, MoveCause>,
): Outcome {
  if (!problem.plant) throw new TypeError('explain needs a problem with plant; this one has none');
  const { solution } = result;
  const { entries, runs } = describeEntries(problem, problem.plant, solution, causes);
  const { messages: lateness, late, unavoidable } = lateMessages(stands);
  const messages = [
    ...lateness,
    ...conflictMessages(problem, problem.plant, solution),
    ...unplacedMessages(problem, problem.plant, solution),
  ];
  return {
    entries,
    runs,
    messages,
    late,
    figures: { ...figuresOf(problem, result, runs.length), unavoidable: unavoidable.map(({ cause, days }) => ({ part: cause, days })) },
  };
}

function figuresOf(
  problem: Problem,
  { solution, score }: Pick<SolveResult, 'solution' | 'score'>,
  runs: number,
): Omit<PlanFigures, 'unavoidable'> {
  const { lead } = problem.activities;
  const unplaced = stepsWithoutPlace(problem, solution);
  const placed = lead.filter((step, a) => step === a && !unplaced.has(step));
  const bound = plantBound(problem);
  const orders = problem.plant!.orders.filter((order) => order.open).length;
  const late = findLate(problem, solution);
  return {
    orders,
    late_orders: late.length,
    late_days: late.reduce((sum, { days }) => sum + days, 0),
    tasks: placed.length,
    unplaced: unplaced.size,
    runs,
    load: loadsOf(problem, solution),
    moved: movesOf(problem, solution).entries,
    bound,
    gap_percent: gapPercent(score.total - score.unplaced * UNPLACED_COST, bound),
  };
}

/** Gap to the bound as a share of the score without unavoidable lateness, in percent. Rounded up to a tenth, so that it stays proved. */
function gapPercent(total: number, bound: PlantBound): number | null {
  const gap = total - bound.total;
  if (gap <= 1e-9) return 0;
  return bound.total > 0 ? Math.min(100, Math.ceil((gap / (total - bound.tardiness)) * 1000) / 10) : null;
}

/** Hours used and open per facility, from the planning start to the plan's last end. */
function loadsOf(problem: Problem, solution: Solution): PlanFigures['load'] {
  const end = solution.end.reduce((last, tick) => Math.max(last, tick), problem.planningStart);
  const used = new Float64Array(problem.machines.length);
  for (let a = 0; a < problem.activities.count; a += 1) {
    const mode = solution.mode[a]!;
    if (solution.start[a] === NONE || solution.furnaceRun[a] !== NONE || problem.activities.fixedStart[a] !== NONE) continue;
    used[problem.modes.machine[mode]!]! += problem.modes.duration[mode]!;
  }
  for (const { machine, from, to } of problem.blocks)
    used[machine]! += openBetween(problem, machine, Math.max(from, problem.planningStart), to, false);
  for (const furnaceRun of solution.furnaceRuns)
    used[furnaceRun.machine]! += Math.max(0, furnaceRun.end - Math.max(furnaceRun.start, problem.planningStart));
  return problem.plant!.machines.flatMap(({ facility_id }, m) => {
    if (facility_id === null) return [];
    return [{ facility_id, hours: hoursOf(used[m]!), open_hours: hoursOf(openBetween(problem, m, problem.planningStart, end, true)) }];
  });
}
