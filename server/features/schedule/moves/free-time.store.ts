import { heatTask } from '../../../db/task-purpose.ts';
import type { Db } from '../../../db/types.ts';
import type { Wanted } from '../../../domain/free-time.ts';

/** The plan that is shown; undefined where there is none. */
export async function publishedPlan(db: Db): Promise<number | undefined> {
  return (await db('plans').where({ published: true }).first('id'))?.id;
}

const ELAPSED = heatTask('t');
/** A furnace holds its load for as long as the recipe says; other work takes its own hours, half a day where nobody says how many. */
const HOURS = `case when ${ELAPSED} then coalesce(nullif(ot.setup_hours + coalesce(h.hours, ot.work_hours), 0), 4)
  else coalesce(nullif(ot.setup_hours + ot.work_hours, 0), 4) end`;

/** What an order task needs of a facility; undefined for an unknown one. */
export async function needOfOrderTask(db: Db, id: number): Promise<Wanted | undefined> {
  const { rows } = await db.raw(
    `select ${HOURS} as hours, ${ELAPSED} as elapsed from order_tasks ot join tasks t on t.id = ot.task_id
     join lots l on l.id = ot.lot_id join orders o on o.id = l.order_id
     left join lateral (select max(retention_time + cooling_time) as hours from heat_treatments
       where product_id = o.product_id and task_id = ot.task_id) h on true
     where ot.id = ?`,
    [id],
  );
  return rows[0];
}

/** What a task that is added by hand needs: half a day of it. */
export async function needOfTask(db: Db, id: number): Promise<Wanted | undefined> {
  const { rows } = await db.raw(`select 4 as hours, ${ELAPSED} as elapsed from tasks t where t.id = ?`, [id]);
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
