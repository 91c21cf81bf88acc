import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import type { Plan } from '../../db/plan.ts';
import { fillOf } from '../../db/sql/fill.ts';
import type { Db } from '../../db/types.ts';
import type { Instant, PlantDate } from '../../domain/ground/plant-time.ts';

/**
 * Keeps furnace runs `r` of a plan that meet a condition as loads of furnaces, with what is in them. What was deleted since was in it all the same; what the plan has elsewhere
 * was not.
 */
async function keep(trx: Knex.Transaction, condition: string, values: readonly Knex.Value[]): Promise<void> {
  const { rows } = await trx.raw(
    `insert into furnace_loads (furnace_run_id, facility_id, facility_name, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end)
     select r.id, r.facility_id, f.facility_name, r.unit, r.temperature, r.retention_time, r.cooling_method, r.cooling_time, r.run_start, r.run_end
     from furnace_runs r join facilities f on f.id = r.facility_id where ${condition}
     on conflict (furnace_run_id) do update set unit = excluded.unit, run_start = excluded.run_start, run_end = excluded.run_end returning id`,
    bound(values),
  );
  const loads = bound([rows.map(({ id }: { id: number }) => id)]);
  await trx.raw(
    `delete from furnace_load_members i using furnace_loads d, furnace_runs r, plan_entries e
     where d.id = any(?::bigint[]) and i.furnace_load_id = d.id and r.id = d.furnace_run_id and (e.id, e.layer) = (i.order_task_id, r.layer)
       and not exists (select 1 from furnace_run_members m where (m.furnace_run_id, m.plan_entry_id) = (r.id, i.order_task_id))`,
    loads,
  );
  await trx.raw(
    `insert into furnace_load_members (furnace_load_id, order_task_id, name, pieces, weight, volume)
     select d.id, m.plan_entry_id, concat_ws('-', o.serial_number, nullif(l.lot_number, '')), m.pieces, m.weight, m.volume
     from furnace_loads d join furnace_run_members m on m.furnace_run_id = d.furnace_run_id join order_tasks t on t.id = m.plan_entry_id
       join lots l on l.id = t.lot_id join orders o on o.id = l.order_id
     where d.id = any(?::bigint[]) on conflict do nothing`,
    loads,
  );
  await trx.raw(
    `update furnace_loads d set fill = i.fill
     from (select i.furnace_load_id as id, ${fillOf('i')}::numeric(8,4) as fill
       from furnace_load_members i join furnace_loads own on own.id = i.furnace_load_id join facilities f on f.id = own.facility_id
       where own.id = any(?::bigint[]) group by 1, f.id) i
     where i.id = d.id and i.fill is distinct from d.fill`,
    loads,
  );
}

/** What the shop floor says of the load that a furnace run is; without a start it has none. */
export async function writeLoad(
  trx: Knex.Transaction,
  run: number,
  said: { started_at: Instant | null; finished_at: Instant | null },
): Promise<void> {
  if (said.started_at === null) {
    await trx('furnace_loads').where({ furnace_run_id: run }).del();
    return;
  }
  await keep(trx, 'r.id = ?', [run]);
  await trx('furnace_loads').where({ furnace_run_id: run }).update(said);
}

/** The furnace runs `r` of a plan that meet a condition, as the CTE `live`, with their fill: the greater share of weight and volume, null where the furnace has neither limit, as exact as that of a load. */
export const liveRuns = (plan: Plan, condition: string): string => `
  live as (
    select r.id, r.facility_id, r.unit, r.run_start, f.facility_name,
      ${fillOf('m')}::numeric(8,4) as fill
    from furnace_runs r join facilities f on f.id = r.facility_id join furnace_run_members m on m.furnace_run_id = r.id
    where r.layer = ${plan} and ${condition} group by r.id, f.id)`;

/** Loads `d` that nobody tapped and that were not done after all: the plan has what was in them elsewhere. */
const placedAnew = (
  plan: Plan,
): string => `d.started_at is null and d.furnace_run_id is not null and not exists (select 1 from furnace_runs own where own.id = d.furnace_run_id)
  and exists (select 1 from furnace_load_members i join plan_entries e on e.id = i.order_task_id and e.layer = ${plan} where i.furnace_load_id = d.id)`;

/** Keeps the furnace runs of a plan up to now of which all bars are locked or finished, and forgets those whose bars were placed anew after all. */
export async function rememberLoads(trx: Knex.Transaction, plan: Plan, now: Instant): Promise<void> {
  await trx.raw(`delete from furnace_loads d where ${placedAnew(plan)}`);
  await keep(
    trx,
    `r.layer = ${plan} and r.run_start < ?::timestamptz and r.id in (
       select m.furnace_run_id from furnace_run_members m join bars e on (e.layer, e.id) = (m.layer, m.plan_entry_id)
       where m.layer = ${plan} group by 1 having bool_and(e.locked or e.finished))`,
    [now],
  );
}

/** The furnace runs of one furnace that started on a day. */
export interface FurnaceDay {
  day: PlantDate;
  facility_id: number;
  facility_name: string;
  runs: number;
  /** Sum of the fills, and of how many runs it is. */
  fill: number;
  filled: number;
}

/** Furnace runs by day and furnace: loads as they were, those to come as planned. */
export async function furnaceDays(db: Db, plan: Plan, [from, to]: readonly [PlantDate, PlantDate]): Promise<FurnaceDay[]> {
  const { rows } = await db.raw(
    `with ${liveRuns(plan, 'r.run_start >= :from::date and r.run_start < :to::date + 1')},
     told as (
       select d.furnace_run_id as id, d.facility_id, d.facility_name, d.run_start, d.fill from furnace_loads d
       where d.run_start >= :from::date and d.run_start < :to::date + 1 and not (${placedAnew(plan)})
       union all
       select live.id, facility_id, facility_name, run_start, fill from live where live.id not in (select furnace_run_id from furnace_loads where furnace_run_id is not null))
     select run_start::date as day, facility_id, max(facility_name) as facility_name, count(*)::integer as runs,
       coalesce(sum(fill), 0)::double precision as fill, count(fill)::integer as filled
     from told group by run_start::date, facility_id order by 1, 2`,
    { from, to },
  );
  return rows;
}
