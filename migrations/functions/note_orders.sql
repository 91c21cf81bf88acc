-- Orders that change are noted: their states are reckoned anew.
create or replace function note_orders() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then insert into noted_orders select distinct * from (select id from changed) reached;
  elsif tg_op = 'DELETE' then insert into noted_orders select distinct * from (select id from former) reached;
  else insert into noted_orders select id from former union select id from changed;
  end if;
  return null;
end $$;
