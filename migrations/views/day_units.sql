-- What single days of facilities say instead of their own count of units, a stop among it; whoever plans or judges reads it, and only who edits overrides reads their table.
create view day_units as
select a.facility_id, a.date, a.units, null::text as stop from facility_availabilities a
where not exists (select 1 from stopped_days s where s.facility_id = a.facility_id and s.date = a.date)
union all
select s.facility_id, s.date, case when s.whole then 0 else greatest(0, coalesce(a.units, f.availability) - s.units) end, s.reason
from stopped_days s join facilities f on f.id = s.facility_id
  left join facility_availabilities a on a.facility_id = s.facility_id and a.date = s.date
-- A unit that stands opens no closed day for the others.
where s.whole or a.units is not null or s.date not in (select closed_days(s.date, s.date));
