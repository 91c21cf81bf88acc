import type { Knex } from 'knex';
import type { Success } from '../../contract/handlers.ts';
import { transaction } from '../../db/errors.ts';
import { overWholeTables } from '../../db/whole.ts';
import { notFound } from '../../domain/errors.ts';
import type { PlantDate } from '../../domain/plant-time.ts';
import { HTTP } from '../../domain/texts/http.ts';
import { lateOrders } from '../figures/figures.service.ts';
import { countMisfits, type MisfitsContext, misfits } from './misfits.service.ts';
import { allMoved } from './moved.store.ts';
import {
  insertClosing,
  type NONE_BEHIND,
  newestReport,
  ordersWithoutPlace,
  type ReportedOrder,
  type RunReport,
  shownBars,
  UNCOUNTED,
} from './report.store.ts';
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
): Promise<Lateness> {
  return (await changeOfLateness(trx, before, after)).lateness;
}

type Lateness = Pick<
  RunReport,
  'late_before' | 'late_after' | 'late_days_before' | 'late_days_after' | 'newly_late_count' | 'saved_count' | 'newly_late' | 'saved'
>;

/** An order that was late and left the plan: something of it has no place, or it was deleted. */
export interface LostOrder extends ReportedOrder {
  deleted: boolean;
}

const daysOf = (orders: readonly ReportedOrder[]): number => orders.reduce((sum, { late_days }) => sum + late_days, 0);

/** The same, with those that were late and are not saved, but left the plan: the first of them. */
export async function changeOfLateness(
  trx: Knex.Transaction,
  before: readonly ReportedOrder[] | undefined,
  after: readonly ReportedOrder[],
): Promise<{ lateness: Lateness; lost: LostOrder[] }> {
  const now = { late_after: after.length, late_days_after: daysOf(after) };
  if (!before) {
    const nothing = { newly_late_count: 0, saved_count: 0, newly_late: [], saved: [] };
    return { lateness: { late_before: null, late_days_before: null, ...now, ...nothing }, lost: [] };
  }
  const [was, is] = [new Set(idsOf(before)), new Set(idsOf(after))];
  const fresh = after.filter(({ order_id }) => !was.has(order_id));
  const gone = before.filter(({ order_id }) => !is.has(order_id));
  const lost = await ordersWithoutPlace(trx, idsOf(gone));
  const saved = gone.filter(({ order_id }) => !lost.has(order_id));
  const lateness = {
    ...{ late_before: before.length, late_days_before: daysOf(before), ...now },
    ...{ newly_late_count: fresh.length, saved_count: saved.length },
    newly_late: fresh.slice(0, LISTED),
    saved: saved.slice(0, LISTED),
  };
  const left = gone.flatMap((order) => (lost.has(order.order_id) ? [{ ...order, deleted: lost.get(order.order_id) === false }] : []));
  return { lateness, lost: left.slice(0, LISTED) };
}

/** How many orders end on an earlier day than before, and how many on a later one; what stands in one plan only is neither. */
export function shiftOf(
  before: ReadonlyMap<number, PlantDate>,
  after: ReadonlyMap<number, PlantDate>,
): Pick<RunReport, 'earlier_count' | 'later_count'> {
  const days = [...after].flatMap(([id, day]) => {
    const was = before.get(id);
    return was === undefined ? [] : [[was, day] as const];
  });
  return { earlier_count: days.filter(([was, day]) => day < was).length, later_count: days.filter(([was, day]) => day > was).length };
}

/**
 * Orders that are later than before because of the bars that the frozen days kept, those that would gain most first: without them they would be no later than they were.
 * `gains`: by how many days. Of an order that had no bars before (`ends`) nothing is known of then.
 */
export function behindFrozen(
  before: readonly ReportedOrder[],
  after: readonly ReportedOrder[],
  gains: ReadonlyMap<number, number>,
  ends: ReadonlyMap<number, PlantDate>,
): typeof NONE_BEHIND {
  const days = new Map(before.map(({ order_id, late_days }) => [order_id, late_days]));
  const behind = after.flatMap((order) => {
    const was = days.get(order.order_id) ?? 0;
    const gain_days = gains.get(order.order_id) ?? 0;
    // Where the gain explains less than the increase, something else has made it late.
    if (order.late_days <= was || order.late_days - gain_days > was) return [];
    return [{ ...order, late_days_before: ends.has(order.order_id) ? was : null, gain_days }];
  });
  behind.sort((a, b) => b.gain_days - a.gain_days);
  return { behind_frozen_count: behind.length, behind_frozen: behind.slice(0, LISTED) };
}

/** What the newest run did, as this employee sees it (null where nothing is kept of it), what its plan is stale of, and how many of its bars do not fit any more. */
export async function runReport(context: MisfitsContext, employeeId: number): Promise<Success<'getRunReport'>> {
  const { db } = context;
  const [kept, { parts: stale, by }] = await Promise.all([newestReport(db, employeeId), staleness(db)]);
  const counts = countMisfits(stale.length > 0 ? await misfits(context, by) : null);
  if (!kept) return { report: null, stale, ...counts };
  const { report, ...run } = kept;
  const { newly_late, saved, behind_frozen = [] } = report;
  const shown = await shownBars(db, idsOf([...newly_late, ...saved, ...behind_frozen]));
  const listed = <Order extends ReportedOrder>(orders: readonly Order[]) =>
    orders.flatMap((order) => {
      const bar = shown.get(order.order_id);
      return bar ? [{ ...order, ...bar }] : [];
    });
  const lists = { newly_late: listed(newly_late), saved: listed(saved), behind_frozen: listed(behind_frozen) };
  return { stale, ...counts, report: { ...run, ...UNCOUNTED, ...report, ...lists } };
}

/** Notes that an employee has closed the report of a run. Throws not found. */
export async function closeReport(db: Knex, id: number, employeeId: number): Promise<void> {
  if (!(await insertClosing(db, id, employeeId))) throw notFound(HTTP.notFound);
}

/** Every bar that the newest run moved, with how late its order is by now: those of late orders first, then those that moved furthest. */
export async function runMoves(db: Knex): Promise<Success<'getRunMoves'>> {
  return transaction(db, async (trx) => {
    const late = new Map((await lateNow(trx)).map(({ order_id, late_days }) => [order_id, late_days]));
    const moves = (await allMoved(trx)).map((move) => ({ ...move, late_days: late.get(move.order_id) ?? 0 }));
    return { moves: moves.sort((a, b) => b.late_days - a.late_days) };
  });
}
