-- The orders of processes to which something happened are noted.
create or replace function note_actuals() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then insert into noted_orders select distinct * from (select l.order_id from changed c join order_tasks t on t.id = c.order_task_id join lots l on l.id = t.lot_id) reached;
  elsif tg_op = 'DELETE' then insert into noted_orders select distinct * from (select l.order_id from former c join order_tasks t on t.id = c.order_task_id join lots l on l.id = t.lot_id) reached;
  else insert into noted_orders select l.order_id from former c join order_tasks t on t.id = c.order_task_id join lots l on l.id = t.lot_id union select l.order_id from changed c join order_tasks t on t.id = c.order_task_id join lots l on l.id = t.lot_id;
  end if;
  return null;
end $$;
