-- Rows bear the machine's time, which only goes on. This is what the program's clock, which may be set to another day, showed then.
create or replace function on_clock(at timestamptz) returns timestamptz language sql stable parallel safe as $$ select at + clock_ahead() $$;
