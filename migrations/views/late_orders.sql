-- The late open orders with their place among them, from 0: the latest first, then by delivery date and serial number. Every list of them is in this order, in each plan.
create view late_orders as
select s.layer, s.order_id, o.serial_number, s.delivery_date, s.end_date, s.late_days,
  (row_number() over (partition by s.layer order by s.late_days desc, s.delivery_date, o.serial_number, s.order_id))::integer - 1 as place
from order_states s join orders o on o.id = s.order_id where s.open and s.late_days > 0;
