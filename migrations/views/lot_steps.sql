-- A step: every process of a lot, planned or not, and what was added by hand. last_day: of its bar; said_end: the day on which a finished one ended, by the files,
-- by the shop floor, by whoever marked it, null where nobody said.
create view lot_steps as
select s.*, case when s.finished then coalesce(s.said_end, s.last_day) else s.last_day end as end_date
from (
  select l.order_id, ot.lot_id, ot.id as order_task_id, ot.task_id, ot.task_sort, e.id as entry_id, end_day(e.end_at) as last_day,
    (coalesce(e.received_locked, false) or coalesce(ot.all_received, false)) as finished,
    coalesce(ot.last_reception_date, (select m.finished_at::date from work_marks m where m.plan_entry_id = e.id),
      case when e.received_locked and not coalesce(ot.all_received, false) then end_day(e.end_at) end) as said_end
  from order_task_states ot join lots l on l.id = ot.lot_id
    left join plan_entries e on e.order_task_id = ot.id and e.plan_id = (select id from plans where published)
  union all
  select l.order_id, e.lot_id, null, e.task_id, e.task_sort, e.id, end_day(e.end_at), e.received_locked, end_day(e.end_at)
  from plan_entries e join lots l on l.id = e.lot_id where e.order_task_id is null and e.plan_id = (select id from plans where published)) s;
