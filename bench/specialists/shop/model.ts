import { NONE, type Problem, WORK } from '../../../server/scheduling/problem.ts';
import type { Solution } from '../../../server/scheduling/solution.ts';
import { assign, newPlan, type Shop, type ShopPlan, sequence } from './shop.ts';

/** Above this an iteration, which is linear in the operations, takes too long for a search of many. */
const MOST_OPERATIONS = 20_000;

/** Whether the problem is a (flexible) job shop with makespan and nothing else: one unit machines always open, plain durations, jobs in line, nothing fixed. */
export function suitsShop(problem: Problem): boolean {
  const { activities, modes, chains, jobs } = problem;
  if (problem.objective.kind !== 'makespan' || problem.day || problem.present || problem.planningStart > 0) return false;
  if (problem.blocks.length > 0 || problem.fixedFurnaceRuns.length > 0) return false;
  if (activities.count === 0 || activities.count > MOST_OPERATIONS) return false;
  const alwaysOpen = problem.machines.every(
    ({ kind, unlimited, open, setups }) =>
      kind === 'unit' && !unlimited && !setups && open.length === 3 && open[0]! <= 0 && open[1]! >= problem.horizon && open[2] === 1,
  );
  if (!alwaysOpen || jobs.floor.some((floor) => floor > 0)) return false;
  for (let mode = 0; mode < modes.count; mode++) {
    if (modes.kind[mode] !== WORK || modes.duration[mode]! <= 0 || modes.lag[mode] !== 0 || modes.waitDays[mode] !== 0) return false;
    if (modes.setup[mode] !== 0 || modes.weekdays[mode] !== 127) return false;
  }
  for (let activity = 0; activity < activities.count; activity++) {
    if (activities.release[activity]! > 0 || activities.fixedStart[activity] !== NONE || activities.lead[activity] !== activity)
      return false;
    if (activities.modeFrom[activity] === activities.modeFrom[activity + 1]) return false;
    const first = chains.activityFrom[activities.chain[activity]!] === activity;
    if (activities.predFrom[activity] !== (first ? activity : activity - 1) || activities.predTo[activity] !== activity) return false;
  }
  return true;
}

/** The shop of a problem that suits: operations are its activities, alternatives its modes. */
export function shopOf({ activities, modes, chains, machines }: Problem): Shop {
  const { count, chain, modeFrom } = activities;
  const none = (): Int32Array => new Int32Array(count + 1).fill(count);
  const [jobBefore, jobAfter] = [none(), none()];
  let flexibility = 1;
  for (let activity = 0; activity < count; activity++) {
    if (activity > chains.activityFrom[chain[activity]!]!) {
      jobBefore[activity] = activity - 1;
      jobAfter[activity - 1] = activity;
    }
    flexibility = Math.max(flexibility, modeFrom[activity + 1]! - modeFrom[activity]!);
  }
  return {
    count,
    machines: machines.length,
    jobBefore,
    jobAfter,
    from: modeFrom,
    machine: modes.machine,
    duration: modes.duration,
    flexibility,
  };
}

/** The shop's plan of a complete solution; null where some activity is not placed. */
export function planOf(shop: Shop, solution: Solution): ShopPlan | null {
  if (solution.start.some((start) => start === NONE)) return null;
  const plan = newPlan(shop);
  for (let operation = 0; operation < shop.count; operation++) assign(shop, plan, operation, solution.mode[operation]!);
  const linear = Int32Array.from({ length: shop.count }, (_, operation) => operation);
  // Durations are positive, so that starts order the jobs and the machines alike.
  linear.sort((a, b) => solution.start[a]! - solution.start[b]!);
  sequence(shop, plan, linear);
  return plan;
}

/** The solution a plan of the shop stands for: everything at its earliest. */
export function solutionFrom(shop: Shop, plan: ShopPlan): Solution {
  const end = plan.end.slice(0, shop.count);
  return {
    start: end.map((tick, operation) => tick - plan.length[operation]!),
    end,
    mode: plan.alternative.slice(0, shop.count),
    furnaceRun: new Int32Array(shop.count).fill(NONE),
    furnaceRuns: [],
  };
}
