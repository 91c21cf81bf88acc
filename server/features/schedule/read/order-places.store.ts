import type { Knex } from 'knex';
import { countOf } from '../../../db/list.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import type { Instant } from '../../../domain/ground/plant-time.ts';
import { type ScheduleFilters, whereEntry, whereOrder, whereTask } from '../filters.store.ts';
import { matching } from './entries.store.ts';

/** How the orders of a board follow one another: by delivery date, or the latest first. */
export type OrderOrdering = 'delivery_date' | '-late_days';

const BY_DELIVERY = 'o.delivery_date, o.serial_number, o.id';

const orderSql = (ordering: OrderOrdering | undefined): string =>
  ordering === '-late_days' ? `state.late_days desc, ${BY_DELIVERY}` : BY_DELIVERY;

/** Orders `o` with a matching bar, with the tables that their order is made of. */
function matchingOrders(db: Db, plan: Plan, filters: ScheduleFilters, ordering?: OrderOrdering): Knex.QueryBuilder {
  const bars = db('lots as l')
    .join('plan_entries as e', 'e.lot_id', 'l.id')
    .whereRaw(`l.order_id = o.id and e.layer = ${plan}`)
    .select(db.raw('1'));
  if (filters.task_search) bars.join('tasks as t', 't.id', 'e.task_id');
  whereTask(bars, filters);
  whereEntry(bars, filters);
  const orders = db('orders as o').whereExists(bars);
  if (ordering === '-late_days') orders.joinRaw(`join order_states as state on state.layer = ${plan} and state.order_id = o.id`);
  whereOrder(orders, plan, filters);
  return orders;
}

/** Ids of the orders that have a matching entry, in the order asked for, and how many there are. */
export async function listOrderIds(
  db: Db,
  plan: Plan,
  filters: ScheduleFilters,
  page: { limit: number; offset: number; ordering?: OrderOrdering | undefined },
): Promise<{ count: number; rows: number[] }> {
  const rows: { id: number }[] = await matchingOrders(db, plan, filters, page.ordering)
    .select('o.id')
    .orderByRaw(orderSql(page.ordering))
    .limit(page.limit)
    .offset(page.offset);
  const count = await countOf(page, rows.length, async () =>
    Number((await matchingOrders(db, plan, filters).count('o.id as count'))[0]?.count),
  );
  return { count, rows: rows.map(({ id }) => id) };
}

/** Where an entry of a plan stands. */
export interface Place {
  entry_id: number;
  order_id: number;
  serial_number: string;
  facility: number | null;
  start_date: Instant;
  /** Of its order, from 0, among the orders that the filters leave; null where they leave the entry itself out. */
  position: number | null;
}

/** At which place the order stands, from 0; null where the filters leave it out. */
async function positionOf(
  db: Db,
  plan: Plan,
  orderId: number,
  filters: ScheduleFilters,
  ordering: OrderOrdering | undefined,
): Promise<number | null> {
  const ranked = matchingOrders(db, plan, filters, ordering).select(
    'o.id',
    db.raw(`row_number() over (order by ${orderSql(ordering)}) as rank`),
  );
  const [row]: { rank: number | string }[] = await db.from(ranked.as('ranked')).where('id', orderId).select('rank');
  return row === undefined ? null : Number(row.rank) - 1;
}

/** The place of an entry under filters and ordering; undefined where the plan has no such entry. */
export async function placeOf(
  db: Db,
  plan: Plan,
  id: number,
  filters: ScheduleFilters,
  ordering?: OrderOrdering,
): Promise<Place | undefined> {
  const [entry]: Omit<Place, 'position'>[] = await matching(db, plan, {})
    .where('e.id', id)
    .select('e.id as entry_id', 'o.id as order_id', 'o.serial_number', 'e.facility_id as facility', 'e.start_at as start_date');
  if (!entry) return undefined;
  const [shown] = await matching(db, plan, filters).where('e.id', id).select('e.id');
  return { ...entry, position: shown ? await positionOf(db, plan, entry.order_id, filters, ordering) : null };
}
