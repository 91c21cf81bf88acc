import type { Conflict } from '../../../domain/bars/conflicts.ts';
import type { MovedRules, Rest } from '../../../domain/bars/rules.ts';
import { DAY_MINUTES } from '../../../domain/ground/constants.ts';
import { dayNumber, type PlantDate, plantMinutes } from '../../../domain/ground/plant-time.ts';
import { atOnce, type Steps } from '../../../domain/ground/steps.ts';
import type { PlanSettings } from '../../../domain/plant/plan-settings.ts';
import {
  ownConflicts,
  type PlanningRows,
  type Problem,
  type ReadingOptions,
  readProblemInSteps,
  readyBefore,
  restsOf,
} from '../../../scheduling/index.ts';
import { type Judged, rowsAround } from './around.ts';

/** The rules of their own tasks that bars break where they stand, by the engine's own reading of their lots: what a run would say of them if they were locked. */
export function rulesBroken(plan: Judged, ids: readonly number[], today: PlantDate): Map<number, Conflict[]> {
  const found = new Map<number, Conflict[]>(ids.map((id) => [id, []]));
  const problem = ids.length === 0 ? null : problemAround(plan, ids, today);
  if (!problem) return found;
  for (const { conflict, bars } of ownConflicts(problem)) for (const bar of bars) found.get(bar.entry_id)?.push(conflict);
  return found;
}

/** What bars would obey at each of their facilities, null: at none, by the same reading; of each bar around them, by its id, on which weekdays it may start and what must pass after it. */
export interface RulesAround {
  /** By bar; none of a bar that a run would not plan. */
  rules: ReadonlyMap<number, ReadonlyMap<number | null, MovedRules>>;
  weekdays: ReadonlyMap<number, number>;
  rests: ReadonlyMap<number, Rest>;
}

/** The rules around bars; `facilities` says at which each is asked about. */
export function rulesOfBars(plan: Judged, facilities: ReadonlyMap<number, readonly (number | null)[]>, today: PlantDate): RulesAround {
  const question = {
    facilities,
    rules: new Map<number, Map<number | null, Omit<MovedRules, 'ready'>>>(),
    weekdays: new Map<number, number>(),
  };
  const problem = facilities.size === 0 ? null : problemAround(plan, [...facilities.keys()], today, question);
  if (!problem) return { rules: new Map(), weekdays: new Map(), rests: new Map() };
  const rules = [...question.rules].map(([id, byFacility]) => {
    const ready = readyBefore(problem, id);
    return [id, new Map([...byFacility].map(([facility, own]) => [facility, { ...own, ready }]))] as const;
  });
  return { rules: new Map(rules), weekdays: question.weekdays, rests: restsOf(problem) };
}

/** The problem of the lots around bars that are fixed where they stand; null where none of them is in the plan. */
function problemAround(plan: Judged, ids: readonly number[], today: PlantDate, question?: ReadingOptions['question']): Problem | null {
  const { rows, beside } = rowsAround(plan, ids);
  if (rows.plan_entries.length === 0) return null;
  const fixed = rows.plan_entries.map((entry) => (beside.has(entry.id) ? { ...entry, locked: true } : entry));
  return atOnce(readInPlace({ ...rows, plan_entries: fixed }, plan.plant.settings, today, { question, alone: true }));
}

/** Reads rows with at least one bar as bars are judged: by their place, whatever the clock says. */
export function* readInPlace(
  rows: PlanningRows,
  settings: PlanSettings,
  today: PlantDate,
  options: Pick<ReadingOptions, 'question' | 'alone'> = {},
): Steps<Problem> {
  const now = beforeAll(rows);
  // A reception of today frees the whole day: when it came is not known.
  const receivedUntil = Math.max(now, dayNumber(today) * DAY_MINUTES);
  return (yield* readProblemInSteps(rows, settings, now, { ...options, receivedUntil })).problem;
}

/** A moment at which none of the bars that are still to do has begun: a save is judged by its place, not by the clock. */
function beforeAll({ plan_entries }: PlanningRows): number {
  const starts = plan_entries.filter((entry) => !entry.received_locked).map((entry) => plantMinutes(entry.start_at));
  return Math.floor(Math.min(...starts, plantMinutes(plan_entries[0]!.start_at)) / DAY_MINUTES) * DAY_MINUTES;
}
