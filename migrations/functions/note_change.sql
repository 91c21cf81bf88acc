-- Says that something of a table has changed, to whoever keeps what he has read of it.
create or replace function note_change() returns trigger language plpgsql as $$ begin
  insert into table_changes (table_name) values (tg_table_name);
  return null;
end $$;
