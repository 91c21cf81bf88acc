-- The way back from on_clock, for what is searched by its day.
create or replace function off_clock(at timestamptz) returns timestamptz language sql stable parallel safe as $$ select at - clock_ahead() $$;
