import type { Plan } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';

/** What a facility needs in a week and has open in it, hours. */
export interface FacilityWeek {
  facility_id: number;
  facility_name: string;
  units: number;
  furnace: boolean;
  /** 0 is the first week asked for. */
  week: number;
  needed_hours: number;
  open_hours: number;
  /** Closed by 設備稼働 on every working day of the week. */
  stopped: boolean;
}

/** Hours of a day in which the plant works. */
const DAY_HOURS = 8;

/**
 * 設備負荷 of a plan. An open bar of a late order is needed as many days earlier as its order is late, though not before today or its casting; every other bar where it
 * stands. A working bar's hours spread evenly over its working days. A furnace run needs the hours of the loading day that it would take if it were
 * loaded at 08:00: eight for each whole day, the rest up to eight.
 * `calendar.counts`: working days up to each day from `calendar.from` on, which is long before any bar and long after the last week.
 */
export async function loadWeeks(
  db: Db,
  plan: Plan,
  asked: { from: PlantDate; weeks: number; today: PlantDate; calendar: { from: PlantDate; counts: readonly number[] } },
): Promise<FacilityWeek[]> {
  const { from, weeks, today, calendar } = asked;
  const { rows } = await db.raw(
    `with counted as materialized (select :counts::integer[] as upto, :first::date as first),
     span as (select week, :from::date + 7 * week as first, :from::date + 7 * week + 6 as last from generate_series(0, :weeks - 1) week),
     late as materialized (
       select l.id as lot_id, s.late_days, greatest(coalesce(c.casting_date, o.casting_date), :today::date) as soonest
       from order_states s join orders o on o.id = s.order_id join lots l on l.order_id = o.id left join castings c on c.lot_id = l.id
       where s.layer = ${plan} and s.open and s.late_days > 0),
     bars as (
       select e.facility_id, e.start_at::date as first, e.last_day as last, extract(epoch from e.end_at - e.start_at) / 3600 as stay, e.hours as work,
         case when late.lot_id is null or e.finished then 0 else least(late.late_days, greatest(0, e.start_at::date - late.soonest)) end as earlier,
         case when e.facility_id in (select id from furnaces) or e.id in (select plan_entry_id from furnace_run_members where layer = ${plan}) then e.id end as fired
       from planned_work e left join late on late.lot_id = e.lot_id
       where e.layer = ${plan} and e.facility_id is not null and e.end_at >= :from::date),
     summed as materialized (
       select facility_id, first, last, earlier, fired,
         sum(case when fired is not null then stay else coalesce(work, least(stay, ${DAY_HOURS} * greatest(1, last - first + 1))) end) as hours
       from bars group by 1, 2, 3, 4, 5),
     runs as (
       select r.facility_id, r.run_start::date - max(b.earlier) as day, extract(epoch from r.run_end - r.run_start) / 3600 as hours
       from furnace_runs r join furnace_run_members m on m.furnace_run_id = r.id join summed b on b.fired = m.plan_entry_id
       where r.layer = ${plan} group by r.id
       union all
       select facility_id, first - earlier, hours from summed
       where fired is not null and fired not in (select plan_entry_id from furnace_run_members where layer = ${plan})),
     placed as (
       select facility_id, first - earlier as first, last - earlier as last, sum(hours) as hours from summed
       where fired is null and first - earlier < :from::date + 7 * :weeks and last - earlier >= :from::date group by 1, 2, 3),
     spread as (
       select p.*, c.upto, c.first as base, c.upto[p.last - c.first + 1] - c.upto[p.first - c.first] as days from placed p, counted c),
     needed as (
       select facility_id, (day - :from::date) / 7 as week, floor(hours / 24) * ${DAY_HOURS} + least(hours - floor(hours / 24) * 24, ${DAY_HOURS}) as hours
       from runs where day >= :from::date
       union all
       select p.facility_id, s.week, case
           when p.days > 0 then p.hours * (p.upto[least(p.last, s.last) - p.base + 1] - p.upto[greatest(p.first, s.first) - p.base]) / p.days
           when p.last between s.first and s.last then p.hours else 0 end
       from spread p join span s on s.first <= p.last and s.last >= p.first),
     wanted as (select facility_id, week, sum(hours) as hours from needed where week < :weeks group by 1, 2),
     days as (
       select s.week, s.first + d as day, c.upto[s.first + d - c.first + 1] > c.upto[s.first + d - c.first] as working
       from span s, generate_series(0, 6) d, counted c),
     opened as (
       select f.id, d.week, sum(coalesce(a.units, case when d.working then f.availability else 0 end)) * ${DAY_HOURS} as hours,
         bool_and(coalesce(a.units = 0, false)) filter (where d.working) as stopped
       from facilities f cross join days d left join day_units a on a.facility_id = f.id and a.date = d.day
       where f.active group by f.id, d.week)
     select f.id as facility_id, f.facility_name, f.availability as units, f.id in (select id from furnaces) as furnace, o.week,
       coalesce(w.hours, 0)::double precision as needed_hours, o.hours::double precision as open_hours, coalesce(o.stopped, false) as stopped
     from opened o join facilities f on f.id = o.id left join wanted w on w.facility_id = o.id and w.week = o.week
     order by f.facility_code, f.id, o.week`,
    { from, weeks, today, first: calendar.from, counts: calendar.counts as number[] },
  );
  return rows;
}
