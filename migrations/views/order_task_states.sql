-- An order task with what follows from its row and from what happened: whether it is finished, by whom and on which day, its pieces, its hours.
create view order_task_states as
select ot.id, ot.lot_id, ot.task_id, ot.task_sort, ot.origin, a.closed_by, a.closed_by is not null as finished, a.closed_on,
  -- Where the row says none, the lot's equal share of its order.
  case when ot.order_quantity > 0 then ot.order_quantity else lot_pieces(ot.lot_id) end as pieces,
  -- What was added by hand needs what it was given.
  case when ot.origin = 'file' then hours_left(ot.setup_hours, ot.work_hours, 0, 0, d.hours) end as whole_hours,
  case when ot.origin = 'file' then hours_left(ot.setup_hours, ot.work_hours, ot.order_quantity, ot.received_quantity, d.hours) end as work_hours
from order_tasks ot cross join (select default_hours() as hours) d left join actuals a on a.order_task_id = ot.id;
