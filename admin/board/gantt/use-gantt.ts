import { useEffect, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { GANTT_PAGE_ORDERS } from '../../../server/domain/ground/constants.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';
import { stateOf } from '../BoardFrame.tsx';
import { opensOn } from '../chart/scene/rules.ts';
import type { BoardEvents } from '../chart/scene/scene.ts';
import { bodyOf } from '../edit/form/task-fields.ts';
import { useEditing } from '../edit/use-editing.ts';
import { useMove } from '../edit/use-move.ts';
import { useStays } from '../edit/use-stays.ts';
import { useSurroundings } from '../edit/use-surroundings.ts';
import { useGhosts } from '../run/use-ghosts.ts';
import { useOverviewMarks } from '../strip/use-overview.ts';
import { useBoardPage } from '../use-board-page.ts';
import { useFollow } from '../use-follow.ts';
import { usePages, useReveal } from '../use-reveal.ts';
import { useZoom } from '../use-zoom.ts';
import { useFolds } from './use-folds.ts';
import { useLocks } from './use-locks.ts';
import { usePlan, withEntries } from './use-plan.ts';
import { useScene } from './use-scene.ts';

/** Everything that the Gantt page shows and does, without how it looks. */
export function useGantt() {
  const { call } = useDataProvider<PlannerDataProvider>();
  const page = useBoardPage('gantt');
  const { filters, clock, access } = page;
  const { stack, ordering } = page.view;
  const [openedId, setOpenedId] = useState<string>();

  const plan = usePlan(filters, ordering, clock?.today, page.number);
  const locks = useLocks(plan.change);
  const folds = useFolds();
  const { zoom, setZoom } = useZoom();
  const planned = useScene(plan.data, { mode: stack ? 'stack' : 'inline', zoom, open: folds.open }, access, clock?.now, useOverviewMarks());
  const scene = useGhosts(planned, page.reporting.shownRun);
  const onGrab = useSurroundings(scene);
  const onStays = useStays();
  const move = useMove(page.board);
  const edit = useEditing({
    save: ({ id, order_id, version }, fields) => call('modifySchedule', { id, body: { ...bodyOf(fields), order: order_id, version } }),
    remove: ({ id, version }) => call('deleteSchedule', { id, body: { version } }),
    saveMoves: (moves) => call('moveSchedules', { body: { moves } }),
    move,
    onSaved: (results) => {
      plan.change((before) => withEntries(before, results));
      void plan.refetch();
    },
    onStale: () => void plan.refetch(),
  });

  const { jump } = page;
  const { fold } = folds;
  const foldedIn = jump && scene?.layout.folded.get(String(jump.entry_id));
  useEffect(() => {
    if (foldedIn !== undefined) fold(foldedIn, true);
  }, [foldedIn, fold]);
  useFollow(edit.editing !== undefined, plan.follow);

  const events: BoardEvents = {
    onOpen: (bar) => (opensOn(bar.entry, access) === 'form' ? edit.open(bar) : setOpenedId(bar.id)),
    onChange: edit.propose,
    onGrab,
    onToggleLock: locks.toggle,
    onLockOrder: (orderId, lock) => void locks.lockOrder(orderId, lock),
    onFold: fold,
    onZoom: setZoom,
    onStays,
    onNavigate: page.go,
  };
  const fresh = plan.data !== undefined && !plan.isPlaceholderData;
  const { pages, beyond } = usePages(page, plan.data, GANTT_PAGE_ORDERS, fresh);
  const state = stateOf(
    plan.isError,
    scene !== undefined,
    plan.isPending || page.run.pending === undefined || beyond,
    plan.data !== undefined,
  );
  useReveal(page, state, fresh && foldedIn === undefined);
  return {
    page,
    pages,
    zoom,
    setZoom,
    opened: openedId === undefined ? undefined : scene?.layout.byId.get(openedId)?.bar,
    close: () => setOpenedId(undefined),
    toggleLock: locks.toggle,
    edit,
    plan,
    scene,
    events,
    state,
  };
}
