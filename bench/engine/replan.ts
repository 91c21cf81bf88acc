import { parseArgs } from 'node:util';
import { DEMO_SEED } from '../../seeds/demo/index.ts';
import { MOVINGS, type Moving } from '../../server/domain/plant/run-options.ts';
import { changed } from '../../server/scheduling/changed.ts';
import { type Budget, check, explain, type Problem, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { movesOf } from '../../server/scheduling/moves.ts';
import { scoreOf } from '../../server/scheduling/objective.ts';
import { textTable } from '../text-table.ts';
import { cpuClock } from './clock.ts';
import { DISTURBANCES } from './disturbances.ts';
import { foundryOf, NOW, numbersIn, problemOf, TODAY } from './shapes.ts';

const HEAD = [
  ...['plant', 'what happened', 'seed', 'kept', 'moved orders (bars)', '/ kept', 'later orders', 'late', 'days', 'total'],
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
 * the same CPU seconds or, with `rounds`, so many moves. `[--tasks 1000,10000] [--seconds 10] [--rounds N] [--seeds 1] [--plants 5,7,11,99] [--shapes demo]
 * [--only PART] [--ways punctual,anew]`; without `--plants` the demo's own. `kept`: bars that move where all that fits stays. `ways`: how else it is planned again.
 */
export async function benchReplan(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '1000,10000' },
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string' },
      seeds: { type: 'string', default: '1' },
      plants: { type: 'string', default: String(DEMO_SEED) },
      shapes: { type: 'string', default: 'demo' },
      only: { type: 'string' },
      ways: { type: 'string' },
    },
  });
  const budget: Budget = values.rounds ? { rounds: Number(values.rounds) } : { seconds: Number(values.seconds) };
  const ways = (values.ways?.split(',') ?? []).map(movingOf);
  const table = [[...HEAD, ...ways.flatMap((way) => [`${way}: orders (bars)`, 'days'])]];
  for (const shape of values.shapes.split(','))
    for (const tasks of numbersIn(values.tasks)) {
      const sums = createSums(`${shape} ${tasks}`);
      for (const plant of numbersIn(values.plants)) {
        const rows = foundryOf({ shape, tasks, plant });
        const problem = problemOf(rows);
        const outcome = explain(problem, solve(problem, { budget, seed: 1, elapsed: cpuClock() }));
        for (const disturbance of DISTURBANCES) {
          if (values.only && !disturbance.name.includes(values.only)) continue;
          const morning = disturbance.happen(rows, outcome, { today: TODAY, now: NOW });
          const asked = problemOf(morning.rows, morning.now);
          for (const seed of numbersIn(values.seeds)) {
            const row = [
              `${shape} ${tasks} plant ${plant}`,
              disturbance.name,
              String(seed),
              ...measure(asked, { budget, seed, ways }, sums),
            ];
            table.push(row);
            process.stdout.write(`${row.join('  ')}\n`);
          }
        }
      }
      table.push(sums.row());
    }
  process.stdout.write(textTable(table));
}

function movingOf(name: string): Moving {
  const moving = MOVINGS.find((one) => one === name);
  if (!moving) throw new RangeError(`no such way: ${name} (${MOVINGS.join(', ')})`);
  return moving;
}

/** Bars that a plan moves, and its days late. */
interface Effect {
  readonly moved: number;
  readonly days: number;
}

/** Sums over all mornings, plants and seeds of one shape and size. */
function createSums(kind: string) {
  const sum = { kept: 0, moved: 0, days: 0, total: 0, scratchDays: 0, scratchTotal: 0, misfitDays: 0 };
  const others: { moved: number; days: number }[] = [];
  return {
    add(more: typeof sum, ways: readonly Effect[]): void {
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += more[name];
      ways.forEach(({ moved, days }, at) => {
        const other = others[at] ?? { moved: 0, days: 0 };
        others[at] = { moved: other.moved + moved, days: other.days + days };
      });
    },
    row(): string[] {
      const { kept, moved, days, total, scratchDays, scratchTotal, misfitDays } = sum;
      const own = [String(kept), `(${moved})`, ratio(moved, kept), '', '', String(days), total.toFixed(1)];
      const beside = ['', String(scratchDays), scratchTotal.toFixed(1), percent(days, scratchDays), '', '', String(misfitDays), '', ''];
      return [kind, 'all', '', ...own, ...beside, ...others.flatMap((one) => [`(${one.moved})`, String(one.days)])];
    },
  };
}

interface Asked {
  readonly budget: Budget;
  readonly seed: number;
  readonly ways: readonly Moving[];
}

function measure(problem: Problem, { budget, seed, ways }: Asked, sums: ReturnType<typeof createSums>): string[] {
  const planned = (of: Problem, options: { moving?: Moving } = {}): SolveResult =>
    solve(of, { budget, seed, elapsed: cpuClock(), ...options });
  const own = planned(problem);
  const { score: scratch } = scoredIn(problem, planned(changed(problem, { present: null })));
  const calm = planned(problem, { moving: 'misfits' });
  const others = ways.map((moving) => planned(problem, { moving }));
  const moves = movesOf(problem, own.solution);
  const kept = own.repairs ? movesOf(problem, own.repairs.kept).entries : 0;
  const otherMoves = others.map(({ solution }) => movesOf(problem, solution));
  sums.add(
    {
      kept,
      moved: moves.entries,
      days: own.score.late_days,
      total: own.score.total,
      scratchDays: scratch.late_days,
      scratchTotal: scratch.total,
      misfitDays: calm.score.late_days,
    },
    others.map(({ score }, at) => ({ moved: otherMoves[at]!.entries, days: score.late_days })),
  );
  const offered = own.alternatives.map((plan) => `${movedSaid(plan.moves)} ${plan.score.late_orders} ${plan.score.late_days}`).join(' · ');
  const isFeasible = [own, calm, ...others, ...own.alternatives].every(({ solution }) => check(problem, solution).length === 0);
  return [
    ...[String(kept), movedSaid(moves), ratio(moves.entries, kept), String(moves.later_orders)],
    ...[String(own.score.late_orders), String(own.score.late_days), own.score.total.toFixed(1)],
    ...[String(scratch.late_orders), String(scratch.late_days), scratch.total.toFixed(1), percent(own.score.late_days, scratch.late_days)],
    ...[movedSaid(movesOf(problem, calm.solution)), String(calm.score.late_orders), String(calm.score.late_days), offered],
    isFeasible ? 'yes' : 'NO',
    ...others.flatMap(({ score }, at) => [movedSaid(otherMoves[at]!), String(score.late_days)]),
  ];
}

/** A plan that was made without the standing one, with what its moves cost. */
const scoredIn = (problem: Problem, { solution }: SolveResult) => ({ solution, score: scoreOf(problem, solution) });

const movedSaid = ({ orders, entries }: ReturnType<typeof movesOf>): string => `${orders} (${entries})`;
const ratio = (moved: number, of: number): string => (of === 0 ? '-' : (moved / of).toFixed(2));
const percent = (days: number, of: number): string => (of === 0 ? '-' : (100 * (days / of - 1)).toFixed(1));
