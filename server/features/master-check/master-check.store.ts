import { overWholeTables } from '../../db/sql/whole.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import type { AbleFacility } from '../../domain/plant/eligibility.ts';
import type { PieceLimits, PieceProduct } from '../../domain/plant/piece.ts';
import { type Double, doublesOf } from './join.store.ts';

/** A product (or a code that is none) and a task that open order tasks ask for. */
export interface Need {
  product_id: number | null;
  /** Of a code that is no product. */
  product_code: string | null;
  task_id: number;
  /** Once for each of its rows. */
  orders: number[];
  /** Of orders without a product; the same. */
  serials: string[];
  /** kg of the heaviest piece; null when no order says. */
  weight: number | null;
  /** Whether an order's row has no days in the mould. */
  without_frame_days: boolean;
}

/** Everything that the rules look at. */
export interface Masters {
  needs: Need[];
  tasks: { id: number; task_code: string; code_key: string; task_name: string }[];
  products: Product[];
  heats: { product_id: number; task_id: number; facility_id: number | null; temperature: number; work_settings: string[] }[];
  processings: { product_id: number; task_id: number; facility_id: number }[];
  demoldings: { product_id: number; task_id: number; demolding_time: number }[];
  facilities: Facility[];
  holidays: PlantDate[];
  lastDelivery: PlantDate | null;
  doubles: Double[];
}

/** A product with the sizes of a piece as they stand in the master. */
export interface Product extends PieceProduct {
  id: number;
  product_code: string;
  product_name: string;
}

/** An active facility with its limits and what it does. */
export interface Facility extends PieceLimits, AbleFacility {
  facility_code: string;
  facility_name: string;
  /** Units on any day to come: its count, or its largest override. */
  units: number;
}

/** Open in-house order tasks after the casting, by product and task. After the casting: from the lot's last demolding row on. */
const NEEDS = `
  with released as (
    select lot_id, max(task_sort) as task_sort from order_tasks
    where task_id = any(array(select id from tasks where is_demolding_code(code_key))) group by lot_id),
  open_lots as materialized (
    select l.id, o.id as order_id, o.product_code, o.serial_number, o.weight, p.id as product_id,
      case when p.id is null then o.product_key end as unknown, released.task_sort as released
    from lots l join orders o on o.id = l.order_id left join products p on p.id = o.product_id and p.active
      left join released on released.lot_id = l.id
    where not is_delivered(o.delivery_status))
  select l.product_id, min(l.product_code) filter (where l.product_id is null) as product_code, ot.task_id, max(l.weight) as weight,
    array_agg(l.order_id) as orders, coalesce(array_agg(l.serial_number) filter (where l.product_id is null), '{}') as serials,
    bool_or(ot.solution_frame_days = 0) as without_frame_days
  from open_steps ot join open_lots l on l.id = ot.lot_id
  where ot.order_task_id is not null and not ot.outsourced and (l.released is null or ot.task_sort >= l.released)
  group by l.product_id, l.unknown, ot.task_id`;

/** Reads all that the rules look at. */
export async function loadMasters(db: Db, today: PlantDate): Promise<Masters> {
  const rowsOf = async <Row>(query: PromiseLike<unknown>): Promise<Row[]> => (await query) as Row[];
  const { rows: needs } = await db.transaction((trx) => overWholeTables(trx, () => trx.raw(NEEDS)));
  const { rows: facilities } = await db.raw(
    `select id, active, facility_code, facility_name, max_weight, depth, width, height, volume,
       greatest(availability, (select max(units) from facility_availabilities a where a.facility_id = f.id and a.date >= :today)) as units,
       array(select task_id from facility_tasks where facility_id = f.id) as task_ids
     from facilities f where active order by facility_code, id`,
    { today },
  );
  const last = (await db('orders as o').whereRaw('not is_delivered(o.delivery_status)').max({ day: 'o.delivery_date' }).first()) as {
    day: PlantDate | null;
  };
  return {
    needs: needs as Need[],
    facilities: facilities as Facility[],
    tasks: await rowsOf(db('tasks').select('id', 'task_code', 'code_key', 'task_name')),
    products: await rowsOf(
      db('products')
        .where({ active: true })
        .select('id', 'product_code', 'product_name', 'volume_factor', 'depth', 'width', 'height', 'volume', 'round_up'),
    ),
    heats: await rowsOf(db('heat_treatments').select('product_id', 'task_id', 'facility_id', 'temperature', 'work_settings')),
    processings: await rowsOf(db('product_processings').select('product_id', 'task_id', 'facility_id')),
    demoldings: await rowsOf(db('demoldings').select('product_id', 'task_id', 'demolding_time')),
    holidays: (await db('holidays').orderBy('date').pluck('date')) as PlantDate[],
    lastDelivery: last.day,
    doubles: await doublesOf(db),
  };
}
