import { useEffect, useState } from 'react';
import { MOST_PRINTED, wholeOf } from '../../print/PrintButton.tsx';
import type { BoardPageState } from '../use-board-page.ts';
import { useFolds } from './use-folds.ts';
import { useLockOrder } from './use-lock-order.ts';
import { usePlan, withEntries } from './use-plan.ts';
import { useScene } from './use-scene.ts';

/** A page of orders, drawn; none is read while there are no filters. */
function usePlanScene(
  { clock, access, view, zoom, conflicts }: BoardPageState,
  open: ReadonlySet<string>,
  asked: Parameters<typeof usePlan>,
) {
  const plan = usePlan(...asked);
  const scene = useScene(plan.data, { mode: view.stack ? 'stack' : 'inline', zoom, open }, access, clock?.now, conflicts);
  return { plan, scene };
}

/** The rows of the Gantt chart: the processes of a page's orders. */
export function useOrderRows(page: BoardPageState) {
  const { filters, clock, view, number, paging, jump } = page;
  const { open, fold } = useFolds();
  const { plan, scene } = usePlanScene(page, open, [filters, view.ordering, clock?.today, { page: number, orders: paging.orders }]);
  const [wholeAsked, askWhole] = useState(false);
  const count = plan.data?.count ?? 0;
  const all = wholeAsked && count <= MOST_PRINTED ? filters : undefined;
  const whole = usePlanScene(page, open, [all, view.ordering, clock?.today, { page: 1, orders: MOST_PRINTED }]);
  const lockOrder = useLockOrder(plan.change);
  const foldedIn = jump && scene?.layout.folded.get(String(jump.entry_id));
  useEffect(() => {
    if (foldedIn !== undefined) fold(foldedIn, true);
  }, [foldedIn, fold]);
  const reload = (): void => void plan.refetch();
  return {
    read: plan,
    perPage: paging.orders,
    scene,
    settled: foldedIn === undefined,
    follow: plan.follow,
    onSaved: (entries: Parameters<typeof withEntries>[1]): void => {
      plan.change((before) => withEntries(before, entries));
      reload();
    },
    onLocked: (entries: Parameters<typeof withEntries>[1]) => plan.change((before) => withEntries(before, entries)),
    reload,
    resort: plan.resort,
    whole: wholeOf(count, whole.plan.error, all && whole.scene, askWhole),
    onLockOrder: (orderId: number, lock: boolean) => void lockOrder(orderId, lock),
    onFold: fold,
  };
}
