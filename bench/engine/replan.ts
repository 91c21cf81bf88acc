import { parseArgs } from 'node:util';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { demoOfTasks } from '../../seeds/demo/plant/sizes.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { changed } from '../../server/scheduling/changed.ts';
import { check, explain, type PlanningRows, type Problem, readProblem, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { movesOf } from '../../server/scheduling/moves.ts';
import { scoreOf } from '../../server/scheduling/objective.ts';
import { textTable } from '../text-table.ts';
import { cpuClock } from './clock.ts';
import { DISTURBANCES } from './disturbances.ts';

const TODAY = '2026-04-01';
const NOW_MINUTES = 7 * 60;

const read = (rows: PlanningRows, now: number): Problem => readProblem(rows, DEFAULT_PLAN_SETTINGS, now).problem;

const HEAD = [
  ...['tasks', 'what happened', 'seed', 'kept', 'moved orders (bars)', '/ kept', 'later orders', 'late', 'days', 'total'],
  ...[
    'from scratch: late',
    'days',
    'total',
    'days to it %',
    'only misfits: orders (bars)',
    'late',
    'days',
    'offered: orders (bars) late days',
    'feasible',
  ],
];

/**
 * Re-planning: a plan is made, something happens, the plan is made again, beside a plan from scratch and beside one that moves only what no longer fits, with
 * the same CPU seconds. `[--tasks 1000,10000] [--seconds 10] [--seeds 1] [--only PART]`. `kept`: bars that move where all that fits stays.
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
  const table = [HEAD];
  for (const tasks of values.tasks.split(',').map(Number)) {
    const sums = createSums(String(tasks));
    const rows = planningRows(demoOfTasks({ tasks, today: TODAY }));
    const now = dayNumber(TODAY) * DAY_MINUTES + NOW_MINUTES;
    const problem = read(rows, now);
    const evening = solve(problem, { budget: { seconds }, seed: 1, elapsed: cpuClock() });
    const outcome = explain(problem, evening);
    for (const disturbance of DISTURBANCES) {
      if (values.only && !disturbance.name.includes(values.only)) continue;
      const morning = disturbance.happen(rows, outcome, { today: TODAY, now });
      const changed = read(morning.rows, morning.now);
      for (const seed of values.seeds.split(',').map(Number)) {
        const row = [String(tasks), disturbance.name, String(seed), ...measure(changed, seed, seconds, sums)];
        table.push(row);
        process.stdout.write(`${row.join('  ')}\n`);
      }
    }
    table.push(sums.row());
  }
  process.stdout.write(textTable(table));
}

/** Sums over all mornings and seeds of one size. */
function createSums(tasks: string) {
  const sum = { kept: 0, moved: 0, days: 0, total: 0, scratchDays: 0, scratchTotal: 0 };
  return {
    add(more: typeof sum): void {
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += more[name];
    },
    row(): string[] {
      const { kept, moved, days, total, scratchDays, scratchTotal } = sum;
      const own = [String(kept), `(${moved})`, ratio(moved, kept), '', '', String(days), total.toFixed(1)];
      return [tasks, 'all', '', ...own, '', String(scratchDays), scratchTotal.toFixed(1), percent(days, scratchDays), '', '', '', '', ''];
    },
  };
}

function measure(problem: Problem, seed: number, seconds: number, sums: ReturnType<typeof createSums>): string[] {
  const planned = (of: Problem, options: { moving?: 'misfits' } = {}): SolveResult =>
    solve(of, { budget: { seconds }, seed, elapsed: cpuClock(), ...options });
  const own = planned(problem);
  const { score: scratch } = scoredIn(problem, planned(changed(problem, { present: null })));
  const calm = planned(problem, { moving: 'misfits' });
  const moves = movesOf(problem, own.solution);
  const kept = own.repairs ? movesOf(problem, own.repairs.kept).entries : 0;
  sums.add({
    kept,
    moved: moves.entries,
    days: own.score.late_days,
    total: own.score.total,
    scratchDays: scratch.late_days,
    scratchTotal: scratch.total,
  });
  const offered = own.alternatives.map((plan) => `${movedSaid(plan.moves)} ${plan.score.late_orders} ${plan.score.late_days}`).join(' · ');
  const isFeasible = [own, calm, ...own.alternatives].every(({ solution }) => check(problem, solution).length === 0);
  return [
    ...[String(kept), movedSaid(moves), ratio(moves.entries, kept), String(moves.later_orders)],
    ...[String(own.score.late_orders), String(own.score.late_days), own.score.total.toFixed(1)],
    ...[String(scratch.late_orders), String(scratch.late_days), scratch.total.toFixed(1), percent(own.score.late_days, scratch.late_days)],
    ...[movedSaid(movesOf(problem, calm.solution)), String(calm.score.late_orders), String(calm.score.late_days), offered],
    isFeasible ? 'yes' : 'NO',
  ];
}

/** A plan that was made without the standing one, with what its moves cost. */
const scoredIn = (problem: Problem, { solution }: SolveResult) => ({ solution, score: scoreOf(problem, solution) });

const movedSaid = ({ orders, entries }: ReturnType<typeof movesOf>): string => `${orders} (${entries})`;
const ratio = (moved: number, of: number): string => (of === 0 ? '-' : (moved / of).toFixed(2));
const percent = (days: number, of: number): string => (of === 0 ? '-' : (100 * (days / of - 1)).toFixed(1));
