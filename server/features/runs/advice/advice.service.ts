import type { Worker } from 'node:worker_threads';
import type { Knex } from 'knex';
import type { Success } from '../../../contract/handlers.ts';
import type { Plan } from '../../../db/plan.ts';
import { notFound } from '../../../domain/ground/errors.ts';
import { type Clock, plantMinutes } from '../../../domain/ground/plant-time.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import { type Advice, type Effect, planningStartOf } from '../../../scheduling/index.ts';
import { startThread } from '../../../thread.ts';
import { lateOrders } from '../../figures/figures.service.ts';
import type { Desk } from '../desk/desk.service.ts';
import { type Staleness, staleOfPlan } from '../story/stale.service.ts';
import { lateDaysOf, partnerOfTask, planPrint } from './advice.store.ts';
import type { AdviceTask } from './advice-thread.ts';
import { createTurns, type Turns } from './turns.ts';

type Shown = Success<'getAdvice'>;
type ShownEffect = NonNullable<Shown['first']>;

interface AdviceContext {
  db: Knex;
  clock: Clock;
  staleness: Staleness;
  desk: Pick<Desk, 'lend'>;
}

/** So many orders are listed that pay. */
const MOST_PAYERS = 5;

/** What would make a late order of a plan less late, and what that costs. Throws not found. */
export type AdviceFor = (plan: Plan, orderId: number) => Promise<Shown>;

/** Advice on late orders; what is known and made is kept here. */
export function adviceOf(context: AdviceContext): AdviceFor {
  const turns = turnsOf(context);
  return (plan, orderId) => adviceFor(context.db, plan, turns, orderId);
}

async function adviceFor(db: Knex, plan: Plan, turnsNow: (plan: Plan) => Promise<Turns>, orderId: number): Promise<Shown> {
  const late_days = await lateDaysOf(db, plan, orderId);
  if (late_days === undefined) throw notFound(databaseTexts.notFound);
  if (late_days === 0)
    return { order_id: orderId, late_days, replanned: false, refining: false, first: null, partner: null, capacity: null };
  const { advice, final } = await (await turnsNow(plan)).ask(orderId);
  const { replanned, first, partner, capacity } = advice;
  const late = await lateOrders(db, plan);
  // Of a plan that stands no longer: what planning again makes of it.
  const own = late_days - (replanned?.gain_days ?? 0);
  const total = late.reduce((sum, order) => sum + order.late_days, 0) + (replanned?.total_days ?? 0);
  const orders = late.length + (replanned?.late_orders ?? 0);
  const shown = ({ pays, total_days, late_orders, gain_days, moved_entries, moved_orders }: Effect): ShownEffect => ({
    gain_days,
    late_days_after: Math.max(0, own - gain_days),
    total_days_before: total,
    total_days_after: Math.max(0, total + total_days),
    late_orders_before: orders,
    late_orders_after: Math.max(0, orders + late_orders),
    moved_entries,
    moved_orders,
    pays: pays.slice(0, MOST_PAYERS),
    pays_count: pays.length,
  });
  const named = (of: NonNullable<Advice['capacity']>) => ({ facility_id: of.facility_id, facility_name: of.facility_name });
  return {
    order_id: orderId,
    late_days,
    replanned: replanned !== null,
    refining: !final,
    first: first && shown(first),
    partner: partner && { ...shown(partner), ...(await partnerNamed(db, partner.order_task_id)), promised: 'at_most' },
    capacity: capacity && { ...shown(capacity), ...named(capacity) },
  };
}

const partnerNamed = async (db: Knex, order_task_id: number) => ({
  order_task_id,
  outsourcing_name: await partnerOfTask(db, order_task_id),
});

/** The turns of the plan that was asked about last: plan, what it is made from and the moment from which a run plans are the same. */
function turnsOf({ db, clock, staleness, desk }: AdviceContext): (plan: Plan) => Promise<Turns> {
  let last: { of: string; turns: Turns } | undefined;
  return async (plan) => {
    const now = plantMinutes(clock());
    const of = JSON.stringify([await planPrint(db, plan), (await staleOfPlan(db, staleness, plan)).by, planningStartOf(now)]);
    if (last?.of === of) return last.turns;
    last?.turns.close();
    const turns = createTurns(async (orderId) => searching(desk, { plan, orderId, now }));
    last = { of, turns };
    return turns;
  };
}

/** A thread that searches in the problem that the desk hands it. */
function searching(desk: Pick<Desk, 'lend'>, { plan, orderId, now }: { plan: Plan; orderId: number; now: number }): Worker {
  const { port, lent } = desk.lend(plan, now);
  const workerData: AdviceTask = { orderId, from: port };
  const thread = startThread(new URL('./advice-thread.ts', import.meta.url), { workerData, transferList: [port] });
  // Without a problem it would wait for ever; who waits for it hears that it has ended.
  lent.catch(() => thread.terminate());
  return thread;
}
