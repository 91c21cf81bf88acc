import { unfitBefore } from './first/unfit.ts';
import { createClockwork } from './place/clockwork.ts';
import { readProblem, workingDaysAhead } from './reading/index.ts';
import type { PlanningRows } from './reading/rows/input.ts';
import type { PlanSettings } from './settings.ts';

/**
 * Reads the rows for a run, as `readProblem` does. Bars inside the frozen days are freed if they no longer fit (their facility was closed, they take longer),
 * with all bars behind them in their lots: kept, they would make the plan impossible. `now` in plant minutes.
 */
export function readForRun(rows: PlanningRows, settings: PlanSettings, now: number): ReturnType<typeof readProblem> {
  if (settings.frozen_days === 0) return readProblem(rows, settings, now);
  const { problem } = readProblem(rows, { ...settings, frozen_days: 0 }, now);
  const { planningStart, day, plant } = problem;
  const until = workingDaysAhead({ planningStart, day: day! }, settings.frozen_days);
  const freed = unfitBefore(problem, createClockwork(problem), until).flatMap((a) => plant!.tasks[a]!.entry_id ?? []);
  return readProblem(rows, settings, now, { freed: new Set(freed) });
}
