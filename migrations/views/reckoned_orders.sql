-- The whole states of orders, reckoned from nothing. One whose bars stand in the wrong order has no day on which it ships. order_states and reckon_orders say the same
-- of some orders.
create view reckoned_orders as
select s.layer, s.order_id, s.delivery_date, s.task_count, s.finished_count, s.unplanned_count, s.open, s.dated, s.end_date, s.remaining_count,
  case when not coalesce(u.crossed, false) then s.shipping_date end as shipping_date, s.late_days, coalesce(u.unsettled, false) as unsettled
from (select * from reckoned_states) s left join (select * from unsettled_orders) u on (u.layer, u.order_id) = (s.layer, s.order_id);
