import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useKept, useKeptOnLeave } from '../parts/use-kept.ts';
import { useSession } from '../providers/session.ts';
import type { BoardActions } from './chart/Board.tsx';
import type { ScrollPlace } from './chart/board.ts';
import { accessOf } from './chart/rules.ts';
import { useRun } from './run/use-run.ts';
import { type Filters, orderFilters } from './search/filters.ts';
import type { Jump } from './search/jump.ts';
import { useFilters } from './search/use-filters.ts';
import { useServerClock } from './use-clock.ts';

/** What every page with a board has: its search, its pages, runs and what the user may do; whoever comes back finds them, and the place, as they were. */
export function useBoardPage() {
  const navigate = useNavigate();
  const { user } = useSession();
  const clock = useServerClock();
  const { filters, setFilters, groups } = useFilters(clock?.today);
  const [number, turnTo] = useKept('page', 1);
  const board = useRef<BoardActions>(null);
  const keptPlace = useKeptOnLeave<ScrollPlace>('place', () => board.current?.place());
  const [jump, setJump] = useState<Jump>();
  const firstKey = useRef<string>(undefined);
  const [spoken, say] = useState('');
  const run = useRun(useCallback(() => turnTo(1), [turnTo]));
  const search = (next: Filters): void => {
    setFilters(next);
    turnTo(1);
  };
  return {
    clock,
    filters,
    groups,
    search,
    /** The bar that is to be shown as soon as the board has it. */
    jump,
    /** Shows a bar, whatever the filters are now. */
    jumpTo: (next: Jump): void => {
      setJump(next);
      search(orderFilters(next.serial_number));
    },
    landed: (): void => setJump(undefined),
    number,
    turnTo,
    board,
    /** What happened on the board, for those who do not see it. */
    spoken,
    say,
    run,
    access: accessOf(user?.permission, run.pending !== false),
    /** Where the board was scrolled to when it was left; only for the first data that it shows. */
    placeFor: (key: string | undefined) => {
      firstKey.current ??= key;
      return key === firstKey.current ? keptPlace : undefined;
    },
    go: (path: string): void => void navigate(path),
  };
}
