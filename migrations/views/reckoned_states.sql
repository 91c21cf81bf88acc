-- The one lateness of an order, reckoned from its lots: what ended it counts, not where its bars still stand.
create view reckoned_states as
select s.*, s.task_count - s.finished_count as remaining_count,
  case when s.open and s.unplanned_count > 0 then null else s.end_date end as shipping_date,
  greatest(0, coalesce(s.end_date - s.delivery_date, 0)) as late_days
from (
  select g.layer, g.order_id, case when d.order_id is null then o.delivery_date else d.delivery_date end as delivery_date, g.task_count, g.finished_count, g.unplanned_count, g.finished_count < g.task_count as open, g.dated,
    case when g.finished_count < g.task_count and g.finished_count + g.unplanned_count = g.task_count then null else g.end_date end as end_date
  from (
    select layer, order_id, sum(task_count)::integer as task_count, sum(finished_count)::integer as finished_count,
      sum(unplanned_count)::integer as unplanned_count, max(end_date) as end_date, bool_and(dated) as dated
    from lot_states group by layer, order_id) g
  join orders o on o.id = g.order_id
  left join premised_dates d on (d.layer, d.order_id) = (g.layer, g.order_id)) s;
