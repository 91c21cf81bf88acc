import type { Knex } from 'knex';
import type { Success } from '../../../contract/handlers.ts';
import { connectionOf } from '../../../db/share.ts';
import { notFound } from '../../../domain/ground/errors.ts';
import { type Clock, plantMinutes } from '../../../domain/ground/plant-time.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import { type Advice, type Effect, planningStartOf } from '../../../scheduling/index.ts';
import { askThread } from '../../../thread.ts';
import { lateOrders } from '../../figures/figures.service.ts';
import { staleness } from '../story/stale.service.ts';
import { lateDaysOf, partnerOfTask, planPrint } from './advice.store.ts';
import type { AdviceTask } from './advice-thread.ts';

type Shown = Success<'getAdvice'>;
type ShownEffect = NonNullable<Shown['first']>;

interface AdviceContext {
  db: Knex;
  clock: Clock;
}

/** So many orders are listed that pay. */
const MOST_PAYERS = 5;

/** What would make a late order less late, and what that costs. Throws not found. */
export async function adviceFor(context: AdviceContext, orderId: number): Promise<Shown> {
  const { db } = context;
  const late_days = await lateDaysOf(db, orderId);
  if (late_days === undefined) throw notFound(databaseTexts.notFound);
  if (late_days === 0) return { order_id: orderId, late_days, replanned: false, first: null, partner: null, capacity: null };
  const { replanned, first, partner, capacity } = await engineAdvice(context, orderId);
  const late = await lateOrders(db);
  // Of a plan that stands no longer: what planning again makes of it.
  const own = late_days - (replanned?.gain_days ?? 0);
  const total = late.reduce((sum, order) => sum + order.late_days, 0) + (replanned?.total_days ?? 0);
  const orders = late.length + (replanned?.late_orders ?? 0);
  const shown = ({ pays, total_days, late_orders, gain_days, moved_entries, moved_orders }: Effect): ShownEffect => ({
    ...{ gain_days, late_days_after: Math.max(0, own - gain_days) },
    ...{ total_days_before: total, total_days_after: Math.max(0, total + total_days) },
    ...{ late_orders_before: orders, late_orders_after: Math.max(0, orders + late_orders) },
    ...{ moved_entries, moved_orders, pays: pays.slice(0, MOST_PAYERS), pays_count: pays.length },
  });
  const named = (of: NonNullable<Advice['capacity']>) => ({ facility_id: of.facility_id, facility_name: of.facility_name });
  return {
    ...{ order_id: orderId, late_days, replanned: replanned !== null, first: first && shown(first) },
    partner: partner && { ...shown(partner), ...(await partnerNamed(db, partner.order_task_id)), promised: 'at_most' },
    capacity: capacity && { ...shown(capacity), ...named(capacity) },
  };
}

const partnerNamed = async (db: Knex, order_task_id: number) => ({
  order_task_id,
  outsourcing_name: await partnerOfTask(db, order_task_id),
});

/** By database: of which plan and moment, and what is known or under way of its orders. */
const answers = new WeakMap<Knex, { of: string; byOrder: Map<number, Promise<Advice>>; last: Promise<unknown> }>();

/** Asked once for an order while plan, what it is made from and the moment from which a run plans are the same; one thread at a time. */
async function engineAdvice({ db, clock }: AdviceContext, orderId: number): Promise<Advice> {
  const now = plantMinutes(clock());
  const of = JSON.stringify([await planPrint(db), (await staleness(db)).by, planningStartOf(now)]);
  const before = answers.get(db);
  const known = before?.of === of ? before : { of, byOrder: new Map<number, Promise<Advice>>(), last: before?.last ?? Promise.resolve() };
  answers.set(db, known);
  const asked = known.byOrder.get(orderId) ?? ask();
  known.byOrder.set(orderId, asked);
  return asked;

  function ask(): Promise<Advice> {
    const answer = known.last.then(() => inThread(db, { orderId, now }));
    known.last = answer.catch(() => known.byOrder.delete(orderId));
    return answer;
  }
}

async function inThread(db: Knex, task: Omit<AdviceTask, 'connection'>): Promise<Advice> {
  const workerData: AdviceTask = { connection: await connectionOf(db), ...task };
  return askThread(new URL('./advice-thread.ts', import.meta.url), workerData);
}
