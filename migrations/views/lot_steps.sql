-- A step: every process of a lot, planned or not, in each plan that lies in a layer. last_day: of its bar; said_end: the day on which a finished one ended, null where nobody said.
create view lot_steps as
select p.layer, l.order_id, ot.lot_id, ot.id as order_task_id, ot.task_id, ot.task_sort, e.id as entry_id, end_day(e.end_at) as last_day,
  a.closed_by is not null as finished, a.closed_on as said_end,
  case when a.closed_by is not null then coalesce(a.closed_on, end_day(e.end_at)) else end_day(e.end_at) end as end_date
from (select layer from plans where layer is not null) p cross join order_tasks ot join lots l on l.id = ot.lot_id left join actuals a on a.order_task_id = ot.id
  left join plan_entries e on e.id = ot.id and e.layer = p.layer;
