import { type Budget, check, solve } from '../../server/scheduling/index.ts';
import { textTable } from '../text-table.ts';
import { cpuClock } from './clock.ts';
import { limitsOf, type PeerOptions, solveCpSat } from './cp-sat/index.ts';
import { dispatch } from './dispatcher/index.ts';
import type { Measure } from './published.ts';
import { type Foundry, foundryOf, problemOf } from './shapes.ts';
import { peerTable } from './table.ts';

const SIZES = [100, 300, 1_000, 10_000, 100_000];
/** The largest foundry that a peer's exact model is made of. */
const PEER_TASKS = 1_000;

/** A generated foundry, measured: times in CPU seconds, `won` the share by which the score above the bound lies below the dispatcher's. */
interface FoundryMeasure extends Measure {
  /** Its shape and the open tasks asked for, as they are named. */
  kind: string;
  tasks: number;
  read_seconds: number;
  first_plan_seconds: number;
  dispatcher_violations: number;
  won: number | null;
}

/**
 * The engine on generated foundries of 100 to 100,000 open tasks (named `tasks-100` … in `only`), several plants of each size, beside the portfolio
 * dispatcher and, on the smaller ones, beside the peer that is asked for. Prints their tables. With `rounds` so many moves are made instead of `seconds`.
 * `known`: the best scores of longer searches by instance, where the bound says little.
 */
export async function benchFoundry(options: {
  seconds: number;
  rounds: number | undefined;
  seeds: readonly number[];
  plants: readonly number[];
  shapes: readonly string[];
  known: ReadonlyMap<string, number>;
  only: readonly string[] | undefined;
  peer: PeerOptions | null;
}): Promise<Measure[]> {
  const { seconds, rounds, seeds, plants, shapes, known, only, peer } = options;
  const budget = rounds === undefined ? { seconds } : { rounds };
  const sizes = SIZES.filter((tasks) => !only || only.includes(sizeOf(tasks)));
  const foundries = shapes.flatMap((shape) => sizes.flatMap((tasks) => plants.map((plant) => ({ shape, tasks, plant }))));
  const own = foundries.flatMap((foundry) => seeds.map((seed) => measureFoundry(foundry, seed, budget, known)));
  if (own.length > 0) process.stdout.write(foundryTable(own));
  const peers: Measure[] = [];
  for (const foundry of foundries.filter(({ tasks }) => peer && tasks <= PEER_TASKS))
    for (const limit of limitsOf(peer!, seconds)) peers.push(await measurePeer(foundry, limit, peer!));
  process.stdout.write(peerTable([...own, ...peers]));
  return [...own, ...peers];
}

const sizeOf = (tasks: number): string => `tasks-${tasks}`;
const kindOf = ({ shape, tasks }: Required<Foundry>): string => `${shape} ${sizeOf(tasks)}`;
const nameOf = (foundry: Required<Foundry>): string => `${kindOf(foundry)} plant ${foundry.plant}`;

async function measurePeer(foundry: Required<Foundry>, limit: number, peer: PeerOptions): Promise<Measure> {
  const problem = problemOf(foundryOf(foundry));
  const { result } = await solveCpSat(problem, limit, peer);
  const { name: kernel, score, cpu_seconds, violations } = result;
  return {
    set: 'foundry',
    instance: nameOf(foundry),
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

function measureFoundry(foundry: Required<Foundry>, seed: number, budget: Budget, known: ReadonlyMap<string, number>): FoundryMeasure {
  const rows = foundryOf(foundry);
  const reading = cpuClock();
  const problem = problemOf(rows);
  const read_seconds = reading();
  const plain = dispatch(problem);
  const dispatcher_violations = check(problem, plain.solution).length;
  const dispatcher = plain.total;
  const elapsed = cpuClock();
  let first = Number.NaN;
  const result = solve(problem, {
    budget,
    seed,
    elapsed,
    onPlan: () => {
      if (Number.isNaN(first)) first = elapsed();
    },
  });
  const cpu_seconds = elapsed();
  const { score, bound, statistics } = result;
  for (const [name, { tried, accepted, better }] of Object.entries(statistics.moves))
    process.stdout.write(`${nameOf(foundry)} ${seed}  ${name}: ${tried} tried, ${accepted} accepted, ${better} better\n`);
  const above = dispatcher - bound;
  const best_known = known.get(nameOf(foundry)) ?? null;
  return {
    set: 'foundry',
    instance: nameOf(foundry),
    kind: kindOf(foundry),
    family: 'foundry',
    seed,
    kernel: 'product',
    cpu_seconds,
    objective: score.total,
    best_known,
    lower_bound: bound,
    gap: best_known === null ? null : score.total / best_known - 1,
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

const HEAD = [
  'instance',
  'seed',
  'tasks',
  'read s',
  'first plan s',
  'score',
  'bound',
  'dispatcher',
  'below it %',
  'above known %',
  'moves',
  'feasible',
];

/** A line a plant and seed, and behind the plants of each shape and size their mean. */
function foundryTable(measures: readonly FoundryMeasure[]): string {
  const rows = [...new Set(measures.map(({ kind }) => kind))].flatMap((kind) => {
    const own = measures.filter((one) => one.kind === kind);
    const lines = own.map((one) => [one.instance, String(one.seed), ...figures([one])]);
    return own.length > 1 ? [...lines, [`${kind} mean`, '', ...figures(own)]] : lines;
  });
  return textTable([HEAD, ...rows]);
}

/** The cells behind instance and seed: means of these, each of those that have the value. */
function figures(own: readonly FoundryMeasure[]): string[] {
  const mean = (of: (one: FoundryMeasure) => number | null): number => {
    const values = own.map(of).filter((value) => value !== null);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const isMissed = own.some(({ dispatcher_violations }) => dispatcher_violations > 0);
  return [
    mean(({ tasks }) => tasks).toFixed(0),
    mean(({ read_seconds }) => read_seconds).toFixed(2),
    mean(({ first_plan_seconds }) => first_plan_seconds).toFixed(3),
    mean(({ objective }) => objective).toFixed(1),
    mean(({ lower_bound }) => lower_bound).toFixed(1),
    `${mean(({ dispatcher }) => dispatcher).toFixed(1)}${isMissed ? ' (infeasible)' : ''}`,
    ...[({ won }: FoundryMeasure) => won, ({ gap }: FoundryMeasure) => gap].map((share) =>
      own.every((one) => share(one) === null) ? '' : (100 * mean(share)).toFixed(1),
    ),
    mean(({ moves }) => moves).toFixed(0),
    own.every(({ feasible }) => feasible) ? 'yes' : 'NO',
  ];
}
