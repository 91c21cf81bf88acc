import { useEffect } from 'react';
import type { BoardPageState } from '../use-board-page.ts';
import { useFolds } from './use-folds.ts';
import { useLockOrder } from './use-lock-order.ts';
import { usePlan, withEntries } from './use-plan.ts';
import { useScene } from './use-scene.ts';

/** The rows of the Gantt chart: the processes of a page's orders. */
export function useOrderRows({ filters, clock, access, view, number, paging, jump, zoom, conflicts }: BoardPageState) {
  const plan = usePlan(filters, view.ordering, clock?.today, { page: number, orders: paging.orders });
  const { open, fold } = useFolds();
  const scene = useScene(plan.data, { mode: view.stack ? 'stack' : 'inline', zoom, open }, access, clock?.now, conflicts);
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
    onLockOrder: (orderId: number, lock: boolean) => void lockOrder(orderId, lock),
    onFold: fold,
  };
}
