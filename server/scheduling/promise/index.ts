import { dateOfDay, dayNumber, type PlantDate } from '../../domain/ground/plant-time.ts';
import type { Steps } from '../../domain/ground/steps.ts';
import type { PlanSettings } from '../../domain/plant/plan-settings.ts';
import { minutes } from '../explain/entries.ts';
import { NONE, type Problem } from '../problem.ts';
import { readForRunInSteps } from '../read-for-run.ts';
import type { PlanningRows } from '../reading/rows/input.ts';
import { type Premise, withPremises } from '../reading/rows/premises.ts';
import type { Solution } from '../solution.ts';
import { dayDone, placedInGaps, standingSolution } from './gaps.ts';
import { type PromisedStep, promisedSteps, type WaitedFor } from './waits.ts';

/** An order that is asked about: the premise that adds it. */
export type AskedOrder = Extract<Premise, { kind: 'order_added' }>;

/** A process of an asked order, where it would stand. */
export interface PromisedEntry {
  /** Which of its lots, from 1. */
  readonly lot: number;
  readonly task_id: number;
  readonly order_task_id: number;
  readonly facility_id: number | null;
  readonly outsourced: boolean;
  /** Empty: none is named. */
  readonly outsourcing_code: string;
  readonly start_minutes: number;
  readonly end_minutes: number;
  /** Days that it waits and for what most of them. */
  readonly wait_days: number;
  readonly waits_for: WaitedFor | null;
  readonly weekdays: number;
}

/** When an asked order could ship with nothing moved; null: there is no room for it. */
export interface PromisedDay {
  readonly date: PlantDate | null;
  readonly entries: readonly PromisedEntry[];
}

/** The plan that stands, with orders in its room that it does not know. */
export interface Promised {
  readonly problem: Problem;
  /** Without them. */
  readonly standing: Solution;
  /** With them. */
  readonly solution: Solution;
  /** The job of each of them, in their order. */
  readonly jobs: readonly number[];
  readonly days: readonly PromisedDay[];
}

/** A plan that stands as questions are asked of it: its problem, and where its bars are. */
export interface StandingPlan {
  readonly problem: Problem;
  readonly solution: Solution;
}

/** Reads the plan that stands. `now` in plant minutes. */
export function* standingPlan(rows: PlanningRows, settings: PlanSettings, now: number): Steps<StandingPlan> {
  const { problem } = yield* readForRunInSteps(rows, settings, now);
  return { problem, solution: standingSolution(problem) };
}

/**
 * Asks when orders could ship beside the plan that stands: each after what the one before it takes, and nothing of the plan moves. Where the plant is changed by
 * `premises`, its plan stands in the changed plant. `known`: the plan as it was read of the same rows, where it was.
 */
export function* promise(
  rows: PlanningRows,
  settings: PlanSettings,
  now: number,
  { asked, premises = [], known }: { asked: readonly AskedOrder[]; premises?: readonly Premise[]; known?: StandingPlan },
): Steps<Promised> {
  const changed = withPremises(rows, premises);
  const standing = known && premises.length === 0 ? known.solution : (yield* standingPlan(changed, settings, now)).solution;
  const asking = withPremises(changed, asked);
  const { problem } = yield* readForRunInSteps(asking, settings, now);
  const codes = new Map(asking.order_tasks.slice(changed.order_tasks.length).map((row) => [row.id, row.outsourcing_code]));
  const jobs = asked.map(({ order_id }) => problem.plant!.orders.findIndex((order) => order.order_id === order_id));
  yield;
  const { solution, clockwork } = placedInGaps(problem, standing, jobs);
  const days = jobs.map((job): PromisedDay => {
    const day = dayDone(problem, solution, job);
    if (day === null) return { date: null, entries: [] };
    const steps = promisedSteps(problem, clockwork, solution, job);
    return { date: dateOf(problem, day), entries: steps.map((step) => entryOf(problem, job, step, codes)) };
  });
  return { problem, standing, solution, jobs, days };
}

function entryOf(problem: Problem, job: number, step: PromisedStep, codes: ReadonlyMap<number, string>): PromisedEntry {
  const { activity, start, end, machine, waits, waits_for, weekdays } = step;
  const { task_id, order_task_id, outsourced } = problem.plant!.tasks[activity]!;
  return {
    lot: problem.activities.chain[activity]! - problem.jobs.chainFrom[job]! + 1,
    task_id,
    order_task_id: order_task_id ?? NONE,
    facility_id: problem.plant!.machines[machine]!.facility_id,
    outsourced,
    outsourcing_code: codes.get(order_task_id ?? NONE) ?? '',
    start_minutes: minutes(problem, start),
    end_minutes: minutes(problem, end),
    wait_days: Math.round((waits / problem.day!.ticks) * 2) / 2,
    waits_for,
    weekdays,
  };
}

/** The date of a day of the horizon. */
export const dateOf = ({ day }: Problem, of: number): PlantDate => dateOfDay(day!.origin + of);

/** The day of the horizon of a date. */
export const dayOf = ({ day }: Problem, date: PlantDate): number => dayNumber(date) - day!.origin;
