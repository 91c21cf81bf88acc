import type { Knex } from 'knex';
import { PUBLISHED } from '../../db/sql/published.ts';
import type { Db } from '../../db/types.ts';
import type { Instant, PlantDate } from '../../domain/ground/plant-time.ts';

/**
 * The furnace runs `r` of the published plan that meet a condition, as the CTE `live`, with their fill: the greater share of weight and volume, null where
 * the furnace has neither limit.
 */
export const liveRuns = (condition: string): string => `
  live as (
    select r.id, r.facility_id, r.unit, r.run_start, f.facility_name, array_agg(m.plan_entry_id) as entry_ids,
      greatest(sum(m.weight) / nullif(f.max_weight, 0), sum(m.volume) / nullif(f.volume, 0)) as fill
    from furnace_runs r join facilities f on f.id = r.facility_id join furnace_run_members m on m.furnace_run_id = r.id
    where r.plan_id = ${PUBLISHED} and ${condition} group by r.id, f.id)`;
/** Remembered runs `d` that the plan still has, or has placed anew. */
const STANDING = `(exists (select 1 from live where (live.facility_id, live.unit, live.run_start) = (d.facility_id, d.unit, d.run_start))
  or exists (select 1 from plan_entries e where e.id = any(d.entry_ids) and e.plan_id = ${PUBLISHED}))`;

/** Keeps the furnace runs done up to now, and forgets those whose bars were placed anew after all. */
export async function rememberRuns(trx: Knex.Transaction, now: Instant): Promise<void> {
  await trx.raw(`with ${liveRuns('true')} delete from done_furnace_runs d where ${STANDING}`);
  await trx.raw(
    `with ${liveRuns('r.run_start < ?::timestamptz')},
     settled as (select m.furnace_run_id from furnace_run_members m join bars e on e.id = m.plan_entry_id
       group by 1 having bool_and(e.locked or e.finished))
     insert into done_furnace_runs (facility_id, unit, run_start, facility_name, fill, entry_ids)
     -- Two that were begun within one half hour stand at the same place of the grid: the fuller one is kept.
     select distinct on (facility_id, unit, run_start) facility_id, unit, run_start, facility_name, fill, entry_ids from live
     where id in (select furnace_run_id from settled) order by facility_id, unit, run_start, fill desc nulls last
     on conflict (facility_id, unit, run_start) do update set fill = excluded.fill, entry_ids = excluded.entry_ids`,
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

/** Furnace runs by day and furnace: done ones as they were, those to come as planned. */
export async function furnaceDays(db: Db, [from, to]: readonly [PlantDate, PlantDate]): Promise<FurnaceDay[]> {
  const { rows } = await db.raw(
    `with ${liveRuns('r.run_start >= :from::date and r.run_start < :to::date + 1')},
     told as (
       select facility_id, facility_name, run_start, fill from live
       union all select d.facility_id, d.facility_name, d.run_start, d.fill from done_furnace_runs d
         where d.run_start >= :from::date and d.run_start < :to::date + 1 and not ${STANDING})
     select run_start::date as day, facility_id, max(facility_name) as facility_name, count(*)::integer as runs,
       coalesce(sum(fill), 0)::double precision as fill, count(fill)::integer as filled
     from told group by run_start::date, facility_id order by 1, 2`,
    { from, to },
  );
  return rows;
}

/** A furnace that is in use. */
export interface Furnace {
  facility_id: number;
  facility_name: string;
  units: number;
}

/** Every active furnace, by code. */
export async function furnaces(db: Db): Promise<Furnace[]> {
  const { rows } = await db.raw(
    `select f.id as facility_id, f.facility_name, f.availability as units from facilities f where f.active and f.id in (select id from furnaces) order by f.facility_code, f.id`,
  );
  return rows;
}
