import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { demoOfTasks } from '../../seeds/demo/sizes.ts';
import { dayNumber } from '../../server/domain/plant-time.ts';
import { check, DEFAULT_PLAN_SETTINGS, type PlanningRows, type Problem, readProblem, solve } from '../../server/scheduling/index.ts';
import { type PeerOptions, type PeerResult, solveCpSat } from './cp-sat/index.ts';
import { dispatch } from './dispatcher/index.ts';
import { cpuClock, type Measure } from './published.ts';
import { textTable } from './table.ts';

const SIZES = [100, 1_000, 10_000, 100_000];
/** The only size that a peer's exact model is made of. */
const PEER_TASKS = 100;
const TODAY = '2026-04-01';
const NOW_MINUTES = 7 * 60;
const MINUTES_A_DAY = 24 * 60;

/** A generated foundry, measured: times in CPU seconds, `won` the share by which the score above the bound lies below the dispatcher's. */
interface FoundryMeasure extends Measure {
  tasks: number;
  read_seconds: number;
  first_plan_seconds: number;
  dispatcher: number;
  dispatcher_faults: number;
  won: number | null;
  peer?: PeerResult;
}

/**
 * The engine on generated foundries of 100 to 100,000 open tasks (named `tasks-100` … in `only`), beside the portfolio dispatcher and, on the smallest,
 * beside the peer that is asked for. Prints their tables.
 */
export async function benchFoundry(options: {
  seconds: number;
  seeds: readonly number[];
  only: readonly string[] | undefined;
  peer: PeerOptions | null;
}): Promise<FoundryMeasure[]> {
  const sizes = SIZES.filter((tasks) => !options.only || options.only.includes(`tasks-${tasks}`));
  const peer = options.peer && sizes.includes(PEER_TASKS) ? await solveCpSat(readFoundry(PEER_TASKS), options.peer) : undefined;
  const measures = sizes.flatMap((tasks) =>
    options.seeds.map((seed) => ({
      ...measureFoundry(tasks, seed, options.seconds),
      ...(peer && tasks === PEER_TASKS ? { peer } : {}),
    })),
  );
  if (measures.length > 0) process.stdout.write(foundryTable(measures));
  if (peer) process.stdout.write(peerTable(measures));
  return measures;
}

const readFoundry = (tasks: number): Problem => readRows(planningRows(demoOfTasks({ tasks, today: TODAY })));

const readRows = (rows: PlanningRows): Problem =>
  readProblem(rows, DEFAULT_PLAN_SETTINGS, dayNumber(TODAY) * MINUTES_A_DAY + NOW_MINUTES).problem;

function measureFoundry(tasks: number, seed: number, seconds: number): FoundryMeasure {
  const rows = planningRows(demoOfTasks({ tasks, today: TODAY }));
  const reading = cpuClock();
  const problem = readRows(rows);
  const read_seconds = reading();
  const plain = dispatch(problem);
  const dispatcher_faults = check(problem, plain.solution).length;
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
    dispatcher_faults,
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
    `${one.dispatcher.toFixed(1)}${one.dispatcher_faults > 0 ? ' (infeasible)' : ''}`,
    one.won === null ? '' : (100 * one.won).toFixed(1),
    String(one.moves),
    one.feasible ? 'yes' : 'NO',
  ]);
  return textTable([head, ...rows]);
}

/** The engine beside the peer: scores of both from `scoreOf`, the peer's bound, and by how much the engine's score lies above the peer's. */
function peerTable(measures: readonly FoundryMeasure[]): string {
  const name = measures.find(({ peer }) => peer)?.peer?.name ?? '';
  const head = ['instance', 'seed', 'score', `${name} score`, `${name} bound`, 'status', 'seconds', 'cpu s', 'workers', 'above it %'];
  const rows = measures.flatMap(({ instance, seed, objective, peer }) => {
    if (!peer) return [];
    const { score, bound, status, seconds, cpu_seconds, workers, faults } = peer;
    return [
      [
        instance,
        String(seed),
        objective.toFixed(5),
        score === null ? '' : `${score.toFixed(5)}${faults > 0 ? ' (infeasible)' : ''}`,
        bound.toFixed(5),
        status,
        seconds.toFixed(0),
        cpu_seconds.toFixed(0),
        String(workers),
        score === null ? '' : (100 * (objective / score - 1)).toFixed(3),
      ],
    ];
  });
  return textTable([head, ...rows]);
}
