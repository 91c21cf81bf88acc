-- The rows of lot_steps that are not finished, without the bars of order tasks, for who looks at what is left of every lot: it reads the few answers and marks as sets
-- instead of joining them to each row. entry_id is that of a bar by hand.
create view open_steps as
select ot.lot_id, ot.id as order_task_id, ot.task_id, ot.task_sort, null::bigint as entry_id, ot.arrangement, ot.outsourcing_code,
  is_outsourced(ot.arrangement, ot.outsourcing_code) as outsourced, ot.solution_frame_days
from order_tasks ot
where not all_received(ot.received, ot.order_quantity, ot.received_quantity) and ot.id not in (select order_task_id from completed_away union all
  select e.order_task_id from plan_entries e where e.received_locked and e.order_task_id is not null and e.plan_id = (select id from plans where published))
union all
select e.lot_id, null, e.task_id, e.task_sort, e.id, '', '', e.outsourced, null
from plan_entries e where e.order_task_id is null and not e.received_locked and e.plan_id = (select id from plans where published);
