import { createBoard } from './board.ts';
import type { Clockwork } from './clockwork.ts';
import { type Board, lift, readyOf } from './decode.ts';
import { findEarliest } from './earliest.ts';
import { lateDays, runCost, tardinessCost } from './objective.ts';
import { createPlace, PLAIN_TASTE, settleAt } from './placement.ts';
import { AWAY, BATCH, NONE, type PlantObjective, type Problem } from './problem.ts';

/** What no plan can go below. */
export interface PlantBound {
  readonly total: number;
  readonly tardiness: number;
  readonly furnace: number;
  readonly work_in_progress: number;
  /** Late orders and days late that are there even if every facility were free. */
  readonly late_orders: number;
  readonly late_days: number;
}

/** Lower bound of the plant's objective: every lot alone in the plant, every furnace run full to the brim. */
export function plantBound(problem: Problem, objective: PlantObjective, clockwork: Clockwork): PlantBound {
  const ends = earliestEnds(problem, clockwork);
  let [tardiness, lateOrders, days, wip] = [0, 0, 0, 0];
  for (let job = 0; job < problem.jobs.count; job += 1) {
    let end = problem.jobs.floor[job] as number;
    for (let c = problem.jobs.chainFrom[job] as number; c < (problem.jobs.chainFrom[job + 1] as number); c += 1)
      end = Math.max(end, ends[c] as number);
    const late = lateDays(problem, problem.jobs.due[job] as number, end);
    tardiness += tardinessCost(objective, late);
    days += late;
    if (late > 0) lateOrders += 1;
  }
  for (let c = 0; c < problem.chains.count; c += 1) wip += leastTicksInWork(problem, c, ends[c] as number);
  const workInProgress = (wip / (problem.day?.ticks ?? 48)) * objective.weights.work_in_progress_day;
  const furnace = furnaceBound(problem);
  return {
    total: tardiness + furnace + workInProgress,
    ...{ tardiness, furnace, work_in_progress: workInProgress, late_orders: lateOrders, late_days: days },
  };
}

/** Earliest end of each chain when it has the plant to itself; fixed entries stand. */
export function earliestEnds(problem: Problem, clockwork: Clockwork): Int32Array {
  const board = createBoard(problem, clockwork);
  return Int32Array.from({ length: problem.chains.count }, (_, chain) => earliestEnd(board, chain));
}

/** Earliest end of a chain on the board as it is; leaves the board as it was. The horizon where it does not fit. */
export function earliestEnd(board: Board, chain: number): number {
  const { activityFrom } = board.problem.chains;
  const { fixedStart } = board.problem.activities;
  const place = createPlace();
  const placed: number[] = [];
  let end = 0;
  for (let a = activityFrom[chain] as number; a < (activityFrom[chain + 1] as number); a += 1) {
    if (fixedStart[a] === NONE) {
      const ready = readyOf(board, a);
      if (ready === NONE || !findEarliest(board, a, ready, PLAIN_TASTE, place)) end = board.problem.horizon;
      else {
        settleAt(board, a, place);
        placed.push(a);
      }
    }
    end = Math.max(end, board.end[a] as number);
  }
  for (const a of placed.reverse()) lift(board, a);
  return end;
}

/** Fewest calendar ticks from first start to last end: what is in work already counts from then, else bare durations, nights and waiting days. */
function leastTicksInWork(problem: Problem, chain: number, end: number): number {
  const { chains, activities } = problem;
  const begun = chains.begun[chain] as number;
  const to = chains.activityFrom[chain + 1] as number;
  const from = chains.activityFrom[chain] as number;
  if (from === to) return 0;
  if (begun !== NONE) return Math.max(0, end - begun);
  let ticks = 0;
  for (let a = from; a < to; a += 1) {
    if (activities.lead[a] !== a) continue;
    if (activities.fixedStart[a] !== NONE) return 0;
    let least = Number.POSITIVE_INFINITY;
    for (let m = activities.modeFrom[a] as number; m < (activities.modeFrom[a + 1] as number); m += 1)
      least = Math.min(least, leastTicks(problem, m, a === to - 1));
    ticks += least;
  }
  return ticks;
}

function leastTicks(problem: Problem, mode: number, last: boolean): number {
  const { modes, recipes, day } = problem;
  const ticks = day?.ticks ?? 48;
  const duration = modes.duration[mode] as number;
  const wait = last ? 0 : Math.max(modes.lag[mode] as number, ((modes.waitDays[mode] as number) - 1) * ticks, 0);
  if (modes.kind[mode] === AWAY) return Math.max(1, (duration - 1) * ticks) + wait;
  if (modes.kind[mode] === BATCH)
    return (modes.setup[mode] as number) + duration + (recipes.hold[modes.recipe[mode] as number] as number) + wait;
  const working = day ? day.workTo - day.workFrom : ticks;
  return duration + (Math.ceil(duration / working) - 1) * (ticks - working) + wait;
}

/** Furnace cost when every run of a family is as full as the larger of its weight and volume shares allows; runs that stand fixed are free. */
function furnaceBound(problem: Problem): number {
  const { activities, modes, recipes } = problem;
  const shares = new Map<number, { weight: number; volume: number; dearest: number }>();
  for (let a = 0; a < activities.count; a += 1) {
    const from = activities.modeFrom[a] as number;
    if (activities.fixedStart[a] !== NONE || modes.kind[from] !== BATCH) continue;
    const least = leastShares(problem, a);
    const family = recipes.family[modes.recipe[from] as number] as number;
    const sum = shares.get(family) ?? { weight: 0, volume: 0, dearest: 0 };
    sum.weight += least.weight;
    sum.volume += least.volume;
    sum.dearest = Math.max(sum.dearest, least.run);
    shares.set(family, sum);
  }
  const open = new Set(problem.fixedBatches.filter((batch) => batch.joinable).map((batch) => recipes.family[batch.recipe] as number));
  let total = 0;
  for (const [family, { weight, volume, dearest }] of shares) if (!open.has(family)) total += Math.max(weight, volume, dearest);
  return total;
}

/** What a lot costs at least: its share of the cheapest run it could be in, by weight and by volume, and that run. A lot of several families counts nothing. */
function leastShares(problem: Problem, activity: number): { weight: number; volume: number; run: number } {
  const { activities, modes, recipes, machines } = problem;
  const least = { weight: Number.POSITIVE_INFINITY, volume: Number.POSITIVE_INFINITY, run: Number.POSITIVE_INFINITY };
  const from = activities.modeFrom[activity] as number;
  for (let m = from; m < (activities.modeFrom[activity + 1] as number); m += 1) {
    const recipe = modes.recipe[m] as number;
    if (modes.kind[m] !== BATCH || recipes.family[recipe] !== recipes.family[modes.recipe[from] as number])
      return { weight: 0, volume: 0, run: 0 };
    const cost = runCost(problem, recipe, modes.setup[m] as number, modes.duration[m] as number);
    const machine = machines[modes.machine[m] as number]!;
    least.weight = Math.min(least.weight, (cost * (activities.weight[activity] as number)) / machine.maxWeight);
    least.volume = Math.min(least.volume, (cost * (activities.volume[activity] as number)) / machine.maxVolume);
    least.run = Math.min(least.run, cost);
  }
  return least;
}
