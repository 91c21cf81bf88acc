import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addDays, nearestPlanDate } from '../../../../server/domain/ground/plant-time.ts';
import { useCalls } from '../../../providers/queries.ts';
import type { Bar, Entry } from '../../chart/scene/bars.ts';
import { type FurnaceRun, facilityBars } from '../../chart/scene/facility-layout.ts';
import { scheduleQuery } from '../../search/filters.ts';
import { type Asked, daysFrom, type Loads } from './use-loads.ts';

/** Bars of one facility as they were read. */
interface Read {
  entries: Entry[];
  runs: FurnaceRun[];
}

/** A furnace run that is under way on the first day began no earlier than this. */
const LONGEST_RUN_DAYS = 14;

const NO_BARS: ReadonlyMap<number | null, readonly Bar[]> = new Map();
/** Bars by their facility. */
type ByFacility = ReadonlyMap<number | null, readonly Bar[]>;

/** The bars of the facilities of a page that are open, each facility read by itself, once; `unmatched`: with those that the search leaves out. */
export function useOpenRows(asked: Asked | undefined, loads: Loads | undefined, open: readonly (number | null)[], unmatched: boolean) {
  const { callAll } = useCalls();
  const queries = useQueryClient();
  const shown = useMemo(() => loads?.results.filter(({ facility }) => open.includes(facility)) ?? [], [loads, open]);
  const { filters, today, from } = asked ?? {};
  const more = unmatched ? { with_unmatched: 1 as const } : {};
  const keyOf = (facility: number | null) => ['plan', 'facility', filters, from, unmatched, facility];

  const read = useQueries({
    queries: shown.map(({ facility, furnace }) => ({
      queryKey: keyOf(facility),
      enabled: asked !== undefined && loads?.from === from,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Read> => {
        const days = daysFrom(from!);
        const facility_ids = String(facility);
        const first = nearestPlanDate(addDays(from!, -LONGEST_RUN_DAYS));
        const [entries, runs] = await Promise.all([
          callAll('listFacilitySchedules', { ...scheduleQuery(filters!, today!), ...days, ...more, facility_ids }, signal),
          furnace ? callAll('listFurnaceRuns', { facility_ids, from_date: first, to_date: days.to_date }, signal) : [],
        ]);
        return { entries, runs };
      },
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  const bars = useMemo<ByFacility>(() => {
    const found = new Map<number | null, readonly Bar[]>();
    for (const [at, { facility, furnace }] of shown.entries()) {
      const data = read[at];
      if (data) found.set(facility, facilityBars(data.entries, data.runs, furnace));
    }
    return found.size > 0 ? found : NO_BARS;
  }, [shown, read]);
  /** Reads what is shown anew: of work only the bars of these orders, of furnaces and without any orders everything. */
  const follow = async (orders: readonly number[] | undefined): Promise<unknown> => {
    const work = orders ? shown.filter(({ furnace }) => !furnace) : [];
    const whole = shown.filter((one) => !work.includes(one));
    const again = whole.map(({ facility }) => queries.invalidateQueries({ queryKey: keyOf(facility) }));
    if (!orders || work.length === 0) return Promise.all(again);
    const facility_ids = work.map(({ facility }) => String(facility)).join(',');
    const query = { ...scheduleQuery(filters!, today!), ...daysFrom(from!), ...more, facility_ids, order_ids: orders.join(',') };
    const entries = await callAll('listFacilitySchedules', query);
    const changed = new Set(orders);
    for (const { facility } of work)
      queries.setQueryData<Read>(
        keyOf(facility),
        (before) =>
          before && {
            ...before,
            entries: [
              ...before.entries.filter(({ order_id }) => !changed.has(order_id)),
              ...entries.filter((one) => one.facility === facility),
            ],
          },
      );
    return Promise.all(again);
  };
  return { bars, settled: shown.every(({ facility }) => bars.has(facility)), follow };
}
