/** The SQL of the masters beyond plain columns: their searches, and what uses them. */

/** Whether a facility does a task of which this, folded, is a part of the name. */
export const DOES_TASK = `exists (select 1 from facility_tasks join tasks on tasks.id = facility_tasks.task_id
  where facility_tasks.facility_id = facilities.id and strpos(search_fold(tasks.task_name), ?) > 0)`;
/** Whether an order task names the partner. */
export const PARTNER_IN_USE = 'exists (select 1 from order_tasks where order_tasks.outsourcing_code = outsourcings.outsourcing_code)';
