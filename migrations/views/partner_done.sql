-- Bars of plans that are finished by a partner's word alone: neither the core system nor anybody in the plant has said so. The word can be taken back, so
-- the work stays in sight until the core system confirms it.
create view partner_done as
select e.layer, e.id as entry_id, p.answered_at::date as done_on
from actuals a join plan_entries e on e.id = a.order_task_id join outsourcing_answers p on p.order_task_id = e.id
  join lots l on l.id = e.lot_id join orders o on o.id = l.order_id
where e.outsourced and a.closed_by = 'partner' and not is_delivered(o.delivery_status);
