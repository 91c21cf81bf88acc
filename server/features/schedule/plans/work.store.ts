import type { Success } from '../../../contract/handlers.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { WORK_END_CLOCK, WORK_START_CLOCK } from '../../../domain/ground/constants.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';

type Compared = Success<'comparePlans'>['plans'][number];

/** How far ahead the hours of people are counted: of all that is to do they are the same in every plan. */
const AHEAD_DAYS = 28;

/** What a plan asks of its facilities. */
export type Work = Pick<Compared, 'work_hours' | 'closed_hours' | 'closed_days' | 'load'>;

/**
 * What is still to do at facilities in the plan: hours of each by the week in which they begin, a furnace run once, however much is in it; hours of people in the next four weeks;
 * and hours beyond the calendar of the plant, with the days on which those lie. A bar works on a closed day as far as the open days that it touches do not hold its hours, whoever
 * opened that day; a furnace, which goes on by itself, if it is loaded there.
 */
export async function workOf(db: Db, plan: Plan, today: PlantDate): Promise<Work> {
  const { rows } = await db.raw(
    `with work as materialized (
       select w.id, w.facility_id, w.start_at, w.end_at, w.hours, w.facility_id in (select id from furnaces) as fired from planned_work w
       where w.layer = ${plan} and not w.finished and w.facility_id is not null
         and not exists (select 1 from furnace_run_members m where (m.layer, m.plan_entry_id) = (w.layer, w.id))
       union all
       select -r.id, r.facility_id, r.run_start, r.run_end, extract(epoch from r.run_end - r.run_start) / 3600, true from furnace_runs r
       where r.layer = ${plan} and exists (select 1 from furnace_run_members m join order_task_states t on t.id = m.plan_entry_id
         where m.furnace_run_id = r.id and not t.finished)),
     load as (
       select w.facility_id, f.facility_name, date_trunc('week', w.start_at)::date as week, round(sum(w.hours), 2)::double precision as hours
       from work w join facilities f on f.id = w.facility_id where w.hours > 0 group by 1, 2, 3),
     -- The plant's own days, whatever a premise of the plan opens.
     shut as materialized (
       select date from closed_days((select min(start_at)::date from work), (select max(end_day(end_at)) from work)) as date),
     touching as materialized (
       select w.*, end_day(w.end_at) as last_day from work w
       where w.start_at::date in (select date from shut) or end_day(w.end_at) in (select date from shut)
         or end_day(w.end_at) > w.start_at::date + 1 and exists (select 1 from shut where shut.date between w.start_at::date and end_day(w.end_at))),
     -- What lies before its casting is placed without a calendar, and what is delivered is not done any more.
     held as (select id from bars where layer = ${plan} and holds and id = any(array(select id from touching))),
     stays as (
       select t.*, day::date as date, shut.date is not null as closed, greatest(0, extract(epoch from
         least(t.end_at, day::date + time '${WORK_END_CLOCK}') - greatest(t.start_at, day::date + time '${WORK_START_CLOCK}')) / 3600) as stay
       from touching t cross join lateral generate_series(t.start_at::date, t.last_day, interval '1 day') day left join shut on shut.date = day::date
       where t.id < 0 or t.id in (select id from held)),
     known as (
       select *, coalesce(sum(stay) filter (where not closed) over of_bar, 0) as open_hours,
         coalesce(sum(stay) filter (where closed) over (of_bar order by date rows between unbounded preceding and 1 preceding), 0) as before
       from stays window of_bar as (partition by id)),
     beyond as (
       select date, case
           when fired then case when date = start_at::date then stay else 0 end
           -- What was added by hand needs what it was given.
           when hours is null then case when open_hours = 0 then stay else 0 end
           else greatest(0, least(stay, hours - open_hours - before)) end as hours
       from known where closed)
     select (select coalesce(json_agg(load order by facility_id, week), '[]') from load) as load,
       (select coalesce(round(sum(hours), 2), 0) from work where not fired and hours > 0 and start_at < ?::date + ${AHEAD_DAYS})::double precision as work_hours,
       coalesce(round(sum(hours), 2), 0)::double precision as closed_hours, (count(distinct date) filter (where hours > 0))::integer as closed_days
     from beyond`,
    [today],
  );
  return rows[0];
}

/** Weight in the furnace runs of the plan that have a limit of it, as a share of that limit; null: it has none of them. */
export async function weightFill(db: Db, plan: Plan): Promise<number | null> {
  const { rows } = await db.raw(
    `select (sum(m.weight) / sum(f.max_weight))::double precision as fill from furnace_runs r join facilities f on f.id = r.facility_id
       join (select furnace_run_id, sum(weight) as weight from furnace_run_members where layer = ${plan} group by 1) m on m.furnace_run_id = r.id
     where r.layer = ${plan} and f.max_weight > 0`,
  );
  return rows[0].fill;
}
