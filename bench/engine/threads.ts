import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { demoOfTasks } from '../../seeds/demo/plant/sizes.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { startHelpers } from '../../server/features/runs/work/helpers.ts';
import { type Budget, check, type Problem, readProblem, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { textTable } from '../text-table.ts';
import '../../tests/support/threads.ts';

const TODAY = '2026-04-01';
const NOW_MINUTES = 7 * 60;

/**
 * Several threads beside one at equal wall time and at double time, on generated foundries: `[--tasks 1000,10000] [--threads 2] [--seconds 10] [--seeds 1,2,3]
 * [--rounds N]`. The last column is what the threads gain of what doubling the time gains. With `--rounds`, each thread's, the figures are the same on any
 * machine, however busy: what sharing is worth without what the cores cost each other. By seconds, `npm run build` before it: the threads then start as the
 * server's do, and not a second or two late.
 */
export async function benchThreads(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '1000,10000' },
      threads: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '10' },
      seeds: { type: 'string', default: '1,2,3' },
      rounds: { type: 'string' },
    },
  });
  const threads = Number(values.threads);
  const once: Budget = values.rounds ? { rounds: Number(values.rounds) } : { seconds: Number(values.seconds) };
  const twice: Budget = once.rounds ? { rounds: 2 * once.rounds } : { seconds: 2 * once.seconds! };
  const table = [
    ['tasks', 'seed', 'one thread', 'twice as long', `${threads} threads`, 'took part', 'rounds of one', 'of the leader', 'feasible'],
  ];
  const gains: string[] = [];
  for (const tasks of values.tasks.split(',').map(Number)) {
    const problem = foundry(tasks);
    const totals = [0, 0, 0];
    for (const seed of values.seeds.split(',').map(Number)) {
      const results = [
        await planned(problem, seed, once, 1),
        await planned(problem, seed, twice, 1),
        await planned(problem, seed, once, threads),
      ];
      for (const [at, { score }] of results.entries()) totals[at] = totals[at]! + score.total;
      table.push(rowOf(tasks, seed, problem, results));
      process.stdout.write(`${table.at(-1)!.join('  ')}\n`);
    }
    const [one, double, several] = totals as [number, number, number];
    const share = one === double ? '-' : ((100 * (one - several)) / (one - double)).toFixed(0);
    gains.push(`${tasks} tasks: ${threads} threads gain ${share} % of what doubling the time gains`);
  }
  process.stdout.write(`${textTable(table)}\n${gains.join('\n')}\n`);
}

const foundry = (tasks: number): Problem =>
  readProblem(planningRows(demoOfTasks({ tasks, today: TODAY })), DEFAULT_PLAN_SETTINGS, dayNumber(TODAY) * DAY_MINUTES + NOW_MINUTES)
    .problem;

async function planned(problem: Problem, seed: number, budget: Budget, threads: number): Promise<SolveResult> {
  const began = performance.now();
  const helpers = startHelpers(problem, threads);
  try {
    return solve(problem, { budget, seed, elapsed: () => (performance.now() - began) / 1000, team: helpers.team });
  } finally {
    await helpers.end();
  }
}

function rowOf(tasks: number, seed: number, problem: Problem, results: readonly SolveResult[]): string[] {
  const [one, , several] = results as [SolveResult, SolveResult, SolveResult];
  const feasible = results.every(({ solution }) => check(problem, solution).length === 0);
  return [
    String(tasks),
    String(seed),
    ...results.map(({ score }) => score.total.toFixed(2)),
    String(several.statistics.threads),
    String(one.statistics.rounds),
    String(several.statistics.rounds),
    feasible ? 'yes' : 'NO',
  ];
}
