import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { GANTT_PAGE_ORDERS } from '../../server/domain/constants.ts';
import { call } from '../providers/client.ts';
import { useSession } from '../providers/session.ts';
import type { BoardActions } from './Board.tsx';
import { stateOf } from './BoardFrame.tsx';
import type { Filters } from './filters.ts';
import { useMessages } from './MessagePanel.tsx';
import { forget, recall, remember } from './memory.ts';
import { accessOf, opensOn } from './rules.ts';
import type { BoardEvents } from './scene.ts';
import { bodyOf } from './task-fields.ts';
import { useServerClock } from './use-clock.ts';
import { useEditing } from './use-editing.ts';
import { useFilters } from './use-filters.ts';
import { useLocks } from './use-locks.ts';
import { usePlan, withEntries } from './use-plan.ts';
import { useRun } from './use-run.ts';
import { useScene } from './use-scene.ts';

const VIEW = 'gantt';

/** The sentence of each order's first message, for tooltips. */
function useReasons(messages: ReturnType<typeof useMessages>['messages']): ReadonlyMap<number, string> {
  return useMemo(() => {
    const reasons = new Map<number, string>();
    for (const { order_id, message } of messages) if (order_id !== null && !reasons.has(order_id)) reasons.set(order_id, message);
    return reasons;
  }, [messages]);
}

/** Everything that the Gantt page shows and does, without how it looks. */
export function useGantt() {
  const navigate = useNavigate();
  const { user } = useSession();
  const [kept] = useState(() => recall(VIEW));
  useEffect(() => forget(VIEW), []);
  const clock = useServerClock();
  const { filters, setFilters, groups } = useFilters(clock?.today, kept);
  const [page, setPage] = useState(kept?.page ?? 1);
  const [stack, setStack] = useState(kept?.stack ?? true);
  const [openedId, setOpenedId] = useState<string>();
  const board = useRef<BoardActions>(null);
  const firstKey = useRef<string>(undefined);

  const run = useRun(useCallback(() => setPage(1), []));
  const plan = usePlan(filters, clock?.today, page);
  const messages = useMessages();
  const locks = useLocks(plan.change);
  const access = accessOf(user?.permission, run.pending !== false);
  const scene = useScene(plan.data, stack ? 'stack' : 'inline', access, clock?.now, useReasons(messages.messages));
  firstKey.current ??= plan.data?.key;
  const edit = useEditing({
    save: ({ id, order_id, version }, fields) => call('modifySchedule', { id, body: { ...bodyOf(fields), order: order_id, version } }),
    remove: ({ id, version }) => call('deleteSchedule', { id, body: { version } }),
    revert: (bar) => board.current?.revert(bar),
    onSaved: (results) => {
      plan.change((before) => withEntries(before, results));
      void plan.refetch();
    },
    onStale: () => void plan.refetch(),
  });

  const events: BoardEvents = {
    onOpen: (bar) => (opensOn(bar.entry, access) === 'form' ? edit.open(bar) : setOpenedId(bar.id)),
    onChange: edit.propose,
    onToggleLock: (bar) => void locks.toggle(bar),
    onLockOrder: (orderId, lock) => void locks.lockOrder(orderId, lock),
    onNavigate: (path) => {
      if (filters) remember(VIEW, { filters, page, stack, place: board.current?.place() ?? { left: 0, top: 0 } });
      navigate(path);
    },
  };
  const search = (next: Filters): void => {
    setFilters(next);
    setPage(1);
  };
  return {
    today: clock?.today,
    filters,
    search,
    groups,
    page,
    setPage,
    pages: Math.ceil((plan.data?.count ?? 0) / GANTT_PAGE_ORDERS),
    stack,
    setStack,
    opened: openedId === undefined ? undefined : scene?.layout.byId.get(openedId)?.bar,
    close: () => setOpenedId(undefined),
    toggleLock: locks.toggle,
    edit,
    board,
    place: plan.data?.key === firstKey.current ? kept?.place : undefined,
    run,
    plan,
    messages,
    access,
    scene,
    events,
    state: stateOf(
      plan.isError,
      scene !== undefined,
      plan.isPending || !messages.settled || run.pending === undefined,
      plan.data !== undefined,
    ),
  };
}
