-- By how much the program's clock is ahead of the machine's, as the session was told.
create or replace function clock_ahead() returns interval language sql stable parallel safe as
  $$ select coalesce(nullif(current_setting('planner.clock_ahead', true), ''), '0')::interval $$;
