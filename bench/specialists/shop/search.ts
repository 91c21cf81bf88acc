import type { Random } from '../../../server/scheduling/random.ts';
import { shopBound } from './bound.ts';
import { assign, copyPlan, newPlan, type Shop, type ShopPlan, sequence } from './shop.ts';
import { type TabuSearch, tabuSearch } from './tabu.ts';

export interface ShopOptions {
  random: Random;
  /** Told of every few iterations done; false ends the search. */
  spend: (iterations: number) => boolean;
  /** A plan to set out from, beside random ones. */
  start?: ShopPlan;
  /** Every better plan; valid during the call only. */
  onBetter?: (plan: ShopPlan) => void;
}
export interface ShopResult {
  plan: ShopPlan;
  bound: number;
  moves: TabuSearch['moves'];
}

/** Plans of the first population; every later one is larger, as the shop has shown to be hard. */
const POPULATION = 20;
const GROWTH = 1.5;
/** Relinkings without a place in the population, per member, after which a new one is raised. */
const BARREN = 2;
/** Plans that differ in fewer than this share of their operations are twins: the better one stays. */
const NEAR = 0.1;

/** Tabu iterations without a better plan before the next relinking: enough to settle, few enough for many generations. */
const patienceOf = (shop: Shop): number => Math.max(3_000, Math.min(12_000, Math.round(1_000_000 / shop.count)));

/**
 * Tabu search and path relinking over a small population (after Peng, Lü and Cheng 2015 for the job shop, González, Vela and Varela 2015 for the flexible one).
 * A path's inner point is the blend of two plans: each operation's key is a weighted mean of its positions in both, so that every pair of operations on which
 * both agree keeps its order, the jobs' order among them, and the blend is feasible by construction.
 */
export function searchShop(shop: Shop, options: ShopOptions): ShopResult {
  const { random } = options;
  const bound = shopBound(shop);
  const tabu = tabuSearch(shop, random);
  const patience = patienceOf(shop);
  const best = newPlan(shop);
  best.makespan = Number.POSITIVE_INFINITY;
  let goOn = true;
  const spend = (iterations: number): boolean => {
    goOn = options.spend(iterations) && goOn;
    return goOn;
  };
  const over = (): boolean => !goOn || best.makespan <= bound;
  const improve = (plan: ShopPlan): void => {
    // At least one iteration a run, so that plans without a move still use up the budget.
    spend(1);
    tabu.run(plan, patience, bound, spend);
    if (plan.makespan >= best.makespan) return;
    copyPlan(plan, best);
    options.onBetter?.(best);
  };

  let first = options.start;
  for (let size = POPULATION; best.makespan === Number.POSITIVE_INFINITY || !over(); size = Math.ceil(size * GROWTH)) {
    const population: ShopPlan[] = [];
    do {
      const plan = first ?? dispatch(shop, random);
      first = undefined;
      improve(plan);
      population.push(plan);
    } while (population.length < size && !over());
    for (let barren = 0; !over() && barren < BARREN * size; ) barren = generation(shop, population, random, improve) ? 0 : barren + 1;
  }
  return { plan: best, bound, moves: tabu.moves };
}

/** One relinking: the blend of two plans, improved, takes the place of its twin, else of the worst. Gives whether it is better than that. */
function generation(shop: Shop, population: ShopPlan[], random: Random, improve: (plan: ShopPlan) => void): boolean {
  const first = random.below(population.length);
  const second = (first + 1 + random.below(population.length - 1)) % population.length;
  const child = blend(shop, population[first]!, population[second]!, 0.15 + 0.7 * random.next(), random);
  improve(child);
  let worst = 0;
  let twin = -1;
  let least = shop.count * NEAR;
  for (let at = 0; at < population.length; at++) {
    if (population[at]!.makespan >= population[worst]!.makespan) worst = at;
    const apart = distance(shop, population[at]!, child);
    if (apart > least) continue;
    least = apart;
    twin = at;
  }
  const place = twin >= 0 ? twin : worst;
  const was = population[place]!.makespan;
  // An equal plan that is no twin keeps the population moving, but is no progress.
  if (child.makespan < was || (child.makespan === was && twin < 0)) population[place] = child;
  return child.makespan < was;
}

