import type { Success } from '../../../../server/contract/handlers.ts';

type Page = Pick<Success<'listMisfits'>, 'known' | 'count' | 'next' | 'results'>;

/** Rows that are asked for at once: every page costs the server a look at all of them. */
export const MISFIT_PAGE = 500;

/** The bars of all pages, and their count by the newest page that knows it. */
export function misfitsIn(pages: readonly Page[]): { rows: Page['results']; count: number } {
  return { rows: pages.flatMap(({ results }) => results), count: pages.findLast(({ known }) => known)?.count ?? 0 };
}

/** The offset of the next page, the same again after an unknown one; undefined where nothing is left, or nothing is known. */
export function nextMisfits(last: Page, pages: readonly Page[]): number | undefined {
  const { rows } = misfitsIn(pages);
  const hasMore = last.known ? last.next !== null : rows.length > 0;
  return hasMore ? rows.length : undefined;
}
