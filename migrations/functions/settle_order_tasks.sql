-- Order tasks have come, or their files say something else of what has come of them.
create or replace function settle_order_tasks() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    perform regain_actuals(array(select id from changed));
    perform settle_receptions(array(select id from changed where received or received_quantity > 0));
  else
    perform settle_receptions(array(select c.id from changed c join former f using (id)
      where (c.lot_id, c.task_id, c.received, c.last_reception_date, c.order_quantity, c.received_quantity, c.arrangement, c.outsourcing_code)
        is distinct from (f.lot_id, f.task_id, f.received, f.last_reception_date, f.order_quantity, f.received_quantity, f.arrangement, f.outsourcing_code)));
  end if;
  return null;
end $$;
