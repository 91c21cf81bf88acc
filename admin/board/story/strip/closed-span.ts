import type { Success } from '../../../../server/contract/handlers.ts';
import { endBefore, startOnGrid } from '../../../../server/domain/bars/marks.ts';
import { epochMs, type Instant, instantOfMinutes, plantMinutes } from '../../../../server/domain/ground/plant-time.ts';

type Entry = Success<'listSchedules'>['results'][number];
/** What is asked of the bars of a lot. */
type Bar = Pick<Entry, 'unique_order' | 'task_sort' | 'received_locked' | 'start_date' | 'end_date'>;

/**
 * Where a bar stands once it is closed after the fact: it has not ended after now, nor after a later process that is finished began. Where that
 * lies before its start, it keeps its length.
 */
export function closedSpan(bar: Bar, bars: readonly Bar[], now: number): { start_date: Instant; end_date: Instant } {
  const later = bars.filter(
    (one) => one.unique_order === bar.unique_order && one.received_locked && (one.task_sort ?? 0) > (bar.task_sort ?? 0),
  );
  const latest = Math.min(now, ...later.map(({ start_date }) => epochMs(start_date)));
  const { start_date, end_date } = bar;
  if (epochMs(end_date) <= latest) return { start_date, end_date };
  const end = endBefore(plantMinutes(latest));
  const start = plantMinutes(start_date);
  const begun = start < end ? start : startOnGrid(end - (plantMinutes(end_date) - start));
  return { start_date: instantOfMinutes(begun), end_date: instantOfMinutes(end) };
}
