-- The holiday table of the plant of a plan's premises. Layer 0 holds no plan: the plant as it is.
create or replace function plan_holidays(plan integer) returns setof date language sql stable as $$
  select date from holidays h where not exists (select 1 from premised_days d where d.layer = plan and d.date = h.date)
  union all
  select date from premised_days where layer = plan and closed
$$;
