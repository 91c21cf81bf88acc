-- The hours of a process whose row says none: the setting; one of another type is refused where it is kept.
create or replace function default_hours() returns numeric language sql stable as
  $$ select coalesce((select (value ->> 'default_work_hours')::numeric from settings
    where key = 'plan_settings' and jsonb_typeof(value -> 'default_work_hours') = 'number'), 4) $$;
