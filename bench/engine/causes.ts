import { parseArgs } from 'node:util';
import { standing } from '../../seeds/demo/standing-rows.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { addDays, dateOfDay, weekday } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from '../../server/domain/plant/plan-settings.ts';
import { RUN_MESSAGES } from '../../server/domain/texts/plan/runs.ts';
import { withOneMoreUnit } from '../../server/scheduling/advice/changes.ts';
import { daysLate, standingEnds } from '../../server/scheduling/advice/effect.ts';
import { explainLate, isOfOthers, type LateOrder } from '../../server/scheduling/explain/causes.ts';
import { findClosures } from '../../server/scheduling/explain/closures.ts';
import type { LateWait } from '../../server/scheduling/explain/outcome.ts';
import { RELIEFS, relieved } from '../../server/scheduling/explain/relief.ts';
import type { Wait } from '../../server/scheduling/explain/wait.ts';
import {
  advise,
  asItStands,
  explain,
  type Outcome,
  type PlanningRows,
  type Problem,
  readForRun,
  type SolveOptions,
  solve,
} from '../../server/scheduling/index.ts';
import { textTable } from '../text-table.ts';
import { cpuClock } from './clock.ts';
import { busiest, closed, outOfOrder } from './disturbances.ts';
import { foundryOf, NOW, SHAPES, TODAY } from './shapes.ts';

/** The first Monday behind it. */
const MONDAY = '2026-04-06';

/** A plan that stands, and what is said of it. */
interface Made {
  rows: PlanningRows;
  problem: Problem;
  outcome: Outcome;
  late: readonly LateOrder[];
}

function planned(rows: PlanningRows, parts: Partial<PlanSettings>, options: Pick<SolveOptions, 'budget' | 'seed'>): Made {
  const settings = { ...DEFAULT_PLAN_SETTINGS, ...parts };
  const { problem } = readForRun(rows, settings, NOW);
  const result = solve(problem, { ...options, moving: settings.moving, elapsed: cpuClock() });
  const stands = asItStands(rows, settings, NOW, problem)(result.solution);
  const outcome = explain(problem, result, stands);
  return { rows: { ...rows, ...standing(outcome) }, problem: stands.problem, outcome, late: explainLate(stands) };
}

/**
 * Whether what is said of late orders is true. `[--tasks 1000] [--seconds 10] [--seeds 1] [--sample 4] [--only PART]`, for the demo, a dense plant and foundries
 * of other shapes: do the parts of each order add up, is everybody named who stands in the way, does advice that is followed by another run win at least half of
 * what it promises, are the same bars told by the same words, and are closed days told before the work of others where a furnace was closed for a week, and is
 * a stop named where the order went to another furnace.
 */
export async function benchCauses(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '10' },
      seeds: { type: 'string', default: '1' },
      sample: { type: 'string', default: '4' },
      only: { type: 'string' },
    },
  });
  const [seconds, sample] = [Number(values.seconds), Number(values.sample)];
  const lines = [['plant', 'tasks', 'seed', 'late', 'days', 'no other plan %', 'not adding up', 'behind others', 'named', 'same words']];
  const shut = [
    [
      'furnace closed a week',
      'tasks',
      'seed',
      'moving',
      'late',
      'closed days in the wait',
      'weekdays',
      'told first',
      'named',
      'not adding up',
    ],
  ];
  const stops = [
    ['stopped', 'tasks', 'seed', 'moving', 'late', 'missed a stopped one', 'named', 'told first', 'blamed too much', 'not adding up'],
  ];
  const followed = [['plant', 'tasks', 'seed', 'advice', 'followed', 'half or more', 'promised', 'won']];
  for (const name of Object.keys(SHAPES).filter((shape) => !values.only || shape.includes(values.only)))
    for (const tasks of values.tasks.split(',').map(Number))
      for (const seed of values.seeds.split(',').map(Number)) {
        const made = planned(foundryOf({ shape: name, tasks }), {}, { budget: { seconds }, seed });
        const who = [name, String(tasks), String(seed)];
        lines.push([...who, ...truths(made), sameWords(made)]);
        for (const row of follow(made, { seconds: seconds / 5, sample })) followed.push([...who, ...row]);
        for (const row of closedFor(made, { seconds: seconds / 2, seed })) shut.push([...who, ...row]);
        for (const row of stoppedFor(made, { seconds: seconds / 2, seed })) stops.push([...who, ...row]);
      }
  process.stdout.write(`${textTable(lines)}\n${textTable(shut)}\n${textTable(stops)}\n${textTable(followed)}`);
}

