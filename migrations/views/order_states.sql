-- An order: finished, open, its last end, its day of shipping, days late, what remains; every store reads it here. What was kept of the orders that nobody has noted since;
-- the others are reckoned anew, in one snapshot, so that nobody ever reads an old state (ADR 11). Whoever changes what they hang on notes them by a trigger.
create view order_states as
select * from kept_orders k where not exists (select 1 from noted_orders n where n.order_id = k.order_id and coalesce(n.layer, k.layer) = k.layer)
union all
select s.layer, s.order_id, s.delivery_date, s.task_count, s.finished_count, s.unplanned_count, s.open, s.dated, s.end_date, s.remaining_count,
  case when not coalesce(u.crossed, false) then s.shipping_date end as shipping_date, s.late_days, coalesce(u.unsettled, false) as unsettled
from (select * from reckoned_states where order_id = any(array(select distinct order_id from noted_orders))) s
  left join (select * from unsettled_orders where order_id = any(array(select distinct order_id from noted_orders))) u on (u.layer, u.order_id) = (s.layer, s.order_id)
where exists (select 1 from noted_orders n where n.order_id = s.order_id and coalesce(n.layer, s.layer) = s.layer);
