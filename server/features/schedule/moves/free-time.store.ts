import { bound } from '../../../db/bound.ts';
import { treatmentOn } from '../../../db/sql/treatment.ts';
import type { Db } from '../../../db/types.ts';
import type { OpenRowHours, TreatmentHours } from '../../../domain/plant/hours.ts';

/** The hours of an order task, and its treatment on a facility with the weekdays for a start. */
export interface NeedRow extends OpenRowHours {
  heat: boolean;
  treatment: (TreatmentHours & { work_settings: string[] }) | null;
}

/** What an order task needs of a facility, null: of none; undefined for an unknown one. */
export async function needOfOrderTask(db: Db, id: number, facility: number | null): Promise<NeedRow | undefined> {
  const { rows } = await db.raw(
    `select ot.setup_hours, ot.work_hours, ot.order_quantity, ot.received_quantity,
       is_heat_code(t.code_key) or exists (select 1 from heat_treatments own where (own.product_id, own.task_id) = (o.product_id, t.id)) as heat,
       case when h.id is not null then jsonb_build_object('retention_time', h.retention_time, 'cooling_method', h.cooling_method, 'cooling_time', h.cooling_time,
         'work_settings', h.work_settings) end as treatment
     from order_tasks ot join tasks t on t.id = ot.task_id join lots l on l.id = ot.lot_id join orders o on o.id = l.order_id
       ${treatmentOn('o.product_id', 'ot.task_id', 'cast(:facility as bigint)')} where ot.id = :id`,
    bound({ id, facility }),
  );
  return rows[0];
}

/** The needs of a task added by hand whose hours nobody gives; undefined for an unknown one. */
export async function needOfTask(db: Db, id: number): Promise<NeedRow | undefined> {
  const { rows } = await db.raw(
    `select 0 as setup_hours, 0 as work_hours, 0 as order_quantity, 0 as received_quantity, is_heat_code(t.code_key) as heat, null as treatment
     from tasks t where t.id = ?`,
    [id],
  );
  return rows[0];
}

/** Ids of the active tasks, by code. */
export async function activeTasks(db: Db): Promise<number[]> {
  return db('tasks').where({ active: true }).orderBy('task_code').pluck('id');
}

/** The product of an order; undefined for an unknown order. */
export async function productOfOrder(db: Db, id: number): Promise<{ product_id: number | null } | undefined> {
  return db('orders').where({ id }).first('product_id');
}