/** Operations whose machine or whose neighbour on the machine differs. */
function distance(shop: Shop, a: ShopPlan, b: ShopPlan): number {
  let different = 0;
  for (let operation = 0; operation < shop.count; operation++)
    if (a.alternative[operation] !== b.alternative[operation] || a.after[operation] !== b.after[operation]) different++;
  return different;
}

function positions(shop: Shop, plan: ShopPlan): Int32Array {
  const position = new Int32Array(shop.count);
  const byHead = Int32Array.from(plan.order);
  // Ties keep the topological order: the sort is stable and lengths may be 0.
  byHead.sort((a, b) => plan.end[a]! - plan.length[a]! - plan.end[b]! + plan.length[b]!);
  for (let at = 0; at < shop.count; at++) position[byHead[at]!] = at;
  return position;
}

/** The plan that stands `share` of the way from one plan to another. */
function blend(shop: Shop, from: ShopPlan, to: ShopPlan, share: number, random: Random): ShopPlan {
  const child = newPlan(shop);
  const start = positions(shop, from);
  const end = positions(shop, to);
  const keys = new Float64Array(shop.count);
  for (let operation = 0; operation < shop.count; operation++) {
    keys[operation] = start[operation]! * (1 - share) + end[operation]! * share;
    assign(shop, child, operation, (random.next() < share ? to : from).alternative[operation]!);
  }
  const linear = Int32Array.from({ length: shop.count }, (_, operation) => operation).sort(
    (a, b) => keys[a]! - keys[b]! || start[a]! - start[b]!,
  );
  sequence(shop, child, linear);
  return child;
}

/** A random list schedule: the job with much work left goes first, on the machine that ends it earliest. */
function dispatch(shop: Shop, random: Random): ShopPlan {
  const plan = newPlan(shop);
  const next: number[] = [];
  const left = new Float64Array(shop.count + 1);
  for (let operation = 0; operation < shop.count; operation++) if (shop.jobBefore[operation] === shop.count) next.push(operation);
  for (const first of next)
    for (let last = lastOf(shop, first); last !== shop.count; last = shop.jobBefore[last]!)
      left[last] = left[shop.jobAfter[last]!]! + shop.duration[shop.from[last]!]!;
  const free = new Float64Array(shop.machines);
  const linear = new Int32Array(shop.count);
  const ready = new Float64Array(shop.count + 1);
  for (let at = 0; at < shop.count; at++) {
    const pick = choose(shop, next, left, random);
    const operation = next[pick]!;
    let bestEnd = Number.POSITIVE_INFINITY;
    let taken = shop.from[operation]!;
    for (let alternative = shop.from[operation]!; alternative < shop.from[operation + 1]!; alternative++) {
      const end = Math.max(free[shop.machine[alternative]!]!, ready[operation]!) + shop.duration[alternative]! * (1 + 0.1 * random.next());
      if (end < bestEnd) {
        bestEnd = end;
        taken = alternative;
      }
    }
    assign(shop, plan, operation, taken);
    free[shop.machine[taken]!] = bestEnd;
    linear[at] = operation;
    const follower = shop.jobAfter[operation]!;
    if (follower === shop.count) next.splice(pick, 1);
    else {
      ready[follower] = bestEnd;
      next[pick] = follower;
    }
  }
  sequence(shop, plan, linear);
  return plan;
}

function lastOf(shop: Shop, first: number): number {
  let last = first;
  while (shop.jobAfter[last] !== shop.count) last = shop.jobAfter[last]!;
  return last;
}

function choose(shop: Shop, next: readonly number[], left: Float64Array, random: Random): number {
  let pick = 0;
  let most = -1;
  for (let at = 0; at < next.length; at++) {
    const weight = left[next[at]!]! * (0.5 + random.next());
    if (weight > most) {
      most = weight;
      pick = at;
    }
  }
  return shop.count === 0 ? 0 : pick;
}
