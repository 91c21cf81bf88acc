-- The bars of an order in the order in which one looks at them: of the lot that ends last the first open one that ends after the deadline, else the first open
-- one, else the last one.
create view bars_to_show as
select layer, order_id, lot_id, lot_number, id, open, row_number() over (partition by layer, order_id order by open desc, past_deadline desc,
    case when past_deadline then lot_end end desc nulls last, case when open then start_at end, case when open then task_sort end,
    start_at desc, id) as rank
from (select b.*, max(b.last_day) over (partition by b.layer, b.order_id, b.lot_id) as lot_end from bars b) bars_of_lots;
