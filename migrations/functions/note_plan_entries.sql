-- The orders of bars that change are noted, in their plan.
create or replace function note_plan_entries() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then insert into noted_orders (order_id, layer) select distinct l.order_id, c.layer from changed c join lots l on l.id = c.lot_id;
  elsif tg_op = 'DELETE' then insert into noted_orders (order_id, layer) select distinct l.order_id, c.layer from former c join lots l on l.id = c.lot_id;
  else insert into noted_orders (order_id, layer) select l.order_id, c.layer from former c join lots l on l.id = c.lot_id union select l.order_id, c.layer from changed c join lots l on l.id = c.lot_id;
  end if;
  return null;
end $$;
