-- An order that went and came again has what happened to it: rows whose order task is gone name the one of the same words that has come.
create or replace function regain_actuals(ids bigint[]) returns void language sql as $$
  update actuals a set order_task_id = came.id
  from order_tasks came join lots l on l.id = came.lot_id join orders o on o.id = l.order_id
  where came.id = any(ids) and a.serial_key = o.serial_key and a.lot_key = l.lot_key and a.task_id = came.task_id
    and a.task_sort is not distinct from came.task_sort and not exists (select 1 from order_tasks t where t.id = a.order_task_id)
    and not exists (select 1 from actuals own where own.order_task_id = came.id)
$$;
