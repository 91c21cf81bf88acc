import { DELIVERED_STATUSES } from '../domain/constants.ts';
import { WORK_HOURS } from './hours.ts';
import { demoldingTask, heatTaskOf } from './task-purpose.ts';

/** What a bar `e` of an order task `ot`, in a lot `l` of an order `o`, is called, holds and has behind it, whether it is open and takes a unit, in SQL: every store asks here. */

/** The id of the published plan: one at any time. */
export const PUBLISHED = '(select id from plans where published)';

/** Whether nothing of order `o` is planned any more, by its state of delivery. */
export const IS_DELIVERED = `o.delivery_status in (${DELIVERED_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** 製番-追番. */
export const UNIQUE_ORDER = `o.serial_number || case when l.lot_number = '' then '' else '-' || l.lot_number end`;

/** The pieces of an order task, else of its lot: an equal share of the order. */
export const QUANTITY = `case when ot.order_quantity > 0 then ot.order_quantity
  else ceil(o.number::numeric / greatest(1, (select count(*) from lots siblings where siblings.order_id = o.id)))::integer end`;

/** The treatment `h` of a task on a facility, or on none, for the product of the order, as domain/eligibility says it. */
export const treatmentOn = (task: string, facility: string): string =>
  `left join lateral (select * from heat_treatments treatment where treatment.product_id = o.product_id and treatment.task_id = ${task}
     and (treatment.facility_id = ${facility} or treatment.facility_id is null or ${facility} is null)
     order by treatment.facility_id is distinct from ${facility}, treatment.id limit 1) h on true`;

/** 工程終了 as it is shown: the bar's own mark, or the file's of its order task. */
export const receivedBar = (bar: string, task: string): string => `(${bar}.received_locked or coalesce(${task}.received, false))`;
export const RECEIVED = receivedBar('e', 'ot');

/** Whether what was ordered of an order task has been received, by the file's mark or by quantity. */
export const receivedWhole = (task: string): string =>
  `(${task}.received or (${task}.order_quantity > 0 and ${task}.received_quantity >= ${task}.order_quantity))`;

/** Whether a bar, or an order task that may have none, is finished as a run reads it. */
export const FINISHED = `(coalesce(e.received_locked, false) or coalesce(${receivedWhole('ot')}, false))`;

/** Who put bar `e` where it stands (`PlacedBy` of domain/bar-judge). */
export const PLACED_BY = `case when (e.start_at, e.end_at, e.facility_id) is distinct from (e.sound_start, e.sound_end, e.sound_facility_id) then 'hand'
  when e.locked or e.created_by_hand then 'lock' else 'run' end`;

/** Whether bar `e` is still to be done: unfinished (order task `ot`), of an order `o` that is not delivered. */
export const IS_OPEN = `not ${RECEIVED} and not ${IS_DELIVERED}`;

/** Whether bar `e` stands before the casting of its lot: placed backward from it, without capacity and calendar. */
export const BEFORE_CASTING = `exists (select 1 from order_tasks d join tasks dt on dt.id = d.task_id
  where d.lot_id = e.lot_id and d.task_sort > e.task_sort and ${demoldingTask('dt')})`;

/** Whether bar `e` takes a unit of its facility. */
export const HOLDS = `${IS_OPEN} and not ${BEFORE_CASTING}`;

/** Bars as capacity sees them (`Occupant`), each once. From `OCCUPANT_TABLES`. */
export const OCCUPANT = `e.id, e.start_at, e.end_at, e.work_time_set, member.furnace_run_id,
  (member.furnace_run_id is not null or ${heatTaskOf('o.product_id', 't')}) as elapsed, ${WORK_HOURS} as hours`;
export const OCCUPANT_TABLES = `plan_entries e join tasks t on t.id = e.task_id join lots l on l.id = e.lot_id join orders o on o.id = l.order_id
  left join order_tasks ot on ot.id = e.order_task_id
  left join lateral (select min(m.furnace_run_id) as furnace_run_id from furnace_run_members m where m.plan_entry_id = e.id) member on true`;
