-- A lot: what has been done of it, and its last end. What closes an order closes its lots: of one that is delivered, or of which all has come on a day that nobody
-- said, each lot ended on the day that is remembered of the order, wherever its bars still stand. An order ends with the last of its lots, by construction.
create view lot_states as
select s.layer, s.order_id, s.lot_id, s.task_count, s.finished_count, s.unplanned_count, s.dated, s.end_date,
  greatest(0, coalesce(s.end_date - s.delivery_date, 0)) as late_days
from (
  select c.layer, c.order_id, c.lot_id, c.task_count, case when is_delivered(o.delivery_status) then c.task_count else c.finished_count end as finished_count,
    c.unplanned_count, c.final_day is not null and c.finished_count = c.task_count as dated, o.delivery_date,
    case when c.finished_count = c.task_count and c.final_day is not null then c.final_day
      when is_delivered(o.delivery_status) or c.order_finished then coalesce(r.completed_on, c.latest_day)
      when c.finished_count = c.task_count then c.latest_day
      -- Unknown while nothing of what is left is planned.
      when c.finished_count + c.unplanned_count < c.task_count then c.latest_day end as end_date
  from (
    select counted.*, bool_and(finished_count = task_count) over (partition by layer, order_id) as order_finished
    from (
      select layer, order_id, lot_id, count(*)::integer as task_count, (count(*) filter (where finished))::integer as finished_count,
        (count(*) filter (where not finished and entry_id is null))::integer as unplanned_count, max(end_date) as latest_day,
        -- The day on which the last process ended, null where nobody said: of pairs of process and day the greatest; -1000000 stands for a day that nobody said.
        date '2000-01-01' + nullif((max(array[task_sort, case when finished then coalesce(said_end - date '2000-01-01', -1000000) else -1000000 end])
          filter (where task_sort is not null))[2], -1000000) as final_day
      from lot_steps group by layer, order_id, lot_id) counted) c
    join orders o on o.id = c.order_id left join completed_orders r on r.serial_key = o.serial_key) s;
