import { bound } from '../../../db/bound.ts';
import { isPublished, type Plan } from '../../../db/plan.ts';
import { plantMinutesOf } from '../../../db/sql/minutes.ts';
import type { Db } from '../../../db/types.ts';
import type { FurnaceLimit, LoadBar, Stay } from '../../../domain/bars/load.ts';
import { addDays, instantAt, type PlantDate } from '../../../domain/ground/plant-time.ts';
import type { PieceProduct } from '../../../domain/plant/piece.ts';

/** A facility with what it holds. */
export interface FacilityRow extends FurnaceLimit {
  id: number;
  availability: number;
  furnace: boolean;
}

/** A bar of the plan with what its load needs. */
export interface BarRow extends LoadBar {
  facility_id: number | null;
  furnace_run_id: number | null;
  /** Whether it takes a unit at all: finished work, delivered orders and what lies before the casting do not. */
  holds: boolean;
  /** Of an order that is late. */
  late: boolean;
  /** Its place was changed by hand since the plan was made. */
  moved: boolean;
}

/** A furnace run, or a bar that stands in a furnace by itself. */
export interface StayRow extends Stay {
  facility_id: number;
}

const range = (from: PlantDate, to: PlantDate) => ({ from: instantAt(from, '00:00'), to: instantAt(addDays(to, 1), '00:00') });

/** These facilities; furnaces among them say so. */
export async function loadFacilities(db: Db, ids: readonly number[]): Promise<FacilityRow[]> {
  const { rows } = await db.raw(
    `select f.id, f.availability, f.max_weight, f.volume,
       f.id in (select id from furnaces) as furnace
     from facilities f where f.id = any(?::bigint[])`,
    bound([ids]),
  );
  return rows;
}

/** Every bar of the plan that touches the days at these facilities, null for none. By hand: locked, added, or moved since the plan was made. */
export async function loadBars(
  db: Db,
  plan: Plan,
  facilities: readonly (number | null)[],
  from: PlantDate,
  to: PlantDate,
): Promise<BarRow[]> {
  const { rows } = await db.raw(
    `with moved as (
       select distinct (a.new ->> 'id')::bigint as id from plans p join audit a on a.at >= p.published_at
       -- The history names the plan of a change, but for the published one.
         and coalesce(a.new ->> 'plan' = p.id::text, ${isPublished(plan)})
       where p.layer = ${plan} and a.kind = 'plan_entries' and a.part_of is null and a.new ->> 'id' is not null
         and a.new ->> 'start_date' is distinct from a.old ->> 'start_date'),
     late as (select order_id from order_states where layer = ${plan} and late_days > 0)
     select e.id, ${plantMinutesOf('e.start_at')} as "from", ${plantMinutesOf('e.end_at')} as "to", e.work_time_set, e.furnace_run_id, e.elapsed, e.work_hours as hours, e.facility_id,
       (e.locked or e.origin = 'hand' or moved.id is not null) as by_hand, moved.id is not null as moved, e.holds, late.order_id is not null as late
     from bars e left join late on late.order_id = e.order_id left join moved on moved.id = e.id
     where e.layer = ${plan} and e.end_at > :from and e.start_at < :to
       and (e.facility_id = any(:facilities::bigint[]) or e.facility_id is null and array_position(:facilities::bigint[], null) is not null)`,
    bound({ ...range(from, to), facilities }),
  );
  return rows;
}

/** The furnace runs of the plan that touch the days, each with its unfinished part. */
export async function furnaceRunStays(db: Db, plan: Plan, from: PlantDate, to: PlantDate): Promise<StayRow[]> {
  const { rows } = await db.raw(
    `select r.facility_id, ${plantMinutesOf('r.run_start')} as "from", ${plantMinutesOf('r.run_end')} as "to", sum(m.weight)::double precision as weight, sum(m.volume)::double precision as volume,
       array_agg(m.plan_entry_id) as ids, bool_or(e.locked) as by_hand
     from furnace_runs r join furnace_run_members m on m.furnace_run_id = r.id join bars e on e.id = m.plan_entry_id
     where r.layer = ${plan} and e.layer = ${plan} and r.run_end > :from and r.run_start < :to and e.open group by r.id`,
    range(from, to),
  );
  return rows;
}

/** What the load of a bar is made of. */
export interface LotRow extends PieceProduct {
  id: number;
  weight: number | null;
  number: number;
  lots: number;
  order_quantity: number;
  received_quantity: number;
}

/** What is in bars of the plan, as far as order and product say. */
export async function lotsOfBars(db: Db, plan: Plan, ids: readonly number[]): Promise<LotRow[]> {
  const { rows } = await db.raw(
    `select e.id, o.weight, o.number, (select count(*) from lots s where s.order_id = o.id)::integer as lots,
       coalesce(ot.order_quantity, 0) as order_quantity, coalesce(ot.received_quantity, 0) as received_quantity,
       p.depth, p.width, p.height, p.volume, p.volume_factor, p.round_up
     from plan_entries e join lots l on l.id = e.lot_id join orders o on o.id = l.order_id left join products p on p.id = o.product_id
       left join order_tasks ot on ot.id = e.id
     where e.layer = ${plan} and e.id = any(?::bigint[])`,
    bound([ids]),
  );
  return rows;
}

/** A bar that does not fit, as people call it. */
export interface MisfitRow {
  entry_id: number;
  order_id: number;
  serial_number: string;
  unique_order: string;
  task_name: string;
  locked: boolean;
  added: boolean;
}

/** The names of bars of the plan. */
export async function misfitRows(db: Db, plan: Plan, ids: readonly number[]): Promise<MisfitRow[]> {
  const { rows } = await db.raw(
    `select e.id as entry_id, e.order_id, e.serial_number, e.unique_order, t.task_name, e.locked, e.origin = 'hand' as added
     from bars e join tasks t on t.id = e.task_id where e.layer = ${plan} and e.id = any(?::bigint[])`,
    bound([ids]),
  );
  return rows;
}
