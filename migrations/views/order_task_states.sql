-- An order task with what follows from its row: whether all of it has come, its pieces, its hours. What a partner has completed counts as received, whoever
-- says so first; it is asked of answers alone: with an unknown on its left, `and` looks at the rest, and a partner's code is dear to read.
create view order_task_states as
select ot.id, ot.lot_id, ot.task_id, ot.task_sort, ot.last_reception_date,
  (all_received(ot.received, ot.order_quantity, ot.received_quantity)
    or (coalesce(a.completed_quantity > ot.received_quantity, false) and is_outsourced(ot.arrangement, ot.outsourcing_code)
      and a.completed_quantity >= case when ot.order_quantity > 0 then ot.order_quantity else (select ceil(max(o.number)::numeric / count(*))::integer
        from lots own join orders o on o.id = own.order_id join lots s on s.order_id = o.id where own.id = ot.lot_id) end)) as all_received,
  -- Where the row says none, the lot's equal share of its order.
  case when ot.order_quantity > 0 then ot.order_quantity else (select ceil(max(o.number)::numeric / count(*))::integer
    from lots own join orders o on o.id = own.order_id join lots s on s.order_id = o.id where own.id = ot.lot_id) end as pieces,
  -- Where the row says none, the setting; one of another type is refused where it is kept.
  coalesce(nullif(ot.setup_hours + ot.work_hours, 0), coalesce((select (value ->> 'default_work_hours')::numeric from settings
    where key = 'plan_settings' and jsonb_typeof(value -> 'default_work_hours') = 'number'), 4)) as whole_hours,
  -- Of a row that was received in part its share of the work, without set-up.
  case when ot.received_quantity > 0 and ot.received_quantity < ot.order_quantity
    then case when ot.setup_hours + ot.work_hours > 0 then ot.work_hours else coalesce((select (value ->> 'default_work_hours')::numeric from settings
      where key = 'plan_settings' and jsonb_typeof(value -> 'default_work_hours') = 'number'), 4) end
      * (ot.order_quantity - ot.received_quantity) / ot.order_quantity
    else coalesce(nullif(ot.setup_hours + ot.work_hours, 0), coalesce((select (value ->> 'default_work_hours')::numeric from settings
      where key = 'plan_settings' and jsonb_typeof(value -> 'default_work_hours') = 'number'), 4)) end as work_hours
from order_tasks ot left join outsourcing_answers a
  on a.order_task_id = ot.id and (a.task_id, a.outsourcing_code) = (ot.task_id, ot.outsourcing_code);
