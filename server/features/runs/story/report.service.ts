import type { Knex } from 'knex';
import type { Success } from '../../../contract/handlers.ts';
import { transaction } from '../../../db/errors.ts';
import { type Plan, PUBLISHED, rowOf } from '../../../db/plan.ts';
import { overWholeTables } from '../../../db/sql/whole.ts';
import { notFound } from '../../../domain/ground/errors.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import type { PlanPart } from '../../../domain/plant/plan-inputs.ts';
import { HTTP } from '../../../domain/texts/program/http.ts';
import { lateOrders } from '../../figures/figures.service.ts';
import { figuresNow } from '../../figures/remember.service.ts';
import { planOf } from '../../plan/plan.service.ts';
import { allMoved } from '../../plan/publish.service.ts';
import { countMisfits, type Standing } from '../misfits/misfits.service.ts';
import type { Baseline } from './baseline.store.ts';
import { barsToShow } from './causes.service.ts';
import {
  availabilitySince,
  insertClosing,
  type LostOrder,
  type NONE_BEHIND,
  orderEnds,
  ordersWithoutPlace,
  type ReportedOrder,
  type RunReport,
  reportOfPlan,
  rushAmong,
  shownBars,
  UNCOUNTED,
} from './report.store.ts';

export { reportOfRun } from './report.store.ts';
export type { Baseline, LostOrder, ReportedOrder };

/** Late orders as they stand, for a comparison, the latest first; the same count as 遅れ n件. */
export async function lateNow(trx: Knex.Transaction, plan: Plan): Promise<ReportedOrder[]> {
  const late = await overWholeTables(trx, () => lateOrders(trx, plan));
  return late.map(({ order_id, serial_number, late_days }) => ({ order_id, serial_number, late_days }));
}

/** The plan as it stands, to be held against what becomes of it. */
export const baselineNow = async (trx: Knex.Transaction, plan: Plan, now_ms: number): Promise<Baseline> => ({
  late: await lateNow(trx, plan),
  ends: [...(await orderEnds(trx, plan))],
  figures: await figuresNow(trx, plan, now_ms),
});

const LISTED = 200;
const idsOf = (orders: readonly ReportedOrder[]): number[] => orders.map(({ order_id }) => order_id);

type Lateness = Pick<
  RunReport,
  | 'late_before'
  | 'late_after'
  | 'late_days_before'
  | 'late_days_after'
  | 'rush_count'
  | 'rush_days_before'
  | 'rush_days_after'
  | 'later_late_count'
  | 'later_late'
  | 'newly_late_count'
  | 'saved_count'
  | 'newly_late'
  | 'saved'
  | 'lost'
>;

const daysOf = (orders: readonly ReportedOrder[]): number => orders.reduce((sum, { late_days }) => sum + late_days, 0);

/** What became of rush orders that are or were late, and how many orders are later than before, rush or not: who is served, and who pays. */
async function servedAndPaying(
  trx: Knex.Transaction,
  before: readonly ReportedOrder[] | undefined,
  after: readonly ReportedOrder[],
): Promise<Pick<Lateness, 'rush_count' | 'rush_days_before' | 'rush_days_after' | 'later_late_count' | 'later_late'>> {
  const rush = await rushAmong(trx, idsOf([...(before ?? []), ...after]));
  const ofRush = (orders: readonly ReportedOrder[]): number => daysOf(orders.filter(({ order_id }) => rush.has(order_id)));
  const was = new Map((before ?? []).map(({ order_id, late_days }) => [order_id, late_days]));
  const later = after.filter(({ order_id, late_days }) => late_days > (was.get(order_id) ?? 0));
  const later_late = later
    .flatMap((order) => (was.has(order.order_id) ? [{ ...order, late_days_before: was.get(order.order_id)! }] : []))
    .sort((a, b) => b.late_days - b.late_days_before - (a.late_days - a.late_days_before))
    .slice(0, LISTED);
  const days = { rush_days_before: before ? ofRush(before) : null, rush_days_after: ofRush(after) };
  return { rush_count: rush.size, ...days, later_late_count: before ? later.length : 0, later_late };
}

/**
 * How a run changed lateness: orders newly late (the latest first), orders saved, and late orders that left the plan; all empty for a first
 * plan. Asked once the plan is written.
 */
