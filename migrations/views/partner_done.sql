-- Bars of the published plan that are finished by a partner's word alone: neither the core system nor anybody in the plant has said so. The word can be taken back, so
-- the work stays in sight until the core system confirms it.
create view partner_done as
select e.id as entry_id, a.answered_at::date as done_on
from plan_entries e join order_tasks ot on ot.id = e.order_task_id join order_task_states s on s.id = ot.id
  join outsourcing_answers a on a.order_task_id = ot.id join lots l on l.id = e.lot_id join orders o on o.id = l.order_id
where e.plan_id = (select id from plans where published) and e.outsourced and s.all_received and not e.received_locked
  and not all_received(ot.received, ot.order_quantity, ot.received_quantity) and not is_delivered(o.delivery_status);
