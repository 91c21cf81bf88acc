import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { DEMO_SEED } from '../../seeds/demo/index.ts';
import { startHelpers } from '../../server/features/runs/work/helpers.ts';
import { type Budget, check, type Problem, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { textTable } from '../text-table.ts';
import { foundryOf, numbersIn, problemOf } from './shapes.ts';
import '../../tests/support/threads.ts';

/**
 * Several threads beside one at equal wall time and at double time, on generated foundries: `[--tasks 1000,10000] [--threads 2] [--seconds 10] [--seeds 1,2,3]
 * [--plants 5,7,11,99] [--rounds N]`; without `--plants` the demo's own. The last lines are what the threads gain of what doubling the time gains. With
 * `--rounds`, each thread's, the figures are the same on any machine, however busy: what sharing is worth without what the cores cost each other. By seconds,
 * `npm run build` before it: the threads then start as the server's do, and not a second or two late.
 */
export async function benchThreads(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '1000,10000' },
      threads: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '10' },
      seeds: { type: 'string', default: '1,2,3' },
      plants: { type: 'string', default: String(DEMO_SEED) },
      rounds: { type: 'string' },
    },
  });
  const threads = Number(values.threads);
  const once: Budget = values.rounds ? { rounds: Number(values.rounds) } : { seconds: Number(values.seconds) };
  const twice: Budget = once.rounds ? { rounds: 2 * once.rounds } : { seconds: 2 * once.seconds! };
  const table = [
    [
      'tasks',
      'plant',
      'seed',
      'one thread',
      'twice as long',
      `${threads} threads`,
      'took part',
      'rounds of one',
      'of the leader',
      'feasible',
    ],
  ];
  const gains: string[] = [];
  for (const tasks of numbersIn(values.tasks)) {
    const totals = [0, 0, 0];
    for (const plant of numbersIn(values.plants)) {
      const problem = problemOf(foundryOf({ tasks, plant }));
      for (const seed of numbersIn(values.seeds)) {
        const results = [
          await planned(problem, seed, once, 1),
          await planned(problem, seed, twice, 1),
          await planned(problem, seed, once, threads),
        ];
        for (const [at, { score }] of results.entries()) totals[at] = totals[at]! + score.total;
        table.push([String(tasks), String(plant), String(seed), ...cellsOf(problem, results)]);
        process.stdout.write(`${table.at(-1)!.join('  ')}\n`);
      }
    }
    const [one, double, several] = totals as [number, number, number];
    const share = one === double ? '-' : ((100 * (one - several)) / (one - double)).toFixed(0);
    gains.push(`${tasks} tasks: ${threads} threads gain ${share} % of what doubling the time gains`);
  }
  process.stdout.write(`${textTable(table)}\n${gains.join('\n')}\n`);
}

async function planned(problem: Problem, seed: number, budget: Budget, threads: number): Promise<SolveResult> {
  const began = performance.now();
  const helpers = startHelpers(problem, threads);
  try {
    return solve(problem, { budget, seed, elapsed: () => (performance.now() - began) / 1000, team: helpers.team });
  } finally {
    await helpers.end();
  }
}

function cellsOf(problem: Problem, results: readonly SolveResult[]): string[] {
  const [one, , several] = results as [SolveResult, SolveResult, SolveResult];
  const feasible = results.every(({ solution }) => check(problem, solution).length === 0);
  return [
    ...results.map(({ score }) => score.total.toFixed(2)),
    String(several.statistics.threads),
    String(one.statistics.rounds),
    String(several.statistics.rounds),
    feasible ? 'yes' : 'NO',
  ];
}
