-- The closed days of the plant as it is, from day to day.
create or replace function closed_days(from_day date, to_day date) returns setof date language sql stable as $$
  select plan_closed_days(0, from_day, to_day)
$$;
