import { useLocation } from 'react-router';

const STORE = 'production-planner.board';

/** The search part of the address that a board bore last in this tab; empty when none did. */
export const lastSearch = (): string => sessionStorage.getItem(STORE) ?? '';
/** Keeps the search part of the open board's address. */
export const keepSearch = (search: string): void => sessionStorage.setItem(STORE, search);

/** Whether one of the boards is open at this address. */
export const onBoard = (pathname: string): boolean => pathname === '/gantt' || pathname === '/facility-calendar';

/** The search part of the way to a board: that of the open board, else of the last one. */
export function useBoardSearch(): string {
  const { pathname, search } = useLocation();
  return onBoard(pathname) ? search : lastSearch();
}
