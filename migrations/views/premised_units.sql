-- Units of facilities on days by the premises of a plan, as scheduling/reading/rows/premises says them: closed days stay so, unless all of those said are.
create view premised_units as
select distinct on (s.layer, s.facility_id, d.date) s.layer, s.facility_id, d.date, s.units
from (select layer, place, (premise ->> 'facility_id')::bigint as facility_id, coalesce(premise ->> 'from_date', premise ->> 'from')::date as first,
    coalesce(premise ->> 'to_date', premise ->> 'to')::date as last, coalesce((premise ->> 'units')::integer, 0) as units, kind = 'stop' as stops
  from told_premises where kind in ('availability', 'stop')) s
  cross join lateral (
    select day::date as date, count(*) filter (where not closed) over () as working, closed
    from (select day, day::date in (select plan_closed_days(s.layer, s.first, s.last)) as closed from generate_series(s.first, s.last, interval '1 day') day) days) d
where s.stops or not d.closed or d.working = 0
order by s.layer, s.facility_id, d.date, s.place desc;