const sum = (of: readonly { days: number }[]): number => of.reduce((days, one) => days + one.days, 0);

/** Late orders, their days, the share of them that no other assignment takes away, lines that do not add up, and who of those behind others names them. */
function truths({ late, outcome }: Made): string[] {
  const behind = late.filter(({ parts }) => sum(parts.filter(({ cause }) => isOfOthers(cause))) >= 1);
  const named = behind.filter(({ wait }) => wait && (wait.laterInTime + wait.laterLate + wait.earlier > 0 || wait.mate));
  const wrong = late.filter(({ days, parts }) => sum(parts) !== days);
  const days = sum(late);
  const own = days === 0 ? 0 : Math.round((100 * sum(outcome.figures.unavoidable)) / days);
  return [late.length, days, own, wrong.length, behind.length, named.length].map(String);
}

const barsOf = ({ outcome }: Made): string =>
  JSON.stringify(outcome.entries.map((e) => [e.order_task_id, e.facility_id, e.start_minutes, e.end_minutes]));
const wordsOf = ({ outcome: { messages, late, figures } }: Made): string =>
  JSON.stringify([
    late,
    figures.unavoidable,
    messages.flatMap(({ code, params }) => (params.cause ? [RUN_MESSAGES[code]!({ code, ...params } as never)] : [])),
  ]);

/** `same / compared`: other ways to the same bars, with frozen days, by what no longer fits alone, and over a change where nothing stands. */
function sameWords(made: Made): string {
  const none = { budget: { rounds: 0 }, seed: 1 };
  const again = planned(made.rows, {}, none);
  const used = new Set(made.outcome.entries.map(({ facility_id }) => facility_id));
  const idle = made.rows.facilities.find(({ id }) => !used.has(id));
  const changed = made.rows.facilities.map((one) => (one === idle ? { ...one, availability: one.availability + 1 } : one));
  const others = [
    ...[3, 10, 365].map((frozen_days) => planned(made.rows, { frozen_days }, none)),
    planned(made.rows, { moving: 'misfits' }, { budget: { rounds: 500 }, seed: 1 }),
    ...(idle ? [planned({ ...made.rows, facilities: changed }, {}, none)] : []),
  ];
  const equal = others.filter((other) => barsOf(other) === barsOf(again));
  return `${equal.filter((other) => wordsOf(other) === wordsOf(again)).length} / ${equal.length}`;
}

/**
 * The same plant with its busiest furnace closed from the next Monday to Friday, planned again both ways: of the late orders with closed days or other weekdays in
 * their waits, how many tell all of these days before a day of others.
 */
function closedFor(made: Made, options: { seconds: number; seed: number }): string[][] {
  const furnace = busiest(made.outcome, NOW, made.outcome.runs.length > 0);
  const rows = closed(made.rows, furnace, MONDAY, 5);
  return (['misfits', 'standard'] as const).map((moving) => {
    const again = planned(rows, { moving }, { budget: { seconds: options.seconds }, seed: options.seed });
    const waits = again.outcome.late.flatMap((note) => (note.wait ? [{ note, days: daysHeld(rows, note.wait) }] : []));
    const held = waits.filter(({ days }) => days.closed + days.weekday > 0);
    const first = held.filter(({ note: { parts }, days }) => {
      const of = (...names: string[]): number => sum(parts.filter(({ part }) => names.includes(part)));
      return of('earlier_due', 'later_due') === 0 || (of('closed_calendar', 'stopped') >= days.closed && of('weekday') >= days.weekday);
    });
    const [late, , , wrong, behind, named] = truths(again) as [string, string, string, string, string, string];
    const counts = [held.filter(({ days }) => days.closed > 0).length, held.filter(({ days }) => days.weekday > 0).length];
    return [moving, late, ...counts.map(String), `${first.length} / ${held.length}`, `${named} / ${behind}`, wrong];
  });
}

