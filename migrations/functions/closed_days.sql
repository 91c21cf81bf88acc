-- The closed days of the plant from day to day, as domain/plant/closed-days says them: within its first and last row the holiday table holds them all, before and
-- behind it weekends are closed.
create or replace function closed_days(from_day date, to_day date) returns setof date language sql stable as $$
  select date from holidays where date between from_day and to_day
  union all
  select day::date from (select min(date) as first, max(date) as last from holidays) known
    cross join lateral generate_series(from_day, to_day, interval '1 day') day
    where extract(isodow from day) > 5 and not coalesce(day between known.first and known.last, false)
$$;
