import { epochMs } from '../../../../server/domain/ground/plant-time.ts';
import type { Entry } from '../../chart/scene/bars.ts';

/** The bar of an order to look at: an open one that the message is about, the first open one past its deadline, the first open one, else the last; of the named lot, if it has any. */
export function barToShow(entries: readonly Entry[], order_task_ids: readonly number[], lot?: string): Entry | undefined {
  const named = entries.filter(({ lot_number }) => lot_number === lot);
  const byStart = [...(named.length > 0 ? named : entries)].sort((a, b) => epochMs(a.start_date) - epochMs(b.start_date) || a.id - b.id);
  const open = byStart.filter((entry) => !entry.received_locked);
  const meant = new Set(order_task_ids);
  return (
    open.find(({ order_task_id }) => meant.has(order_task_id)) ??
    open.find(({ past_deadline }) => past_deadline) ??
    open[0] ??
    byStart.at(-1)
  );
}
