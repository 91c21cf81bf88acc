import type { components } from '../../../../../server/contract/types.ts';
import type { Place } from '../../../../../server/domain/bars/moves.ts';
import { type MovedRules, readyAfter } from '../../../../../server/domain/bars/rules.ts';
import { instantOfMinutes, type PlantDate } from '../../../../../server/domain/ground/plant-time.ts';

type Answer = components['schemas']['Surroundings'];
type OfBar = Answer['bars'][number];

/** What a bar is judged against: its own part of what `getSurroundings` answers, with what it shares with the others. */
export interface Around extends Omit<OfBar, 'facilities'>, Pick<Answer, 'holidays'> {
  /** Those that can do the task, by code, then those of the later tasks. */
  facilities: (Answer['facilities'][number] & OfBar['facilities'][number])[];
  /** Unfinished bars on these facilities, but those of its lot. */
  occupants: Answer['occupants'];
  /** The last day of which all this is known. */
  until: PlantDate;
}

/** What each of the bars that were asked about is judged against, as far as it was asked for. */
export function aroundsOf({ bars, facilities, occupants, holidays }: Answer, until: PlantDate): Around[] {
  const known = new Map(facilities.map((facility) => [facility.id, facility]));
  return bars.map((bar) => {
    const lot = new Set(bar.lot.map(({ id }) => id));
    return {
      ...bar,
      holidays,
      until,
      facilities: bar.facilities.map((one) => ({ ...known.get(one.id)!, ...one })),
      occupants: occupants.filter(({ id }) => !lot.has(id)),
    };
  });
}

/** Where a bar goes along with others. */
export interface Going {
  place: Place;
  facility: number | null;
  furnace_run: number | null;
}

/** What a bar is judged against at a facility where others go along: these at their new places, without those (`gone`) that share its furnace run there. */
export function whereGoing(around: Around, facility: number | null, going: ReadonlyMap<number, Going>, gone: ReadonlySet<number>): Around {
  const moved = <Bar extends { id: number; start_at: string; end_at: string }>(bar: Bar): Bar => {
    const to = bar.id === around.id ? undefined : going.get(bar.id);
    if (!to) return bar;
    const { place, furnace_run } = to;
    return {
      ...bar,
      start_at: instantOfMinutes(place.start),
      end_at: instantOfMinutes(place.end),
      facility: to.facility,
      furnace_run_id: furnace_run,
      placed_by: 'hand',
    };
  };
  const ready = readyFrom(around, going);
  const ruled = (rules: MovedRules | null): MovedRules | null =>
    rules?.ready && ready !== undefined ? { ...rules, ready: { ...rules.ready, minutes: ready } } : rules;
  return {
    ...around,
    lot: around.lot.map(moved),
    occupants: around.occupants.filter((bar) => (going.get(bar.id)?.facility ?? bar.facility) === facility && !gone.has(bar.id)).map(moved),
    facilities: around.facilities.map((one) => ({ ...one, rules: ruled(one.rules) })),
    rules_without_facility: ruled(around.rules_without_facility),
  };
}

/** When the process before a bar lets it begin, where that goes along; undefined: it stays, and what is known holds. */
function readyFrom({ id, lot }: Around, going: ReadonlyMap<number, Going>): number | undefined {
  const before = lot.slice(
    0,
    Math.max(
      0,
      lot.findIndex((bar) => bar.id === id),
    ),
  );
  const previous = before.findLast(({ finished }) => !finished);
  const to = previous && going.get(previous.id);
  return to && readyAfter(to.place.end, previous.rest);
}
