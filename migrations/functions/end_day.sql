-- The last day of a bar: an end of 00:00 belongs to the day before.
create or replace function end_day(ends timestamptz) returns date language sql stable as $$ select (ends - interval '1 minute')::date $$;
