-- What foreign keys would say of bars, asked once a statement and not once a row: their order tasks and facilities are there, and nobody deletes them meanwhile. The id of
-- a bar never becomes another one.
create or replace function refer_bars() returns trigger language plpgsql as $$
  declare
    sought bigint[];
    held bigint;
  begin
    if tg_op = 'INSERT' then
      sought := array(select distinct id from changed);
      perform from order_tasks where id = any(sought) for key share;
      get diagnostics held = row_count;
      if held < cardinality(sought) then
        raise foreign_key_violation using message = 'a bar of no order task', table = 'plan_entries', constraint = 'plan_entries_id_fkey';
      end if;
      sought := array(select distinct facility_id from changed where facility_id is not null);
    else
      sought := array(select facility_id from changed where facility_id is not null except select facility_id from former);
    end if;
    perform from facilities where id = any(sought) for key share;
    get diagnostics held = row_count;
    if held < cardinality(sought) then
      raise foreign_key_violation using message = 'a bar at no facility', table = 'plan_entries', constraint = 'plan_entries_facility_id_fkey';
    end if;
    return null;
  end $$;
