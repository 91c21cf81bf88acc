import { FURNACE, NONE } from '../../problem.ts';
import type { Random } from '../../random.ts';
import { createPool, type Pool } from './pool.ts';
import type { Queues } from './queues.ts';

/** Finds furnace runs of one recipe. */
export interface Families {
  /** A run with the recipe of an activity, not its own, one near in time the likelier; NONE. */
  another(queues: Queues, random: Random, a: number): number;
  /** Activities that may share a run with one; every run is that of its first member alone. */
  of(queues: Queues, a: number): readonly number[];
  /** Room for a move in which runs share their members. */
  readonly pool: Pool;
}

/** From so many activities of a recipe on several are drawn, and the nearest taken. */
const MANY = 30;
const DRAWS = 4;

/** Every run is found by any activity that may be a member of it: nothing has to be kept up as members come and go. */
export function createFamilies({ problem }: Queues): Families {
  const { modes, recipes } = problem;
  const members = new Map<number, number[]>();
  for (let mode = 0; mode < modes.count; mode += 1) {
    if (modes.kind[mode] !== FURNACE || problem.activities.fixedStart[modes.activity[mode]!] !== NONE) continue;
    const family = recipes.family[modes.recipe[mode]!]!;
    const list = members.get(family) ?? [];
    if (list.at(-1) !== modes.activity[mode]) list.push(modes.activity[mode]!);
    members.set(family, list);
  }
  return {
    pool: createPool(),
    of: ({ mode }, a) => members.get(recipes.family[modes.recipe[mode[a]!]!]!) ?? [],
    another({ turn, mode, start }, random, a) {
      const list = members.get(recipes.family[modes.recipe[mode[a]!]!]!);
      if (!list || list.length < 2) return NONE;
      const own = turn[a]!;
      let best = NONE;
      let nearest = Number.POSITIVE_INFINITY;
      for (let draws = list.length > MANY ? DRAWS : 1; draws > 0; draws -= 1) {
        const other = turn[list[random.below(list.length)]!]!;
        const distance = Math.abs(start[other]! - start[own]!);
        if (other === own || distance >= nearest) continue;
        best = other;
        nearest = distance;
      }
      return best;
    },
  };
}
