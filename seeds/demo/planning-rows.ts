import { taskPurpose } from '../../server/domain/plant/task-purpose.ts';
import type { PlanningRows } from '../../server/scheduling/index.ts';
import type { Demo, HeatTreatmentRow } from './types.ts';

type Ids = { of(key: string): number; find(key: string): number | null };

/** Ids 1, 2, 3 … of different keys, in their order. Asking for an unknown key throws RangeError. */
function numbered(kind: string, keys: Iterable<string>): Ids {
  const ids = new Map<string, number>();
  for (const key of keys) if (!ids.has(key)) ids.set(key, ids.size + 1);
  const find = (key: string): number | null => ids.get(key) ?? null;
  const of = (key: string): number => {
    const id = find(key);
    if (id === null) throw new RangeError(`no such ${kind}: ${key}`);
    return id;
  };
  return { of, find };
}

const lotKey = (row: { serial_number: string; lot_number: string }): string => `${row.serial_number}/${row.lot_number}`;

/** What a run would read from a database that holds the demo, made without one: for benches and tests of the engine. Ids count from 1 in file order. */
export function planningRows(demo: Demo): PlanningRows {
  const ids = {
    tasks: numbered(
      'task',
      demo.tasks.map((row) => row.task_code),
    ),
    facilities: numbered(
      'facility',
      demo.facilities.map((row) => row.facility_code),
    ),
    products: numbered(
      'product',
      demo.products.map((row) => row.product_code),
    ),
    orders: numbered(
      'order',
      demo.orders.map((row) => row.serial_number),
    ),
    lots: numbered('lot', [...demo['order-tasks'], ...demo.castings].map(lotKey)),
  };
  return {
    ...masterRows(demo, ids),
    ...productRowsOf(demo, ids),
    ...orderRows(demo, ids),
    furnace_runs: [],
    furnace_run_members: [],
    closed: [],
  };
}

type AllIds = Record<'tasks' | 'facilities' | 'products' | 'orders' | 'lots', Ids>;

function masterRows(
  demo: Demo,
  ids: AllIds,
): Pick<PlanningRows, 'tasks' | 'facilities' | 'facility_availabilities' | 'holidays' | 'outsourcings' | 'outsourcing_answers'> {
  const taskIds = new Map<string, number[]>();
  for (const row of demo.facilities)
    taskIds.set(row.facility_code, [...(taskIds.get(row.facility_code) ?? []), ids.tasks.of(row.task_code)]);
  const facilities = [...new Map(demo.facilities.map((row) => [row.facility_code, row])).values()];
  return {
    tasks: demo.tasks.map((row) => ({ id: ids.tasks.of(row.task_code), ...row })),
    facilities: facilities.map(({ task_name: _, task_code: __, ...row }) => {
      const task_ids = [...(taskIds.get(row.facility_code) ?? [])].sort((a, b) => a - b);
      return { id: ids.facilities.of(row.facility_code), active: true, ...row, task_ids };
    }),
    facility_availabilities: demo.availabilities.map(({ facility_code, date, units }) => ({
      facility_id: ids.facilities.of(facility_code),
      date,
      units,
    })),
    holidays: demo.holidays.filter((row) => row.is_holiday).map(({ date }) => ({ date })),
    outsourcings: demo.outsourcings.map(({ outsourcing_code }) => ({ outsourcing_code })),
    outsourcing_answers: [],
  };
}

function productRowsOf(demo: Demo, ids: AllIds): Pick<PlanningRows, 'products' | 'heat_treatments' | 'product_processings' | 'demoldings'> {
  const products = [...new Map(demo.products.map((row) => [row.product_code, row])).values()];
  const rows = demo['heat-treatments'];
  const both = (row: HeatTreatmentRow) => ({ product_id: ids.products.of(row.product_code), task_id: ids.tasks.of(row.task_code) });
  const heats = rows.filter((row) => taskPurpose(row.task_code) === 'heat');
  const processings = rows.filter((row) => taskPurpose(row.task_code) === 'processing');
  const demoldings = rows.filter((row) => taskPurpose(row.task_code) === 'demolding');
  return {
    products: products.map(({ product_code, product_name, volume_factor, depth, width, height, volume, round_up }) => {
      return { id: ids.products.of(product_code), product_code, product_name, volume_factor, depth, width, height, volume, round_up };
    }),
    heat_treatments: heats.map((row) => ({
      ...both(row),
      facility_id: ids.facilities.find(row.facility_code),
      temperature: row.temperature ?? 0,
      retention_time: row.retention_time ?? 0,
      cooling_method: row.cooling_method ?? '空冷',
      cooling_time: row.cooling_time ?? 0,
      work_settings: [...row.work_settings],
      waiting_days: row.waiting_days ?? 1,
    })),
    product_processings: processings.map((row) => {
      return { ...both(row), facility_id: ids.facilities.of(row.facility_code), waiting_days: row.waiting_days ?? 0 };
    }),
    demoldings: demoldings.map((row) => ({ ...both(row), demolding_time: row.demolding_time ?? 0 })),
  };
}

function orderRows(demo: Demo, ids: AllIds): Pick<PlanningRows, 'orders' | 'lots' | 'order_tasks' | 'plan_entries'> {
  const castings = new Map(demo.castings.map((row) => [lotKey(row), row.casting_date]));
  const lots = new Map([...demo['order-tasks'], ...demo.castings].map((row) => [lotKey(row), row]));
  const order_tasks = demo['order-tasks'].map(
    ({ serial_number: _, lot_number: __, task_code, task_name: ___, order_name: ____, ...row }, index) => {
      return { id: index + 1, lot_id: ids.lots.of(lotKey(demo['order-tasks'][index]!)), task_id: ids.tasks.of(task_code), ...row };
    },
  );
  const taskAt = new Map(order_tasks.map((row) => [`${row.lot_id}/${row.task_sort}`, row]));
  return {
    orders: demo.orders.map(({ material: _, ...row }) => ({
      id: ids.orders.of(row.serial_number),
      product_id: ids.products.find(row.product_code),
      priority: 'normal',
      held: false,
      ...row,
    })),
    lots: [...lots].map(([key, row]) => ({
      id: ids.lots.of(key),
      order_id: ids.orders.of(row.serial_number),
      lot_number: row.lot_number,
      casting_date: castings.get(key) ?? null,
    })),
    order_tasks,
    plan_entries: demo.locks.map((lock, index) => {
      const row = taskAt.get(`${ids.lots.of(lotKey(lock))}/${lock.task_sort}`)!;
      return {
        id: index + 1,
        order_task_id: row.id,
        lot_id: row.lot_id,
        task_id: row.task_id,
        task_sort: row.task_sort,
        facility_id: ids.facilities.of(lock.facility_code),
        unit: 0,
        outsourced: false,
        locked: true,
        received_locked: false,
        start_at: lock.start_at,
        end_at: lock.end_at,
        work_time_set: false,
        created_by_hand: false,
      };
    }),
  };
}
