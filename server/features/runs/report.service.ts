import type { Knex } from 'knex';
import type { Success } from '../../contract/handlers.ts';
import { overWholeTables } from '../../db/whole.ts';
import { notFound } from '../../domain/errors.ts';
import { HTTP } from '../../domain/texts/http.ts';
import { lateOrders } from '../figures/figures.service.ts';
import { type MisfitsContext, misfits } from './misfits.service.ts';
import { insertClosing, newestReport, ordersWithoutPlace, type ReportedOrder, type RunReport, shownBars } from './report.store.ts';
import { staleness } from './stale.service.ts';

export type { ReportedOrder };

/** Late orders as they stand, for a comparison, the latest first; the same count as 遅れ n件. */
export async function lateNow(trx: Knex.Transaction): Promise<ReportedOrder[]> {
  const late = await overWholeTables(trx, () => lateOrders(trx));
  return late.map(({ order_id, serial_number, late_days }) => ({ order_id, serial_number, late_days }));
}

const LISTED = 200;
const idsOf = (orders: readonly ReportedOrder[]): number[] => orders.map(({ order_id }) => order_id);

/**
 * How lateness changed, by a run or in a night: orders that became late, the latest first, and those that were saved; neither where there was no plan
 * before. An order of which something is to be done and has no place, or that is no more, is none that was saved, though nothing of it is late any more. Asked once the plan
 * is written.
 */
export async function latenessOf(
  trx: Knex.Transaction,
  before: readonly ReportedOrder[] | undefined,
  after: readonly ReportedOrder[],
): Promise<Pick<RunReport, 'late_before' | 'late_after' | 'newly_late_count' | 'saved_count' | 'newly_late' | 'saved'>> {
  if (!before) return { late_before: null, late_after: after.length, newly_late_count: 0, saved_count: 0, newly_late: [], saved: [] };
  const [was, is] = [new Set(idsOf(before)), new Set(idsOf(after))];
  const fresh = after.filter(({ order_id }) => !was.has(order_id));
  const gone = before.filter(({ order_id }) => !is.has(order_id));
  const lost = await ordersWithoutPlace(trx, idsOf(gone));
  const saved = gone.filter(({ order_id }) => !lost.has(order_id));
  return {
    ...{ late_before: before.length, late_after: after.length, newly_late_count: fresh.length, saved_count: saved.length },
    newly_late: fresh.slice(0, LISTED),
    saved: saved.slice(0, LISTED),
  };
}

/** What the newest run did, as this employee sees it (null where nothing is kept of it), what its plan is stale of, and how many of its bars do not fit any more. */
export async function runReport(context: MisfitsContext, employeeId: number): Promise<Success<'getRunReport'>> {
  const { db } = context;
  const [kept, { parts: stale, by }] = await Promise.all([newestReport(db, employeeId), staleness(db)]);
  const count = stale.length > 0 ? await misfits(context, by) : null;
  if (!kept) return { report: null, stale, misfits: count };
  const { report, ...run } = kept;
  const shown = await shownBars(db, idsOf([...report.newly_late, ...report.saved]));
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
