import type { Conflict } from '../../../domain/bars/conflicts.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import type { Steps } from '../../../domain/ground/steps.ts';
import { fixedConflicts, type PlanningRows } from '../../../scheduling/index.ts';
import type { Read } from '../desk/reading.ts';
import { rowsOfLots } from '../judge/around.ts';
import { readInPlace, rulesBroken } from '../judge/bar-rules.ts';
import type { Plant } from '../judge/plant.ts';
import type { MisfitBar } from './misfits.store.ts';

type Entry = PlanningRows['plan_entries'][number];

/**
 * Who finds the bars that break a rule where they stand, were all of the plan fixed, and looks again at single facilities where nothing else has changed. Unfinished bars that were
 * moved by hand are left out, so that nobody's move is the cause; those of them that no run moves are judged by the rules of their own tasks.
 */
export function createMisfits(): (read: Read, today: PlantDate) => Steps<MisfitBar[]> {
  let last: { read: Read; today: PlantDate; found: MisfitBar[] } | undefined;
  return function* (read, today) {
    if (last?.read === read && last.today === today) return last.found;
    const facilities = last && last.today === today && last.read.lots === read.lots ? changedFacilities(last.read.plant, read.plant) : null;
    const isThere = ({ facility_id }: { facility_id: number | null }): boolean => facilities?.has(facility_id ?? 0) ?? true;
    const others = facilities ? last!.found.filter((bar) => !isThere(bar)) : [];
    const found = facilities
      ? (yield* misfitsAmong(read, rowsOfLots(read, lotsAt(read, facilities)), today)).filter(isThere)
      : yield* misfitsAmong(read, read.rows, today);
    last = { read, today, found: [...others, ...found].sort((one, other) => one.id - other.id) };
    return last.found;
  };
}

/** The facilities whose units, sizes or days are others; null: the plants differ otherwise, too. */
function changedFacilities(before: Plant, now: Plant): Set<number> | null {
  const isSame = (Object.keys(now.rows) as (keyof Plant['rows'])[]).every(
    (table) => table === 'facilities' || table === 'facility_availabilities' || before.rows[table] === now.rows[table],
  );
  const isSamePlant = before.settings === now.settings && JSON.stringify(before.premises) === JSON.stringify(now.premises);
  if (!isSame || !isSamePlant || before.rows.facilities.length !== now.rows.facilities.length) return null;
  const told = ({ by }: Plant, facility: Plant['rows']['facilities'][number]): string =>
    JSON.stringify([facility, by.facility_availabilities.get(facility.id)]);
  return new Set(now.rows.facilities.flatMap((one, at) => (told(before, before.rows.facilities[at]!) === told(now, one) ? [] : one.id)));
}

const lotsAt = ({ lots }: Read, facilities: ReadonlySet<number>): number[] =>
  [...lots.tables.plan_entries].flatMap(([lot, entries]) =>
    entries.some(({ facility_id }) => facilities.has(facility_id ?? 0)) ? lot : [],
  );

function* misfitsAmong(read: Read, rows: PlanningRows, today: PlantDate): Steps<MisfitBar[]> {
  const byHand = new Set(
    [...new Set(rows.plan_entries.map(({ lot_id }) => lot_id))].flatMap((lot) =>
      (read.lots.tables.placed.get(lot) ?? []).flatMap(({ id, placed_by }) => (placed_by === 'hand' ? id : [])),
    ),
  );
  const isMoved = ({ id, received_locked }: Entry): boolean => !received_locked && byHand.has(id);
  const placed = rows.plan_entries.filter((entry) => !isMoved(entry));
  const kept = rows.plan_entries.filter((entry) => isMoved(entry) && (entry.locked || entry.created_by_hand));
  const own = rulesBroken(
    read,
    kept.map(({ id }) => id),
    today,
  );
  const broken = new Map([...(yield* brokenAmong(read, rows, placed, today)), ...own]);
  return [...placed, ...kept].flatMap(({ id, start_at, end_at, facility_id }) => {
    const conflicts = broken.get(id) ?? [];
    return conflicts.length > 0 ? [{ id, start_at, end_at, facility_id, conflicts }] : [];
  });
}

/** The rules that bars break, by their ids, were all of them fixed and nothing else there. */
function* brokenAmong({ settings }: Read, rows: PlanningRows, bars: readonly Entry[], today: PlantDate): Steps<Map<number, Conflict[]>> {
  const broken = new Map<number, Conflict[]>();
  if (bars.length === 0) return broken;
  const fixed = bars.map((entry) => ({ ...entry, locked: true }));
  const problem = yield* readInPlace({ ...rows, plan_entries: fixed }, settings, today);
  for (const { conflict, bars: party } of fixedConflicts(problem)) {
    for (const { entry_id } of party) broken.set(entry_id, [...(broken.get(entry_id) ?? []), conflict]);
  }
  return broken;
}