export async function changeOfLateness(
  trx: Knex.Transaction,
  plan: Plan,
  before: readonly ReportedOrder[] | undefined,
  after: readonly ReportedOrder[],
): Promise<Lateness> {
  const now = { late_after: after.length, late_days_after: daysOf(after), ...(await servedAndPaying(trx, before, after)) };
  if (!before)
    return { late_before: null, late_days_before: null, ...now, newly_late_count: 0, saved_count: 0, newly_late: [], saved: [], lost: [] };
  const [was, is] = [new Set(idsOf(before)), new Set(idsOf(after))];
  const fresh = after.filter(({ order_id }) => !was.has(order_id));
  const gone = before.filter(({ order_id }) => !is.has(order_id));
  const left = await ordersWithoutPlace(trx, plan, idsOf(gone));
  const saved = gone.filter(({ order_id }) => !left.has(order_id));
  const lost = gone.flatMap((order) => (left.has(order.order_id) ? [{ ...order, deleted: left.get(order.order_id) === false }] : []));
  return {
    late_before: before.length,
    late_days_before: daysOf(before),
    ...now,
    newly_late_count: fresh.length,
    saved_count: saved.length,
    newly_late: fresh.slice(0, LISTED),
    saved: saved.slice(0, LISTED),
    lost: lost.slice(0, LISTED),
  };
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
 * Orders later than before only because the frozen days kept their bars, the largest gain first. `gains`: days won without the frozen days.
 * An order without bars before (`ends`) has no former lateness.
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

/** The facilities that stopped or work again since the plan was made, each as it is now. */
async function stopsSince(db: Knex, stale: readonly PlanPart[]): Promise<Pick<Success<'getRunReport'>, 'stops' | 'stops_alone'>> {
  const changes = stale.includes('availability') ? await availabilitySince(db) : [];
  const stops = new Map(changes.flatMap(({ facility_name, stop }) => (stop === undefined ? [] : [[facility_name, stop] as const])));
  return {
    stops: [...stops].map(([facility_name, stop]) => ({
      facility_name,
      reason: stop?.reason ?? '',
      resumes_on: stop?.resumes_on ?? null,
      over: !stop || stop.resumed_at !== null,
    })),
    stops_alone: changes.length > 0 && changes.every(({ stop }) => stop !== undefined),
  };
}

/** The report of the newest run for this employee (null: none kept), the changes its plan does not know, and the number of its misfits. */
export async function runReport(db: Knex, { staleness, misfits }: Standing, employeeId: number): Promise<Success<'getRunReport'>> {
  const [kept, changed] = await Promise.all([reportOfPlan(db, PUBLISHED, employeeId), staleness()]);
  const stale = changed.parts;
  const found = countMisfits(await misfits.since(PUBLISHED, changed));
  const counts = { ...found, misfits_pending: stale.length > 0 && misfits.areSought(PUBLISHED), ...(await stopsSince(db, stale)) };
  if (!kept) return { report: null, stale, ...counts };
  const { report, ...run } = kept;
  const { newly_late, saved, later_late = [], behind_frozen = [], lost: _, ...told } = report;
  const late = [...newly_late, ...later_late, ...behind_frozen];
  const [shown, waiting] = await Promise.all([
    shownBars(db, PUBLISHED, idsOf([...late, ...saved])),
    barsToShow(db, PUBLISHED, idsOf(late)),
  ]);
  const listed = <Order extends ReportedOrder>(orders: readonly Order[]) =>
    orders.flatMap((order) => {
      const bar = shown.get(order.order_id);
      return bar ? [{ ...order, ...bar, entry_id: waiting.get(order.order_id)?.entry_id ?? bar.entry_id }] : [];
    });
  return {
    stale,
    ...counts,
    report: {
      ...run,
      ...UNCOUNTED,
      ...told,
      newly_late: listed(newly_late),
      saved: listed(saved),
      later_late: listed(later_late),
      behind_frozen: listed(behind_frozen),
    },
  };
}

/** Notes that an employee has closed the report of a run. Throws not found. */
export async function closeReport(db: Knex, id: number, employeeId: number): Promise<void> {
  if (!(await insertClosing(db, id, employeeId))) throw notFound(HTTP.notFound);
}

/** Every bar that the run of the published plan moved, with the lateness of its order today: late orders first, then the longest moves. */
export async function runMoves(db: Knex): Promise<Success<'getRunMoves'>> {
  const { base_id } = await rowOf(db, PUBLISHED);
  if (base_id === null) return { moves: [] };
  const before = await planOf(db, base_id);
  return transaction(db, async (trx) => {
    const late = new Map((await lateNow(trx, PUBLISHED)).map(({ order_id, late_days }) => [order_id, late_days]));
    const moves = (await allMoved(trx, PUBLISHED, before)).map((move) => ({ ...move, late_days: late.get(move.order_id) ?? 0 }));
    return { moves: moves.sort((a, b) => b.late_days - a.late_days) };
  });
}
