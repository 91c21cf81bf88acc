import { runCost } from '../objective.ts';
import type { Draft } from '../place/occupancy.ts';
import { FURNACE, NONE, type Problem } from '../problem.ts';

interface Family {
  weight: number;
  volume: number;
  /** Lots of more than half of what the largest furnace carries, or holds: no two of either kind share a run. */
  heavy: number;
  bulky: number;
  maxWeight: number;
  maxVolume: number;
  /** What a run of it costs at least. */
  cost: number;
  /** Σ of every lot's share of the cheapest run that could hold it, by weight and by volume; and the dearest lot's whole run. */
  byWeight: number;
  byVolume: number;
  dearest: number;
  /** A fixed run of it stands that lots may join at no cost. */
  joinable: boolean;
}

/** Furnace runs of each recipe family by what they must hold, and what they cost at least. `draft`: an empty one. */
export function furnaceBound(draft: Draft): { runs: number; cost: number } {
  const { problem } = draft;
  const families = new Map<number, Family>();
  const lots = familyLots(problem);
  for (const [a, family] of lots) addLot(problem, a, families, family);
  for (const [a, family] of lots) {
    const known = families.get(family)!;
    if (problem.activities.weight[a]! > known.maxWeight / 2) known.heavy += 1;
    if (problem.activities.volume[a]! > known.maxVolume / 2) known.bulky += 1;
  }
  for (const run of draft.fixedRuns) {
    const family = run.joinable ? families.get(problem.recipes.family[run.recipe]!) : undefined;
    if (!family) continue;
    family.weight -= Math.max(0, problem.machines[run.machine]!.maxWeight - run.weight);
    family.volume -= Math.max(0, problem.machines[run.machine]!.maxVolume - run.volume);
    family.joinable = true;
    family.heavy -= 1;
    family.bulky -= 1;
  }
  let [runs, cost] = [0, 0];
  for (const family of families.values()) {
    const count = Math.max(bins(family.weight, family.maxWeight), bins(family.volume, family.maxVolume), family.heavy, family.bulky, 0);
    runs += count;
    // A run costs what its dearest member alone would cost, so no less than all members' shares of theirs.
    const shares = family.joinable ? 0 : Math.max(family.byWeight, family.byVolume, family.dearest);
    cost += Math.max(count * family.cost, shares);
  }
  return { runs, cost };
}

const bins = (load: number, most: number): number => (load > 0 && Number.isFinite(most) ? Math.ceil(load / most - 1e-9) : load > 0 ? 1 : 0);

/** Free lots that are treated by one family of recipes wherever they go. */
function familyLots({ activities, modes, recipes }: Problem): [number, number][] {
  const found: [number, number][] = [];
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] !== NONE) continue;
    const families = new Set<number>();
    for (let mode = activities.modeFrom[a]!; mode < activities.modeFrom[a + 1]!; mode += 1)
      families.add(modes.kind[mode] === FURNACE ? recipes.family[modes.recipe[mode]!]! : NONE);
    const [family] = families;
    if (families.size === 1 && family !== undefined && family !== NONE) found.push([a, family]);
  }
  return found;
}

const newFamily = (): Family => ({
  weight: 0,
  volume: 0,
  heavy: 0,
  bulky: 0,
  maxWeight: 0,
  maxVolume: 0,
  cost: Number.POSITIVE_INFINITY,
  byWeight: 0,
  byVolume: 0,
  dearest: 0,
  joinable: false,
});

function addLot(problem: Problem, a: number, families: Map<number, Family>, index: number): void {
  const { activities, modes, machines } = problem;
  const family = families.get(index) ?? newFamily();
  families.set(index, family);
  const [weight, volume] = [activities.weight[a]!, activities.volume[a]!];
  family.weight += weight;
  family.volume += volume;
  let [whole, byWeight, byVolume] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let mode = activities.modeFrom[a]!; mode < activities.modeFrom[a + 1]!; mode += 1) {
    const { maxWeight, maxVolume } = machines[modes.machine[mode]!]!;
    const cost = runCost(problem, modes.recipe[mode]!, modes.setup[mode]!, modes.duration[mode]!);
    family.maxWeight = Math.max(family.maxWeight, maxWeight);
    family.maxVolume = Math.max(family.maxVolume, maxVolume);
    whole = Math.min(whole, cost);
    byWeight = Math.min(byWeight, (cost * weight) / maxWeight);
    byVolume = Math.min(byVolume, (cost * volume) / maxVolume);
  }
  family.cost = Math.min(family.cost, whole);
  family.dearest = Math.max(family.dearest, whole);
  family.byWeight += byWeight;
  family.byVolume += byVolume;
}
