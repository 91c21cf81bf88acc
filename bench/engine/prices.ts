import { parseArgs } from 'node:util';
import { standing } from '../../seeds/demo/standing-rows.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { daysLate, standingEnds } from '../../server/scheduling/advice/effect.ts';
import { explainLate, isBehindOthers } from '../../server/scheduling/explain/causes.ts';
import {
  advise,
  type Budget,
  type Effect,
  explain,
  type PlanningRows,
  type Problem,
  readForRun,
  solve,
} from '../../server/scheduling/index.ts';
import { textTable } from '../text-table.ts';
import { cpuClock } from './clock.ts';
import { foundryOf, NOW } from './shapes.ts';

const RUN_SEED = 1;
/** Of the run that follows: it meets another plant than the price did by half a day, a thread or a busy machine; another seed stands for all of these. */
const OTHER_SEED = 7;
/** How far a price may lie from what comes. */
const NEAR = 0.15;

/** Days late of all orders: before, as the price said of a placing first, and as a run made them. */
interface Priced {
  readonly before: number;
  readonly told: number;
  readonly came: number;
}

/**
 * What placing an order first costs the others, as it is told and as it comes: `[--tasks 1000] [--share 20] [--rounds 20] [--seeds 1,2] [--sample 10] [--only PART]`.
 * A run makes `rounds` moves for each task, a price at once a `share`th of them, and then as many as a run.
 */
export async function benchPrices(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '20' },
      share: { type: 'string', default: '20' },
      seeds: { type: 'string', default: '1,2' },
      sample: { type: 'string', default: '10' },
      only: { type: 'string' },
    },
  });
  const lines = [
    ['plant', 'tasks', 'seed', 'search', 'prices', 'within 15 %', 'or no less', 'both', 'frightens', 'before', 'told', 'came'],
  ];
  const all = new Map<string, Priced[]>();
  for (const name of ['demo', 'dense', 'two furnaces'].filter((shape) => !values.only || shape.includes(values.only)))
    for (const seed of values.seeds.split(',').map(Number)) {
      const problem = plantOf(foundryOf({ shape: name, tasks: Number(values.tasks) }), seed, Number(values.rounds));
      const rounds = Number(values.rounds) * problem.activities.count;
      const budgets = { 'at once': { rounds: Math.ceil(rounds / Number(values.share)) }, 'as a run': { rounds } };
      for (const [search, priced] of pricesOf(problem, budgets, Number(values.sample))) {
        lines.push([name, values.tasks, String(seed), search, ...row(priced)]);
        process.stdout.write(`${lines.at(-1)!.join('  ')}\n`);
        all.set(search, [...(all.get(search) ?? []), ...priced]);
      }
    }
  for (const [search, priced] of all) lines.push(['all', '', '', search, ...row(priced)]);
  process.stdout.write(textTable(lines));
}

/** The plant with a plan of half the moves of a run standing. */
function plantOf(rows: PlanningRows, seed: number, rounds: number): Problem {
  const { problem } = readForRun(rows, DEFAULT_PLAN_SETTINGS, NOW);
  const budget: Budget = { rounds: (rounds / 2) * problem.activities.count };
  const outcome = explain(problem, solve(problem, { budget, seed, elapsed: cpuClock() }));
  return readForRun({ ...rows, ...standing(outcome) }, DEFAULT_PLAN_SETTINGS, NOW).problem;
}

/** Prices of placing first, by the search that they are made with, of a sample of the late orders behind others, from the latest to the least late. */
function pricesOf(problem: Problem, budgets: Readonly<Record<string, Budget>>, sample: number): Map<string, Priced[]> {
  const stands = { problem, solution: solve(problem, { budget: { rounds: 0 }, seed: RUN_SEED }).solution };
  const behind = explainLate(stands).filter(isBehindOthers);
  const prices = new Map(Object.keys(budgets).map((search): [string, Priced[]] => [search, []]));
  const before = total(daysLate(problem, standingEnds(problem)));
  for (let at = 0; at < behind.length; at += Math.max(1, Math.floor(behind.length / sample))) {
    const { job } = behind[at]!;
    const { order_id } = problem.plant!.orders[job]!;
    const told = Object.entries(budgets).map(([search, budget]): [string, Effect | null] => [
      search,
      advise(problem, order_id, { seed: RUN_SEED, moving: 'standard', budgets: { first: budget, more: { rounds: 0 } } }).first,
    ]);
    if (told.every(([, effect]) => effect === null)) continue;
    const { solution } = solve(problem, { budget: budgets['as a run']!, seed: OTHER_SEED, moving: 'standard', first: [job] });
    const came = total(daysLate(problem, solution.end));
    for (const [search, effect] of told) if (effect) prices.get(search)!.push({ before, told: before + effect.total_days, came });
  }
  return prices;
}

const total = (days: readonly (number | null)[]): number => days.reduce<number>((sum, own) => sum + (own ?? 0), 0);

/** How many, how many near, how many no less than came, either, and how many say that all get later where they do not; and the means. */
function row(priced: readonly Priced[]): string[] {
  const near = ({ told, came }: Priced): boolean => Math.abs(told - came) <= NEAR * came;
  const safe = ({ told, came }: Priced): boolean => told >= came;
  const counts = [near, safe, (one: Priced) => near(one) || safe(one), ({ before, told, came }: Priced) => told > before && came <= before];
  const mean = (of: (one: Priced) => number): number =>
    Math.round(priced.reduce((sum, one) => sum + of(one), 0) / Math.max(1, priced.length));
  return [
    priced.length,
    ...counts.map((is) => priced.filter(is).length),
    ...[mean(({ before }) => before), mean(({ told }) => told), mean(({ came }) => came)],
  ].map(String);
}