/**
 * The same plant with its busiest furnace out of order from today until Monday after next, then with the next one of the same work, too, planned again both ways. Of
 * the late orders that wait while a stopped furnace of their process stands empty and the open ones are taken, how many name the stop, and tell all of these days
 * before a day of others; and how many name more days of a stop than there are.
 */
function stoppedFor(made: Made, options: { seconds: number; seed: number }): string[][] {
  const first = busiest(made.outcome, NOW, made.outcome.runs.length > 0);
  const works = (id: number): readonly number[] => made.rows.facilities.find((one) => one.id === id)!.task_ids;
  const second = made.rows.facilities.find(
    ({ id, active, task_ids }) => active && id !== first && task_ids.some((task) => works(first).includes(task)),
  );
  return [[first], ...(second ? [[first, second.id]] : [])].flatMap((furnaces) => {
    const rows = furnaces.reduce((changed, id) => outOfOrder(changed, id, TODAY, STOPPED_DAYS), made.rows);
    return (['misfits', 'standard'] as const).map((moving) => {
      const again = planned(rows, { moving }, { budget: { seconds: options.seconds }, seed: options.seed });
      const waits = again.late.flatMap((order) => (order.wait ? [{ order, wait: order.wait, missed: missedDays(again, order.wait) }] : []));
      const held = waits.filter(({ missed }) => missed.empty > 0);
      const of = ({ parts }: LateOrder, ...causes: string[]): number => sum(parts.filter(({ cause }) => causes.includes(cause)));
      const named = held.filter(({ order }) => of(order, 'stopped') > 0 || !order.parts.some(({ cause }) => isOfOthers(cause)));
      const told = held.filter(
        ({ order, missed }) =>
          !order.parts.some(({ cause }) => isOfOthers(cause)) || of(order, 'stopped', 'closed_calendar') >= missed.empty,
      );
      const wrong = waits.filter(({ wait, missed }) => wait.days.stopped > missed.most);
      const adding = again.late.filter(({ days, parts }) => sum(parts) !== days).length;
      const counts = [again.late.length, held.length, named.length, told.length, wrong.length, adding];
      return [`${furnaces.length}, ${moving}`, ...counts.map(String)];
    });
  });
}

/** From today until Monday after next. */
const STOPPED_DAYS = 12;

/**
 * Days of a wait on which a stopped facility could have taken it: by the stops of the rows and the bars of the plan, day by day. `empty`: nothing stands there, and all that
 * are open are taken; `most`: nothing that fills the whole day stands there, with the days of rest behind.
 */
function missedDays({ rows, problem, outcome }: Made, { activity, from, to, weekdays, machine }: Wait): { empty: number; most: number } {
  const { modes, activities, day } = problem;
  const every = Array.from(modes.machine.subarray(activities.modeFrom[activity]!, activities.modeFrom[activity + 1]!));
  const missed = { empty: 0, most: 0 };
  let behind = false;
  for (let d = Math.floor(from / day!.ticks); d < Math.floor(to / day!.ticks); d += 1) {
    const date = dateOfDay(day!.origin + d);
    if (rows.holidays.some((row) => row.date === date)) {
      if (behind) missed.most += 1;
      continue;
    }
    const isAllowed = weekdays.length === 0 || weekdays.includes(weekday(date));
    const at = every.map((m) => {
      const id = problem.plant!.machines[m]!.facility_id;
      const override = rows.facility_availabilities.find((row) => row.facility_id === id && row.date === date);
      const units = override?.units ?? rows.facilities.find((row) => row.id === id)?.availability ?? 0;
      const begin = (day!.origin + d) * DAY_MINUTES + 8 * 60;
      const there = outcome.entries.filter(
        (entry) => entry.facility_id === id && entry.start_minutes < begin + DAY_MINUTES && entry.end_minutes > begin,
      );
      return {
        m,
        units,
        stopped: Boolean(override?.stop) && units === 0,
        bars: there.length,
        all: there.filter((entry) => entry.start_minutes <= begin && entry.end_minutes >= begin + 8 * 60).length,
      };
    });
    const stopped = at.filter((one) => one.stopped && (isAllowed || one.m === machine));
    behind = stopped.some(({ all }) => all === 0);
    if (behind) missed.most += 1;
    // The first day may be over when it could begin.
    if (
      d > Math.floor(from / day!.ticks) &&
      isAllowed &&
      stopped.some(({ bars }) => bars === 0) &&
      at.every(({ units, bars }) => bars >= units)
    )
      missed.empty += 1;
  }
  return missed;
}

