-- The share that a lot has of its order has changed: a partner may have completed all of it now, or no longer. Of processes whose rows say no pieces.
create or replace function settle_shares(orders bigint[]) returns void language plpgsql as $$ begin
  perform settle_receptions(array(select t.id from lots l join order_tasks t on t.lot_id = l.id join outsourcing_answers a on a.order_task_id = t.id
    where l.order_id = any(orders) and t.order_quantity = 0 and a.completed_quantity > 0));
end $$;
