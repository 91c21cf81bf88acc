import type { Success } from '../../../../server/contract/handlers.ts';

type Page = Pick<Success<'listMisfits'>, 'known' | 'count' | 'next' | 'results'>;

/** Rows that are asked for at once: every page costs the server a look at all of them. */
export const MISFIT_PAGE = 500;

/** The bars of the pages, and how many there are as the newest page says that knows; one that does not is as good as not loaded. */
export function misfitsIn(pages: readonly Page[]): { rows: Page['results']; count: number } {
  return { rows: pages.flatMap(({ results }) => results), count: pages.findLast(({ known }) => known)?.count ?? 0 };
}

/** Where the next page begins, the same again after one that was not known; undefined: there is none, or nothing is known at all. */
export function nextMisfits(last: Page, pages: readonly Page[]): number | undefined {
  const { rows } = misfitsIn(pages);
  const hasMore = last.known ? last.next !== null : rows.length > 0;
  return hasMore ? rows.length : undefined;
}
