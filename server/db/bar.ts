import { DELIVERED_STATUSES } from '../domain/constants.ts';

/** What a bar `e` of an order task `ot`, in a lot `l` of an order `o`, is called, holds and has behind it, in SQL: every store asks here. */

/** The id of the published plan: one at any time. */
export const PUBLISHED = '(select id from plans where published)';

/** The states of delivery in which nothing of an order is planned any more, as a list of SQL. */
export const DELIVERED = DELIVERED_STATUSES.map((status) => `'${status}'`).join(', ');

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
