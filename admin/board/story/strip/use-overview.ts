import { useMemo } from 'react';
import type { Success } from '../../../../server/contract/handlers.ts';
import { useReadAnew } from '../../../providers/events.ts';
import { useCall } from '../../../providers/queries.ts';

export type Overview = Success<'getScheduleOverview'>;
export type LateOrder = Overview['late']['orders'][number];
export type Conflict = Overview['conflicts'][number];

/** Key of the overview: whoever writes to the plan and does not wait for the event invalidates it. */
const OVERVIEW_KEY = ['overview'];
/** Key of why an order is late. */
export const LATENESS_KEY = ['lateness'];
/** Late orders and conflicts of the whole plan, whatever the filter; undefined until they are known. */
export const useOverview = () => useCall('getScheduleOverview', {}, { queryKey: OVERVIEW_KEY });

/** Reads the overview anew when anybody has changed the plan, and why orders are late with what helps. To be used once a page. */
export const useOverviewEvents = (): void => useReadAnew(['schedule', 'run', 'marks'], [OVERVIEW_KEY, LATENESS_KEY, ['getAdvice']]);

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
