import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { MAX_LIMIT } from '../../../../server/domain/ground/constants.ts';
import { addDays, nearestPlanDate } from '../../../../server/domain/ground/plant-time.ts';
import type { PlannerDataProvider } from '../../../providers/data-provider.ts';
import { keyOfPlan, useShownPlan } from '../../../providers/plan/shown-plan.ts';
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

type Row = Loads['results'][number];
type Calls = Pick<PlannerDataProvider, 'callAll'>;

/** The query for bars: matching ones, and with `unmatched` all others, too. */
const queryOf = ({ filters, today, from }: Asked, unmatched: boolean) => ({
  ...scheduleQuery(filters, today),
  ...daysFrom(from),
  ...(unmatched ? { with_unmatched: 1 as const } : {}),
});

/** Rows in their order, as many together as one answer holds the bars of. */
function together(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  let room = 0;
  for (const row of rows) {
    if (room < row.tasks || groups.length === 0) {
      groups.push([]);
      room = MAX_LIMIT;
    }
    groups.at(-1)!.push(row);
    room -= row.tasks;
  }
  return groups;
}

/** The bars of these facilities, of furnaces with their runs: few calls, however many facilities. */
function readRows({ callAll }: Calls, asked: Asked, unmatched: boolean, rows: readonly Row[]): (row: Row) => Promise<Read> {
  const idsOf = (some: readonly Row[]): string => some.map(({ facility }) => String(facility)).join(',');
  const first = nearestPlanDate(addDays(asked.from, -LONGEST_RUN_DAYS));
  const furnaces = rows.filter(({ furnace }) => furnace);
  const runs =
    furnaces.length > 0
      ? callAll('listFurnaceRuns', { facility_ids: idsOf(furnaces), from_date: first, to_date: daysFrom(asked.from).to_date })
      : Promise.resolve([]);
  const groups = together(rows).map((group) => ({
    group,
    entries: callAll('listFacilitySchedules', { ...queryOf(asked, unmatched), facility_ids: idsOf(group) }),
  }));
  return async ({ facility, furnace }) => {
    const own = groups.find(({ group }) => group.some((one) => one.facility === facility));
    const [entries, all] = await Promise.all([own?.entries ?? [], furnace ? runs : []]);
    return {
      entries: entries.filter((entry) => entry.facility === facility),
      runs: all.filter((run) => run.facility_id === facility),
    };
  };
}

/** Answers each who asks by what is read of all who ask in the same moment. */
function useGathered<One, Answer>(read: (all: readonly One[]) => (one: One) => Promise<Answer>): (one: One) => Promise<Answer> {
  const waiting = useRef<{ all: One[]; answer: Promise<(one: One) => Promise<Answer>> }>(undefined);
  const latest = useRef(read);
  latest.current = read;
  return async (one) => {
    if (!waiting.current) {
      const all: One[] = [];
      const answer = Promise.resolve().then(() => {
        waiting.current = undefined;
        return latest.current(all);
      });
      waiting.current = { all, answer };
    }
    waiting.current.all.push(one);
    return (await waiting.current.answer)(one);
  };
}

/** The bars of a page's open facilities, each facility kept by itself, those asked for together read together; `unmatched` adds bars outside the search. */
export function useOpenRows(asked: Asked | undefined, loads: Loads | undefined, open: readonly (number | null)[], unmatched: boolean) {
  const calls = useCalls();
  const queries = useQueryClient();
  const shown = useMemo(() => loads?.results.filter(({ facility }) => open.includes(facility)) ?? [], [loads, open]);
  const gathered = useGathered((rows: readonly Row[]) => readRows(calls, asked!, unmatched, rows));
  const plan = useShownPlan();
  const keyOf = ({ facility }: Row) => keyOfPlan(['plan', 'facility', asked?.filters, asked?.from, unmatched, facility], plan);

  const read = useQueries({
    queries: shown.map((row) => ({
      queryKey: keyOf(row),
      enabled: asked !== undefined && loads?.from === asked.from && loads.plan === plan,
      queryFn: () => gathered(row),
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  const bars = useMemo<ByFacility>(() => {
    const found = shown.flatMap(({ facility, furnace }, at) => {
      const data = read[at];
      return data ? [[facility, facilityBars(data.entries, data.runs, furnace)] as const] : [];
    });
    return found.length > 0 ? new Map(found) : NO_BARS;
  }, [shown, read]);
  /** Reads what is shown anew: of work only the bars of these orders, of furnaces and without any orders everything. */
  const follow = async (orders: readonly number[] | undefined): Promise<unknown> => {
    const work = orders ? shown.filter(({ furnace }) => !furnace) : [];
    const whole = shown.filter((one) => !work.includes(one));
    const again = whole.map((row) => queries.invalidateQueries({ queryKey: keyOf(row) }));
    if (!orders || !asked || work.length === 0) return Promise.all(again);
    const facility_ids = work.map(({ facility }) => String(facility)).join(',');
    const newer = await calls.callAll('listFacilitySchedules', { ...queryOf(asked, unmatched), facility_ids, order_ids: orders.join(',') });
    for (const row of work) {
      const own = newer.filter(({ facility }) => facility === row.facility);
      const others = ({ entries }: Read): Entry[] => entries.filter(({ order_id }) => !orders.includes(order_id));
      queries.setQueryData<Read>(keyOf(row), (before) => before && { ...before, entries: [...others(before), ...own] });
    }
    return Promise.all(again);
  };
  return { bars, settled: shown.every(({ facility }) => bars.has(facility)), follow };
}
