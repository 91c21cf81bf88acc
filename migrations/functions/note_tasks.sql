-- The orders of tasks whose code becomes another one are noted: by it a state tells which process is the demolding.
create or replace function note_tasks() returns trigger language plpgsql as $$ begin
  insert into noted_orders
    select distinct l.order_id from former f join changed c using (id) join order_tasks t on t.task_id = f.id join lots l on l.id = t.lot_id where f.code_key <> c.code_key;
  return null;
end $$;
