-- The rows of lot_steps that are not finished, without their bars, for who looks at what is left of every lot: it reads what is finished as a set.
create view open_steps as
select ot.lot_id, ot.id as order_task_id, ot.task_id, ot.task_sort, ot.arrangement, ot.outsourcing_code,
  is_outsourced(ot.arrangement, ot.outsourcing_code) as outsourced, ot.solution_frame_days
from order_tasks ot where ot.id not in (select order_task_id from actuals where closed_by is not null);
