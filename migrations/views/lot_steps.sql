-- A step: every process of a lot, planned or not. last_day: of its bar; said_end: the day on which a finished one ended, null where nobody said.
create view lot_steps as
select l.order_id, ot.lot_id, ot.id as order_task_id, ot.task_id, ot.task_sort, e.id as entry_id, end_day(e.end_at) as last_day,
  a.closed_by is not null as finished, a.closed_on as said_end,
  case when a.closed_by is not null then coalesce(a.closed_on, end_day(e.end_at)) else end_day(e.end_at) end as end_date
from order_tasks ot join lots l on l.id = ot.lot_id left join actuals a on a.order_task_id = ot.id
  left join plan_entries e on e.id = ot.id and e.plan_id = (select id from plans where published);
