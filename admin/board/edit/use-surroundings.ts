import { addDays, nearestPlanDate } from '../../../server/domain/ground/plant-time.ts';
import { useCalls } from '../../providers/queries.ts';
import type { Bar } from '../chart/scene/bars.ts';
import { dateOfBlock } from '../chart/scene/blocks.ts';
import { isCharge } from '../chart/scene/charge-move.ts';
import type { Around } from '../chart/scene/judging.ts';
import type { Scene } from '../chart/scene/scene.ts';

/** Days before and after what the board shows that later tasks may be pushed to, or bars reach in from. */
const BEYOND = { before: 31, after: 92 };

/** Reads what a bar is judged against, once when it is taken; of a furnace run for each of its lots. */
export function useSurroundings(scene: Scene | undefined): (bar: Bar) => Promise<readonly Around[]> {
  const { call } = useCalls();
  return (bar) => {
    const { start, end } = scene?.timeline ?? bar.span;
    const day = (block: number, days: number): string => nearestPlanDate(addDays(dateOfBlock(block), days));
    const query = { from_date: day(start, -BEYOND.before), to_date: day(end, BEYOND.after) };
    const ids = isCharge(bar) ? bar.charge.run.members.map(({ entry_id }) => entry_id) : [bar.entry.id];
    return Promise.all(ids.map((id) => call('getSurroundings', { id, query })));
  };
}
