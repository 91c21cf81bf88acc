import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { HOLIDAY_MARGIN_DAYS_AFTER, HOLIDAY_MARGIN_DAYS_BEFORE, MAX_LIMIT } from '../../../../server/domain/ground/constants.ts';
import { addDays, endDate, nearestPlanDate, type PlantDate, plantDate } from '../../../../server/domain/ground/plant-time.ts';
import type { PlannerDataProvider } from '../../../providers/data-provider.ts';
import { keyOfPlan, useShownPlan } from '../../../providers/plan/shown-plan.ts';
import { useCalls } from '../../../providers/queries.ts';
import type { Entry } from '../../chart/scene/bars.ts';
import type { OrderInfo } from '../../chart/scene/scene.ts';
import type { Ordering } from '../../search/address.ts';
import { type Filters, scheduleQuery } from '../../search/filters.ts';
import { type ClosedDays, closedDays, NO_CLOSED_DAYS } from '../closed-days.ts';
import { useHeld } from '../use-held.ts';

/** Days before and after today whose holidays most plans lie in. */
const NEAR_DAYS = 300;

type Calls = Pick<PlannerDataProvider, 'call' | 'callAll'>;

/** Which page, and how many orders a page has. */
interface OrderPage {
  page: number;
  orders: number;
}

/** One page of the plan: its orders with everything the board says of them. */
export interface Plan extends ClosedDays {
  /** Orders that match the filters, on all pages. */
  count: number;
  entries: Entry[];
  orders: Map<number, OrderInfo>;
  /** Which filters and page this is; another one is another chart. */
  key: string;
  /** The orders of the page, in their order. */
  ids: readonly number[];
  /** They would be others by now, or in another order. */
  resorted: boolean;
  /** The plan that is shown, by its id; undefined: the published one. */
  plan: number | undefined;
}

const daysOff = (day: PlantDate, days: number): PlantDate => nearestPlanDate(addDays(nearestPlanDate(day), days));

/** Holidays around the entries: of the year around today they are asked for before the entries are known, which most plans do not leave. */
function holidaysAround(calls: Calls, today: PlantDate, signal: AbortSignal): (entries: readonly Entry[]) => Promise<ClosedDays> {
  const [from, to] = [daysOff(today, -NEAR_DAYS), daysOff(today, NEAR_DAYS)];
  const near = closedDays(calls, { from_date: from, to_date: to }, signal);
  // Whoever waits for it hears of its failure; until then nobody does.
  near.catch(() => undefined);
  return async (entries) => {
    if (entries.length === 0) return NO_CLOSED_DAYS;
    const first = entries.map((entry) => plantDate(entry.start_date)).reduce((a, b) => (a < b ? a : b));
    const last = entries.map((entry) => endDate(entry.end_date)).reduce((a, b) => (a > b ? a : b));
    const [begin, end] = [daysOff(first, -HOLIDAY_MARGIN_DAYS_BEFORE), daysOff(last, HOLIDAY_MARGIN_DAYS_AFTER)];
    return begin >= from && end <= to ? near : closedDays(calls, { from_date: begin, to_date: end }, signal);
  };
}

/** Which page is asked for; `held`: the orders that it shows already. */
interface PageAsked extends OrderPage {
  filters: Filters;
  ordering: Ordering;
  today: PlantDate;
  held: readonly number[] | undefined;
  plan: number | undefined;
}

