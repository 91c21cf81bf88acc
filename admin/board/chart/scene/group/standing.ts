import type { Conflict } from '../../../../../server/domain/bars/conflicts.ts';
import { judgeBar, type PlacedBar, type Surroundings } from '../../../../../server/domain/bars/judge.ts';
import type { OpenDay, Place } from '../../../../../server/domain/bars/moves.ts';
import type { Occupant } from '../../../../../server/domain/bars/occupancy.ts';
import { conflictsOfMoved, type Rest } from '../../../../../server/domain/bars/rules.ts';
import { dateOfDay, dayNumber, instantOfMinutes, plantMinutes } from '../../../../../server/domain/ground/plant-time.ts';
import type { Around } from './arounds.ts';

/** A bar of a lot as it was read. */
export type LotBar = Around['lot'][number];

/** The days on which work is done at a facility; without one, those of the plant. */
export function openDays(around: Around | undefined, facility: number | null, closed: ReadonlySet<number>): OpenDay {
  const found = around?.facilities.find(({ id }) => id === facility);
  if (!found) return (day) => !closed.has(day);
  return (day) => (found.overrides[dateOfDay(day)] ?? (closed.has(day) ? 0 : found.availability)) > 0;
}

/** The plant's closed days: what the board knows and what was read for the bar. */
export const closedDays = (around: Around, closed: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...closed, ...around.holidays.map(dayNumber)]);

/** Where a bar stands. */
export const placeOfBar = ({ start_at, end_at }: Pick<Occupant, 'start_at' | 'end_at'>): Place => ({
  start: plantMinutes(start_at),
  end: plantMinutes(end_at),
});

/** A bar in another place: put there by hand. */
const at = <Bar extends PlacedBar>(bar: Bar, { start, end }: Place): Bar => ({
  ...bar,
  placed_by: 'hand',
  start_at: instantOfMinutes(start),
  end_at: instantOfMinutes(end),
});

/** A bar of a lot where it would stand; `moved`: it does not stand there now. */
export interface Standing {
  id: number;
  place: Place;
  facility: number | null;
  moved: boolean;
}

/** The lot with a bar of it where it would stand, out of its furnace run. */
export const lotWith = ({ lot }: Around, { id, place, facility, moved }: Standing): LotBar[] =>
  lot.map((bar) => (bar.id === id && moved ? { ...at(bar, place), facility, furnace_run_id: null } : bar));

const rulesAt = (around: Around, facility: number | null) =>
  facility === null ? around.rules_without_facility : around.facilities.find(({ id }) => id === facility)?.rules;

/** The hours that must follow the bar that was asked about at a facility. */
export const restAt = (around: Around, facility: number | null): Rest | null =>
  rulesAt(around, facility)?.rest ?? around.lot.find((bar) => bar.id === around.id)?.rest ?? null;

/** How many hours the bar that was asked about takes in a furnace by itself; undefined: that is not known, or it takes none. */
export function furnaceHoursAt(around: Around | undefined, facility: number | null): number | undefined {
  const needs = around && rulesAt(around, facility)?.needs;
  return needs?.elapsed ? needs.hours : undefined;
}

/** What would be wrong with a bar where it would stand; with others that go along, `around` has these at their new places (`whereGoing`). */
export function conflictsThere(around: Around, standing: Standing, closed: ReadonlySet<number>): Conflict[] {
  const { id, place, facility, moved } = standing;
  const days = closedDays(around, closed);
  const rules = moved ? rulesAt(around, facility) : undefined;
  return [
    ...judgeBar(surroundingsIn(around, lotWith(around, standing), id, days)),
    // What stays where it is stands in its furnace run, which is not judged here.
    ...(rules ? conflictsOfMoved(place, rules, openDays(around, facility, days), (day) => days.has(day)) : []),
  ];
}

/** What the judge wants to know of a bar of the lot where it stands now. */
function surroundingsIn(around: Around, lot: readonly LotBar[], id: number, closed: ReadonlySet<number>): Surroundings {
  const index = lot.findIndex((bar) => bar.id === id);
  const bar = lot[index]!;
  const facility = around.facilities.find((one) => one.id === bar.facility);
  const [from, to] = [Date.parse(bar.start_at), Date.parse(bar.end_at)];
  const mates = lot.filter((one) => one.id !== id && !one.finished);
  return {
    bar,
    previous: lot[index - 1],
    next: lot[index + 1],
    facility: facility && { ...facility, overrides: new Map(Object.entries(facility.overrides)) },
    others: [...around.occupants, ...mates].filter(
      (one) => bar.facility !== null && one.facility === bar.facility && Date.parse(one.start_at) < to && Date.parse(one.end_at) > from,
    ),
    holidays: new Set([...closed].map(dateOfDay)),
  };
}

/** The bars that would stand among the 矛盾 for what is wrong with one: of two processes in the wrong order the later one. */
export function contradicting({ lot }: Around, id: number, conflicts: readonly Conflict[]): number[] {
  const next = lot[lot.findIndex((bar) => bar.id === id) + 1];
  return [...new Set(conflicts.map(({ kind }) => (kind === 'after_next' && next ? next.id : id)))];
}
