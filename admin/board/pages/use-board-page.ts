import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useKeptOnLeave } from '../../parts/hooks/use-kept.ts';
import { useAdopt } from '../../plans/use-adopt.ts';
import { useLeaving } from '../../plans/use-leaving.ts';
import { usePlanEvents, usePlanOf } from '../../plans/use-plans.ts';
import { usePublishedNotice } from '../../plans/use-seen.ts';
import { useSession } from '../../providers/session.ts';
import { useServerClock } from '../../providers/use-server-clock.ts';
import type { BoardActions } from '../chart/Board.tsx';
import type { ScrollPlace } from '../chart/goal.ts';
import { accessOf } from '../chart/scene/rules.ts';
import { useUndo } from '../edit/undo/use-undo.tsx';
import { useRun } from '../run/use-run.ts';
import { type Ordering, PUBLISHED_ALONE, type View, withFilters, withOrdering, withView } from '../search/address.ts';
import type { Filters } from '../search/filters.ts';
import type { BoardKind } from '../search/quick/jump.ts';
import { useJump } from '../search/quick/use-jump.ts';
import { useAddress } from '../search/use-address.ts';
import { useFilters } from '../search/use-filters.ts';
import { useReport } from '../story/report/use-report.ts';
import { useConflictMarks } from '../story/strip/use-overview.ts';
import { type PageSize, usePaging } from './use-paging.ts';
import { useZoom } from './ZoomSegment.tsx';

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

/** The search, as far as it is known yet. */
interface Known {
  filters: Filters | undefined;
  today: string | undefined;
}

const PAGE_OF = { gantt: 'page', 'facility-calendar': 'facility_page' } as const;

/** The ways to other addresses of the same board. Each keeps where the board was scrolled to, but for what changes in its place. */
function useWays(kind: BoardKind, { go }: ReturnType<typeof useAddress>, known: Known, keepPlace: () => void) {
  const { filters, today } = known;
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
  const firstFacilities = { facility_page: undefined, bar: undefined, facility: undefined };
  return {
    turnTo,
    /** Shows what these filters leave, from its first page on. */
    search: (next: Filters): void => {
      keepPlace();
      if (today) go((before) => withFilters(before, next, today));
    },
    /** Another order of the pages, from the first one on. */
    orderBy: (ordering: Ordering): void => {
      keepPlace();
      if (filters && today) go((before) => withOrdering(before, ordering, filters, today));
    },
    /** Pages of so many orders, from the first one on; undefined: as this device has them. */
    sizePages: (orders: number | undefined): void => change({ orders, page: undefined, bar: undefined, facility: undefined }),
    /** The address names no bar any more. */
    leaveBar: (): void => change({ bar: undefined }, true),
    /** スタックモード. */
    setStack: (stack: boolean): void => change({ stack }, true),
    /** Another 表示開始日, from the first page on. */
    setStart: (start: string): void => change({ start: start === today ? undefined : start, ...firstFacilities }),
    /** Other facilities with their bars; what is shown stays where it is. */
    setRows: (next: Pick<View, 'facility_view' | 'open' | 'folded'>): void =>
      change({ ...next, bar: undefined, facility: undefined }, true),
    /** Shows a plan, from where one stands; undefined: the published one. */
    showPlan: (plan: number | undefined): void => change({ ...PUBLISHED_ALONE, plan }),
    /** The places of another plan stand beside the bars. */
    showBeside: (other: number | undefined): void => change({ with: other }, true),
    /** The published plan is all that is shown. */
    leavePlan: (): void => change(PUBLISHED_ALONE, true),
    /** Another order of the facilities, or of another time, from the first page on. */
    orderFacilities: (next: Pick<View, 'facility_order' | 'rate_days'>): void => change({ ...next, ...firstFacilities }),
  };
}

/** The plan that is shown, and the choice of one: what is chosen is the published plan, which is then shown. */
function usePlans({ plan, with: other }: View, { leavePlan, showBeside, showPlan }: ReturnType<typeof useWays>) {
  usePlanEvents();
  usePublishedNotice(plan === undefined);
  const adopting = useAdopt(leavePlan);
  const { data } = usePlanOf(plan);
  useLeaving({ plan, other, busy: adopting.busy !== undefined, leave: leavePlan, leaveOther: () => showBeside(undefined) });
  return {
    adopting,
    shown: plan === undefined ? ('published' as const) : data?.kind === 'scenario' ? ('scenario' as const) : ('other' as const),
    /** What the plan is called that is shown beside the published one, once it is known. */
    planName: plan === undefined ? undefined : data?.name,
    choosing: { adopt: adopting.adopt, adopting: adopting.busy !== undefined, look: showPlan },
  };
}

/** A page with a board: search, pages, runs and the user's rights. The address holds everything shown; whoever comes back finds the scrolled place, too. */
export function useBoardPage(kind: BoardKind) {
  const navigate = useNavigate();
  const { user } = useSession();
  const clock = useServerClock();
  const today = clock?.today;
  const address = useAddress();
  const { filters, groups } = useFilters(today, address.params);
  const { board, attached } = useBoardRef();
  const { place, keepPlace } = useKeptOnLeave<ScrollPlace>('place', () => board.current?.place());
  const paging = usePaging(address.view.orders);
  const { jump, jumpTo, landed } = useJump(kind, address, filters, today, paging.orders);
  const ways = useWays(kind, address, { filters, today }, keepPlace);
  const run = useRun();
  const permission = user?.permission;
  const pending = run.pending !== false;
  const { choosing, shown, ...plans } = usePlans(address.view, ways);
  const access = useMemo(() => accessOf(permission, pending, shown), [permission, pending, shown]);
  const [spoken, say] = useState('');
  return {
    clock,
    filters,
    groups,
    board,
    attached,
    run,
    access,
    landed,
    ...ways,
    ...plans,
    ...useZoom(),
    /** What the address says besides the filters. */
    view: address.view,
    number: address.view[PAGE_OF[kind]],
    /** How many orders a page of the Gantt has, and the way to another size, from the first page on. */
    paging: {
      ...paging,
      choose: (size: PageSize): void => ways.sizePages(paging.choose(size)),
    },
    /** The bar that is to be shown as soon as the board has it. */
    jump,
    jumpTo: (next: Parameters<typeof jumpTo>[0]): void => {
      keepPlace();
      jumpTo(next);
    },
    /** Words for a screen reader about changes on the board. */
    spoken,
    say,
    /** What the newest run did. */
    reporting: useReport(choosing),
    /** Conflicts, to be drawn. */
    conflicts: useConflictMarks(),
    undo: useUndo(access, (restored) => {
      // Of an order as a whole the first that is still to be done; what is in sight already needs no way.
      const [first, open = first] = [restored[0], restored.find(({ received_locked }) => !received_locked)];
      if (!open || [first, open].some((bar) => bar && board.current?.sees(String(bar.id)))) return;
      // Be it on another page, or of another search.
      if (!board.current?.reveal(String(open.id), 'least')) jumpTo({ entry_id: open.id });
    }),
    /** Where the board was scrolled to when this address was left; absent when it is visited anew. */
    place,
    go: (path: string): void => void navigate(path),
  };
}
export type BoardPageState = ReturnType<typeof useBoardPage>;
