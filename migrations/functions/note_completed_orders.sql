-- Orders of which another day of completion is remembered are noted.
create or replace function note_completed_orders() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then insert into noted_orders select distinct * from (select o.id from changed c join orders o on o.serial_key = c.serial_key) reached;
  elsif tg_op = 'DELETE' then insert into noted_orders select distinct * from (select o.id from former c join orders o on o.serial_key = c.serial_key) reached;
  else insert into noted_orders select o.id from former c join orders o on o.serial_key = c.serial_key union select o.id from changed c join orders o on o.serial_key = c.serial_key;
  end if;
  return null;
end $$;
