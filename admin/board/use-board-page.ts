import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useKeptOnLeave } from '../parts/use-kept.ts';
import { useSession } from '../providers/session.ts';
import type { BoardActions } from './chart/Board.tsx';
import type { ScrollPlace } from './chart/board.ts';
import { accessOf } from './chart/scene/rules.ts';
import { useUndo } from './edit/undo/use-undo.tsx';
import { useReport } from './run/report/use-report.ts';
import { useRun } from './run/use-run.ts';
import { type Ordering, openText, type View, withFilters, withOrdering, withView } from './search/address.ts';
import type { Filters } from './search/filters.ts';
import type { BoardKind } from './search/quick/jump.ts';
import { useJump } from './search/quick/use-jump.ts';
import { useAddress } from './search/use-address.ts';
import { useFilters } from './search/use-filters.ts';
import { useServerClock } from './use-clock.ts';

/** A ref of the board, and whether a board was there yet: it comes with its page, which may come after the data. */
function useBoardRef() {
  const [attached, setAttached] = useState(false);
  const board = useMemo(() => {
    let held: BoardActions | null = null;
    return {
      get current() {
        return held;
      },
      set current(next: BoardActions | null) {
        held = next;
        if (next) setAttached(true);
      },
    };
  }, []);
  return { board, attached };
}

const PAGE_OF = { gantt: 'page', 'facility-calendar': 'facility_page' } as const;

/** What every page with a board has: its search, its pages, runs and what the user may do. The address holds what is shown; whoever comes back finds the place, too. */
export function useBoardPage(kind: BoardKind) {
  const navigate = useNavigate();
  const { user } = useSession();
  const clock = useServerClock();
  const today = clock?.today;
  const address = useAddress();
  const { params, view, go } = address;
  const { filters, groups } = useFilters(today, params);
  const { board, attached } = useBoardRef();
  const { place, keepPlace } = useKeptOnLeave<ScrollPlace>('place', () => board.current?.place());
  const [spoken, say] = useState('');
  const { jump, jumpTo, landed } = useJump(kind, address, filters, today);
  const change = useCallback(
    (next: Partial<View>, replace = false): void => {
      if (!replace) keepPlace();
      go((before) => withView(before, next), replace);
    },
    [go, keepPlace],
  );
  const turnTo = useCallback(
    (page: number, replace = false): void => change({ [PAGE_OF[kind]]: page, bar: undefined, facility: undefined }, replace),
    [change, kind],
  );
  const run = useRun(useCallback(() => turnTo(1), [turnTo]));
  const reporting = useReport();
  const access = accessOf(user?.permission, run.pending !== false);
  const undo = useUndo(access.edits, ([first]) => first && board.current?.reveal(String(first.id)));
  return {
    clock,
    filters,
    groups,
    /** Shows what these filters leave, from its first page on. */
    search: (next: Filters): void => {
      keepPlace();
      if (today) go((before) => withFilters(before, next, today));
    },
    /** What the address says besides the filters. */
    view,
    /** Another order of the pages, from the first one on. */
    orderBy: (ordering: Ordering): void => {
      keepPlace();
      if (filters && today) go((before) => withOrdering(before, ordering, filters, today));
    },
    /** スタックモード. */
    setStack: (stack: boolean): void => change({ stack }, true),
    /** Another 表示開始日, from the first page on. */
    setStart: (start: string): void =>
      change({ start: start === today ? undefined : start, facility_page: undefined, bar: undefined, facility: undefined }),
    /** Other facilities with their bars; what is shown stays where it is. */
    setOpen: (open: readonly (number | null)[]): void => change({ open: openText(open), bar: undefined, facility: undefined }, true),
    /** Another order of the facilities, or of another time, from the first page on. */
    orderFacilities: (next: Pick<View, 'facility_order' | 'rate_days'>): void =>
      change({ ...next, facility_page: undefined, bar: undefined, facility: undefined }),
    /** The bar that is to be shown as soon as the board has it. */
    jump,
    jumpTo: (next: Parameters<typeof jumpTo>[0]): void => {
      keepPlace();
      jumpTo(next);
    },
    landed,
    number: view[PAGE_OF[kind]],
    turnTo,
    board,
    attached,
    /** What happened on the board, for those who do not see it. */
    spoken,
    say,
    run,
    /** What the newest run did. */
    reporting,
    access,
    undo,
    /** Where the board was scrolled to when this address was left; absent when it is visited anew. */
    place,
    go: (path: string): void => void navigate(path),
  };
}
/** What `useBoardPage` gives. */
export type BoardPageState = ReturnType<typeof useBoardPage>;
