import type { Knex } from 'knex';

const dayUnits = (isOpen: string): string => `
    create or replace view day_units as
    select a.facility_id, a.date, a.units, null::text as stop from facility_availabilities a
    where not exists (select 1 from stopped_days s where s.facility_id = a.facility_id and s.date = a.date)
    union all
    select s.facility_id, s.date, case when s.whole then 0 else greatest(0, coalesce(a.units, f.availability) - s.units) end, s.reason
    from stopped_days s join facilities f on f.id = s.facility_id
      left join facility_availabilities a on a.facility_id = s.facility_id and a.date = s.date
    -- A unit that stands opens no closed day for the others.
    where s.whole or a.units is not null or ${isOpen};`;

/** The closed days of the plant from day to day: the rows of the holiday table, and weekends before the first and behind the last of them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function closed_days(from_day date, to_day date) returns setof date language sql stable as $$
      select date from holidays where date between from_day and to_day
      union all
      select day::date from (select min(date) as first, max(date) as last from holidays) known
        cross join lateral generate_series(from_day, to_day, interval '1 day') day
        where extract(isodow from day) > 5 and not coalesce(day between known.first and known.last, false)
    $$;
    ${dayUnits('s.date not in (select closed_days(s.date, s.date))')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  const known = `s.date in (select date from holidays)
    or (extract(isodow from s.date) > 5 and s.date > coalesce((select max(date) from holidays), '-infinity'))`;
  await knex.raw(`${dayUnits(`not (${known})`)} drop function closed_days(date, date)`);
}
