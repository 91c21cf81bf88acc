-- Keeps the states of the orders that were noted up to now. By one at a time, each in a snapshot that begins when the former one has ended.
create or replace function keep_order_states() returns void language sql as $$
  with seen as (delete from noted_orders returning order_id, layer),
    asked as materialized (select p.layer, array_agg(distinct seen.order_id) as ids from plans p join seen on coalesce(seen.layer, p.layer) = p.layer group by p.layer),
    found as materialized (select r.* from asked cross join lateral reckon_orders(asked.layer, asked.ids) r),
    gone as (delete from kept_orders k using asked where k.layer = asked.layer and k.order_id = any(asked.ids) and (k.layer, k.order_id) not in (select layer, order_id from found))
  insert into kept_orders select * from found on conflict (layer, order_id) do update set
    (delivery_date, task_count, finished_count, unplanned_count, open, dated, end_date, remaining_count, shipping_date, late_days, unsettled)
    = (excluded.delivery_date, excluded.task_count, excluded.finished_count, excluded.unplanned_count, excluded.open, excluded.dated,
      excluded.end_date, excluded.remaining_count, excluded.shipping_date, excluded.late_days, excluded.unsettled)
    where kept_orders is distinct from excluded
$$;
