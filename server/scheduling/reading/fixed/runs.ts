import { saysBlocksOnly } from '../../../domain/bars/occupancy.ts';
import { plantMinutes } from '../../../domain/ground/plant-time.ts';
import type { PlantRecipe } from '../../plant.ts';
import type { FixedFurnaceRun } from '../../problem.ts';
import type { Recipes } from '../masters/treatments.ts';
import type { Facts } from '../rows/facts.ts';
import type { Horizon } from '../rows/horizon.ts';
import type { FurnaceRunRow, PlanEntryRow } from '../rows/input.ts';

/** A stored run of an entry and what the entry has in it. */
interface StoredRun {
  readonly run: FurnaceRunRow;
  readonly pieces: number;
  readonly weight: number;
  readonly volume: number;
}

/** The runs of an entry as the plan stores them, while they still say what the entry says: same facility, same span. Empty after an edit. */
export function storedRuns(facts: Facts, entry: PlanEntryRow): StoredRun[] {
  const found: StoredRun[] = [];
  for (const member of facts.membersOfEntry.get(entry.id) ?? []) {
    const run = facts.furnaceRuns.get(member.furnace_run_id);
    if (run && run.facility_id === entry.facility_id)
      found.push({ run, pieces: member.pieces, weight: member.weight, volume: member.volume });
  }
  if (found.length === 0) return found;
  found.sort((a, b) => plantMinutes(a.run.run_start) - plantMinutes(b.run.run_start) || a.run.id - b.run.id);
  const first = plantMinutes(found[0]!.run.run_start);
  const last = Math.max(...found.map(({ run }) => plantMinutes(run.run_end)));
  return first === plantMinutes(entry.start_at) && last === plantMinutes(entry.end_at) ? found : [];
}

/** Collects the fixed runs: a stored run is one, and so is every group of equal facility, start, end and recipe. */
export interface FixedRuns {
  readonly furnaceRuns: FixedFurnaceRun[];
  ofStored(run: FurnaceRunRow, machine: number, tempering: boolean): number;
  ofEntry(entry: PlanEntryRow, machine: number, recipe: number): number;
  recipeOf(furnaceRun: number): number;
  /** Index of a stored run that is fixed, -1 where it is not. */
  known(run: FurnaceRunRow): number;
}

export function createFixedRuns(horizon: Horizon, recipes: Recipes): FixedRuns {
  const furnaceRuns: FixedFurnaceRun[] = [];
  const index = new Map<string, number>();
  const add = (key: string, machine: number, recipe: number, from: string, to: string): number => {
    const known = index.get(key);
    if (known !== undefined) return known;
    const span = spanOf(horizon, from, to);
    furnaceRuns.push({ machine, recipe, ...span, joinable: span.start >= horizon.planningStart, weight: 0, volume: 0 });
    index.set(key, furnaceRuns.length - 1);
    return furnaceRuns.length - 1;
  };
  return {
    furnaceRuns,
    ofStored: (run, machine, tempering) =>
      add(`run ${run.id}`, machine, recipes.recipeOf(recipeValues(run), tempering), run.run_start, run.run_end),
    ofEntry: (entry, machine, recipe) =>
      add(`${machine}/${recipe}/${entry.start_at}/${entry.end_at}`, machine, recipe, entry.start_at, entry.end_at),
    recipeOf: (furnaceRun) => furnaceRuns[furnaceRun]!.recipe,
    known: (run) => index.get(`run ${run.id}`) ?? -1,
  };
}

const recipeValues = ({ temperature, retention_time, cooling_method, cooling_time }: FurnaceRunRow): PlantRecipe => ({
  temperature,
  retention_time,
  cooling_method,
  cooling_time,
});

/** Span in ticks, inside the horizon; the end counts as the planning start where it has passed. */
export function spanOf(horizon: Horizon, from: string, to: string): { start: number; end: number } {
  const start = Math.min(Math.max(0, horizon.tickAt(from)), horizon.ticks - 1);
  const end = Math.min(horizon.tickAt(to), horizon.ticks);
  return { start, end: Math.max(end <= horizon.now ? horizon.planningStart : end, start + 1) };
}

/** Whether the entry's planned end has passed although it is not finished. */
export const isOverdue = (horizon: Horizon, entry: PlanEntryRow): boolean => horizon.tickAt(entry.end_at) <= horizon.now;

/** Use of a unit by a fixed working-time task: its own ticks from the first working one of the span, or the whole span. `open` are the facility's intervals. */
export function busySpan(
  open: Int32Array,
  entry: PlanEntryRow,
  span: { start: number; end: number },
  ticks: number,
): { from: number; to: number } {
  if (!saysBlocksOnly({ from: plantMinutes(entry.start_at), to: plantMinutes(entry.end_at) }, entry))
    return { from: span.start, to: span.end };
  let left = ticks;
  let from = span.end;
  for (let i = 0; i < open.length && left > 0; i += 3) {
    const first = Math.max(open[i]!, span.start);
    const last = Math.min(open[i + 1]!, span.end);
    if (first >= last) continue;
    if (from === span.end) from = first;
    const worked = Math.min(left, last - first);
    left -= worked;
    if (left === 0) return { from, to: first + worked };
  }
  return { from, to: span.end };
}
