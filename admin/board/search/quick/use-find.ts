import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePaused } from '../../../parts/hooks/use-paused.ts';
import { useShownKey } from '../../../providers/plan/shown-plan.ts';
import { useCalls } from '../../../providers/queries.ts';
import { type Hit, hitsOf } from './found.ts';

/** What a text finds; `fresh` once that is the answer to the text as it stands. */
export function useFind(typed: string): { hits: Hit[]; more: number; fresh: boolean; failed: boolean } {
  const { call } = useCalls();
  const text = typed.trim();
  const asked = usePaused(text);
  const { data, isError } = useQuery({
    queryKey: useShownKey()(['findInSchedule', asked]),
    queryFn: async ({ signal }) => ({ asked, found: await call('findInSchedule', { query: { q: asked }, signal }) }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const found = text === '' ? undefined : data?.found;
  return {
    hits: found ? hitsOf(found) : [],
    more: found ? found.order_count - found.orders.length : 0,
    fresh: text !== '' && data?.asked === text,
    failed: isError,
  };
}
