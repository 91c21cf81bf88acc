import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import { isPublished, type Plan } from '../../db/plan.ts';
import { EMPTY_RUNS } from '../../db/sql/empty-runs.ts';
import { keepOrderStates } from '../../db/sql/states.ts';
import type { PlanMessage } from '../../scheduling/index.ts';
import { closeByCasting } from '../work/work.service.ts';
import { type Before, findMoved, type Moved } from './moved.store.ts';
import { IS_PACKED } from './stage.store.ts';

/** What publishing did to the bars. */
export interface Published {
  added: number;
  changed: number;
  removed: number;
  /** Planned order tasks that were deleted while the run worked; left out. */
  vanished: number;
  moved: Moved;
}

/** What lies before a casting that has been is done, though nobody said so. */
async function closeBeforeCastings(trx: Knex.Transaction, plan: Plan): Promise<void> {
  const { rows } = await trx.raw(
    'select p.id from planned p where p.finished and not exists (select 1 from actuals a where a.order_task_id = p.id and a.closed_by is not null)',
  );
  await closeByCasting(
    trx,
    plan,
    rows.map(({ id }: { id: number }) => id),
  );
}

/** Leaves out what lost its order task, and its lot with that, since the snapshot. */
async function dropVanished(trx: Knex.Transaction): Promise<number> {
  const { rowCount } = await trx.raw('delete from planned p where not exists (select 1 from order_tasks ot where ot.id = p.id)');
  return rowCount ?? 0;
}

/** What stood at a facility that is gone since stands at none, and its furnace runs are gone with it: a plan that is kept holds no facility. */
async function leaveFacilities(trx: Knex.Transaction): Promise<void> {
  const isGone = 'not exists (select 1 from facilities f where f.id = p.facility_id)';
  await trx.raw(`update planned p set facility_id = null, unit = null where facility_id is not null and ${isGone}`);
  await trx.raw(`delete from planned_runs p where ${isGone}`);
}

/** Whether bar `e` looks as `p` plans it; the unit is not shown. */
const ALIKE = `(e.lot_id, e.task_id, e.task_sort, e.facility_id, e.outsourced, e.start_at, e.end_at) is not distinct from
  (p.lot_id, p.task_id, p.task_sort, p.facility_id, p.outsourced, p.start_at, p.end_at)`;
/** Where bar `e` stands, and where `p` has it. */
const STANDS_THERE = '(e.start_at, e.end_at, e.facility_id) is not distinct from (p.start_at, p.end_at, p.facility_id)';
/** What only a packed plan says of a bar: its lock, its fixed work time, and where it was found sound. */
const PACKED_ALIKE = `(not ${IS_PACKED} or (e.locked, e.work_time_set, e.sound_start, e.sound_end, e.sound_facility_id)
  is not distinct from (p.locked, p.work_time_set, p.sound_start, p.sound_end, p.sound_facility_id))`;

/**
 * Brings the bars to the staged plan, in place by order task: a version rises only where a bar looks different. A change of dates clears a fixed work time, one of
 * place a lock. Bars missing from it are deleted, except those of delivered orders, finished ones, and those made by hand; what a run has found says nothing of locked ones, which stay, too.
 */
