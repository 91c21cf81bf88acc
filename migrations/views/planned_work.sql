-- The bars of plans with the hours that each needs, as bars says them, for who looks at every bar of the plant. The setting is asked once (offset 0): at each bar it takes four
-- times as long as all the rest.
create view planned_work as
select e.layer, e.id, e.lot_id, e.facility_id, e.start_at, e.end_at, end_day(e.end_at) as last_day, a.closed_by is not null as finished,
  case when ot.origin = 'file' then hours_left(ot.setup_hours, ot.work_hours, case when a.closed_by is null then ot.order_quantity else 0 end,
    case when a.closed_by is null then ot.received_quantity else 0 end, d.hours) end as hours
from plan_entries e join order_tasks ot on ot.id = e.id cross join (select default_hours() as hours offset 0) d left join actuals a on a.order_task_id = e.id;
