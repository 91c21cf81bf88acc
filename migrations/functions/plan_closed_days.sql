-- The closed days of the plant of a plan's premises from day to day, as domain/plant/closed-days says them: within its first and last row the holiday table holds them
-- all, before and behind it weekends are closed.
create or replace function plan_closed_days(plan integer, from_day date, to_day date) returns setof date language sql stable as $$
  select date from plan_holidays(plan) date where date between from_day and to_day
  union all
  select day::date from (select min(date) as first, max(date) as last from plan_holidays(plan) date) span
    cross join lateral generate_series(from_day, to_day, interval '1 day') day
    where extract(isodow from day) > 5 and not coalesce(day between span.first and span.last, false)
$$;