async function mergeEntries(trx: Knex.Transaction, plan: Plan): Promise<Omit<Published, 'vanished' | 'moved'>> {
  const changed = await trx.raw(
    `update plan_entries e set lot_id = p.lot_id, task_id = p.task_id, task_sort = p.task_sort, facility_id = p.facility_id, unit = p.unit,
       outsourced = p.outsourced, start_at = p.start_at, end_at = p.end_at,
       locked = case when ${IS_PACKED} then p.locked else e.locked and ${STANDS_THERE} end,
       work_time_set = case when ${IS_PACKED} then p.work_time_set else e.work_time_set and (e.start_at, e.end_at) = (p.start_at, p.end_at) end,
       sound_start = case when ${IS_PACKED} then p.sound_start else e.sound_start end, sound_end = case when ${IS_PACKED} then p.sound_end else e.sound_end end,
       sound_facility_id = case when ${IS_PACKED} then p.sound_facility_id else e.sound_facility_id end,
       version = e.version + case when ${ALIKE} and ${PACKED_ALIKE} then 0 else 1 end
     from planned p where e.id = p.id and e.layer = ${plan} and p.written
       and not (${ALIKE} and ${PACKED_ALIKE} and e.unit is not distinct from p.unit)`,
  );
  // A bar that is only known of has not moved.
  await trx.raw(
    `update plan_entries e set moved_by = moves.by from (select id, case when written then moved_by end as by from planned) moves
     where e.id = moves.id and e.layer = ${plan} and e.moved_by is distinct from moves.by`,
  );
  const removed = await trx.raw(
    `delete from plan_entries e using lots l, orders o, order_tasks ot
     where e.layer = ${plan} and l.id = e.lot_id and o.id = l.order_id and ot.id = e.id and ot.origin = 'file'
       and not (e.locked and not exists (select 1 from planned p where ${IS_PACKED}))
       and not exists (select 1 from actuals a where a.order_task_id = e.id and (a.marked or a.started_at is not null)) and not is_delivered(o.delivery_status)
       and not exists (select 1 from planned p where p.id = e.id)`,
  );
  const added = await trx.raw(
    `insert into plan_entries (layer, id, lot_id, task_id, task_sort, facility_id, unit, outsourced, start_at, end_at, moved_by, locked, work_time_set,
       sound_start, sound_end, sound_facility_id)
     select ${plan}, id, lot_id, task_id, task_sort, facility_id, unit, outsourced, start_at, end_at, moved_by, coalesce(locked, false), coalesce(work_time_set, false),
       case when ${IS_PACKED} then sound_start else start_at end, case when ${IS_PACKED} then sound_end else end_at end,
       case when ${IS_PACKED} then sound_facility_id else facility_id end
     from planned p where written and not exists (select 1 from plan_entries e where e.id = p.id and e.layer = ${plan}) order by position`,
  );
  return { added: added.rowCount ?? 0, changed: changed.rowCount ?? 0, removed: removed.rowCount ?? 0 };
}

/**
 * Remembers the places at which the run found bars sound, as new bars do from the beginning; bars it blames are not. Too many bars for the units of a facility blame none of
 * them: each keeps its former mark, so that the last to come there stays the one that is told.
 */
async function keepSound(trx: Knex.Transaction, plan: Plan, messages: readonly PlanMessage[]): Promise<void> {
  const told = messages.filter(({ code }) => code === 'W206');
  const entriesOf = (crowded: boolean): number[] =>
    told.filter(({ params }) => (params.kind === 'over_capacity') === crowded).flatMap(({ params }) => params.entry_ids as number[]);
  const [blamed, crowded] = [entriesOf(false), entriesOf(true)];
  await trx.raw(
    `update plan_entries e set (sound_start, sound_end, sound_facility_id) = (
       select e.start_at, e.end_at, e.facility_id where not e.id = any(:blamed::bigint[]))
     from planned p where p.id = e.id and e.layer = ${plan} and not ${IS_PACKED}
       and (e.id = any(:blamed::bigint[]) or not e.id = any(:crowded::bigint[])
         and (e.sound_start, e.sound_end, e.sound_facility_id) is distinct from (e.start_at, e.end_at, e.facility_id))`,
    bound({ blamed, crowded }),
  );
}

/**
 * Brings the furnace runs to the outcome. A run that starts as it did, on the same unit, keeps its id. Finished bars and those of
 * delivered orders keep the run they were in; a run without members goes.
 */
async function mergeRuns(trx: Knex.Transaction, plan: Plan): Promise<void> {
  await trx.raw('alter table planned_runs add column id bigint');
  await trx.raw(
    `update planned_runs p set id = r.id from furnace_runs r
     where r.layer = ${plan} and (r.facility_id, r.unit, r.run_start) = (p.facility_id, p.unit, p.run_start)`,
  );
  await trx.raw(
    `update furnace_runs r set temperature = p.temperature, retention_time = p.retention_time, cooling_method = p.cooling_method,
       cooling_time = p.cooling_time, run_end = p.run_end from planned_runs p where p.id = r.id`,
  );
  await trx.raw(
    `with added as (
       insert into furnace_runs (layer, facility_id, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end)
       select ${plan}, facility_id, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end
       from planned_runs where id is null order by position returning id, facility_id, unit, run_start)
     update planned_runs p set id = added.id from added
     where p.id is null and (added.facility_id, added.unit, added.run_start) = (p.facility_id, p.unit, p.run_start)`,
  );
  await trx.raw('drop table if exists planned_loads');
  await trx.raw(
    `create temporary table planned_loads on commit drop as
     select r.id as furnace_run_id, e.id as plan_entry_id, m.pieces, m.weight, m.volume from planned_members m
       join planned_runs r on r.position = m.run join planned p on p.position = m.entry join plan_entries e on e.id = p.id and e.layer = ${plan}`,
  );
  // Without figures the next joins take minutes at 50,000 bars.
  await trx.raw('analyze planned_loads');
  await trx.raw(
    `delete from furnace_run_members m using planned p where m.layer = ${plan} and m.plan_entry_id = p.id and not p.finished
       and not exists (select 1 from planned_loads l where (l.furnace_run_id, l.plan_entry_id) = (m.furnace_run_id, m.plan_entry_id))`,
  );
  await trx.raw(
    `insert into furnace_run_members as m (layer, furnace_run_id, plan_entry_id, pieces, weight, volume)
     select ${plan}, furnace_run_id, plan_entry_id, pieces, weight, volume from planned_loads
     except select layer, furnace_run_id, plan_entry_id, pieces, weight, volume from furnace_run_members where layer = ${plan}
     on conflict (furnace_run_id, plan_entry_id) do update set pieces = excluded.pieces, weight = excluded.weight, volume = excluded.volume`,
  );
  await trx.raw(`delete from ${EMPTY_RUNS} and f.layer = ${plan}`);
}

