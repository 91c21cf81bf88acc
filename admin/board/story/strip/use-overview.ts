import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useDataProvider } from 'react-admin';
import type { Success } from '../../../../server/contract/handlers.ts';
import type { PlannerDataProvider } from '../../../providers/data-provider.ts';
import { usePlantEvents } from '../../../providers/events.ts';

export type Overview = Success<'getScheduleOverview'>;
export type LateOrder = Overview['late']['orders'][number];
export type Conflict = Overview['conflicts'][number];

/** Key of the overview: whoever writes to the plan and does not wait for the event invalidates it. */
export const OVERVIEW_KEY = ['overview'];
/** A batch of events is one question. */
const GATHER_MS = 150;

/** Late orders and conflicts of the whole plan, whatever the filter; undefined until they are known. */
export function useOverview() {
  const { call } = useDataProvider<PlannerDataProvider>();
  return useQuery({ queryKey: OVERVIEW_KEY, queryFn: ({ signal }) => call('getScheduleOverview', { signal }) });
}

/** Reads the overview anew when anybody has changed the plan, once for events that come together. To be used once a page. */
export function useOverviewEvents(): void {
  const queries = useQueryClient();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  usePlantEvents(['schedule', 'run', 'marks'], () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void queries.invalidateQueries({ queryKey: OVERVIEW_KEY }), GATHER_MS);
  });
}

/** What a board draws of the overview. */
export interface Marks {
  /** What contradicts the plan in a bar, by its id. */
  conflicts: ReadonlyMap<string, readonly string[]>;
  /** Why an order is late, by its id. */
  reasons: ReadonlyMap<number, string>;
}

/** What a board draws of the overview, the same until it changes. */
export function useOverviewMarks(): Marks {
  const { data } = useOverview();
  return useMemo(
    () => ({
      conflicts: new Map((data?.conflicts ?? []).map(({ entry_id, sentences }) => [String(entry_id), sentences])),
      reasons: new Map((data?.late.orders ?? []).flatMap(({ order_id, cause }) => (cause ? [[order_id, cause] as const] : []))),
    }),
    [data],
  );
}
