-- The orders of lots that change are noted.
create or replace function note_lots() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then insert into noted_orders select distinct * from (select order_id from changed) reached;
  elsif tg_op = 'DELETE' then insert into noted_orders select distinct * from (select order_id from former) reached;
  else insert into noted_orders select order_id from former union select order_id from changed;
  end if;
  return null;
end $$;
