import { useMemo } from 'react';
import { useCall } from '../../../providers/queries.ts';
import { waitTags } from '../../../texts/board/why.ts';
import { blockOfInstant } from '../../chart/scene/blocks.ts';
import type { Scene } from '../../chart/scene/scene.ts';
import { LATENESS_KEY, useLateAt } from '../strip/use-overview.ts';

/** Why an order is late and who stands in its way; nothing while no order is asked for. */
export const useLateness = (order: number | undefined) =>
  useCall('getLateness', { query: { order_id: order ?? 0 } }, { queryKey: [...LATENESS_KEY, order], enabled: order !== undefined });

/** The scene with what the late order waits for whose bar is shown, on its line. */
export function useWaitMark(scene: Scene | undefined, bar: number | undefined): Scene | undefined {
  const order = useLateAt(bar)?.order_id;
  const wait = useLateness(order).data?.wait;
  return useMemo(() => {
    if (!scene || !wait?.there || order === undefined) return scene;
    return { ...scene, wait: { id: String(wait.bar.entry_id), from: blockOfInstant(wait.from), texts: waitTags(wait) } };
  }, [scene, wait, order]);
}
