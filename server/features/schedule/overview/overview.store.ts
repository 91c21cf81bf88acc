import type { components } from '../../../contract/types.ts';
import type { Plan } from '../../../db/plan.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Db } from '../../../db/types.ts';

/** A bar with its names. */
export type NamedBar = components['schemas']['NamedBar'];

/**
 * Gives the ids of the open bars of the plan that may be in conflict, so that the caller judges these bars alone: the first `most` of them by start. `more` says
 * that there are others. No bar in conflict is missing, except where rules have changed since the plan was made: `misfits` finds those. A bar is
 * suspect for one of three reasons.
 *
 * 1. It crosses another bar of its lot: the later process begins before the earlier one ends. Their places count, and the taps of a bar that has begun.
 * 2. No run moves it again, and it starts or ends on a holiday, or the bars that no run moves are too many for its facility by themselves. A furnace
 *    run counts as one bar there. The next run moves all other bars.
 * 3. It stands elsewhere than where a run found it sound, or the bar before it in its lot does.
 *
 * The value of an id is true in the third case, and where the facility has no unit at all: such a bar may break any rule. A bar that a run may move
 * breaks the order in its lot at most.
 */
export async function suspectIds(db: Db, plan: Plan, most: number): Promise<{ ids: Map<number, boolean>; more: boolean }> {
  const { rows } = await prepared<{ id: number; unsound: boolean }>(
    db,
    `with lots_to_see as (select l.id from order_states s join lots l on l.order_id = s.order_id where s.layer = ? and s.open and s.unsettled),
     seen as materialized (
       select id, lot_id, task_sort, start_at, end_at, placed_by from bars where layer = ? and lot_id = any(array(select id from lots_to_see)) and open),
     crossed as (
       select unnest(array[a.id, b.id]) as id from seen a join seen b on b.lot_id = a.lot_id
       where a.task_sort < b.task_sort and a.end_at > b.start_at),
     begun as materialized (
       select bars.id, bars.lot_id, bars.task_sort, m.started_at from bars join actuals m on m.order_task_id = bars.id
       where layer = ? and id = any(array(select order_task_id from actuals where started_at is not null and finished_at is null)) and open),
     fixed as materialized (
       select id, facility_id, start_at, end_at from bars where layer = ? and (locked or origin = 'hand') and placed_by = 'lock' and open),
     runs as materialized (
       select m.plan_entry_id as id, -r.id as stay, r.facility_id, r.run_start, r.run_end
       from fixed join furnace_run_members m on m.layer = ? and m.plan_entry_id = fixed.id join furnace_runs r on r.id = m.furnace_run_id),
     stays as materialized (
       select id as stay, facility_id, start_at, end_at from fixed where facility_id is not null and id not in (select id from runs)
       union
       select stay, facility_id, run_start, run_end from runs),
     steps as (
       select facility_id, at, sum(step)::integer as step
       from (select facility_id, start_at as at, 1 as step from stays union all select facility_id, end_at, -1 from stays) ends group by facility_id, at),
     moments as materialized (
       select facility_id, at, sum(step) over along as taken, lead(at) over along as until from steps window along as (partition by facility_id order by at)),
     crowded as materialized (
       select m.facility_id, m.at, m.until, f.availability = 0 as shut from moments m join facilities f on f.id = m.facility_id where m.taken > f.availability
       union all
       select m.facility_id, m.at, m.until, units.units = 0 from moments m join plan_day_units(?) units on units.facility_id = m.facility_id
         and units.date >= m.at::date and units.date <= (m.until - interval '1 minute')::date
       where m.taken > units.units),
     shut as materialized (
       select date from plan_closed_days(?, (select min(start_at)::date from fixed), (select max(end_at)::date from fixed)) as date),
     over as (select s.stay, c.shut from crowded c join stays s on s.facility_id = c.facility_id and s.start_at < c.until and s.end_at > c.at)
     select id, bool_or(unsound) as unsound from (
       select id, false as unsound from crossed
       union all select begun.id, false from begun join order_tasks t on t.lot_id = begun.lot_id and t.task_sort < begun.task_sort
         join actuals m on m.order_task_id = t.id where m.finished_at > begun.started_at
       union all select stay, shut from over where stay > 0
       union all select runs.id, over.shut from over join runs using (stay)
       union all select id, false from fixed
         where start_at::date in (select date from shut) or (end_at - interval '1 minute')::date in (select date from shut)
       union all select id, true from seen where placed_by = 'hand'
       union all select id, true from (
         select id, lag(placed_by) over (partition by lot_id order by task_sort, id) as placed_before from seen) after
         where placed_before = 'hand') suspected join bars using (id) where bars.layer = ? and bars.open group by id, bars.start_at order by bars.start_at, id limit ?::integer`,
    [plan, plan, plan, plan, plan, plan, plan, plan, most + 1],
  );
  return { ids: new Map(rows.slice(0, most).map(({ id, unsound }) => [id, unsound])), more: rows.length > most };
}

/** These bars of the plan with their names, by start. */
export async function namesOf(db: Db, plan: Plan, ids: readonly number[]): Promise<NamedBar[]> {
  const { rows } = await prepared<NamedBar>(
    db,
    `select e.id as entry_id, e.order_id, e.serial_number, e.unique_order, t.task_name, f.facility_name, e.start_at as start_date
     from bars e join tasks t on t.id = e.task_id left join facilities f on f.id = e.facility_id
     where e.layer = ? and e.id = any(?::bigint[]) order by e.start_at, e.serial_number, e.lot_number, e.task_sort, e.id`,
    [plan, ids],
  );
  return rows;
}
