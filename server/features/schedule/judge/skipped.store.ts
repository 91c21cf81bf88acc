import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';

/** A bar whose lot has earlier processes that are open, in their order. */
export interface OpenBefore {
  entry_id: number;
  unique_order: string;
  finished: boolean;
  task_names: string[];
}

/** These bars, as far as earlier processes of their lots are open: by what happened, wherever any of them is planned. */
export async function openBefore(db: Db, plan: Plan, ids: readonly number[]): Promise<OpenBefore[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.raw(
    `select e.id as entry_id, e.unique_order, e.finished, array_agg(t.task_name order by u.task_sort) as task_names
     from bars e join undone_steps u on u.lot_id = e.lot_id and u.task_sort < e.task_sort join tasks t on t.id = u.task_id
     where e.layer = ${plan} and u.layer = ${plan} and e.id = any(:ids::bigint[]) and u.lot_id = any(array(select lot_id from order_tasks where id = any(:ids::bigint[])))
     group by e.id, e.unique_order, e.finished order by e.unique_order, e.id`,
    bound({ ids }),
  );
  return rows;
}

/** Those of these bars that were finished over earlier processes of their lots that are open. */
export async function finishedOverOpen(db: Db, plan: Plan, ids: readonly number[]): Promise<OpenBefore[]> {
  // First which are finished: few that are saved are, and only their lots need be walked.
  const { rows } = await db.raw(`select id from bars where layer = ${plan} and id = any(:ids::bigint[]) and finished`, bound({ ids }));
  return openBefore(
    db,
    plan,
    rows.map(({ id }: { id: number }) => id),
  );
}

/** An open bar over which a later process of its lot, the first such one, was finished. */
export interface Skipped {
  entry_id: number;
  task_name: string;
}

/** Every open bar of the plan over which a later process of its lot was finished, by what happened. Reads the states of orders as they are kept. */
export async function skippedBars(db: Db, plan: Plan): Promise<Skipped[]> {
  const { rows } = await db.raw(
    `with lots_to_see as (select l.id from order_states s join lots l on l.order_id = s.order_id where s.layer = ${plan} and s.open and s.unsettled),
     undone as materialized (select entry_id, lot_id, task_sort from undone_steps where layer = ${plan} and lot_id = any(array(select id from lots_to_see))),
     done as materialized (
       select lot_id, task_sort, task_id from lot_steps where layer = ${plan} and lot_id = any(array(select lot_id from undone)) and finished)
     select distinct on (u.entry_id) u.entry_id, t.task_name from undone u join done d on d.lot_id = u.lot_id and d.task_sort > u.task_sort
       join tasks t on t.id = d.task_id
     where u.entry_id is not null order by u.entry_id, d.task_sort`,
  );
  return rows;
}

/** What is under way at a facility besides these bars, a furnace run as one, and how many units it has. */
export interface UnderWay {
  facility_name: string;
  units: number;
  names: string[];
}

/** Reads that of the plan, by what was begun there; undefined where there is no such facility. */
export async function underWayAt(db: Db, plan: Plan, facility: number, but: readonly number[]): Promise<UnderWay | undefined> {
  const { rows } = await db.raw(
    `select f.facility_name, f.availability as units, array(
       select min(b.unique_order || ' ' || t.task_name) from actuals m join bars b on b.id = m.order_task_id join tasks t on t.id = b.task_id
       where b.layer = ${plan} and b.facility_id = f.id and m.started_at is not null and m.finished_at is null and not b.finished and not b.id = any(:but::bigint[])
         and coalesce((select bool_or(d.started_at is not null and d.finished_at is null) from furnace_run_members x
           left join furnace_loads d on d.furnace_run_id = x.furnace_run_id where (x.layer, x.plan_entry_id) = (b.layer, b.id)), true)
       group by coalesce(b.furnace_run_id, -b.id) order by 1) as names
     from facilities f where f.id = :facility`,
    bound({ facility, but }),
  );
  return rows[0];
}
