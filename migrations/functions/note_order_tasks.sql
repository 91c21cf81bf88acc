-- The orders of processes that change are noted.
create or replace function note_order_tasks() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then insert into noted_orders select distinct * from (select l.order_id from changed c join lots l on l.id = c.lot_id) reached;
  elsif tg_op = 'DELETE' then insert into noted_orders select distinct * from (select l.order_id from former c join lots l on l.id = c.lot_id) reached;
  else insert into noted_orders select l.order_id from former c join lots l on l.id = c.lot_id union select l.order_id from changed c join lots l on l.id = c.lot_id;
  end if;
  return null;
end $$;
