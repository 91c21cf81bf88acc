import { describeEntries } from '../explain/entries.ts';
import type { PlannedRun } from '../explain/outcome.ts';
import type { Promised } from './index.ts';

/** A furnace run that a promised bar is in: one that stands already, by a bar that is in it (null: a new one), and what the bar has in it. */
export interface PlacedShare extends Omit<PlannedRun, 'members' | 'unit'> {
  readonly with_entry: number | null;
  /** Bars of one run share it. */
  readonly run: number;
  readonly pieces: number;
  readonly weight: number;
  readonly volume: number;
}

/** A bar of a promised order, by its order task. */
export interface PlacedBar {
  readonly order_task_id: number;
  readonly facility_id: number | null;
  readonly outsourced: boolean;
  readonly start_minutes: number;
  readonly end_minutes: number;
  readonly shares: readonly PlacedShare[];
}

/** The bars of promised orders as a plan would have them. */
export function placedBars({ problem, solution }: Pick<Promised, 'problem' | 'solution'>): PlacedBar[] {
  const { entries, runs } = describeEntries(problem, problem.plant!, solution);
  const isNew = (at: number): boolean => entries[at]!.lot_id < 0;
  const shares = new Map<number, PlacedShare[]>();
  runs.forEach(({ members, unit: _, ...run }, index) => {
    const own = members.filter(({ entry }) => isNew(entry));
    const with_entry = members.map(({ entry }) => (isNew(entry) ? null : entries[entry]!.entry_id)).find((id) => id !== null) ?? null;
    for (const { entry, pieces, weight, volume } of own)
      shares.set(entry, [...(shares.get(entry) ?? []), { ...run, with_entry, run: index, pieces, weight, volume }]);
  });
  return entries.flatMap(({ order_task_id, facility_id, outsourced, start_minutes, end_minutes }, at) =>
    isNew(at) && order_task_id !== null
      ? [{ order_task_id, facility_id, outsourced, start_minutes, end_minutes, shares: shares.get(at) ?? [] }]
      : [],
  );
}
