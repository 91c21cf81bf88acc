import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import type { Plan } from '../../db/plan.ts';
import { EMPTY_RUNS } from '../../db/sql/empty-runs.ts';
import { keepOrderStates } from '../../db/sql/states.ts';
import type { PlanMessage } from '../../scheduling/index.ts';
import { closeByCasting } from '../work/work.service.ts';
import { type Before, type Moved, movedBy, noteMoved } from './moved.store.ts';
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

const planned = (column: string): string => `case when p.written then p.${column} else e.${column} end`;
/** A mark that stays where a bar stands as it did, unless a packed plan says it. */
const staying = (column: string, same: string): string =>
  `case when ${IS_PACKED} then p.${column} else coalesce(e.${column} and (p.written is not true or ${same}), false) end`;
/**
 * Where the run found a bar sound: where it puts it, nowhere where it blames it. Too many bars for the units of a facility blame none of them: each keeps its former
 * mark, so that the last to come there stays the one that is told.
 */
const sound = (mark: string, place: string): string =>
  `case when ${IS_PACKED} then p.${mark} when p.id is null then e.${mark} when p.id = any(:blamed::bigint[]) then null
     when e.id is not null and p.id = any(:crowded::bigint[]) then e.${mark} else ${planned(place)} end`;

/**
 * What becomes of a bar: `e` as it stands, `p` as it is staged; either may be missing. A change of dates clears a fixed work time, one of place a lock. A bar that is only
 * known of (not `written`) stays, and has not moved.
 */
const BECOMES = {
  ...Object.fromEntries(
    ['lot_id', 'task_id', 'task_sort', 'facility_id', 'unit', 'outsourced', 'start_at', 'end_at'].map((name) => [name, planned(name)]),
  ),
  locked: staying('locked', STANDS_THERE),
  work_time_set: staying('work_time_set', '(e.start_at, e.end_at) = (p.start_at, p.end_at)'),
  moved_by: 'case when p.id is null then e.moved_by when p.written then p.moved_by end',
  sound_start: sound('sound_start', 'start_at'),
  sound_end: sound('sound_end', 'end_at'),
  sound_facility_id: sound('sound_facility_id', 'facility_id'),
};
const NAMES = Object.keys(BECOMES).join(', ');
const VALUES = Object.values(BECOMES).join(',\n       ');

/**
 * Whether bar `e`, which the staged plan does not have, goes: not one of a delivered order, a finished one or one that was made by hand; what a run has found says
 * nothing of locked ones, which stay, too.
 */
const GOES = `exists (select 1 from order_tasks ot join lots l on l.id = e.lot_id join orders o on o.id = l.order_id
    where ot.id = e.id and ot.origin = 'file' and not is_delivered(o.delivery_status))
  and not (e.locked and not exists (select 1 from planned p where ${IS_PACKED}))
  and not exists (select 1 from actuals a where a.order_task_id = e.id and (a.marked or a.started_at is not null))`;

/** Which bars a run blames, and which only for a crowded facility. */
function blamedBy(messages: readonly PlanMessage[]): Record<'blamed' | 'crowded', number[]> {
  const told = messages.filter(({ code }) => code === 'W206');
  const entriesOf = (crowded: boolean): number[] =>
    told.filter(({ params }) => (params.kind === 'over_capacity') === crowded).flatMap(({ params }) => params.entry_ids as number[]);
  return { blamed: entriesOf(false), crowded: entriesOf(true) };
}

type Merged = Omit<Published, 'vanished' | 'moved'>;

