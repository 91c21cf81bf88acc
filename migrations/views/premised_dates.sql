-- Due dates that orders have by the premises of a plan; null: none.
create view premised_dates as
select distinct on (layer, order_id) layer, order_id, delivery_date
from (select layer, place, (premise ->> 'order_id')::bigint as order_id, (premise ->> 'delivery_date')::date as delivery_date
  from told_premises where kind = 'order' and premise ? 'delivery_date') said
order by layer, order_id, place desc;
