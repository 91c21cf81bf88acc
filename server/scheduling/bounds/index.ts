import { lateDays, slackCost, tardinessCost } from '../objective.ts';
import { type Clockwork, createClockwork } from '../place/clockwork.ts';
import { createDraft } from '../place/draft.ts';
import { NEVER, NONE, type Problem } from '../problem.ts';
import { furnaceBound } from './furnace.ts';
import { findHeads, type Heads } from './heads.ts';
import { findPools, type Pool } from './pools.ts';
import { fewestLate, matchedCost, type RelaxedTask, srptCompletions } from './relaxed.ts';
import { anyDay, startDays } from './windows.ts';

/** What no plan of the problem can go below, part by part in raw units of the plant's objective. */
export interface PlantBound {
  /** Of all parts together, which is more than their sum where few runs mean late orders. */
  readonly total: number;
  readonly tardiness: number;
  readonly furnace: number;
  readonly work_in_progress: number;
  /** Of every order by itself. */
  readonly slack: number;
  readonly late_orders: number;
  readonly late_days: number;
  readonly runs: number;
  /** Orders that are late whatever is planned, by themselves in an empty plant, and their days together. */
  readonly unavoidable_orders: number;
  readonly unavoidable_days: number;
  /** What that lateness costs: a part of `tardiness`. */
  readonly unavoidable_cost: number;
}

const known = new WeakMap<Problem, PlantBound>();

/** The lower bound of a problem; made once a problem. */
export function plantBound(problem: Problem, clockwork?: Clockwork): PlantBound {
  const made = known.get(problem) ?? makeBound(problem, clockwork);
  known.set(problem, made);
  return made;
}

function makeBound(problem: Problem, clockwork = createClockwork(problem)): PlantBound {
  const { objective } = problem;
  const draft = createDraft(problem, clockwork);
  const heads = findHeads(draft);
  const days = Float64Array.from(problem.jobs.due, (due, job) => lateDays(problem, due, heads.completion[job]!));
  const pools = findPools(draft, heads);
  const { weights } = objective;
  const ticks = problem.day?.ticks ?? 1;
  const slope = (over: number): number => (over / ticks) * weights.tardiness_day + (over / ticks) ** 2 / weights.tardiness_square_divisor;
  const lateOrders = lateCount(pools, days);
  // Of the days and of the count each the least, of plans that need not be one.
  const own = (late: number): number => (late > 0 ? tardinessCost(objective, late) - weights.late_order : 0);
  const tardiness = combined(pools, days, own, slope) + lateOrders * weights.late_order;
  const furnace = furnaceBound(draft, anyDay(problem));
  // Runs that lots need to be in time are no part of `furnace`: being late may be cheaper. Nor do they add to what queues cost.
  const inTime = furnaceBound(draft, startDays(problem, objective, heads, days));
  const alone = days.reduce((sum, late) => sum + tardinessCost(objective, late), 0);
  const wip = flowBound(problem, heads) * weights.work_in_progress_day;
  const slack = heads.completion.reduce((sum, end, job) => sum + slackCost(problem, objective, problem.jobs.due[job]!, end), 0);
  const unavoidable = days.filter((late) => late > 0);
  return {
    total: Math.max(tardiness + furnace.cost, alone + inTime.cost) + wip + slack,
    tardiness,
    furnace: furnace.cost,
    work_in_progress: wip,
    slack,
    late_orders: lateOrders,
    late_days: Math.ceil(
      combined(
        pools,
        days,
        (late) => late,
        (over) => over / ticks,
      ) - 1e-6,
    ),
    runs: furnace.runs,
    unavoidable_orders: unavoidable.length,
    unavoidable_days: unavoidable.reduce((sum, late) => sum + late, 0),
    unavoidable_cost: unavoidable.reduce((sum, late) => sum + tardinessCost(objective, late), 0),
  };
}

/** The least Σ cost: of every order what it cannot avoid, or, for all orders of a pool together, what their queue costs. No order counts twice. */
function combined(pools: readonly Pool[], days: Float64Array, own: (days: number) => number, cost: (over: number) => number): number {
  const base = days.reduce((sum, late) => sum + own(late), 0);
  const spent = new Set<number>();
  const gainOf = ({ machine, tasks }: Pool): { gain: number; owners: number[] } => {
    let best: { gain: number; owners: number[] } = { gain: 0, owners: [] };
    for (const some of subsets(tasks.filter((task) => !spent.has(task.owner)))) {
      const alone = some.reduce((sum, task) => sum + own(days[task.owner]!), 0);
      const gain = matchedCost(srptCompletions(machine, some), some, cost) - alone;
      if (gain > best.gain) best = { gain, owners: some.map((task) => task.owner) };
    }
    return best;
  };
  let total = base;
  for (const { pool } of pools.map((pool) => ({ pool, gain: gainOf(pool).gain })).sort((a, b) => b.gain - a.gain)) {
    const { gain, owners } = gainOf(pool);
    if (gain <= 0) continue;
    total += gain;
    for (const owner of owners) spent.add(owner);
  }
  return total;
}

/** All tasks, and those due first: leaving out others can only shorten the queue, but it keeps their due dates out of the matching. */
function subsets(tasks: readonly RelaxedTask[]): (readonly RelaxedTask[])[] {
  const sorted = tasks.filter((task) => task.due < NEVER).sort((a, b) => a.due - b.due);
  return [tasks, ...[1, 0.75, 0.5, 0.25].map((share) => sorted.slice(0, Math.ceil(share * sorted.length)))];
}

/** Orders late by themselves, and of the others the fewest that any one pool cannot do in time. */
function lateCount(pools: readonly Pool[], days: Float64Array): number {
  let more = 0;
  for (const { machine, tasks } of pools)
    more = Math.max(
      more,
      fewestLate(
        machine,
        tasks.filter((task) => days[task.owner] === 0),
      ),
    );
  return days.filter((late) => late > 0).length + more;
}

/** Days in work that no lot can avoid. */
function flowBound({ chains, activities, day }: Problem, { end, own, tail }: Heads): number {
  let sum = 0;
  for (let c = 0; c < chains.count; c += 1) {
    const first = chains.activityFrom[c]!;
    const last = chains.activityFrom[c + 1]!;
    if (first === last) continue;
    const begun = chains.begun[c] === NONE ? activities.fixedStart[first]! : chains.begun[c]!;
    const latest = begun === NONE ? 0 : end.subarray(first, last).reduce((most, tick) => Math.max(most, tick), 0);
    sum += begun === NONE ? own[first]! + tail[first]! : Math.max(0, latest - begun);
  }
  return sum / (day?.ticks ?? 48);
}
