import { useMemo } from 'react';
import type { BoardActions } from '../chart/Board.tsx';
import type { MoveActions } from '../chart/board.ts';

/** The bar in hand, on whichever board is shown by then. */
export const useMove = (board: { readonly current: BoardActions | null }): MoveActions =>
  useMemo(
    () => ({
      step: (direction) => board.current?.move()?.step(direction),
      push: (on) => board.current?.move()?.push(on),
      boxes: () => board.current?.move()?.boxes() ?? { board: new DOMRect(), bar: undefined },
      drop: () => board.current?.move()?.drop(),
      settle: () => board.current?.move()?.settle(),
    }),
    [board],
  );
