-- What single days of facilities say in the plant of a plan's premises, as day_units says it of the plant as it is.
create or replace function plan_day_units(plan integer) returns setof day_units language sql stable as $$
  select u.* from day_units u where not exists (select 1 from premised_units p where p.layer = plan and (p.facility_id, p.date) = (u.facility_id, u.date))
  union all
  select facility_id, date, units, null::text from premised_units where layer = plan
$$;
