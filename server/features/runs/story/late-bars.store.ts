import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import type { Instant } from '../../../domain/ground/plant-time.ts';

/** Where a late order stands: its bar to look at first, and what is left to do. */
export interface LateBar {
  order_id: number;
  product_name: string;
  /** The open bar of the process that was asked for; else the first open one behind the deadline in the lot that ends last; else the order's first open bar. */
  entry_id: number;
  remaining_tasks: number;
  task_count: number;
  next_task: string;
  next_start: Instant;
}

/** Where these orders stand in a plan, each at the process of `steps` (order tasks) that it has; those without an open bar are left out. */
export async function lateBars(db: Db, plan: Plan, orderIds: readonly number[], steps: readonly number[]): Promise<Map<number, LateBar>> {
  const { rows } = (await db.raw(
    // Which of them are open is asked behind the walk over their lots: asked first it is a walk over all actuals.
    `with own as materialized (select order_id, id, task_id, task_sort, start_at, open from bars where layer = ${plan} and order_id = any(:ids::bigint[])),
     open as (select * from own where open)
     select s.order_id, coalesce(p.product_name, o.product_name) as product_name, coalesce(step.id, shown.id) as entry_id, s.remaining_count as remaining_tasks,
       s.task_count, t.task_name as next_task, next.start_at as next_start
     from order_states s join orders o on o.id = s.order_id left join products p on p.id = o.product_id
       join bars_to_show shown on shown.layer = s.layer and shown.order_id = s.order_id and shown.rank = 1 and shown.open
       join (select distinct on (order_id) order_id, task_id, start_at from open order by order_id, start_at, task_sort, id) next on next.order_id = s.order_id join tasks t on t.id = next.task_id
       left join (select distinct on (order_id) order_id, id from open where id = any(:steps::bigint[]) order by order_id, start_at, id) step on step.order_id = s.order_id
     where s.layer = ${plan} and s.order_id = any(:ids::bigint[]) and shown.layer = ${plan} and shown.order_id = any(:ids::bigint[])`,
    bound({ ids: orderIds, steps }),
  )) as { rows: LateBar[] };
  return new Map(rows.map((row) => [row.order_id, row]));
}
