import { NONE, type Problem, type Solution } from '../../../server/scheduling/index.ts';
import type { Random } from '../../../server/scheduling/random.ts';
import type { Control, Kernel } from '../../../server/scheduling/search/kernel.ts';
import { change } from './moves.ts';
import { keep, type Plan, planOf, takeBack, timeWithin } from './plan.ts';
import { isShop, shopOf } from './shop.ts';

/** How many plans stand side by side; the coldest and the hottest, in what one operation late by its own length costs on average. */
const RUNGS = 6;
const [COLDEST, HOTTEST] = [0.7, 4];
/** Steps a plan makes between two changes, for each operation. */
const STEPS_PER_OPERATION = 8;

/** A place in the row of temperatures, and the plan that stands there. */
interface Rung {
  readonly temperature: number;
  bank: Int32Array;
  cost: number;
}

/**
 * Job shops by their queues: plans are annealed side by side, each at a temperature of its own, and change places. What is trapped in the cold is led out through
 * the warmth, and what the warmth finds is cooled (replica exchange: Swendsen & Wang 1986; Hukushima & Nemoto 1996). Other problems stay as they are.
 */
export const queueKernel: Kernel = {
  improve(problem, start, control) {
    if (!isShop(problem) || start.start.includes(NONE) || problem.activities.count === 0) return start;
    const plan = planOf(shopOf(problem), problem.machines.length, start.start, start.end);
    const best = { bank: plan.bank.slice(), cost: plan.cost };
    const rungs = Array.from({ length: RUNGS }, (_, at): Rung => {
      const temperature = unitOf(problem) * COLDEST * (HOTTEST / COLDEST) ** (at / (RUNGS - 1));
      return { temperature, bank: plan.bank.slice(), cost: plan.cost };
    });
    while (control.spend(0)) {
      for (const rung of rungs) anneal(plan, rung, best, control);
      for (let at = RUNGS - 1; at > 0; at -= 1)
        if (mayChange(rungs[at]!, rungs[at - 1]!, control.random)) changePlaces(rungs[at]!, rungs[at - 1]!);
    }
    plan.bank.set(best.bank);
    return solutionOf(problem, plan);
  },
};

/** Cost of a job of mean weight that is late by the length of an operation. */
function unitOf({ activities, modes, jobs }: Problem): number {
  const length = modes.duration.reduce((sum, ticks) => sum + ticks, 0) / activities.count;
  return Math.max(1e-6, (length * jobs.weight.reduce((sum, weight) => sum + weight, 0)) / jobs.count);
}

function anneal(plan: Plan, rung: Rung, best: Pick<Rung, 'bank' | 'cost'>, control: Control): void {
  const { random } = control;
  plan.bank.set(rung.bank);
  plan.cost = rung.cost;
  for (let steps = STEPS_PER_OPERATION * plan.shop.count; steps > 0 && control.spend(1); steps -= 1) {
    const before = plan.cost;
    // No worse always is below this: the number drawn is below one.
    const stands = change(plan, random) && timeWithin(plan, before - rung.temperature * Math.log(random.next()));
    if (stands) keep(plan);
    else takeBack(plan, before);
    const isBest = plan.cost < best.cost;
    control.count('queue', stands, isBest);
    if (!isBest) continue;
    best.bank.set(plan.bank);
    best.cost = plan.cost;
  }
  rung.bank.set(plan.bank);
  rung.cost = plan.cost;
}

/** By the odds at which each temperature would keep the plans the other way round. */
const mayChange = (hotter: Rung, colder: Rung, random: Random): boolean =>
  random.next() < Math.exp((hotter.cost - colder.cost) * (1 / hotter.temperature - 1 / colder.temperature));

function changePlaces(one: Rung, other: Rung): void {
  [one.bank, other.bank] = [other.bank, one.bank];
  [one.cost, other.cost] = [other.cost, one.cost];
}

function solutionOf({ activities, modes }: Problem, { end, shop }: Plan): Solution {
  const none = new Int32Array(activities.count).fill(NONE);
  return {
    start: end.map((tick, a) => tick - shop.duration[a]!),
    end: end.slice(),
    mode: Int32Array.from({ length: modes.count }, (_, mode) => mode),
    furnaceRun: none,
    furnaceRuns: [],
  };
}
