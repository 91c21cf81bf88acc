-- Those of these order tasks that count as received because their partner completed more than has come, and all.
create or replace function completed_away(ids bigint[]) returns setof bigint language sql stable as $$
  select ot.id from order_tasks ot join outsourcing_answers a
    on a.order_task_id = ot.id and (a.task_id, a.outsourcing_code) = (ot.task_id, ot.outsourcing_code)
  where ot.id = any(ids) and a.completed_quantity > ot.received_quantity and is_outsourced(ot.arrangement, ot.outsourcing_code)
    and a.completed_quantity >= case when ot.order_quantity > 0 then ot.order_quantity else lot_pieces(ot.lot_id) end
$$;
