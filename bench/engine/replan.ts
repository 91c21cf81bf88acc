import { parseArgs } from 'node:util';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { demoOfTasks } from '../../seeds/demo/plant/sizes.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { KEEP_ALL_DAYS } from '../../server/domain/plant/run-options.ts';
import { displacedSteps } from '../../server/scheduling/first/displaced.ts';
import {
  check,
  DEFAULT_PLAN_SETTINGS,
  explain,
  NONE,
  type PlanningRows,
  type Problem,
  readForRun,
  readProblem,
  solve,
} from '../../server/scheduling/index.ts';
import { scoreOf } from '../../server/scheduling/objective.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { cpuClock } from './clock.ts';
import { DISTURBANCES, type Morning } from './disturbances.ts';
import { movedSteps, mustMove } from './moved.ts';
import { textTable } from './table.ts';

const TODAY = '2026-04-01';
const NOW_MINUTES = 7 * 60;

const read = (rows: PlanningRows, now: number): ReturnType<typeof readProblem> => readProblem(rows, DEFAULT_PLAN_SETTINGS, now);

/** The same problem with no plan standing. */
const fromScratch = (problem: Problem): Problem => ({ ...problem, present: null });

/**
 * Re-planning: a plan is made, something happens, the plan is made again, beside a plan from scratch with the same CPU seconds. `[--tasks 1000,10000]
 * [--seconds 10] [--seeds 1] [--only PART]`. Scores stand with and without the cost of moving; the last columns are a plan that keeps every bar that fits.
 */
export async function benchReplan(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '1000,10000' },
      seconds: { type: 'string', default: '10' },
      seeds: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  });
  const seconds = Number(values.seconds);
  const head = [
    'tasks',
    'what happened',
    'seed',
    'bars',
    'must move',
    'displaced',
    'first plan',
    'moved',
    'moved / must',
    '/ displaced',
    'late',
    'score',
    'without moves',
    'tardiness',
  ].concat(['from scratch: late', 'score', 'without moves', 'to it %', 'feasible', 'all that fits kept: moved', 'late', 'tardiness']);
  const table = [head];
  for (const tasks of values.tasks.split(',').map(Number)) {
    const rows = planningRows(demoOfTasks({ tasks, today: TODAY }));
    const now = dayNumber(TODAY) * DAY_MINUTES + NOW_MINUTES;
    const reading = read(rows, now);
    const evening = solve(reading.problem, { budget: { seconds }, seed: 1, elapsed: cpuClock() });
    const { outcome } = { outcome: explain(reading.problem, evening) };
    for (const disturbance of DISTURBANCES) {
      if (values.only && !disturbance.name.includes(values.only)) continue;
      const morning = disturbance.happen(rows, outcome, { today: TODAY, now });
      const { problem } = read(morning.rows, morning.now);
      for (const seed of values.seeds.split(',').map(Number)) {
        const row = measure(problem, seed, seconds);
        table.push([String(tasks), disturbance.name, String(seed), ...row, ...kept(morning, seed, seconds)]);
        process.stdout.write(`${table.at(-1)!.join('  ')}\n`);
      }
    }
  }
  process.stdout.write(textTable(table));
}

function measure(problem: Problem, seed: number, seconds: number): string[] {
  const { activities, present } = problem;
  const bars = present!.start.filter((start, a) => start !== NONE && activities.lead[a] === a && activities.fixedStart[a] === NONE).length;
  let first = '';
  const elapsed = cpuClock();
  const repaired = solve(problem, {
    budget: { seconds },
    seed,
    elapsed,
    onPlan: (solution, score) => {
      first ||= `${movedSteps(problem, solution)} (${score.total.toFixed(1)})`;
    },
  });
  const scratch = solve(fromScratch(problem), { budget: { seconds }, seed, elapsed: cpuClock() });
  const scratchScore = scoreOf(problem, scratch.solution);
  const { score } = repaired;
  process.stdout.write(`${repaired.statistics.first.map(({ rule, total }) => `${rule} ${total.toFixed(1)}`).join(' · ')}\n`);
  const clockwork = createClockwork(problem);
  const must = mustMove(problem, clockwork);
  const displaced = displacedSteps(problem, clockwork).size;
  const moved = movedSteps(problem, repaired.solution);
  const [own, other] = [score.total - score.stability, scratchScore.total - scratchScore.stability];
  return [
    String(bars),
    String(must),
    String(displaced),
    first,
    String(moved),
    ratio(moved, must),
    ratio(moved, displaced),
    String(score.late_orders),
    score.total.toFixed(1),
    own.toFixed(1),
    score.tardiness.toFixed(1),
    String(scratchScore.late_orders),
    scratchScore.total.toFixed(1),
    other.toFixed(1),
    (100 * (own / other - 1)).toFixed(1),
    check(problem, repaired.solution).length === 0 ? 'yes' : 'NO',
  ];
}

/** The same with everything kept that still fits: what then moves, how many orders are late, and what that costs. */
function kept({ rows, now }: Morning, seed: number, seconds: number): string[] {
  const { problem } = readForRun(rows, { ...DEFAULT_PLAN_SETTINGS, frozen_days: KEEP_ALL_DAYS }, now);
  const { solution, score } = solve(problem, { budget: { seconds }, seed, elapsed: cpuClock() });
  if (check(problem, solution).length > 0) return ['NOT FEASIBLE', '', ''];
  return [String(movedSteps(problem, solution)), String(score.late_orders), score.tardiness.toFixed(1)];
}

const ratio = (moved: number, of: number): string => (of === 0 ? '-' : (moved / of).toFixed(1));