/**
 * What the shop floor said stands: the plan, which did not know it, does not write those bars. Of a run that is what was said since it read the plan, up to the tap
 * `lastTap`; of a plan that was made before all that was begun or closed.
 */
async function keepMarked(trx: Knex.Transaction, lastTap: number | undefined): Promise<void> {
  if (lastTap === undefined)
    await trx.raw(
      `delete from planned p using actuals a where a.order_task_id = p.id and (a.started_at is not null or a.marked) and not p.finished`,
    );
  else await trx.raw('delete from planned where id in (select unnest(entry_ids) from work_taps where id > ?)', [lastTap]);
}

/** A furnace under way stays the unit that it is: to the engine units are alike, to the shop floor they are not. */
async function keepUnits(trx: Knex.Transaction, plan: Plan): Promise<void> {
  await trx.raw(
    `update planned_runs p set unit = r.unit from furnace_runs r
     where r.layer = ${plan} and exists (select 1 from furnace_loads d where d.furnace_run_id = r.id and d.started_at is not null) and (r.facility_id, r.run_start) = (p.facility_id, p.run_start)
       and exists (select 1 from planned_members pm join planned e on e.position = pm.entry
         join furnace_run_members m on m.layer = ${plan} and m.plan_entry_id = e.id where pm.run = p.position and m.furnace_run_id = r.id)`,
  );
  await trx.raw(
    `update planned p set unit = e.unit from plan_entries e join actuals a on a.order_task_id = e.id
     where e.layer = ${plan} and a.started_at is not null and p.id = e.id and e.unit is not null`,
  );
}

/** So large a part of what is planned is written that what is known of the tables says little. */
async function isMostlyNew(
  trx: Knex.Transaction,
  { added, changed, removed }: Pick<Published, 'added' | 'changed' | 'removed'>,
): Promise<boolean> {
  const { rows } = await trx.raw('select count(*)::integer as planned from planned');
  return (added + changed + removed) * 10 >= rows[0].planned;
}

/** How a staged plan is written: which bars its run blames, the newest tap that it has read (undefined: it was made before), and the plan that it is held against. */
export interface Merging {
  messages: readonly PlanMessage[];
  lastTap?: number | undefined;
  before: Before;
}

/** Writes the staged plan over the one that lies in a layer, in the caller's transaction, whose plan is locked. */
export async function mergeStaged(trx: Knex.Transaction, plan: Plan, { messages, lastTap, before }: Merging): Promise<Published> {
  const vanished = await dropVanished(trx);
  await leaveFacilities(trx);
  await keepMarked(trx, lastTap);
  await keepUnits(trx, plan);
  const moved = await findMoved(trx, plan, before);
  const merged = await mergeEntries(trx, plan);
  if (isPublished(plan)) await closeBeforeCastings(trx, plan);
  await keepSound(trx, plan, messages);
  await mergeRuns(trx, plan);
  // Until autovacuum comes by, the readers of a plan of which much is new would be planned for the old one.
  if (isPublished(plan) && (await isMostlyNew(trx, merged))) await trx.raw('analyze plan_entries, furnace_runs, furnace_run_members');
  await keepOrderStates(trx);
  return { ...merged, vanished, moved };
}
