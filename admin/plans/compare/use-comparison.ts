import { useInfiniteQuery } from '@tanstack/react-query';
import { PLANS_KEY } from '../../providers/plan/keys.ts';
import { useCalls } from '../../providers/queries.ts';
import type { Effect } from './orders.ts';

/** Orders of a page. */
const PAGE = 50;

interface Asked {
  /** The plans, as the address names them. */
  ids: readonly number[];
  /** Whose changed orders are told, which of them, and which first; undefined: it is not known yet, or there are no others. */
  of: number | undefined;
  effect: Effect;
  first: 'losing' | 'gaining';
}

/** The plans side by side, and the changed orders of one as far as they were asked for. */
export function useComparison({ ids, of, effect, first }: Asked) {
  const { call } = useCalls();
  const [id = 0, ...others] = ids;
  const told = { ...(of === undefined ? {} : { of }), ...(effect === 'all' ? {} : { effect }), first };
  const key = [...PLANS_KEY, 'compare', ids.join()];
  const query = useInfiniteQuery({
    queryKey: [...key, told],
    queryFn: ({ pageParam, signal }) =>
      call('comparePlans', { id, query: { with: others, ...told, limit: PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.next ? pages.reduce((sum, { orders }) => sum + orders.length, 0) : undefined),
    enabled: of !== undefined,
    // Another filter leaves the page as it stands until its orders are there; other plans do not.
    placeholderData: (before, asked) => (asked?.queryKey[key.length - 1] === key.at(-1) ? before : undefined),
  });
  const pages = query.data?.pages ?? [];
  return {
    ...query,
    first: pages[0],
    orders: pages.flatMap(({ orders }) => orders),
    onMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  };
}
