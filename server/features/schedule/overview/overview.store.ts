import type { components } from '../../../contract/types.ts';
import type { Plan } from '../../../db/plan.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Db } from '../../../db/types.ts';

/** A bar with its names. */
export type NamedBar = components['schemas']['NamedBar'];

/** These bars of the plan with their names, by start. */
export async function namesOf(db: Db, plan: Plan, ids: readonly number[]): Promise<NamedBar[]> {
  const { rows } = await prepared<NamedBar>(
    db,
    `select e.id as entry_id, e.order_id, e.serial_number, e.unique_order, t.task_name, f.facility_name, e.start_at as start_date
     from bars e join tasks t on t.id = e.task_id left join facilities f on f.id = e.facility_id
     where e.layer = ? and e.id = any(?::bigint[]) order by e.start_at, e.serial_number, e.lot_number, e.task_sort, e.id`,
    [plan, ids],
  );
  return rows;
}
