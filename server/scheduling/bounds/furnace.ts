import { runCost } from '../objective.ts';
import type { Draft } from '../place/occupancy.ts';
import { FURNACE, NONE, type Problem } from '../problem.ts';
import { fewestRuns, type WaitingLot } from './apart.ts';
import type { StartDays } from './windows.ts';

interface Family {
  readonly lots: WaitingLot[];
  maxWeight: number;
  maxVolume: number;
  /** Least cost of one run of the family. */
  cost: number;
  /** Σ of every lot's share of the cheapest run that could hold it, by weight and by volume; and the costliest lot's whole run. */
  byWeight: number;
  byVolume: number;
  costliest: number;
  /** Fixed runs of it that lots may join at no cost. */
  joinable: number;
}

/** The least cost of the furnace runs of all recipe families, by what they must hold and on which days. `draft`: an empty one. */
export function furnaceBound(draft: Draft, days: StartDays): number {
  const { problem } = draft;
  const families = new Map<number, Family>();
  const lots = familyLots(problem);
  for (const [a, family] of lots) addLot(problem, a, families, family, days);
  for (const run of draft.fixedRuns) {
    const family = run.joinable ? families.get(problem.recipes.family[run.recipe]!) : undefined;
    if (family) family.joinable += 1;
  }
  let cost = 0;
  for (const family of families.values()) {
    const count = Math.max(0, fewestRuns(family.lots, family) - family.joinable);
    // A run costs what its costliest member alone would cost, so no less than all members' shares of theirs.
    const shares = family.joinable > 0 ? 0 : Math.max(family.byWeight, family.byVolume, family.costliest);
    cost += Math.max(count * family.cost, shares);
  }
  return cost;
}

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
  lots: [],
  maxWeight: 0,
  maxVolume: 0,
  cost: Number.POSITIVE_INFINITY,
  byWeight: 0,
  byVolume: 0,
  costliest: 0,
  joinable: 0,
});

function addLot(problem: Problem, a: number, families: Map<number, Family>, index: number, days: StartDays): void {
  const { activities, modes, machines } = problem;
  const family = families.get(index) ?? newFamily();
  families.set(index, family);
  const [weight, volume] = [activities.weight[a]!, activities.volume[a]!];
  const slots = new Map<number, number>();
  family.lots.push({ weight, volume, from: days.from[a]!, to: days.to[a]!, slots });
  let [whole, byWeight, byVolume] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let mode = activities.modeFrom[a]!; mode < activities.modeFrom[a + 1]!; mode += 1) {
    const { maxWeight, maxVolume } = machines[modes.machine[mode]!]!;
    const cost = runCost(problem, modes.recipe[mode]!, modes.setup[mode]!, modes.duration[mode]!);
    family.maxWeight = Math.max(family.maxWeight, maxWeight);
    family.maxVolume = Math.max(family.maxVolume, maxVolume);
    slots.set(modes.machine[mode]!, (slots.get(modes.machine[mode]!) ?? 0) | modes.weekdays[mode]!);
    whole = Math.min(whole, cost);
    byWeight = Math.min(byWeight, (cost * weight) / maxWeight);
    byVolume = Math.min(byVolume, (cost * volume) / maxVolume);
  }
  family.cost = Math.min(family.cost, whole);
  family.costliest = Math.max(family.costliest, whole);
  family.byWeight += byWeight;
  family.byVolume += byVolume;
}
