-- Says which rows of a table have changed, by one of its columns, to whoever keeps what he has read of it: nothing of none, and of very many that they are many.
create or replace function note_changed_rows() returns trigger language plpgsql as $$ declare
  changed text := case when tg_op = 'UPDATE' then 'select %1$I as key from former_rows union select %1$I from changed_rows' else 'select %1$I as key from changed_rows' end;
  told bigint[];
begin
  execute format('select array_agg(key) from (select distinct key from (' || changed || ') rows where key is not null limit 2001) few', tg_argv[0]) into told;
  if told is not null then
    insert into table_changes (table_name, keys) values (tg_table_name, case when cardinality(told) <= 2000 then told end);
  end if;
  return null;
end $$;
