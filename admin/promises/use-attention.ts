import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useCall } from '../providers/queries.ts';
import { ATTENTION_KEY, LIST_KEY } from './keys.ts';

/** What was heard last is believed so long where nobody hears of changes. */
const BELIEVED_MS = 60_000;

/**
 * How many questions of 納期回答 wait for somebody: days that are wanted, that expire soon, that the plan does not keep. One reading for all pages. Pages that hear events
 * have it read anew; the menu opens no connection of its own, so the others ask where it is older than a minute, once they are opened.
 */
export function useAttention(): number {
  const { pathname } = useLocation();
  const { data, isStale, refetch } = useCall(
    LIST_KEY,
    { query: { attention: true, limit: 1 } },
    { queryKey: ATTENTION_KEY, staleTime: BELIEVED_MS },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is opened
  useEffect(() => {
    if (isStale) void refetch();
  }, [pathname]);
  return data?.count ?? 0;
}
