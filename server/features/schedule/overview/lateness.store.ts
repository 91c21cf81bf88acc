import type { components } from '../../../contract/types.ts';
import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import { fillOf as shareOf } from '../../../db/sql/fill.ts';
import { PARTNER_JOIN, PARTNER_NAME } from '../../../db/sql/partner.ts';
import type { Db } from '../../../db/types.ts';
import type { Instant, PlantDate } from '../../../domain/ground/plant-time.ts';
import type { Priority } from '../../../domain/plant/priority.ts';

/** A bar with its order and where it is done. */
export type StepInPlan = components['schemas']['StepInPlan'];

/** A step as it is stored, with the charge that it is in. */
export interface StepRow extends StepInPlan {
  lot_id: number;
  task_sort: number | null;
  facility_id: number | null;
  furnace_run_id: number | null;
  /** Somebody put it where it stands. */
  by_hand: boolean;
}

/** An order with its one lateness in a plan. */
export interface OrderState {
  order_id: number;
  serial_number: string;
  priority: Priority;
  deadline_date: PlantDate | null;
  shipping_date: PlantDate | null;
  late_days: number;
}

/** The order; undefined where there is none. */
export async function orderState(db: Db, plan: Plan, orderId: number): Promise<OrderState | undefined> {
  const { rows } = await db.raw(
    `select o.id as order_id, o.serial_number, o.priority, case when s.order_id is null then o.delivery_date else s.delivery_date end as deadline_date, s.shipping_date,
       case when s.open then s.late_days else 0 end as late_days
     from orders o left join order_states s on s.layer = ${plan} and s.order_id = o.id where o.id = ?`,
    [orderId],
  );
  const [row] = rows as (Omit<OrderState, 'late_days'> & { late_days: number | null })[];
  return row && { ...row, late_days: row.late_days ?? 0 };
}

const STEP = `b.id as entry_id, b.order_task_id, b.order_id, b.serial_number, b.unique_order, b.delivery_date as deadline_date,
  (select s.late_days from order_states s where (s.layer, s.order_id) = (b.layer, b.order_id)) as late_days, t.task_name, b.outsourced,
  coalesce(case when b.outsourced then (select ${PARTNER_NAME} from order_tasks ot ${PARTNER_JOIN} where ot.id = b.id) end, f.facility_name)
    as place_name,
  b.start_at as start_date, b.end_at as end_date, b.lot_id, b.task_sort, b.facility_id, b.furnace_run_id, b.placed_by = 'hand' as by_hand`;
const STEPS = `bars b join tasks t on t.id = b.task_id left join facilities f on f.id = b.facility_id`;

/** The open bar of an order task in the plan; undefined where there is none. */
export async function openStep(db: Db, plan: Plan, orderTaskId: number): Promise<StepRow | undefined> {
  const { rows } = await db.raw(`select ${STEP} from ${STEPS} where b.layer = ${plan} and b.id = ? and b.open`, [orderTaskId]);
  return rows[0];
}

/** The bar of the lot that comes before this one in the plan; undefined before the first. */
export async function stepBefore(db: Db, plan: Plan, { lot_id, task_sort, entry_id }: StepRow): Promise<StepRow | undefined> {
  const { rows } = await db.raw(
    `select ${STEP} from ${STEPS} where b.layer = ${plan} and b.lot_id = ? and b.task_sort < ? and b.id <> ? order by b.task_sort desc, b.id desc limit 1`,
    [lot_id, task_sort, entry_id],
  );
  return rows[0];
}

/** A lot in what stands at a facility: `use` is the same for all of one charge. */
export interface UseRow {
  use: string;
  start_at: Instant;
  end_at: Instant;
  fill_percent: number | null;
  entry_id: number;
  lot_id: number;
  order_id: number;
  serial_number: string;
  unique_order: string;
  deadline_date: PlantDate | null;
  late_days: number;
  /** A person holds it, and it has not begun at `now`. */
  held: boolean;
}

/** How full a charge `r` of furnace `f` is, of weight or volume, whichever is more. */
const FILL = `(select round(100 * ${shareOf('m')})::integer
  from furnace_run_members m where m.furnace_run_id = r.id)`;

interface Stretch {
  facility: number;
  from: Instant;
  to: Instant;
  now: Instant;
}

/** What the plan has at a facility in a stretch: charges with all their lots, and what is in none, by start. */
export async function usesOf(db: Db, plan: Plan, stretch: Stretch): Promise<UseRow[]> {
  const { rows } = await db.raw(
    `with uses as (
       select 'c' || r.id as use, r.run_start as start_at, r.run_end as end_at, ${FILL} as fill_percent, m.plan_entry_id as entry_id
       from furnace_runs r join facilities f on f.id = r.facility_id join furnace_run_members m on m.furnace_run_id = r.id
       where r.layer = ${plan} and r.facility_id = :facility and r.run_start < :to::timestamptz and r.run_end > :from::timestamptz
         and exists (select 1 from furnace_run_members own join bars on bars.id = own.plan_entry_id
           where own.furnace_run_id = r.id and bars.layer = ${plan} and bars.holds)
       union all
       select 'b' || b.id, b.start_at, b.end_at, null, b.id from bars b
       where b.layer = ${plan} and b.facility_id = :facility and b.start_at < :to::timestamptz and b.end_at > :from::timestamptz and b.holds and b.furnace_run_id is null)
     select u.*, b.lot_id, b.order_id, b.serial_number, b.unique_order, b.delivery_date as deadline_date,
       case when s.open then s.late_days else 0 end as late_days, (b.locked or b.origin = 'hand') and b.start_at >= :now::timestamptz as held
     from uses u join bars b on b.layer = ${plan} and b.id = u.entry_id join order_states s on s.layer = ${plan} and s.order_id = b.order_id
     order by u.start_at, u.use, late_days desc, b.delivery_date, b.unique_order`,
    bound({ ...stretch }),
  );
  return rows;
}

/** The name of a facility. */
export const facilityName = async (db: Db, id: number): Promise<string> =>
  (await db('facilities').where('id', id).first('facility_name'))?.facility_name ?? '';

/** How full a charge of the plan is, per cent; null: it has no limits, or there is no such charge. */
export async function fillOf(db: Db, plan: Plan, runId: number): Promise<number | null> {
  const { rows } = await db.raw(
    `select ${FILL} as fill_percent from furnace_runs r join facilities f on f.id = r.facility_id where r.layer = ${plan} and r.id = ?`,
    [runId],
  );
  return rows[0]?.fill_percent ?? null;
}

/** Days of a stretch on which a stop takes units of a facility. */
export const stoppedDays = (db: Db, facility: number, first: PlantDate, last: PlantDate): Promise<PlantDate[]> =>
  db('day_units').where('facility_id', facility).whereBetween('date', [first, last]).whereNotNull('stop').orderBy('date').pluck('date');
