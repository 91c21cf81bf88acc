import type { Query, Success } from '../../../contract/handlers.ts';
import type { PageBounds } from '../../../db/list.ts';
import type { Plan } from '../../../db/plan.ts';
import { closedDaysBetween, overridesBetween } from '../../../db/sql/calendar.ts';
import { keepOrderStatesIfPossible } from '../../../db/sql/states.ts';
import type { Db } from '../../../db/types.ts';
import { type DaySpan, daysBefore, furnaceLoad, type Load, occupiedRateOf, rateOf, workLoad } from '../../../domain/bars/load.ts';
import type { Capacity } from '../../../domain/bars/occupancy.ts';
import { grouped } from '../../../domain/ground/collections.ts';
import { HALF_DAY_MINUTES } from '../../../domain/ground/constants.ts';
import { invalid } from '../../../domain/ground/errors.ts';
import { dateOfDay, dayNumber } from '../../../domain/ground/plant-time.ts';
import { type PieceSettings, piecesOf, readPiece } from '../../../domain/plant/piece.ts';
import { FIGURE_TEXTS } from '../../../domain/texts/plan/figures.ts';
import { plantSettings } from '../../runs/ask/plan-settings.service.ts';
import { openStops, type StopRow } from '../../work/work.service.ts';
import { countByFacility, hasPlan, listFacilityIds } from '../read/entries.store.ts';
import {
  type BarRow,
  type FacilityRow,
  furnaceRunStays,
  type LotRow,
  loadBars,
  loadFacilities,
  lotsOfBars,
  misfitRows,
  type StayRow,
} from './loads.store.ts';

type FacilityLoad = Success<'listScheduleLoads'>['results'][number];

/** The longest range that can be asked for, in days. */
const LONGEST_RANGE = 366;

/** A facility with its bars and their load. */
interface Loaded {
  id: number | null;
  facility: FacilityRow | undefined;
  stops: StopRow[];
  bars: BarRow[];
  found: Load | undefined;
  closed: number[];
}

/**
 * The load that the plan gives the facilities that the filters leave, by code or the fullest first. It is that of all unfinished work, whatever is searched; `matching` is of
 * what is searched, and of the days that the rate speaks of. Throws a field map for a range that is too long.
 */
export async function facilityLoads(
  db: Db,
  plan: Plan,
  query: Query<'listScheduleLoads'>,
  page: PageBounds,
): Promise<{ count: number; rows: FacilityLoad[] }> {
  const span: DaySpan = { first: dayNumber(query.from_date), last: dayNumber(query.to_date) };
  if (span.last - span.first >= LONGEST_RANGE) throw invalid({ to_date: [FIGURE_TEXTS.tooLong(LONGEST_RANGE)] });
  await keepOrderStatesIfPossible(db);
  const ids = (await hasPlan(db, plan)) ? await listFacilityIds(db, plan, query) : [];
  if (ids.length === 0) return { count: 0, rows: [] };
  const days = query.rate_days ?? span.last - span.first + 1;
  const ofPage = <Row>(rows: readonly Row[]): Row[] => rows.slice(page.offset, page.offset + page.limit);
  const fullestFirst = query.ordering === '-load';
  const rated = (await loadsOf(db, plan, fullestFirst ? ids : ofPage(ids), span)).map((load) => ({ load, ...ratesOf(load, 2 * days) }));
  const shown = fullestFirst ? ofPage(rated.sort((one, other) => worse(other) - worse(one))) : rated;
  const until = dateOfDay(Math.min(span.last, span.first + days - 1));
  const matching = await countByFacility(db, plan, { ...query, to_date: until });
  const named = await misfitsOf(db, plan, shown);
  return { count: ids.length, rows: shown.map(({ load, ...rates }) => shownLoad(load, rates, matching.get(load.id) ?? 0, span, named)) };
}

/** How full a facility is: 稼働率, and of a furnace the share of its hours in which something stands in it. */
interface Rates {
  rate: number | null;
  occupied_rate: number | null;
}

const ratesOf = ({ found }: Loaded, halves: number): Rates => ({
  rate: found ? rateOf(found, halves) : null,
  occupied_rate: found ? occupiedRateOf(found, halves) : null,
});

const worse = ({ rate, occupied_rate }: Rates): number => Math.max(rate ?? -1, occupied_rate ?? -1);

/** Reads bars, furnace runs and days once for all facilities. */
async function loadsOf(db: Db, plan: Plan, ids: readonly (number | null)[], span: DaySpan): Promise<Loaded[]> {
  const [from, to] = [dateOfDay(span.first), dateOfDay(span.last)];
  const known = ids.filter((id) => id !== null);
  const facilities = new Map((await loadFacilities(db, known)).map((row) => [row.id, row]));
  const bars = await loadBars(db, plan, ids, from, to);
  const stops = grouped(await openStops(db, known), ({ facility_id }) => facility_id);
  const capacityOf = await capacities(db, plan, daysBefore(bars, span));
  const byFacility = grouped(bars, ({ facility_id }) => facility_id);
  const open = bars.filter(({ holds }) => holds);
  const openBy = grouped(open, ({ facility_id }) => facility_id);
  const alone = open.filter((bar) => bar.furnace_run_id === null && facilities.get(bar.facility_id ?? 0)?.furnace);
  const stays = grouped(
    [...(await furnaceRunStays(db, plan, from, to)), ...(await loneStays(db, plan, alone))],
    ({ facility_id }) => facility_id,
  );
  return ids.map((id) => {
    const facility = id === null ? undefined : facilities.get(id);
    const own = byFacility.get(id) ?? [];
    if (!facility) return { id, facility, stops: [], bars: own, found: undefined, closed: [] };
    const capacity = capacityOf(facility);
    const found = facility.furnace
      ? furnaceLoad(stays.get(facility.id) ?? [], facility, capacity, span)
      : workLoad(openBy.get(id) ?? [], capacity, span);
    return { id, facility, stops: stops.get(facility.id) ?? [], bars: own, found, closed: closedDays(capacity, span) };
  });
}

