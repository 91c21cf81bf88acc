import type { Knex } from 'knex';
import type { Success } from '../../contract/handlers.ts';
import { overWholeTables } from '../../db/whole.ts';
import { notFound } from '../../domain/errors.ts';
import type { Clock } from '../../domain/plant-time.ts';
import { HTTP } from '../../domain/texts/http.ts';
import { type LateOrder, lateOrders } from '../figures/figures.service.ts';
import { misfits } from './misfits.service.ts';
import { insertClosing, newestReport, type ReportedOrder, type RunReport, shownBars } from './report.store.ts';
import { staleness } from './stale.service.ts';

/** Late orders as they stand, for a comparison; the same count as 遅れ n件. */
export const lateNow = (trx: Knex.Transaction): Promise<LateOrder[]> => overWholeTables(trx, () => lateOrders(trx));

const LISTED = 200;
const reported = ({ order_id, serial_number, late_days }: LateOrder): ReportedOrder => ({ order_id, serial_number, late_days });

/**
 * What a run did to lateness: those it made late, the latest first, and those it saved; neither where there was no plan before.
 * An order of which something has no place is none that was saved, though nothing of it is late any more.
 */
export function latenessOf(
  before: readonly LateOrder[] | undefined,
  after: readonly LateOrder[],
  unplaced: ReadonlySet<number> = new Set(),
): Pick<RunReport, 'late_before' | 'late_after' | 'newly_late_count' | 'saved_count' | 'newly_late' | 'saved'> {
  if (!before) return { late_before: null, late_after: after.length, newly_late_count: 0, saved_count: 0, newly_late: [], saved: [] };
  const [was, is] = [before, after].map((orders) => new Set(orders.map(({ order_id }) => order_id))) as [Set<number>, Set<number>];
  const fresh = after.filter(({ order_id }) => !was.has(order_id));
  const saved = before.filter(({ order_id }) => !is.has(order_id) && !unplaced.has(order_id));
  return {
    ...{ late_before: before.length, late_after: after.length, newly_late_count: fresh.length, saved_count: saved.length },
    newly_late: fresh.slice(0, LISTED).map(reported),
    saved: saved.slice(0, LISTED).map(reported),
  };
}

/** What the newest run did, as this employee sees it (null where nothing is kept of it), what its plan is stale of, and how many of its bars do not fit any more. */
export async function runReport(db: Knex, clock: Clock, employeeId: number): Promise<Success<'getRunReport'>> {
  const [kept, { parts: stale, by }] = await Promise.all([newestReport(db, employeeId), staleness(db)]);
  const count = stale.length > 0 ? misfits(db, clock, by) : null;
  if (!kept) return { report: null, stale, misfits: count };
  const { report, ...run } = kept;
  const shown = await shownBars(
    db,
    [...report.newly_late, ...report.saved].map(({ order_id }) => order_id),
  );
  const listed = (orders: readonly ReportedOrder[]) =>
    orders.flatMap((order) => {
      const bar = shown.get(order.order_id);
      return bar ? [{ ...order, ...bar }] : [];
    });
  const { displaced = null, newly_late, saved } = report;
  return { stale, misfits: count, report: { ...run, ...report, displaced, newly_late: listed(newly_late), saved: listed(saved) } };
}

/** Notes that an employee has closed the report of a run. Throws not found. */
export async function closeReport(db: Knex, id: number, employeeId: number): Promise<void> {
  if (!(await insertClosing(db, id, employeeId))) throw notFound(HTTP.notFound);
}
