import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** The pages of work as far as they were read. */
interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** The element of a piece of work. */
export const rowId = (entry: number): string => `work-${entry}`;

/** The bar that the address asks for (`entry`): pages are read until its row is there, which is then brought into sight, once. */
export function useWanted(rows: readonly { id: number }[], { hasNextPage, isFetching, fetchNextPage }: Pages): number | undefined {
  const [search] = useSearchParams();
  const entry = search.get('entry');
  const wanted = entry === null ? undefined : Number(entry);
  const shown = useRef<number>(undefined);
  const isThere = rows.some(({ id }) => id === wanted);
  useEffect(() => {
    if (wanted === undefined || shown.current === wanted || isFetching) return;
    if (isThere) {
      shown.current = wanted;
      document.getElementById(rowId(wanted))?.scrollIntoView({ block: 'center' });
    } else if (hasNextPage) void fetchNextPage();
  }, [wanted, isThere, hasNextPage, isFetching, fetchNextPage]);
  return wanted;
}
