import { parseArgs } from 'node:util';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import {
  type PlanningRows,
  type Premise,
  type Proposal,
  readForRun,
  solve,
  tryProposals,
  withPremises,
  withSettings,
} from '../../server/scheduling/index.ts';
import { textTable } from '../text-table.ts';
import { BOTTLENECKS, type BottleneckPlant, bottleneckPlant, planned } from './bottlenecks.ts';
import { cpuClock } from './clock.ts';
import { foundryOf, NOW, SHAPES } from './shapes.ts';

/** One plant: what was proposed first, whether that is what was planted, and what became of it. */
interface Measure {
  planted: string;
  tasks: number;
  trials: number;
  shown: number;
  /** null: nobody knows. */
  right: boolean | null;
  noise: number;
  late: number;
  promised: number;
  won: number[];
  seconds: number;
}

const SEEDS = [1, 2, 3] as const;
/** The run that follows the first proposal has other seeds, and so many times the rounds. */
const [OTHER_SEEDS, LONGER] = [[4, 5], 4];
/** What is won lies within this of what was promised. */
const [LEAST, MOST] = [0.8, 1.2];

/** A made plant, what is planted there, and the rounds of each search. */
interface Case {
  readonly planted: string;
  readonly number: number;
  readonly rounds: number;
  readonly plant: () => BottleneckPlant;
}

/**
 * Whether what is proposed first is what keeps the orders of a plant late, for plants in which one thing does, and whether a longer run wins what was promised; and
 * whether nothing is proposed where nothing helps. Foundries of other shapes tell how much is promised and won where nobody knows what is right.
 * `[--plants 10] [--rounds 300] [--tasks 1000] [--only unit,dense]`.
 */
export async function benchProposals(args: string[]): Promise<Measure[]> {
  const { values } = parseArgs({
    args,
    options: {
      plants: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '300' },
      tasks: { type: 'string', default: '1000' },
      only: { type: 'string' },
    },
  });
  const only = values.only?.split(',');
  const cases = casesOf(Number(values.plants), Number(values.rounds), Number(values.tasks));
  const measures = cases.filter(({ planted }) => !only || only.includes(planted)).map(measure);
  const lines = [...new Set(measures.map(({ planted }) => planted))].map((planted) =>
    line(measures.filter((one) => one.planted === planted)),
  );
  process.stdout.write(textTable([HEAD, ...lines]));
  return measures;
}

/** Ten plants in which nothing helps are of two kinds. */
const HELPLESS: readonly string[] = ['overdue', 'waiting'];
const ROUNDS_A_TASK = 2;

function casesOf(plants: number, rounds: number, tasks: number): Case[] {
  const made = BOTTLENECKS.flatMap((planted) =>
    Array.from({ length: Math.ceil(HELPLESS.includes(planted) ? plants / 2 : plants) }, (_, at) => ({
      planted,
      rounds,
      number: at + 1,
      plant: () => bottleneckPlant(planted, at + 1),
    })),
  );
  const shapes = Object.keys(SHAPES).map((planted) => ({
    planted,
    rounds: tasks * ROUNDS_A_TASK,
    number: 1,
    plant: () => planned(foundryOf({ shape: planted, tasks })),
  }));
  return [...made, ...shapes];
}

function measure({ planted, number, rounds, plant }: Case): Measure {
  const { rows, truth } = plant();
  const clock = cpuClock();
  const { proposals, noise_days } = tryProposals(rows, DEFAULT_PLAN_SETTINGS, NOW, { budget: { rounds }, seeds: SEEDS })!;
  const seconds = clock();
  const shown = proposals.filter((one) => one.shown);
  const [first] = shown;
  const right = truth === undefined ? null : first ? isTruth(first, truth) : truth === null;
  const late = first?.late_days[0] ?? proposals[0]?.late_days[0] ?? 0;
  const promised = first ? first.late_days[0] - first.late_days[1] : 0;
  const longer = (premises: readonly Premise[], seed: number): number => daysLate(rows, premises, { rounds: rounds * LONGER, seed });
  const won = first ? OTHER_SEEDS.map((seed) => longer([], seed) - longer(first.premises, seed)) : [];
  if (right !== true)
    process.stdout.write(`${planted} ${number}: ${JSON.stringify(shown.slice(0, 3).map(said))} for ${JSON.stringify(truth)}, won ${won}\n`);
  const counts = { tasks: rows.order_tasks.length, trials: proposals.length, shown: shown.length, noise: first?.noise_days ?? noise_days };
  return { planted, ...counts, right, late, promised, won, seconds };
}

const said = ({ why, premises, late_days }: Proposal): unknown => ({ kind: why.kind, late_days, premises });

/** Whether a proposal is of what was planted: its kind, and its facility, partner or bar. */
function isTruth({ why, premises }: Proposal, truth: BottleneckPlant['truth']): boolean {
  if (!truth) return false;
  const { order_task_id, ...named } = truth;
  const isNamed = (Object.keys(named) as (keyof typeof named)[]).every((key) => why[key] === named[key]);
  const isBar = premises.some((one) => one.kind === 'unlock' && one.order_task_id === order_task_id);
  return isNamed && (order_task_id === undefined || isBar);
}

/** Days late of all orders in a plan that is made with these premises. */
function daysLate(rows: PlanningRows, premises: readonly Premise[], { rounds, seed }: { rounds: number; seed: number }): number {
  const settings = withSettings(DEFAULT_PLAN_SETTINGS, premises);
  const { problem } = readForRun(withPremises(rows, premises), settings, NOW);
  return solve(problem, { budget: { rounds }, seed, moving: settings.moving }).score.late_days;
}

const HEAD = ['planted', 'plants', 'tasks', 'trials', 'noise', 'days late', 'shown', 'right', 'promised', 'won', 'within', 'CPU s a plant'];

function line(own: readonly Measure[]): string[] {
  const mean = (of: (one: Measure) => number): string => (own.reduce((sum, one) => sum + of(one), 0) / own.length).toFixed(1);
  const followed = own.filter(({ won }) => won.length > 0);
  const ratios = followed.flatMap(({ won, promised }) => won.map((days) => days / promised));
  const within = ratios.filter((ratio) => ratio >= LEAST && ratio <= MOST).length;
  const wonDays = followed.reduce((sum, { won }) => sum + won.reduce((all, days) => all + days, 0) / won.length, 0);
  return [
    ...[
      own[0]!.planted,
      String(own.length),
      mean(({ tasks }) => tasks),
      mean(({ trials }) => trials),
      mean(({ noise }) => noise),
      mean(({ late }) => late),
    ],
    ...[mean(({ shown }) => shown), own[0]!.right === null ? '' : `${own.filter(({ right }) => right).length} of ${own.length}`],
    ...[String(own.reduce((sum, { promised }) => sum + promised, 0)), wonDays.toFixed(1), `${within} of ${ratios.length}`],
    mean(({ seconds }) => seconds),
  ];
}
