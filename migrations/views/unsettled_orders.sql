-- Orders whose plan does not hold together. Unsettled: an open bar stands where no run put it, or begins before an earlier open one of its lot has ended (crossed), or a
-- process was finished over an earlier one that is open; what the demolding of its lot has closed is no such one.
create view unsettled_orders as
select layer, order_id, coalesce(bool_or(unsettled), false) as unsettled, coalesce(bool_or(crossed), false) as crossed
from (
  select layer, order_id, by_hand or coalesce(before_end > start_at, false) as unsettled, coalesce(before_end > start_at, false) as crossed
  from (
    select e.layer, l.order_id, e.start_at, (e.start_at, e.end_at, e.facility_id) is distinct from (e.sound_start, e.sound_end, e.sound_facility_id) as by_hand,
      max(e.end_at) over (partition by e.layer, l.order_id, e.lot_id order by e.task_sort groups between unbounded preceding and 1 preceding) as before_end
    from plan_entries e join lots l on l.id = e.lot_id join orders o on o.id = l.order_id
    where not is_delivered(o.delivery_status)
      and not exists (select 1 from actuals a where a.order_task_id = e.id and a.closed_by is not null)) along
  union all
  select skipped.*, false
  from (
    select layer, order_id, not finished and task_sort < last_finished and task_sort >= coalesce(demolded, task_sort)
    from (
      select layer, order_id, task_sort, finished, max(task_sort) filter (where finished) over lot as last_finished,
        max(task_sort) filter (where finished and task_id = any(array(select id from tasks where is_demolding_code(code_key)))) over lot as demolded
      from lot_steps window lot as (partition by layer, order_id, lot_id)) steps) skipped) said
group by layer, order_id;
