-- The other side of refer_bars: bars go with their order task, in every plan, and a facility stays while one stands at it.
create or replace function leave_bars() returns trigger language plpgsql as $$ begin
  if tg_op = 'TRUNCATE' then delete from plan_entries;
  elsif tg_table_name = 'order_tasks' then delete from plan_entries where id in (select id from former);
  elsif exists (select from plan_entries where facility_id in (select id from former)) then
    raise foreign_key_violation using message = 'a bar stands at this facility', table = 'plan_entries', constraint = 'plan_entries_facility_id_fkey';
  end if;
  return null;
end $$;