async function loadPlan(calls: Calls, asked: PageAsked, signal: AbortSignal): Promise<Plan> {
  const { filters, ordering, today, page, orders: limit, held, plan } = asked;
  const { call, callAll } = calls;
  const offset = (page - 1) * limit;
  const closedAround = holidaysAround(calls, today, signal);
  const found = await call('listScheduleOrders', { query: { ...scheduleQuery(filters, today), ordering, limit, offset }, signal });
  const ids = held ?? found.results;
  const shown = {
    key: JSON.stringify([filters, ordering, page, limit]),
    count: found.count,
    ids,
    resorted: ids.join() !== found.results.join(),
    plan,
  };
  if (ids.length === 0) return { ...shown, entries: [], orders: new Map(), ...NO_CLOSED_DAYS };
  const order_ids = ids.join(',');
  const [entries, info] = await Promise.all([
    callAll('listSchedules', { ...barsOf(filters, today), order_ids, limit: MAX_LIMIT }, signal),
    call('getScheduleOrderInfo', { query: { order_ids }, signal }),
  ]);
  const orders = new Map(Object.entries(info).map(([id, order]) => [Number(id), order]));
  // Bars come by delivery date; the page has its orders as they are asked for.
  const rank = new Map(ids.map((id, place) => [id, place]));
  const placed = entries.toSorted((a, b) => (rank.get(a.order_id) ?? 0) - (rank.get(b.order_id) ?? 0));
  return { ...shown, entries: placed, orders, ...(await closedAround(entries)) };
}

/** What the filters say of bars, whose orders are known: an order that they leave out since it was shown keeps its bars. */
function barsOf(filters: Filters, today: PlantDate) {
  const { task_search, facility_search } = scheduleQuery(filters, today);
  return { ...(task_search ? { task_search } : {}), ...(facility_search ? { facility_search } : {}) };
}

/** The page of the plan for these filters (none yet: nothing is asked), and how to put changed entries into it. */
export function usePlan(filters: Filters | undefined, ordering: Ordering, today: PlantDate | undefined, { page, orders }: OrderPage) {
  const calls = useCalls();
  const queries = useQueryClient();
  const plan = useShownPlan();
  const queryKey = keyOfPlan(['plan', filters, ordering, page, orders], plan);
  const key = JSON.stringify(queryKey);
  const held = useHeld<number>(key);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const loaded = await loadPlan(calls, { filters: filters!, ordering, today: today!, page, orders, held: held.of(), plan }, signal);
      held.hold(loaded.ids);
      return loaded;
    },
    enabled: filters !== undefined && today !== undefined,
    placeholderData: keepPreviousData,
  });
  const change = useCallback(
    (changer: (plan: Plan) => Plan) => queries.setQueryData<Plan>(JSON.parse(key), (before) => before && changer(before)),
    [queries, key],
  );
  const { data, refetch } = query;
  /** Reads these orders anew, as far as they are on the page, and leaves the others as they stand; without any: the whole page. */
  const follow = async (orders: readonly number[] | undefined): Promise<unknown> => {
    if (!data || !orders) return refetch();
    const shown = orders.filter((id) => data.orders.has(id));
    if (shown.length === 0) return;
    const order_ids = shown.join(',');
    const [entries, info] = await Promise.all([
      calls.callAll('listSchedules', { ...barsOf(filters!, today!), order_ids, limit: MAX_LIMIT }),
      calls.call('getScheduleOrderInfo', { query: { order_ids } }),
    ]);
    return change((before) => ({ ...withOrders(before, shown, entries), orders: withInfo(before, info) }));
  };
  /** Reads the rows as they stand now. */
  const resort = (): Promise<unknown> => {
    held.letGo();
    return refetch();
  };
  return { ...query, change, follow, resort };
}

const withInfo = (plan: Plan, info: { [order: string]: OrderInfo }): Plan['orders'] =>
  new Map([...plan.orders, ...Object.entries(info).map(([id, order]) => [Number(id), order] as const)]);

/** The plan with all entries of these orders replaced, each order's where its first one stood. */
function withOrders(plan: Plan, orders: readonly number[], entries: readonly Entry[]): Plan {
  const waiting = new Map(orders.map((id) => [id, entries.filter(({ order_id }) => order_id === id)]));
  const placed = plan.entries.flatMap((entry) => {
    const newer = waiting.get(entry.order_id);
    if (!newer) return [entry];
    waiting.set(entry.order_id, []);
    return newer;
  });
  return { ...plan, entries: [...placed, ...[...waiting.values()].flat()] };
}

/** The plan with entries replaced by their newer selves. */
export function withEntries(plan: Plan, changed: readonly Entry[]): Plan {
  const newer = new Map(changed.map((entry) => [entry.id, entry]));
  return { ...plan, entries: plan.entries.map((entry) => newer.get(entry.id) ?? entry) };
}
