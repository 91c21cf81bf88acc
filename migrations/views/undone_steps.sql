-- The processes of lots that are still to be done, with their bars: neither finished, nor before a casting that has been.
create view undone_steps as
select p.layer, l.order_id, s.lot_id, s.task_id, s.task_sort, (select e.id from plan_entries e
  where e.id = s.order_task_id and e.layer = p.layer) as entry_id
from (select layer from plans where layer is not null) p cross join open_steps s join lots l on l.id = s.lot_id join orders o on o.id = l.order_id left join castings c on c.lot_id = l.id
where not is_delivered(o.delivery_status) and not exists (
  select 1 from order_tasks d left join actuals a on a.order_task_id = d.id where d.lot_id = s.lot_id and d.task_sort > s.task_sort
    and d.task_id = any(array(select id from tasks where is_demolding_code(code_key)))
    and (a.closed_by is not null or coalesce(c.casting_date, o.casting_date) <= on_clock(now())::date));
