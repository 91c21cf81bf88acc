import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Success } from '../../../../server/contract/handlers.ts';
import { useShownKey } from '../../../providers/plan/shown-plan.ts';
import { useCalls } from '../../../providers/queries.ts';

export type Message = Success<'listScheduleErrors'>['results'][number];

/** The scheduler's messages, page by page: how much was planned first, then the worst. */
export function useMessages() {
  const { call } = useCalls();
  const query = useInfiniteQuery({
    queryKey: useShownKey()(['listScheduleErrors']),
    queryFn: ({ pageParam, signal }) => call('listScheduleErrors', { query: { offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.next ? pages.reduce((sum, page) => sum + page.results.length, 0) : undefined),
  });
  const { data } = query;
  const messages = useMemo(() => data?.pages.flatMap(({ results }) => results) ?? [], [data]);
  return {
    count: data?.pages[0]?.count ?? 0,
    messages,
    /** Something is wrong: an error or a warning. */
    alarming: messages.some(({ level }) => level !== 'info'),
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    loadingMore: query.isFetchingNextPage,
  };
}
