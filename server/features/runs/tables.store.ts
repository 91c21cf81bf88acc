import { holdsDay } from '../../db/sql/held.ts';
import type { PlanningRows } from '../../scheduling/index.ts';

/** One query per table of PlanningRows; orders by id, so that the same data reads the same. */
export const QUERIES: { [Table in keyof PlanningRows]-?: string } = {
  orders: `select id, serial_number, product_code, product_name, product_id, number, weight, delivery_status, delivery_date, casting_date, priority,
    ${holdsDay('orders.id')} as held from orders order by id`,
  lots: `select l.id, l.order_id, l.lot_number, c.casting_date from lots l left join castings c on c.lot_id = l.id order by l.id`,
  order_tasks: `select id, lot_id, task_id, arrangement, task_sort, outsourcing_code, setup_hours, work_hours, solution_frame_days, received,
    last_reception_date, order_quantity, received_quantity from order_tasks where origin = 'file' order by lot_id, task_sort, id`,
  tasks: 'select id, task_code, task_name from tasks order by id',
  products: `select id, product_code, product_name, volume_factor, depth, width, height, volume, round_up from products p
    where active and exists (select 1 from orders o where o.product_id = p.id) order by id`,
  heat_treatments: `select product_id, task_id, facility_id, temperature, retention_time, cooling_method, cooling_time, work_settings, waiting_days
    from heat_treatments h where exists (select 1 from orders o where o.product_id = h.product_id) order by id`,
  product_processings: `select product_id, task_id, facility_id, waiting_days
    from product_processings h where exists (select 1 from orders o where o.product_id = h.product_id) order by id`,
  demoldings: `select product_id, task_id, demolding_time
    from demoldings h where exists (select 1 from orders o where o.product_id = h.product_id) order by id`,
  facilities: `select id, active, facility_code, facility_name, availability, max_weight, depth, width, height, volume,
    array(select task_id from facility_tasks where facility_id = f.id order by task_id) as task_ids from facilities f order by id`,
  facility_availabilities: 'select facility_id, date, units, stop from day_units order by facility_id, date',
  holidays: 'select date from holidays order by date',
  outsourcings: 'select outsourcing_code from outsourcings where active order by id',
  outsourcing_answers: `select a.order_task_id, a.answered_date, a.completed_quantity, a.handover_date, a.handed_on
    from outsourcing_answers a join order_tasks ot on ot.id = a.order_task_id
    where (a.task_id, a.outsourcing_code) = (ot.task_id, ot.outsourcing_code) order by a.order_task_id`,
  plan_entries: `select e.id, case when ot.origin = 'file' then e.id end as order_task_id, e.lot_id, e.task_id, e.task_sort, e.facility_id, e.unit, e.outsourced, e.locked, coalesce(a.marked, false) as received_locked,
    e.start_at, e.end_at, e.work_time_set, ot.origin = 'hand' as created_by_hand, a.started_at, a.finished_at, e.outsourced and exists (select 1 from outsourcing_requests r
      where r.order_task_id = e.id and (r.task_id, r.outsourcing_code) = (ot.task_id, ot.outsourcing_code)) as asked
    from plan_entries e join order_tasks ot on ot.id = e.id left join actuals a on a.order_task_id = e.id where e.layer = :plan order by e.id`,
  closed: `select a.order_task_id, t.lot_id, a.closed_on from actuals a join order_tasks t on t.id = a.order_task_id where a.marked and t.origin = 'file'
    and not exists (select 1 from plan_entries e where e.id = t.id and e.layer = :plan) order by a.order_task_id`,
  furnace_runs: `select id, facility_id, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end
    from furnace_runs where layer = :plan order by id`,
  furnace_run_members: `select m.furnace_run_id, m.plan_entry_id, m.pieces, m.weight, m.volume
    from furnace_run_members m join furnace_runs r on r.id = m.furnace_run_id where r.layer = :plan order by m.furnace_run_id, m.plan_entry_id`,
};

/** The tables that are not the plan itself. */
export type InputTable = Exclude<keyof PlanningRows, 'plan_entries' | 'closed' | 'furnace_runs' | 'furnace_run_members'>;
