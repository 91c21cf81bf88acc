import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../providers/session.ts';
import type { BoardActions } from './chart/Board.tsx';
import { accessOf } from './chart/rules.ts';
import { forget, type Remembered, recall, remember } from './memory.ts';
import { useRun } from './run/use-run.ts';
import { type Filters, orderFilters } from './search/filters.ts';
import type { Jump } from './search/jump.ts';
import { useFilters } from './search/use-filters.ts';
import { useServerClock } from './use-clock.ts';

/** What every page with a board has: its search, its pages, runs, what the user may do, and the way back from a form that it links to. */
export function useBoardPage(view: string) {
  const navigate = useNavigate();
  const { user } = useSession();
  const [kept] = useState(() => recall(view));
  useEffect(() => forget(view), [view]);
  const clock = useServerClock();
  const { filters, setFilters, groups } = useFilters(clock?.today, kept?.filters);
  const [number, turnTo] = useState(kept?.page ?? 1);
  const board = useRef<BoardActions>(null);
  const [jump, setJump] = useState<Jump>();
  const firstKey = useRef<string>(undefined);
  const [spoken, say] = useState('');
  const run = useRun(useCallback(() => turnTo(1), []));
  const search = (next: Filters): void => {
    setFilters(next);
    turnTo(1);
  };
  return {
    kept,
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
      return key === firstKey.current ? kept?.place : undefined;
    },
    /** Goes to a form, and keeps what coming back restores. */
    leaveFor: (path: string, more: Pick<Remembered, 'stack' | 'from'>): void => {
      if (filters) remember(view, { ...more, filters, page: number, place: board.current?.place() ?? { left: 0, top: 0 } });
      navigate(path);
    },
  };
}