/** Brings the bars that stand to the staged plan, in place by order task: a version rises only where a bar looks different. */
async function mergeBars(trx: Knex.Transaction, plan: Plan, messages: readonly PlanMessage[]): Promise<Merged> {
  const blamed = bound({ ...blamedBy(messages) });
  const changed = await trx.raw(
    `update plan_entries e set (${NAMES}, version) = row(${VALUES},
       e.version + case when p.written and not (${ALIKE} and ${PACKED_ALIKE}) then 1 else 0 end)
     from planned p where p.id = e.id and e.layer = ${plan} and row(${Object.keys(BECOMES)
       .map((name) => `e.${name}`)
       .join(', ')}) is distinct from row(${VALUES})`,
    blamed,
  );
  const removed = await trx.raw(
    // They are few, which nobody knows who plans the statement as a whole.
    `with unplanned as materialized (select * from plan_entries e where e.layer = ${plan} and not exists (select 1 from planned p where p.id = e.id))
     delete from plan_entries where layer = ${plan} and id in (select e.id from unplanned e where ${GOES})`,
  );
  const added = await trx.raw(
    `insert into plan_entries (layer, id, ${NAMES}) select ${plan}, p.id, ${VALUES}
     from planned p left join plan_entries e on e.id = p.id and e.layer = ${plan} where p.written and e.id is null order by p.position`,
    blamed,
  );
  return { added: added.rowCount ?? 0, changed: changed.rowCount ?? 0, removed: removed.rowCount ?? 0 };
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

/** Leaves of the staged plan what can be written over a plan that stands, and notes what it moves. */
async function ready(trx: Knex.Transaction, over: Plan, { lastTap, before }: Omit<Merging, 'messages'>): Promise<number> {
  const vanished = await dropVanished(trx);
  await leaveFacilities(trx);
  await keepMarked(trx, lastTap);
  await keepUnits(trx, over);
  await noteMoved(trx, over, before);
  return vanished;
}

/** Writes the staged plan over the one that lies in a layer, in the caller's transaction, whose plan is locked. */
export async function mergeStaged(trx: Knex.Transaction, plan: Plan, { messages, ...merging }: Merging): Promise<Published> {
  const vanished = await ready(trx, plan, merging);
  const moved = await movedBy(trx, plan, merging.before);
  const merged = await mergeBars(trx, plan, messages);
  await closeBeforeCastings(trx, plan);
  await mergeRuns(trx, plan);
  // Until autovacuum comes by, the readers of a plan of which much is new would be planned for the old one.
  if (await isMostlyNew(trx, merged)) await trx.raw('analyze plan_entries, furnace_runs, furnace_run_members');
  await keepOrderStates(trx);
  return { ...merged, vanished, moved };
}

/** Lays the staged plan out in an empty layer, beside what it would leave of the one that it would be written over. */
export async function layStaged(
  trx: Knex.Transaction,
  { over, into }: { over: Plan; into: Plan },
  { messages, before }: Omit<Merging, 'lastTap'>,
): Promise<void> {
  await ready(trx, over, { before });
  await trx.raw(
    `insert into plan_entries (layer, id, version, ${NAMES}) select ${into}, coalesce(p.id, e.id), coalesce(e.version, 1), ${VALUES}
     from (select * from plan_entries where layer = ${over}) e full join planned p on p.id = e.id
     where case when p.id is null then not (${GOES}) else e.id is not null or p.written end order by 2`,
    bound({ ...blamedBy(messages) }),
  );
  await layRuns(trx, over, into);
  // Else its readers, the next statements among them, are planned for no rows at all.
  await trx.raw('analyze plan_entries (layer), furnace_runs (layer), furnace_run_members (layer)');
  await mergeRuns(trx, into);
}

/** Copies the furnace runs of bars of which the staged plan says none. */
async function layRuns(trx: Knex.Transaction, over: Plan, into: Plan): Promise<void> {
  await trx.raw('drop table if exists left_members');
  // First those that are left: nobody who plans the statement knows yet how many bars the new layer has.
  await trx.raw(
    `create temporary table left_members on commit drop as
     with left_over as materialized (
       select m.* from furnace_run_members m where m.layer = ${over} and not exists (select 1 from planned p where p.id = m.plan_entry_id and not p.finished))
     select m.* from left_over m join plan_entries e on e.id = m.plan_entry_id and e.layer = ${into}`,
  );
  const run = 'facility_id, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end';
  await trx.raw('drop table if exists left_runs');
  await trx.raw(
    `create temporary table left_runs on commit drop as
     select id, nextval(pg_get_serial_sequence('furnace_runs', 'id')) as copy from furnace_runs where id in (select furnace_run_id from left_members)`,
  );
  await trx.raw(
    `insert into furnace_runs (id, layer, ${run}) overriding system value select c.copy, ${into}, ${run} from furnace_runs r join left_runs c on c.id = r.id`,
  );
  await trx.raw(
    `insert into furnace_run_members (layer, furnace_run_id, plan_entry_id, pieces, weight, volume)
     select ${into}, c.copy, m.plan_entry_id, m.pieces, m.weight, m.volume from left_members m join left_runs c on c.id = m.furnace_run_id`,
  );
}
