import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../providers/session.ts';
import type { BoardActions } from './chart/Board.tsx';
import { accessOf } from './chart/rules.ts';
import { useRun } from './edit/use-run.ts';
import type { Filters } from './filters.ts';
import { forget, type Remembered, recall, remember } from './memory.ts';
import { useServerClock } from './use-clock.ts';
import { useFilters } from './use-filters.ts';

/** What every page with a board has: its search, its pages, runs, what the user may do, and the way back from a form that it links to. */
export function useBoardPage(view: string) {
  const navigate = useNavigate();
  const { user } = useSession();
  const [kept] = useState(() => recall(view));
  useEffect(() => forget(view), [view]);
  const clock = useServerClock();
  const { filters, setFilters, groups } = useFilters(clock?.today, kept);
  const [number, turnTo] = useState(kept?.page ?? 1);
  const board = useRef<BoardActions>(null);
  const firstKey = useRef<string>(undefined);
  const [spoken, say] = useState('');
  const run = useRun(useCallback(() => turnTo(1), []));
  return {
    kept,
    clock,
    filters,
    groups,
    search: (next: Filters): void => {
      setFilters(next);
      turnTo(1);
    },
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
