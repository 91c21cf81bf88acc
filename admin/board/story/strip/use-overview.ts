import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Success } from '../../../../server/contract/handlers.ts';
import { MAX_LIMIT } from '../../../../server/domain/ground/constants.ts';
import { useReadAnew } from '../../../providers/events.ts';
import { useShownKey } from '../../../providers/plan/shown-plan.ts';
import { ASKED_AT_ONCE, byParts, useCall, useCalls } from '../../../providers/queries.ts';

export type Overview = Success<'getScheduleOverview'>;
export type LateOrder = Overview['late']['orders'][number];
export type Conflict = Overview['conflicts']['bars'][number];

/** Key of the overview and of its pages: whoever writes to the plan and does not wait for the event invalidates it. */
const OVERVIEW_KEY = ['overview'];
/** Key of why an order is late. */
export const LATENESS_KEY = ['lateness'];
/** How many late orders and conflicts the whole plan has, whatever the filter, and the first of them; undefined until they are known. */
export const useOverview = () =>
  useCall(
    'getScheduleOverview',
    {},
    {
      queryKey: OVERVIEW_KEY,
      // A part of the page that comes late takes what those before it hear the news of.
      refetchOnMount: (query) => query.getObserversCount() < 2,
    },
  );

/** Reads the overview anew when anybody has changed the plan, and why orders are late with what helps. To be used once a page. */
export const useOverviewEvents = (): void => useReadAnew(['schedule', 'run', 'marks'], [OVERVIEW_KEY, LATENESS_KEY, ['getAdvice']]);

const NO_CONFLICTS: readonly Conflict[] = [];
const NO_ORDERS: readonly LateOrder[] = [];

/** The conflicts by start; of more than a page holds, those of the first page. */
export function useConflicts(): readonly Conflict[] {
  const { count, bars } = useOverview().data?.conflicts ?? { count: 0, bars: NO_CONFLICTS };
  const page = useCall(
    'listScheduleConflicts',
    { query: { limit: MAX_LIMIT } },
    { queryKey: [...OVERVIEW_KEY, 'conflicts'], enabled: count > bars.length, placeholderData: keepPreviousData },
  );
  return (count > bars.length ? page.data?.results : undefined) ?? bars;
}

/** Those of these orders that are late, by id: told by the overview, and asked for where there are more than it tells. */
export function useLateOrders(ids: readonly number[]): { late: ReadonlyMap<number, LateOrder>; loading: boolean } {
  const { call } = useCalls();
  const shownKey = useShownKey();
  const { count, orders } = useOverview().data?.late ?? { count: 0, orders: NO_ORDERS };
  const told = useMemo(() => new Map(orders.map((order) => [order.order_id, order])), [orders]);
  const unknown = useMemo(() => (count > orders.length ? ids.filter((id) => !told.has(id)) : []), [ids, count, orders, told]);
  const { data, isLoading } = useQuery({
    queryKey: shownKey([...OVERVIEW_KEY, 'late', unknown]),
    queryFn: ({ signal }) =>
      byParts(unknown, (order_ids) => call('listLateOrders', { query: { order_ids, limit: ASKED_AT_ONCE }, signal })),
    enabled: unknown.length > 0,
    placeholderData: keepPreviousData,
  });
  const late = useMemo(() => {
    if (unknown.length === 0 || !data) return told;
    return new Map([...told, ...data.flatMap(({ results }) => results.map((order) => [order.order_id, order] as const))]);
  }, [told, unknown, data]);
  return { late, loading: isLoading };
}

/** The late order that is looked at by this bar; undefined while it is not known, and where there is none. */
export function useLateAt(bar: number | undefined): LateOrder | undefined {
  const { count, orders } = useOverview().data?.late ?? { count: 0, orders: NO_ORDERS };
  const told = bar === undefined ? undefined : orders.find(({ entry_id }) => entry_id === bar);
  const asks = bar !== undefined && !told && count > orders.length;
  const { data } = useCall('listLateOrders', { query: { entry_id: bar ?? 0 } }, { queryKey: [...OVERVIEW_KEY, 'at', bar], enabled: asks });
  return told ?? (asks ? data?.results[0] : undefined);
}

/** What contradicts the plan in a bar, by its id. */
export type ConflictMarks = ReadonlyMap<string, readonly string[]>;

/** What a board draws of the conflicts, the same until they change. */
export function useConflictMarks(): ConflictMarks {
  const conflicts = useConflicts();
  return useMemo(() => new Map(conflicts.map(({ entry_id, sentences }) => [String(entry_id), sentences])), [conflicts]);
}

/** Why the orders of these entries are late, by order, the same until it changes. */
export function useReasonsOf(entries: readonly { order_id: number; late_days: number }[]): ReadonlyMap<number, string> {
  const ids = useMemo(() => [...new Set(entries.flatMap(({ order_id, late_days }) => (late_days > 0 ? [order_id] : [])))], [entries]);
  const { late } = useLateOrders(ids);
  return useMemo(() => new Map([...late].flatMap(([id, { cause }]) => (cause ? [[id, cause] as const] : []))), [late]);
}
