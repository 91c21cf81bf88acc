import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { demoOfTasks } from '../../seeds/demo/plant/sizes.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { check, DEFAULT_PLAN_SETTINGS, type PlanningRows, type Problem, readProblem, solve } from '../../server/scheduling/index.ts';
import { textTable } from '../text-table.ts';
import { cpuClock } from './clock.ts';
import { limitsOf, type PeerOptions, solveCpSat } from './cp-sat/index.ts';
import { dispatch } from './dispatcher/index.ts';
import type { Measure } from './published.ts';
import { peerTable } from './table.ts';

const SIZES = [100, 1_000, 10_000, 100_000];
/** The largest foundry that a peer's exact model is made of. */
const PEER_TASKS = 1_000;
const TODAY = '2026-04-01';
const NOW_MINUTES = 7 * 60;

/** A generated foundry, measured: times in CPU seconds, `won` the share by which the score above the bound lies below the dispatcher's. */
interface FoundryMeasure extends Measure {
  tasks: number;
  read_seconds: number;
  first_plan_seconds: number;
  dispatcher_violations: number;
  won: number | null;
}

/**
 * The engine on generated foundries of 100 to 100,000 open tasks (named `tasks-100` … in `only`), beside the portfolio
 * dispatcher and, on the smaller ones, beside the peer that is asked for. Prints their tables.
 */
export async function benchFoundry(options: {
  seconds: number;
  seeds: readonly number[];
  only: readonly string[] | undefined;
  peer: PeerOptions | null;
}): Promise<Measure[]> {
  const { seconds, seeds, only, peer } = options;
  const sizes = SIZES.filter((tasks) => !only || only.includes(`tasks-${tasks}`));
  const own = sizes.flatMap((tasks) => seeds.map((seed) => measureFoundry(tasks, seed, seconds)));
  if (own.length > 0) process.stdout.write(foundryTable(own));
  const peers: Measure[] = [];
  for (const tasks of sizes.filter((size) => peer && size <= PEER_TASKS))
    for (const limit of limitsOf(peer!, seconds)) peers.push(await measurePeer(tasks, limit, peer!));
  process.stdout.write(peerTable([...own, ...peers]));
  return [...own, ...peers];
}

async function measurePeer(tasks: number, limit: number, peer: PeerOptions): Promise<Measure> {
  const problem = readFoundry(tasks);
  const { result } = await solveCpSat(problem, limit, peer);
  const { name: kernel, score, cpu_seconds, violations } = result;
  return {
    set: 'foundry',
    instance: `tasks-${tasks}`,
    family: 'foundry',
    seed: 0,
    kernel,
    cpu_seconds,
    objective: score ?? Number.NaN,
    dispatcher: dispatch(problem).total,
    best_known: null,
    lower_bound: null,
    gap: null,
    feasible: violations === 0,
    moves: 0,
    peer: result,
  };
}

const readFoundry = (tasks: number): Problem => readRows(planningRows(demoOfTasks({ tasks, today: TODAY })));

const readRows = (rows: PlanningRows): Problem =>
  readProblem(rows, DEFAULT_PLAN_SETTINGS, dayNumber(TODAY) * DAY_MINUTES + NOW_MINUTES).problem;

function measureFoundry(tasks: number, seed: number, seconds: number): FoundryMeasure {
  const rows = planningRows(demoOfTasks({ tasks, today: TODAY }));
  const reading = cpuClock();
  const problem = readRows(rows);
  const read_seconds = reading();
  const plain = dispatch(problem);
  const dispatcher_violations = check(problem, plain.solution).length;
  const dispatcher = plain.total;
  const elapsed = cpuClock();
  let first = Number.NaN;
  const result = solve(problem, {
    budget: { seconds },
    seed,
    elapsed,
    onPlan: () => {
      if (Number.isNaN(first)) first = elapsed();
    },
  });
  const cpu_seconds = elapsed();
  const { score, bound, statistics } = result;
  for (const [name, { tried, accepted, better }] of Object.entries(statistics.moves))
    process.stdout.write(`tasks-${tasks} ${seed}  ${name}: ${tried} tried, ${accepted} accepted, ${better} better\n`);
  const above = dispatcher - bound;
  return {
    set: 'foundry',
    instance: `tasks-${tasks}`,
    family: 'foundry',
    seed,
    kernel: 'product',
    cpu_seconds,
    objective: score.total,
    best_known: null,
    lower_bound: bound,
    gap: null,
    feasible: check(problem, result.solution).length === 0,
    moves: statistics.rounds,
    tasks: problem.activities.count,
    read_seconds,
    first_plan_seconds: first,
    dispatcher,
    dispatcher_violations,
    won: above > 0 ? 1 - (score.total - bound) / above : null,
  };
}

function foundryTable(measures: readonly FoundryMeasure[]): string {
  const head = ['instance', 'seed', 'tasks', 'read s', 'first plan s', 'score', 'bound', 'dispatcher', 'below it %', 'moves', 'feasible'];
  const rows = measures.map((one) => [
    one.instance,
    String(one.seed),
    String(one.tasks),
    one.read_seconds.toFixed(2),
    one.first_plan_seconds.toFixed(3),
    one.objective.toFixed(1),
    one.lower_bound!.toFixed(1),
    `${one.dispatcher.toFixed(1)}${one.dispatcher_violations > 0 ? ' (infeasible)' : ''}`,
    one.won === null ? '' : (100 * one.won).toFixed(1),
    String(one.moves),
    one.feasible ? 'yes' : 'NO',
  ]);
  return textTable([head, ...rows]);
}
