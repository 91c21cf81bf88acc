-- The bars of the published plan with the hours that each needs, as bars says them, for who looks at every bar of the plant: it reads few answers as a set instead of
-- joining them to each row.
create view planned_work as
select e.id, e.lot_id, e.facility_id, e.start_at, e.end_at, end_day(e.end_at) as last_day,
  (coalesce(e.received_locked, false) or coalesce(all_received(ot.received, ot.order_quantity, ot.received_quantity)
    or ot.id in (select order_task_id from completed_away), false)) as finished,
  -- Of a row that was received in part its share of the work, without set-up; few are.
  case when ot.received_quantity > 0 and ot.received_quantity < ot.order_quantity
    and not (coalesce(e.received_locked, false) or coalesce(all_received(ot.received, ot.order_quantity, ot.received_quantity)
      or ot.id in (select order_task_id from completed_away), false))
    then case when ot.setup_hours + ot.work_hours > 0 then ot.work_hours else coalesce((select (value ->> 'default_work_hours')::numeric from settings
      where key = 'plan_settings' and jsonb_typeof(value -> 'default_work_hours') = 'number'), 4) end
      * (ot.order_quantity - ot.received_quantity) / ot.order_quantity
    when ot.id is not null then coalesce(nullif(ot.setup_hours + ot.work_hours, 0), coalesce((select (value ->> 'default_work_hours')::numeric from settings
      where key = 'plan_settings' and jsonb_typeof(value -> 'default_work_hours') = 'number'), 4)) end as hours
from plan_entries e left join order_tasks ot on ot.id = e.order_task_id
where e.plan_id = (select id from plans where published);