/** Days of a wait on which the plant works and the facility is closed, and on which it is open and the weekday is none of the process's: by the rows, day by day. */
function daysHeld(rows: PlanningRows, { facility_id, from, to, weekdays }: LateWait): { closed: number; weekday: number } {
  const held = { closed: 0, weekday: 0 };
  const usual = rows.facilities.find(({ id }) => id === facility_id)?.availability ?? 1;
  for (let date = from; date < to; date = addDays(date, 1)) {
    const units = rows.facility_availabilities.find((row) => row.facility_id === facility_id && row.date === date)?.units;
    if (rows.holidays.some((row) => row.date === date)) continue;
    if ((units ?? usual) === 0) held.closed += 1;
    else if (weekdays.length > 0 && !weekdays.includes(weekday(date))) held.weekday += 1;
  }
  return held;
}

/** What is followed of an order: what it is called, the days it promises, and the days that are won. */
interface Followed {
  advice: string;
  promised: number;
  won: number;
}

/** Follows a sample of each cause, and of each advice with a price, by another run with another seed. */
function follow(made: Made, { seconds, sample }: { seconds: number; sample: number }): string[][] {
  const { problem } = readForRun(made.rows, DEFAULT_PLAN_SETTINGS, NOW);
  const before = daysLate(problem, standingEnds(problem));
  const won = (changed: Problem, job: number): number => {
    const { solution } = solve(changed, { budget: { seconds }, seed: 7, moving: 'standard', elapsed: cpuClock(), first: [job] });
    return before[job]! - daysLate(changed, solution.end)[job]!;
  };
  const done: Followed[] = [];
  const causes = new Map<string, LateOrder[]>();
  for (const order of made.late) causes.set(order.main.cause, [...(causes.get(order.main.cause) ?? []), order]);
  for (const [cause, orders] of causes)
    for (const { job, main } of orders.slice(0, sample))
      if (isOfOthers(main.cause) || cause in CHANGES)
        done.push({ advice: cause, promised: main.days, won: won((CHANGES[cause] ?? ((same) => same))(problem), job) });
  const behind = made.late.filter(({ parts }) => parts.some(({ cause }) => isOfOthers(cause)));
  for (const { job, wait } of behind.slice(0, 2 * sample)) {
    const { first, capacity } = advise(problem, problem.plant!.orders[job]!.order_id, {
      budgets: { first: { seconds: seconds / 2 }, more: { seconds: seconds / 4 } },
      seed: 1,
      moving: 'standard',
      elapsed: cpuClock(),
    });
    if (first) done.push({ advice: '→ placed first', promised: first.gain_days, won: won(problem, job) });
    if (capacity && wait)
      done.push({ advice: '→ a unit more', promised: capacity.gain_days, won: won(withOneMoreUnit(problem, wait.machine), job) });
  }
  return [...new Set(done.map(({ advice }) => advice))].map((advice) => {
    const own = done.filter((one) => one.advice === advice);
    const half = own.filter((one) => one.won * 2 >= one.promised);
    const total = (of: (one: Followed) => number): number => own.reduce((days, one) => days + of(one), 0);
    return [advice, ...[own.length, half.length, total((one) => one.promised), total((one) => one.won)].map(String)];
  });
}

/** The problem in which a cause is gone. */
const CHANGES: Readonly<Record<string, (problem: Problem) => Problem>> = Object.fromEntries(
  RELIEFS.map((relief) => [
    relief,
    (problem: Problem) =>
      relief === 'closed_calendar' ? findClosures(problem, problem.day!).opened : relieved(problem, new Set([relief])),
  ]),
);
