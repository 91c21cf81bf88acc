import { useEffect } from 'react';
import { GANTT_PAGE_ORDERS } from '../../../../server/domain/ground/constants.ts';
import type { BoardPageState } from '../use-board-page.ts';
import { useFolds } from './use-folds.ts';
import { useLockOrder } from './use-lock-order.ts';
import { usePlan, withEntries } from './use-plan.ts';
import { useScene } from './use-scene.ts';

/** The rows of the Gantt chart: the processes of five orders. */
export function useOrderRows({ filters, clock, access, view, number, jump, zoom, marks }: BoardPageState) {
  const plan = usePlan(filters, view.ordering, clock?.today, number);
  const { open, fold } = useFolds();
  const scene = useScene(plan.data, { mode: view.stack ? 'stack' : 'inline', zoom, open }, access, clock?.now, marks);
  const lockOrder = useLockOrder(plan.change);
  const foldedIn = jump && scene?.layout.folded.get(String(jump.entry_id));
  useEffect(() => {
    if (foldedIn !== undefined) fold(foldedIn, true);
  }, [foldedIn, fold]);
  const reload = (): void => void plan.refetch();
  return {
    read: plan,
    perPage: GANTT_PAGE_ORDERS,
    scene,
    settled: foldedIn === undefined,
    follow: plan.follow,
    onSaved: (entries: Parameters<typeof withEntries>[1]): void => {
      plan.change((before) => withEntries(before, entries));
      reload();
    },
    onLocked: (entry: Parameters<typeof withEntries>[1][number]) => plan.change((before) => withEntries(before, [entry])),
    reload,
    onLockOrder: (orderId: number, lock: boolean) => void lockOrder(orderId, lock),
    onFold: fold,
  };
}
