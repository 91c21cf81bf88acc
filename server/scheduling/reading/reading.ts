import type { MovedRules } from '../../domain/bars/rules.ts';
import { eligibleFacilities } from '../../domain/plant/eligibility.ts';
import type { FixedConflict, PlantTask, ReadyEntry } from '../plant.ts';
import type { Block } from '../problem.ts';
import type { ProblemBuilder } from './builder.ts';
import type { FixedRuns } from './fixed/runs.ts';
import type { Frozen } from './lots/steps.ts';
import type { Machines } from './masters/machines.ts';
import type { Recipes } from './masters/treatments.ts';
import type { Notes } from './notes/notes.ts';
import { type Facts, productTask } from './rows/facts.ts';
import type { Horizon } from './rows/horizon.ts';
import type { FacilityRow } from './rows/input.ts';

/** The casting of a lot: its day number, and its rows before the demolding that are still to be done. */
export interface Casting {
  readonly day: number;
  readonly lot: string;
  readonly order_id: number;
  readonly rows: readonly number[];
}

/** A question about bars: which rules would each obey at which facilities? null: at none. */
export interface RulesQuestion {
  /** By entry. */
  readonly facilities: ReadonlyMap<number, readonly (number | null)[]>;
  readonly rules: Map<number, Map<number | null, Omit<MovedRules, 'ready'>>>;
  /** Weekdays on which each fixed bar of these lots may start at its place, by entry. */
  readonly weekdays: Map<number, number>;
}

/** Everything a reading in progress has at hand: the rows, the time, and what has been made of them so far. */
export interface Reading {
  readonly facts: Facts;
  readonly horizon: Horizon;
  readonly frozen: Frozen;
  /** The lots that are read; undefined: all. */
  readonly lots: ReadonlySet<number> | undefined;
  readonly builder: ProblemBuilder;
  readonly machines: Machines;
  readonly recipes: Recipes;
  readonly fixedRuns: FixedRuns;
  readonly notes: Notes;
  readonly blocks: Block[];
  readonly entries: ReadyEntry[];
  /** Rules that fixed bars break. */
  readonly conflicts: FixedConflict[];
  /** Who stands where among all others is judged elsewhere. */
  readonly alone: boolean;
  /** The bars in question. */
  readonly question: RulesQuestion | undefined;
  /** The recipe that a fixed activity's own treatment asks for, whatever its run is. */
  readonly ownRecipes: Map<number, number>;
  readonly castings: Casting[];
  readonly tasks: PlantTask[];
  /** Places of the activities in the standing plan, in their order. */
  readonly present: { start: number; end: number; machine: number; run: number }[];
  eligible(product: number, task: number): readonly FacilityRow[];
}

/** Looks eligible facilities up once per product and task. */
export function rememberEligible(facts: Facts): Reading['eligible'] {
  const known = new Map<number, readonly FacilityRow[]>();
  return (product, task) => {
    const key = productTask(product, task);
    let found = known.get(key);
    if (!found) {
      const naming = { processings: facts.processings.get(key) ?? [], treatments: facts.heatRows.get(key) ?? [] };
      found = eligibleFacilities(facts.activeFacilities, task, naming);
      known.set(key, found);
    }
    return found;
  };
}
