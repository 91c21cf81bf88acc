import type { Bar, BarGroup, Fold } from './bars.ts';
import type { OrderInfo } from './scene.ts';

/** The state of a lot in the plan, whichever of its tasks are shown. */
export type LotInfo = OrderInfo['lots'][number];

/** From how many finished tasks on the beginning of a lot is one row. */
const HEAD_FROM = 2;

/** The lot of a group among those of its order. */
export const lotOf = ({ bars }: BarGroup, info: OrderInfo | undefined): LotInfo | undefined =>
  info?.lots.find(({ lot_number }) => lot_number === bars[0]?.entry.lot_number);

function foldOf(bars: readonly Bar[], lot: LotInfo | undefined, open: boolean): Fold | undefined {
  const unfinished = bars.findIndex(({ entry }) => !entry.received_locked);
  const finished = unfinished < 0 && (lot === undefined || lot.finished_count >= lot.task_count);
  if (finished) return { kind: 'lot', count: bars.length, open };
  const count = unfinished < 0 ? bars.length : unfinished;
  return count >= HEAD_FROM ? { kind: 'head', count, open } : undefined;
}

/** The groups with the finished lots, and the finished beginnings of the others, as one row each; `open`: the keys of those that are not. */
export function withFolds(groups: readonly BarGroup[], orders: ReadonlyMap<number, OrderInfo>, open: ReadonlySet<string>): BarGroup[] {
  return groups.map((group) => {
    const fold = foldOf(group.bars, lotOf(group, orders.get(group.order?.id ?? 0)), open.has(group.key));
    return fold ? { ...group, fold } : group;
  });
}
