import { useEffect, useRef, useState } from 'react';
import type { Scene } from '../chart/scene/scene.ts';
import type { BoardState } from './BoardFrame.tsx';
import type { BoardPageState } from './use-board-page.ts';

/**
 * Shows the bar of a jump as soon as the board has it; `fresh` once the drawn page is the one in the address, `settled` once all its rows are there. Rows that have
 * stayed where they were may lack it: they are read anew once. Whoever comes back to an address finds its place, not the bar's.
 */
export function useReveal(
  { jump, landed, board, attached, place }: BoardPageState,
  state: BoardState,
  { fresh, settled, scene }: { fresh: boolean; settled: boolean; scene: Scene | undefined },
  resort: () => Promise<unknown>,
): void {
  const [again, setAgain] = useState<number>();
  const rereading = useRef<number>(undefined);
  const latest = useRef(resort);
  latest.current = resort;
  useEffect(() => {
    if (!jump || !fresh || state === 'loading' || state === 'failed') return;
    if (state === 'empty') landed(false);
    else if (scene && attached && board.current) {
      const found = board.current.reveal(String(jump.entry_id), place !== undefined && !jump.asked ? 'stay' : 'lot');
      if (found || (settled && again === jump.entry_id)) landed(found);
      else if (settled && rereading.current !== jump.entry_id) {
        rereading.current = jump.entry_id;
        void latest.current().finally(() => setAgain(jump.entry_id));
      }
    }
  }, [jump, landed, board, attached, place, state, fresh, settled, scene, again]);
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
