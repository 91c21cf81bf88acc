-- The orders of bars of which the shop floor says something else are noted.
create or replace function note_work_marks() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then insert into noted_orders select distinct * from (select l.order_id from changed c join plan_entries e on e.id = c.plan_entry_id join lots l on l.id = e.lot_id) reached;
  elsif tg_op = 'DELETE' then insert into noted_orders select distinct * from (select l.order_id from former c join plan_entries e on e.id = c.plan_entry_id join lots l on l.id = e.lot_id) reached;
  else insert into noted_orders select l.order_id from former c join plan_entries e on e.id = c.plan_entry_id join lots l on l.id = e.lot_id union select l.order_id from changed c join plan_entries e on e.id = c.plan_entry_id join lots l on l.id = e.lot_id;
  end if;
  return null;
end $$;
