import { atOnce, type Steps } from '../domain/ground/steps.ts';
import type { PlanSettings } from '../domain/plant/plan-settings.ts';
import { unfitBefore } from './first/unfit.ts';
import { createClockwork } from './place/clockwork.ts';
import { NONE } from './problem.ts';
import { type Ground, groundOf, type ReadProblem, readOn, workingDaysAhead } from './reading/index.ts';
import { isFinished } from './reading/lots/steps.ts';
import type { PlanningRows } from './reading/rows/input.ts';

/**
 * Reads the rows for a run, as `readProblem` does. Bars inside the frozen days are freed if they no longer fit (their facility was closed, they take longer),
 * with all bars behind them in their lots: kept, they would make the plan impossible. `now` in plant minutes.
 */
export const readForRun = (rows: PlanningRows, settings: PlanSettings, now: number): ReadProblem =>
  atOnce(readForRunInSteps(rows, settings, now));

/** The same in steps. */
export function* readForRunInSteps(rows: PlanningRows, settings: PlanSettings, now: number): Steps<ReadProblem> {
  const ground = groundOf(rows, settings, now);
  yield;
  return yield* readOn(ground, settings.frozen_days === 0 ? {} : { freed: yield* unfitEntries(ground) });
}

/** Entries inside the frozen days that cannot stay, found among the bars that can be in their way. */
function* unfitEntries(ground: Ground): Steps<Set<number>> {
  const until = workingDaysAhead(ground.horizon, ground.facts.settings.frozen_days);
  const { problem } = yield* readOn(ground, { lots: lotsBefore(ground, until) });
  return new Set(unfitBefore(problem, createClockwork(problem), until).flatMap((a) => problem.plant!.tasks[a]!.entry_id ?? []));
}

/**
 * Lots with an unfinished bar that begins before a tick: no other bar can be in the way there. Where a bar's predecessor begins later (moved by hand, a lot may
 * stand in the wrong order), whether it stays depends on all that begins before that one.
 */
function lotsBefore({ facts, horizon }: Ground, until: number): Set<number> {
  const found = new Set<number>();
  const lots = facts.rows.lots.map(({ id }) => ({ id, starts: startsOf({ facts, horizon }, id) }));
  let reach = until;
  for (let reached = NONE; reached !== reach; ) {
    reached = reach;
    for (const { id, starts } of lots) {
      const last = starts.findLastIndex((start) => start < reached);
      if (last === -1) continue;
      found.add(id);
      reach = starts.slice(0, last).reduce((latest, start) => Math.max(latest, start + 1), reach);
    }
  }
  return found;
}

/** Starts of the unfinished bars of a lot in the order of its processes, those made by hand behind them. */
function startsOf({ facts, horizon }: Ground, lot: number): number[] {
  const open = (facts.tasksOfLot.get(lot) ?? []).filter((row) => !isFinished(row, facts.entryOfOrderTask.get(row.id) ?? null));
  const linked = open.flatMap((row) => facts.entryOfOrderTask.get(row.id) ?? []);
  const byHand = (facts.handMadeOfLot.get(lot) ?? []).filter((entry) => !entry.received_locked);
  return [...linked, ...byHand].map((entry) => horizon.tickAt(entry.start_at));
}
