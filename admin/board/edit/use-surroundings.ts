import { addDays, nearestPlanDate } from '../../../server/domain/ground/plant-time.ts';
import { useCalls } from '../../providers/queries.ts';
import type { Bar } from '../chart/scene/bars.ts';
import { dateOfBlock } from '../chart/scene/blocks.ts';
import { type Around, aroundsOf } from '../chart/scene/group/arounds.ts';
import { entryIdsOf } from '../chart/scene/group/group-move.ts';
import type { Scene } from '../chart/scene/scene.ts';

/** Days before and after what the board shows that later tasks may be pushed to, or bars reach in from. */
const BEYOND = { before: 31, after: 92 };

/** Reads what bars are judged against, once when they are taken; of a furnace run for each of its lots. `later`: of these bars, too. */
export function useSurroundings(scene: Scene | undefined): (bars: readonly Bar[], later?: readonly number[]) => Promise<readonly Around[]> {
  const { call } = useCalls();
  return async (bars, later = []) => {
    const { start, end } = scene?.timeline ?? bars[0]!.span;
    const day = (block: number, days: number): string => nearestPlanDate(addDays(dateOfBlock(block), days));
    const entry_ids = [...entryIdsOf(bars), ...later].join();
    const query = { entry_ids, from_date: day(start, -BEYOND.before), to_date: day(end, BEYOND.after) };
    return aroundsOf(await call('getSurroundings', { query }), query.to_date);
  };
}
