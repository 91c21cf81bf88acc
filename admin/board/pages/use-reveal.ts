import { useEffect } from 'react';
import type { BoardState } from './BoardFrame.tsx';
import type { BoardPageState } from './use-board-page.ts';

/** Shows the bar of a jump as soon as its page is there; `fresh` once the drawn page is the one in the address. */
export function useReveal({ jump, landed, board, attached }: BoardPageState, state: BoardState, fresh: boolean): void {
  useEffect(() => {
    if (!jump || !fresh || state === 'loading' || state === 'failed') return;
    if (state === 'empty') landed(false);
    else if (attached) landed(board.current?.reveal(String(jump.entry_id)) ?? false);
  }, [jump, landed, board, attached, state, fresh]);
}

/** Brings the row of the facility that the address names to the top, once its page is there. */
export function useRevealFacility(
  { view: { facility }, board, attached }: BoardPageState,
  rows: readonly (number | null)[] | undefined,
  ready: boolean,
): void {
  const row = facility === undefined ? -1 : (rows?.indexOf(facility) ?? -1);
  useEffect(() => {
    if (ready && attached && row >= 0) board.current?.revealGroup(row);
  }, [board, attached, row, ready]);
}

/** How many pages there are, and whether the page asked for is beyond the last one, which is then turned to. */
export function usePages(
  { number, turnTo }: BoardPageState,
  data: { count: number } | undefined,
  perPage: number,
  fresh: boolean,
): { pages: number; beyond: boolean } {
  const pages = Math.ceil((data?.count ?? 0) / perPage);
  const beyond = fresh && pages > 0 && number > pages;
  useEffect(() => {
    if (beyond) turnTo(pages, true);
  }, [beyond, turnTo, pages]);
  return { pages, beyond };
}
