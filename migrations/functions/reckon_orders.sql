-- The states of some orders in a plan, reckoned from nothing, as reckoned_orders says them: many as a whole, few by their ids. The condition stands on both sides:
-- PostgreSQL carries no other than equality over an outer join.
create or replace function reckon_orders(plan integer, ids bigint[]) returns setof reckoned_orders language plpgsql stable as $$ begin
  if cardinality(ids) > 500 then return query select * from reckoned_orders r where r.layer = plan and r.order_id in (select unnest(ids));
  else return query
    select s.layer, s.order_id, s.delivery_date, s.task_count, s.finished_count, s.unplanned_count, s.open, s.dated, s.end_date, s.remaining_count,
      case when not coalesce(u.crossed, false) then s.shipping_date end as shipping_date, s.late_days, coalesce(u.unsettled, false) as unsettled
    from (select * from reckoned_states where layer = plan and order_id = any(ids)) s
      left join (select * from unsettled_orders where layer = plan and order_id = any(ids)) u on u.order_id = s.order_id;
  end if;
end $$;
