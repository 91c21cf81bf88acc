import type { Query, Success } from '../../../contract/handlers.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { FAR_DAYS } from '../../../domain/ground/constants.ts';

type Comparison = Success<'comparePlans'>;
type Effects = Omit<NonNullable<Comparison['plans'][number]['beside_base']>, keyof Moved>;
export type DifferingOrder = Comparison['orders'][number];

/** Bars that stand elsewhere in another plan, or in one of the two alone, their orders, and how many of the bars begin days before or after. */
export interface Moved {
  moved_orders: number;
  moved_entries: number;
  moved_far: number;
}

/** What is between two plans, whichever of them is asked first. */
export async function movedBetween(db: Db, plan: Plan, other: Plan): Promise<Moved> {
  const { rows } = await db.raw(
    `select count(*)::integer as moved_entries, count(distinct l.order_id)::integer as moved_orders,
       (count(*) filter (where abs(extract(epoch from a.start_at - b.start_at)) >= ${FAR_DAYS} * 86400))::integer as moved_far
     from (select id, lot_id, start_at, end_at, facility_id from plan_entries where layer = ${plan}) a
       full join (select id, lot_id, start_at, end_at, facility_id from plan_entries where layer = ${other}) b using (id)
       join lots l on l.id = coalesce(a.lot_id, b.lot_id)
     where (a.start_at, a.end_at, a.facility_id) is distinct from (b.start_at, b.end_at, b.facility_id)`,
  );
  return rows[0];
}

/** SQL: the states of orders in these plans side by side, as `s0`, `s1`, `s2`. */
const statesOf = (plans: readonly Plan[]): string =>
  plans
    .map((plan, at) => `(select * from order_states where layer = ${plan}) s${at}${at === 0 ? '' : ' using (order_id)'}`)
    .join(' full join ');
const late = (state: string): string => `coalesce(case when ${state}.open then ${state}.late_days end, 0)`;
/** SQL: an open order ships on another day in one of two plans than in the other, or is late by other days. */
const differs = (one: string, other: string): string =>
  `((${one}.shipping_date, ${late(one)}) is distinct from (${other}.shipping_date, ${late(other)}) and (coalesce(${one}.open, false) or coalesce(${other}.open, false)))`;
/** SQL: more than 0 where an order that differs ships later, less where it ships earlier; of one whose day is not known its lateness tells. */
const later = (one: string, other: string): string =>
  `coalesce(nullif(${one}.shipping_date - ${other}.shipping_date, 0), nullif(${late(one)} - ${late(other)}, 0), case when ${one}.shipping_date is null then 1 else -1 end)`;

/** SQL: what an order that differs gains or pays. */
const EFFECTS: Record<NonNullable<Query<'comparePlans'>['effect']>, (one: string, other: string) => string> = {
  earlier: (one, other) => `${later(one, other)} < 0`,
  later: (one, other) => `${later(one, other)} > 0`,
  no_longer_late: (one, other) => `${late(one)} = 0 and ${late(other)} > 0`,
  newly_late: (one, other) => `${late(one)} > 0 and ${late(other)} = 0`,
};

/** How many orders gain and pay by the plan, beside the base. */
export async function effectsOf(db: Db, plan: Plan, base: Plan): Promise<Effects> {
  const counted = Object.entries(EFFECTS).map(([name, effect]) => `(count(*) filter (where ${effect('s0', 's1')}))::integer as ${name}`);
  const { rows } = await db.raw(
    `select count(*)::integer as orders, ${counted.join(', ')}, (count(*) filter (where ${late('s0')} < ${late('s1')}))::integer as less_late,
       (count(*) filter (where ${late('s0')} > ${late('s1')}))::integer as more_late
     from ${statesOf([plan, base])} where ${differs('s0', 's1')}`,
  );
  return rows[0];
}

/** Which orders of compared plans are told: those that differ between the plan at a place and those at others, and by what they gain or pay. */
export interface Told extends Pick<Query<'comparePlans'>, 'effect' | 'first'> {
  of: number;
  beside: readonly number[];
}

/** A page of the orders that differ, those first that lose most by the plan that is told of, or gain most; of how many it is one. */
export async function differingOrders(
  db: Db,
  plans: readonly Plan[],
  { of, beside, effect, first }: Told,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: DifferingOrder[] }> {
  const [one, others] = [`s${of}`, beside.map((at) => `s${at}`)];
  const each = (what: (state: string) => string): string => plans.map((_, at) => what(`s${at}`)).join(', ');
  const least = (what: (state: string) => string): string => `least(${others.map(what).join(', ')})`;
  const shipping = (state: string): string => `${state}.shipping_date`;
  const way = first === 'gaining' ? 'asc' : 'desc';
  const { rows } = await db.raw(
    `select page.*, (select s.id from bars_to_show s where s.layer = ${plans[of]} and s.order_id = page.order_id and s.rank = 1) as entry_id from (
       select o.id as order_id, o.serial_number, coalesce(p.product_name, o.product_name) as product_name, o.delivery_date as deadline_date,
         array[${each(shipping)}] as ships, array[${each(late)}] as late_days, count(*) over ()::integer as total,
         row_number() over (order by ${late(one)} - ${least(late)} ${way}, ${shipping(one)} - ${least(shipping)} ${way} nulls last, o.delivery_date, o.serial_number, o.id) as place
       from ${statesOf(plans)} join orders o on o.id = order_id left join products p on p.id = o.product_id
       where (${others.map((other) => differs(one, other)).join(' or ')}) and ${effect ? others.map((other) => EFFECTS[effect](one, other)).join(' or ') : 'true'}
       order by place limit ? offset ?) page order by place`,
    [limit, offset],
  );
  const found = rows as (DifferingOrder & { total: number; place: number })[];
  return { count: found[0]?.total ?? 0, rows: found.map(({ total: _, place: __, ...order }) => order) };
}
