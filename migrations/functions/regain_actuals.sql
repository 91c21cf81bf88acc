-- An order that went and came again by its file has what happened to it: rows whose order task is gone name the one of the same words that has come, and so do taps.
-- What was begun or done stands in the plan where that was; what is under way no run moves.
create or replace function regain_actuals(ids bigint[]) returns void language plpgsql as $$ declare one record; begin
  for one in
    select distinct on (came.id) came.id, a.order_task_id as former, came.lot_id, came.task_id, came.task_sort, a.started_at, a.finished_at, a.facility_id, a.unit,
      a.planned_start, a.planned_end
    from order_tasks came join lots l on l.id = came.lot_id join orders o on o.id = l.order_id
      join actuals a on a.serial_key = o.serial_key and a.lot_key = l.lot_key and a.task_id = came.task_id and a.task_sort is not distinct from came.task_sort
    where came.id = any(ids) and came.origin = 'file' and not exists (select 1 from order_tasks t where t.id = a.order_task_id)
      and not exists (select 1 from actuals own where own.order_task_id = came.id)
    order by came.id, a.changed_at desc
  loop
    update actuals set order_task_id = one.id where order_task_id = one.former;
    if one.started_at is null then continue; end if;
    update work_taps set entry_ids = array_replace(entry_ids, one.former, one.id) where entry_ids @> array[one.former];
    insert into plan_entries (layer, id, lot_id, task_id, task_sort, facility_id, unit, locked, start_at, end_at)
      select published_layer(), one.id, one.lot_id, one.task_id, one.task_sort, f.id, one.unit, one.finished_at is null, began.at,
        greatest(coalesce(one.finished_at, began.at + (one.planned_end - one.planned_start)), began.at + interval '30 minutes')
      from facilities f
        cross join (select date_bin('30 minutes', one.started_at, '2000-01-01'::timestamptz) as at) began
      where f.id = one.facility_id on conflict do nothing;
  end loop;
end $$;
