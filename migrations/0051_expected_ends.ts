import type { Knex } from 'knex';

/** Whether the plant is closed on the day of `s`: a holiday, behind the last of them also a weekend. */
const CLOSED = `(s.date in (select date from holidays)
  or (extract(isodow from s.date) > 5 and s.date > coalesce((select max(date) from holidays), '-infinity')))`;

/**
 * A stop may say on which day it is expected to be over: until then the facility, or one unit of it, is closed. day_units: what single days of facilities say instead of
 * their own count of units, a stop among it; whoever plans or judges reads it, and only who edits overrides reads their table.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table facility_stops add column resumes_on date check (resumes_on > stopped_at::date);

    create view stopped_days as
    select s.facility_id, day::date as date, bool_or(s.unit is null) as whole, count(distinct s.unit)::integer as units,
      (array_agg(s.reason order by s.unit is not null, s.stopped_at, s.id))[1] as reason
    from facility_stops s cross join lateral generate_series(s.stopped_at::date, s.resumes_on - 1, interval '1 day') day
    where s.resumed_at is null and s.resumes_on is not null group by 1, 2;

    create view day_units as
    select a.facility_id, a.date, a.units, null::text as stop from facility_availabilities a
    where not exists (select 1 from stopped_days s where s.facility_id = a.facility_id and s.date = a.date)
    union all
    select s.facility_id, s.date, case when s.whole then 0 else greatest(0, coalesce(a.units, f.availability) - s.units) end, s.reason
    from stopped_days s join facilities f on f.id = s.facility_id
      left join facility_availabilities a on a.facility_id = s.facility_id and a.date = s.date
    -- A unit that stands opens no closed day for the others.
    where s.whole or a.units is not null or not ${CLOSED};
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop view day_units, stopped_days; alter table facility_stops drop column resumes_on');
}
