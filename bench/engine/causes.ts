import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { demoOfTasks } from '../../seeds/demo/plant/sizes.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { explainLate } from '../../server/scheduling/explain/causes.ts';
import { DEFAULT_PLAN_SETTINGS, readProblem, solve } from '../../server/scheduling/index.ts';
import { cpuClock } from './clock.ts';
import { textTable } from './table.ts';

const TODAY = '2026-04-01';
const NOW_MINUTES = 7 * 60;
const OTHERS: ReadonlySet<string> = new Set(['earlier_due', 'later_due']);

/**
 * Why orders are late: a plan is made and explained. `[--tasks 1000,10000] [--seconds 10]`. How many orders each cause leads and its days, whether the parts add
 * up, and of the orders that are late because of others how many name who stands in the way.
 */
export async function benchCauses(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { tasks: { type: 'string', default: '1000,10000' }, seconds: { type: 'string', default: '10' } },
  });
  const table = [['tasks', 'late', 'days', 'not adding up', 'behind others', 'named', 'ms', 'orders / days by cause']];
  for (const tasks of values.tasks.split(',').map(Number)) {
    const rows = planningRows(demoOfTasks({ tasks, today: TODAY }));
    const { problem } = readProblem(rows, DEFAULT_PLAN_SETTINGS, dayNumber(TODAY) * DAY_MINUTES + NOW_MINUTES);
    const { solution } = solve(problem, { budget: { seconds: Number(values.seconds) }, seed: 1, elapsed: cpuClock() });
    const from = performance.now();
    const late = explainLate({ problem, solution });
    const ms = performance.now() - from;
    const wrong = late.filter(({ days, parts }) => parts.reduce((sum, part) => sum + part.days, 0) !== days);
    const behind = late.filter(({ parts }) => parts.some(({ cause }) => OTHERS.has(cause)));
    const named = behind.filter(({ wait }) => wait && (wait.laterInTime + wait.laterLate + wait.earlier > 0 || wait.mate));
    const causes = new Map<string, [orders: number, days: number]>();
    const add = (cause: string, orders: number, days: number): void => {
      const known = causes.get(cause) ?? [0, 0];
      causes.set(cause, [known[0] + orders, known[1] + days]);
    };
    for (const { main, parts } of late) {
      add(main.cause, 1, 0);
      for (const { cause, days } of parts) add(cause, 0, days);
    }
    const counts = [late.length, late.reduce((sum, { days }) => sum + days, 0), wrong.length, behind.length, named.length, Math.round(ms)];
    const byCause = [...causes].map(([cause, [orders, days]]) => `${cause} ${orders} / ${days}`).join(' · ');
    table.push([tasks, ...counts, byCause].map(String));
  }
  process.stdout.write(textTable(table));
}
