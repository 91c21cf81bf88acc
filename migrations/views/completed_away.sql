-- Order tasks that count as received because their partner completed more than has come, and all: the few answers as a set, for who looks at every step of the plant.
create view completed_away as
select a.order_task_id from outsourcing_answers a
  join order_tasks ot on ot.id = a.order_task_id and (ot.task_id, ot.outsourcing_code) = (a.task_id, a.outsourcing_code)
where a.completed_quantity > ot.received_quantity and is_outsourced(ot.arrangement, ot.outsourcing_code)
  and a.completed_quantity >= case when ot.order_quantity > 0 then ot.order_quantity else (select ceil(max(o.number)::numeric / count(*))::integer
    from lots own join orders o on o.id = own.order_id join lots s on s.order_id = o.id where own.id = ot.lot_id) end;
