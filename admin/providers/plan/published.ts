import { useQuery } from '@tanstack/react-query';
import type { Success } from '../../../server/contract/handlers.ts';
import { PENDING_POLL_MS } from '../../../server/domain/ground/constants.ts';
import { useCalls } from '../queries.ts';
import { PUBLISHED_KEY } from './keys.ts';

/** A plan as lists tell it. */
export type Plan = Success<'getPlan'>;

/** The published plan: what a choice of another one begins from. Null: nothing was ever planned. */
export function usePublished() {
  const { call } = useCalls();
  return useQuery({
    queryKey: PUBLISHED_KEY,
    queryFn: async ({ signal }) => (await call('listPlans', { query: { kind: 'published', limit: 1 }, signal })).results[0] ?? null,
    // That a run is pending is not believed for ever where its end goes unheard.
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'idle' ? PENDING_POLL_MS : false),
  });
}