/** Bars that stand in a furnace outside of any run. */
async function loneStays(db: Db, plan: Plan, bars: readonly BarRow[]): Promise<StayRow[]> {
  if (bars.length === 0) return [];
  const settings = await plantSettings(db);
  const lots = await lotsOfBars(
    db,
    plan,
    bars.map(({ id }) => id),
  );
  const loads = new Map(lots.map((lot) => [lot.id, loadOf(lot, settings)]));
  return bars.map(({ id, facility_id, from, to, by_hand }) => ({
    facility_id: facility_id as number,
    from,
    to,
    ids: [id],
    ...loads.get(id)!,
    by_hand,
  }));
}

function loadOf(lot: LotRow, settings: PieceSettings): { weight: number; volume: number } {
  const { weight, volume } = readPiece(lot, lot, settings);
  const pieces = piecesOf(lot, lot, lot.lots);
  return { weight: weight * pieces, volume: volume * pieces };
}

async function capacities(db: Db, plan: Plan, { first, last }: DaySpan): Promise<(facility: FacilityRow) => Capacity> {
  const days = [dateOfDay(first), dateOfDay(last)] as const;
  const holidays = await closedDaysBetween(db, ...days, plan);
  const overrides = await overridesBetween(db, plan, ...days);
  const own = grouped(overrides, ({ facility_id }) => facility_id);
  return ({ id, availability }) => ({
    availability,
    holidays,
    overrides: new Map((own.get(id) ?? []).map(({ date, units }) => [date, units])),
  });
}

/** The days, by number from the first one shown, on which nobody works there. */
function closedDays({ availability, overrides, holidays }: Capacity, { first, last }: DaySpan): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => index).filter((index) => {
    const date = dateOfDay(first + index);
    return (overrides.get(date) ?? (holidays.has(date) ? 0 : availability)) === 0;
  });
}

/** The bars that do not fit, by id, as people call them and how they came there. */
async function misfitsOf(
  db: Db,
  plan: Plan,
  shown: readonly { load: Loaded }[],
): Promise<ReadonlyMap<number, FacilityLoad['over'][number]['bars'][number]>> {
  const ids = new Set(shown.flatMap(({ load }) => load.found?.over.flat() ?? []));
  const bars = new Map(shown.flatMap(({ load }) => load.bars.filter(({ id }) => ids.has(id)).map((bar) => [bar.id, bar])));
  const rows = await misfitRows(db, plan, [...ids]);
  return new Map(
    rows.map(({ added, locked, ...row }) => {
      const moved = bars.get(row.entry_id)?.moved;
      return [row.entry_id, { ...row, why: added ? 'added' : moved ? 'moved' : locked ? 'locked' : null }];
    }),
  );
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function shownLoad(
  { id, facility, stops, bars, found, closed }: Loaded,
  { rate, occupied_rate }: Rates,
  matching: number,
  span: DaySpan,
  named: Awaited<ReturnType<typeof misfitsOf>>,
): FacilityLoad {
  const counts = countsOf(
    bars.filter(({ holds }) => holds),
    span,
  );
  return {
    facility: id,
    stops: stops.map(({ unit, reason, stopped_at, resumes_on }) => ({ unit, reason, stopped_at, resumes_on })),
    furnace: facility?.furnace ?? false,
    units: facility?.availability ?? 0,
    limit: (found?.unit === 'kg' ? facility?.max_weight : found?.unit === 'm3' ? facility?.volume : null) ?? null,
    unit: found?.unit ?? 'hours',
    rate: rate === null ? null : rounded(rate),
    occupied_rate: occupied_rate === null ? null : rounded(occupied_rate),
    tasks: bars.length,
    matching,
    load: (found?.load ?? []).map(rounded),
    open: (found?.open ?? []).map(rounded),
    counts: counts.all,
    late_counts: counts.late,
    closed,
    over: (found?.over ?? []).flatMap((ids, half) => (ids.length > 0 ? [{ half, bars: ids.flatMap((one) => named.get(one) ?? []) }] : [])),
  };
}

/** How many unfinished bars touch each half day, and how many of them are of late orders. */
function countsOf(bars: readonly BarRow[], { first, last }: DaySpan): { all: number[]; late: number[] } {
  const length = 2 * (last - first + 1);
  const [all, late] = [new Array<number>(length).fill(0), new Array<number>(length).fill(0)];
  for (const bar of bars) {
    const from = Math.max(0, Math.floor(bar.from / HALF_DAY_MINUTES) - 2 * first);
    const to = Math.min(length, Math.ceil(bar.to / HALF_DAY_MINUTES) - 2 * first);
    for (let half = from; half < to; half++) {
      all[half]! += 1;
      if (bar.late) late[half]! += 1;
    }
  }
  return { all, late };
}
