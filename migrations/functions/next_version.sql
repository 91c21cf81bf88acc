-- The version of a bar never repeats: one that comes back goes on where it left.
create or replace function next_version() returns trigger language plpgsql as $$ begin
  new.version := greatest(new.version, 1 + coalesce((select last_version from order_tasks where id = new.id), 0));
  return new;
end $$;
