-- What happens to order tasks gets its row, with the words of what they are and with what is planned of them at that moment: it stays when they go.
create or replace function open_actuals(ids bigint[]) returns void language sql as $$
  insert into actuals (order_task_id, serial_number, serial_key, lot_number, lot_key, task_id, task_sort, task_code, task_name, product_code, product_name,
    facility_id, facility_name, unit, pieces, planned_start, planned_end, planned_hours)
  select ot.id, o.serial_number, o.serial_key, l.lot_number, l.lot_key, ot.task_id, ot.task_sort, t.task_code, t.task_name, o.product_code,
    coalesce(p.product_name, o.product_name), e.facility_id, f.facility_name, e.unit,
    case when ot.order_quantity > 0 then ot.order_quantity else lot_pieces(ot.lot_id) end, e.start_at, e.end_at,
    case when ot.origin = 'file' then hours_left(ot.setup_hours, ot.work_hours, 0, 0, default_hours()) end
  from order_tasks ot join tasks t on t.id = ot.task_id join lots l on l.id = ot.lot_id join orders o on o.id = l.order_id
    left join products p on p.id = o.product_id
    left join plan_entries e on e.id = ot.id and e.layer = published_layer() left join facilities f on f.id = e.facility_id
  where ot.id = any(ids)
  on conflict (order_task_id) do nothing
$$;
