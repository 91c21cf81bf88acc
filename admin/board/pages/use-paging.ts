import { useState } from 'react';
import { GANTT_PAGE_ORDERS, ROW_HEIGHT_STACK_PX } from '../../../server/domain/ground/constants.ts';
import { useStored } from '../../parts/hooks/use-stored.ts';

/** How many orders a page of the Gantt has: as many as the specification says, or as many as fill the window. */
export const PAGE_SIZES = ['five', 'window'] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** Rows that an order has at least, its finished tasks folded: so many orders fill a window whatever they are. */
const LEAST_ROWS = 3;
/** What stands above and below the rows of a board. */
const AROUND_PX = 300;

/** The orders that fill a window of this height; never fewer than the specification's page. */
export const ordersIn = (windowPx: number): number =>
  Math.max(GANTT_PAGE_ORDERS, Math.ceil((windowPx - AROUND_PX) / (LEAST_ROWS * ROW_HEIGHT_STACK_PX)));

/** The size of the Gantt's pages: what the address says, else what was chosen on this device last. */
export function usePaging(asked: number | undefined) {
  const [kept, keep] = useStored('production-planner.page-size');
  const [fitting] = useState(() => ordersIn(window.innerHeight));
  const isKept = kept === 'window';
  const orders = asked ?? (isKept ? fitting : GANTT_PAGE_ORDERS);
  return {
    orders,
    size: (orders === GANTT_PAGE_ORDERS ? 'five' : 'window') satisfies PageSize as PageSize,
    /** Keeps a size for this device, and gives what the address has to say of it. */
    choose: (size: PageSize): number | undefined => {
      keep(size === 'window' ? size : undefined);
      return size === 'window' ? fitting : undefined;
    },
  };
}
