import { bound } from '../../../db/bound.ts';
import { literal } from '../../../db/list.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { searchKey, trimmed } from '../../../domain/ground/fold.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import type { Priority } from '../../../domain/plant/priority.ts';

interface FoundOrder {
  order_id: number;
  serial_number: string;
  product_name: string;
  deadline_date: PlantDate | null;
  shipping_date: PlantDate | null;
  late_days: number;
  priority: Priority;
  open: boolean;
  /** The bar to look at: of the lot that ends last, the first open one that ends after the deadline; else the first open one, else the last one. */
  entry_id: number | null;
}
interface FoundProduct {
  id: number;
  product_code: string;
  product_name: string;
  customer_name: string;
  order_count: number;
}
interface FoundFacility {
  id: number;
  facility_code: string;
  facility_name: string;
}

/** What a text finds in plan and masters. */
export interface Found {
  order_count: number;
  orders: FoundOrder[];
  products: FoundProduct[];
  facilities: FoundFacility[];
}

/** How many of each kind are listed. */
const MOST_ORDERS = 8;
const MOST_OTHERS = 8;

/** The nearer to the text, the earlier: the whole of it, its end, its beginning, any part. */
const nearness = (folded: string): string =>
  `case when ${folded} = :key then 0 when ${folded} like '%' || :pattern then 1 when ${folded} like :pattern || '%' then 2 else 3 end`;

interface Wanted {
  key: string;
  /** The key as `like` reads it. */
  pattern: string;
  /** Serial number and lot, where the text may name both. */
  serial: string;
  lot: string;
}

function wantedOf(text: string): Wanted {
  const key = searchKey(trimmed(text));
  const dash = key.lastIndexOf('-');
  const [serial, lot] = dash > 0 ? [key.slice(0, dash), key.slice(dash + 1)] : ['', ''];
  return { key, pattern: literal(key), serial: literal(serial), lot: literal(lot) };
}

async function ordersFound(db: Db, plan: Plan, wanted: Wanted): Promise<{ order_count: number; orders: FoundOrder[] }> {
  const folded = 'search_fold(o.serial_number)';
  const ofLot = (lot: string): string => `(:lot <> '' and search_fold(${lot}.lot_number) like :lot || '%')`;
  const { rows } = (await db.raw(
    `with found as (
       select o.id, o.serial_number, coalesce(p.product_name, o.product_name) as product_name, o.delivery_date, o.delivery_status, o.priority,
         count(*) over () as order_count, ${nearness(folded)} as nearness, is_delivered(o.delivery_status) as delivered
       from orders o left join products p on p.id = o.product_id
       where ${folded} like '%' || :pattern || '%'
         or (:lot <> '' and ${folded} like '%' || :serial and exists (select 1 from lots l where l.order_id = o.id and ${ofLot('l')}))
       order by nearness, delivered, o.serial_number, o.id limit ${MOST_ORDERS})
     select o.id as order_id, o.serial_number, o.product_name, o.delivery_date as deadline_date, s.shipping_date, o.order_count::integer as order_count,
       coalesce(s.late_days, 0) as late_days, o.priority, coalesce(s.open, false) as open,
       (select b.id from bars_to_show b where b.layer = ${plan} and b.order_id = o.id order by ${ofLot('b')} desc, b.rank limit 1) as entry_id
     from found o left join order_states s on s.layer = ${plan} and s.order_id = o.id and s.order_id = any(array(select id from found))
     order by o.nearness, o.delivered, o.serial_number, o.id`,
    bound({ ...wanted }),
  )) as { rows: (FoundOrder & { order_count: number })[] };
  return { order_count: rows[0]?.order_count ?? 0, orders: rows.map(({ order_count: _, ...order }) => order) };
}

async function productsFound(db: Db, plan: Plan, { key, pattern }: Wanted): Promise<FoundProduct[]> {
  const [code, name] = ['search_fold(p.product_code)', 'search_fold(p.product_name)'];
  const { rows } = await db.raw(
    `select p.id, p.product_code, p.product_name, p.customer_name, planned.count::integer as order_count
     from products p cross join lateral (
       select count(*) as count from orders o where o.product_id = p.id and exists (
         select 1 from lots l join plan_entries e on e.lot_id = l.id and e.layer = ${plan} where l.order_id = o.id)) planned
     where p.active and (${code} like '%' || :pattern || '%' or ${name} like '%' || :pattern || '%')
     order by planned.count = 0, least(${nearness(code)}, ${nearness(name)}), p.product_name, p.product_code, p.id limit ${MOST_OTHERS}`,
    bound({ key, pattern }),
  );
  return rows;
}

async function facilitiesFound(db: Db, { key, pattern }: Wanted): Promise<FoundFacility[]> {
  const [code, name] = ['search_fold(f.facility_code)', 'search_fold(f.facility_name)'];
  const { rows } = await db.raw(
    `select f.id, f.facility_code, f.facility_name from facilities f
     where f.active and (${code} like '%' || :pattern || '%' or ${name} like '%' || :pattern || '%')
     order by least(${nearness(code)}, ${nearness(name)}), f.facility_code, f.id limit ${MOST_OTHERS}`,
    bound({ key, pattern }),
  );
  return rows;
}

/** Orders, products and facilities that a text names, the nearest first; nothing for a text of blanks. `ofLot`: the bars are of a lot that it names. */
export async function foundBy(db: Db, plan: Plan, text: string): Promise<Found & { ofLot: boolean }> {
  const wanted = wantedOf(text);
  if (wanted.key === '') return { order_count: 0, orders: [], products: [], facilities: [], ofLot: false };
  const [orders, products, facilities] = await Promise.all([
    ordersFound(db, plan, wanted),
    productsFound(db, plan, wanted),
    facilitiesFound(db, wanted),
  ]);
  return { ...orders, products, facilities, ofLot: wanted.lot !== '' };
}
