-- Days on which a stop that says when it will be over closes a facility, or some units of it.
create view stopped_days as
select s.facility_id, day::date as date, bool_or(s.unit is null) as whole, count(distinct s.unit)::integer as units,
  (array_agg(s.reason order by s.unit is not null, s.stopped_at, s.id))[1] as reason
from facility_stops s cross join lateral generate_series(s.stopped_at::date, s.resumes_on - 1, interval '1 day') day
where s.resumed_at is null and s.resumes_on is not null group by 1, 2;
