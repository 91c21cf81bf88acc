import { useLocation } from 'react-router';

const STORE = 'production-planner.board';

/** The search part of the address that a board bore last in this tab; empty when none did. */
export const lastSearch = (): string => sessionStorage.getItem(STORE) ?? '';
/** Keeps the search part of the open board's address. */
export const keepSearch = (search: string): void => sessionStorage.setItem(STORE, search);

/** The search part that leads to a board from here: what the open board shows, else what the last one showed. */
export function useBoardSearch(): string {
  const { pathname, search } = useLocation();
  return pathname === '/gantt' || pathname === '/facility-calendar' ? search : lastSearch();
}
