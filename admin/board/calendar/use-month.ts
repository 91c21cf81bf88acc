import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider } from 'react-admin';
import { CALENDAR_SPAN_MONTHS, FACILITY_CALENDAR_PAGE_FACILITIES } from '../../../server/domain/constants.ts';
import { addMonths, dayNumber, nearestPlanDate, type PlantDate } from '../../../server/domain/plant-time.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';
import { BOARD } from '../../texts/board.ts';
import { type Entry, facilityGroupsOf } from '../chart/bars.ts';
import { BLOCK_PX, blockOfDay, type Span, type Zoom } from '../chart/blocks.ts';
import { layoutOf } from '../chart/layout.ts';
import type { Access } from '../chart/rules.ts';
import type { Scene } from '../chart/scene.ts';
import type { Facility } from '../edit/adding.ts';
import { type Filters, scheduleQuery } from '../search/filters.ts';
import type { Marks } from '../strip/use-overview.ts';

type Calls = Pick<PlannerDataProvider, 'call' | 'callAll'>;

/** A month of thirty facilities. */
export interface Month {
  /** Which filters, start and page this is; another one is another chart. */
  key: string;
  /** Facilities that match the filters, on all pages. */
  count: number;
  /** The page's facilities in their order; null is なし. */
  facilities: (number | null)[];
  entries: Entry[];
  closed: Set<number>;
  timeline: Span;
}

/** Whole days from the start date to the same day of the next month. */
function monthFrom(from: PlantDate): { to: PlantDate; timeline: Span } {
  const to = nearestPlanDate(addMonths(from, CALENDAR_SPAN_MONTHS));
  return { to, timeline: { start: blockOfDay(dayNumber(from)), end: blockOfDay(dayNumber(to) + 1) } };
}

async function loadMonth(
  { call, callAll }: Calls,
  filters: Filters,
  today: PlantDate,
  from: PlantDate,
  page: number,
  signal: AbortSignal,
): Promise<Month> {
  const { to, timeline } = monthFrom(from);
  const query = { ...scheduleQuery(filters, today), from_date: from, to_date: to };
  const offset = (page - 1) * FACILITY_CALENDAR_PAGE_FACILITIES;
  const ids = await call('listScheduleFacilities', { query: { ...query, limit: FACILITY_CALENDAR_PAGE_FACILITIES, offset }, signal });
  const facility_ids = ids.results.map(String).join(',');
  const [entries, holidays] = await Promise.all([
    ids.results.length > 0 ? callAll<Entry>('listFacilitySchedules', { ...query, facility_ids }, signal) : [],
    callAll<{ date: PlantDate }>('listHolidays', { from_date: from, to_date: to }, signal),
  ]);
  const closed = new Set(holidays.map(({ date }) => dayNumber(date)));
  return { key: JSON.stringify([filters, from, page]), count: ids.count, facilities: ids.results, entries, closed, timeline };
}

/** The page of the calendar; nothing is asked before filters, day and start are known. */
export function useMonth(filters: Filters | undefined, today: PlantDate | undefined, from: PlantDate | undefined, page: number) {
  const calls = useDataProvider<PlannerDataProvider>();
  const queries = useQueryClient();
  const queryKey = ['plan', 'facilities', filters, from, page];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadMonth(calls, filters!, today!, from!, page, signal),
    enabled: filters !== undefined && today !== undefined && from !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data, refetch } = query;
  /** Reads the bars of these orders anew and leaves the others as they stand; without any: the whole month. */
  const follow = async (orders: readonly number[] | undefined): Promise<unknown> => {
    if (!data || !orders) return refetch();
    const range = { from_date: from!, to_date: monthFrom(from!).to, facility_ids: data.facilities.map(String).join(',') };
    const entries = await calls.callAll<Entry>('listFacilitySchedules', {
      ...scheduleQuery(filters!, today!),
      ...range,
      order_ids: orders.join(','),
    });
    const changed = new Set(orders);
    return queries.setQueryData<Month>(
      queryKey,
      (month) => month && { ...month, entries: [...month.entries.filter(({ order_id }) => !changed.has(order_id)), ...entries] },
    );
  };
  return { ...query, follow };
}

/** Every facility by its id; inactive ones too, for what is planned on them still. */
export function useFacilities(): ReadonlyMap<number, Facility> | undefined {
  const { callAll } = useDataProvider<PlannerDataProvider>();
  const { data } = useQuery({ queryKey: ['facilities', 'all'], queryFn: ({ signal }) => callAll<Facility>('listFacilities', {}, signal) });
  return useMemo(() => data && new Map(data.map((facility) => [facility.id, facility])), [data]);
}

/** The name of a facility as its row bears it. */
export const facilityName = (facilities: ReadonlyMap<number, Facility> | undefined, id: number | null): string =>
  id === null ? BOARD.noFacility : (facilities?.get(id)?.facility_name ?? String(id));

const NO_ORDERS: Scene['orders'] = new Map();

/** What the board shows of a month; undefined while there is nothing to show. */
export function useMonthScene(
  month: Month | undefined,
  facilities: ReadonlyMap<number, Facility> | undefined,
  access: Access,
  now: number | undefined,
  zoom: Zoom,
  { reasons, conflicts }: Marks,
): Scene | undefined {
  const { edits, plans } = access;
  return useMemo(() => {
    if (!month || !facilities || now === undefined || month.facilities.length === 0) return undefined;
    const rows = month.facilities.map((id) => ({ id, name: facilityName(facilities, id) }));
    const byTask = new Map<number, Set<number | null>>();
    for (const facility of facilities.values())
      for (const task of facility.task_ids) byTask.set(task, (byTask.get(task) ?? new Set<number | null>([null])).add(facility.id));
    return {
      rows: 'facilities' as const,
      layout: layoutOf(facilityGroupsOf(month.entries, rows), 'inline'),
      timeline: { ...month.timeline, px: BLOCK_PX[zoom] },
      closed: month.closed,
      now,
      access: { edits, plans },
      orders: NO_ORDERS,
      reasons,
      conflicts,
      // A partner's task has no facility of ours.
      eligible: (entry: Entry) => (entry.outsourced ? new Set([null]) : (byTask.get(entry.task_id) ?? new Set([null]))),
    };
  }, [month, facilities, now, zoom, edits, plans, reasons, conflicts]);
}
