import { epochMs, type Instant, type PlantDate } from '../ground/plant-time.ts';
import type { CrowdedBlock } from './occupancy.ts';

/** A limit and what stands against it. */
export interface Bound {
  limit: number;
  value: number;
}

/** Sizes in metres, as `sizeAgainst` says them: what is beyond, of the piece and of the furnace, side by side. */
export interface TooLarge {
  sides: ('floor' | 'height')[];
  piece: (string | number)[];
  chamber: (string | number)[];
}

export type HeldBy = 'casting' | 'demolding' | 'finished_task';

/** Temperature in °C, retention in hours, cooling, its hours. */
export type RecipeValues = readonly [temperature: number, retention_time: number, cooling_method: string, cooling_time: number];

/**
 * A rule that a bar breaks where it lies (矛盾): plain values, the limit and what stands against it. That it ends after its deadline is lateness, no conflict.
 */
export type Conflict =
  | { kind: 'closed_day' | 'closed_end'; date: PlantDate }
  /** `stopped`: 1 where it is out of order. */
  | { kind: 'shut_day' | 'shut_end'; date: PlantDate; facility_name: string; stopped?: 1 }
  | { kind: 'not_eligible'; facility_name: string }
  | ({ kind: 'piece_too_heavy'; facility_name: string } & Bound)
  | ({ kind: 'piece_too_large'; facility_name: string } & TooLarge)
  | ({ kind: 'run_too_short' | 'run_too_short_to_cool' | 'work_too_short' } & Bound)
  /** `limit` holds the weekdays as bits, `value` is the number of one. */
  | ({ kind: 'weekday' } & Bound)
  /** `limit` in plant minutes: not before. */
  | { kind: HeldBy; limit: number }
  | { kind: 'before_previous'; task_name: string; end_at: Instant }
  | { kind: 'after_next'; task_name: string; start_at: Instant }
  /** By what happened, wherever the bars are planned: finished over an earlier process of the lot that is open, and that earlier one itself. */
  | { kind: 'previous_open' | 'later_finished'; task_name: string }
  /** The process before it has ended, its cooling or its waiting days have not. */
  | { kind: 'before_ready'; task_name: string; limit: number }
  | ({ kind: 'overweight' | 'overfull'; facility_name: string } & Bound)
  /** More bars, a furnace run as one, than units; with the ids of the others at the worst moment of the first half day. */
  | { kind: 'over_capacity'; facility_name: string; crowded: CrowdedBlock[]; others: number[] }
  | { kind: 'other_recipe'; facility_name: string; limit: RecipeValues; value: RecipeValues };

type PartOf<Each> = Each extends unknown ? keyof Each : never;
type Says<Each, Part> = Each extends unknown ? (Part extends keyof Each ? Each[Part] : never) : never;
/** A conflict by whatever any of them says. */
type Said = { readonly [Part in PartOf<Conflict>]?: Says<Conflict, Part> };

/** The part that conflicts share when one sentence names them all: rule, place and limit. Values, dates and moments differ. */
export function ruleOf(conflict: Conflict): string {
  const { kind, task_name, facility_name, stopped, piece, limit, value }: Said = conflict;
  // Of recipes both are said, and no furnace.
  if (kind === 'other_recipe') return JSON.stringify([kind, limit, value]);
  // A limit with nothing against it is a moment.
  return JSON.stringify([kind, task_name, facility_name, stopped, piece, value === undefined ? null : limit]);
}

/** The values in which conflicts of one rule differ, for one message about all of them; each once, ascending. */
export interface ConflictSpread {
  values: readonly number[];
  /** Limits that are numbers. */
  limits: readonly number[];
  dates: readonly PlantDate[];
  ends: readonly Instant[];
  starts: readonly Instant[];
  /** Each half day once, as it is at its worst. */
  crowded: readonly CrowdedBlock[];
}

/** Gathers that from the conflicts of one rule. */
export const spreadOf = (conflicts: readonly Conflict[]): ConflictSpread => ({
  values: ascending(saidOf(conflicts, 'value').filter(isNumber)),
  limits: ascending(saidOf(conflicts, 'limit').filter(isNumber)),
  dates: [...new Set(saidOf(conflicts, 'date'))].sort(),
  ends: inTime(saidOf(conflicts, 'end_at')),
  starts: inTime(saidOf(conflicts, 'start_at')),
  crowded: worstOf(saidOf(conflicts, 'crowded').flat()),
});

const saidOf = <Part extends keyof Said>(conflicts: readonly Said[], part: Part): NonNullable<Said[Part]>[] =>
  conflicts.map((conflict) => conflict[part]).filter((said) => said !== undefined);
const isNumber = (value: unknown): value is number => typeof value === 'number';
const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);
const inTime = (instants: readonly Instant[]): Instant[] => [...new Set(instants)].sort((a, b) => epochMs(a) - epochMs(b));

/** Each half day once, as it is at its worst, in order of time. */
function worstOf(crowded: readonly CrowdedBlock[]): CrowdedBlock[] {
  const worst = new Map<number, CrowdedBlock>();
  for (const one of crowded) {
    const known = worst.get(one.block);
    if (!known || one.taken - one.units > known.taken - known.units) worst.set(one.block, one);
  }
  return [...worst.values()].sort((one, other) => one.block - other.block);
}
