import type { Knex } from 'knex';
import { bound } from '../../../db/bound.ts';
import { newestCompleteRun } from '../../../db/sql/newest-run.ts';
import { PARTNER_JOIN, PARTNER_NAME } from '../../../db/sql/partner.ts';
import { keepOrderStates } from '../../../db/sql/states.ts';
import type { Db } from '../../../db/types.ts';
import type { PlanMessage } from '../../../scheduling/index.ts';
import { closeByCasting } from '../../work/work.service.ts';
import type { RunStatistics } from '../runs.store.ts';
import type { RunMessage } from './messages.ts';
import { findFormer, findMoved, keepPlaces, type Moved } from './moved.store.ts';

/** Messages per statement. */
const CHUNK = 5_000;

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
async function closeBeforeCastings(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw(
    'select entry_id from planned where finished and entry_id not in (select order_task_id from actuals where closed_by is not null)',
  );
  await closeByCasting(
    trx,
    rows.map(({ entry_id }: { entry_id: number }) => entry_id),
  );
}

/** Leaves out what lost its order task or lot since the snapshot. */
async function dropVanished(trx: Knex.Transaction): Promise<number> {
  const { rowCount } = await trx.raw(
    `delete from planned p where not exists (select 1 from lots l where l.id = p.lot_id)
       or not exists (select 1 from order_tasks ot where ot.id = coalesce(p.order_task_id, p.entry_id))`,
  );
  return rowCount ?? 0;
}

/** Whether bar `e` looks as `p` plans it; the unit is not shown. */
const ALIKE = `(e.lot_id, e.task_id, e.task_sort, e.facility_id, e.outsourced, e.start_at, e.end_at) is not distinct from
  (p.lot_id, p.task_id, p.task_sort, p.facility_id, p.outsourced, p.start_at, p.end_at)`;

/** Finds the bar of each planned order task. */
export async function matchBars(trx: Knex.Transaction, planId: number): Promise<void> {
  await trx.raw(
    `update planned p set entry_id = (select e.id from plan_entries e where e.id = p.order_task_id and e.plan_id = ?) where order_task_id is not null`,
    [planId],
  );
  await trx.raw('create index on planned (entry_id)');
  await trx.raw('analyze planned');
}

/**
 * Brings the bars to the outcome, in place by order task: a version rises only where a bar looks different. A change of dates clears a
 * fixed work time. Bars missing from the outcome are deleted, except those of delivered orders, locked and finished ones, and those made by hand.
 */
async function mergeEntries(trx: Knex.Transaction, planId: number): Promise<Omit<Published, 'vanished' | 'moved'>> {
  const changed = await trx.raw(
    `update plan_entries e set lot_id = p.lot_id, task_id = p.task_id, task_sort = p.task_sort, facility_id = p.facility_id, unit = p.unit,
       outsourced = p.outsourced, start_at = p.start_at, end_at = p.end_at,
       work_time_set = e.work_time_set and (e.start_at, e.end_at) = (p.start_at, p.end_at),
       version = e.version + case when ${ALIKE} then 0 else 1 end
     from planned p where e.id = p.entry_id and e.plan_id = ? and p.order_task_id is not null and not (${ALIKE} and e.unit is not distinct from p.unit)`,
    [planId],
  );
  const removed = await trx.raw(
    `delete from plan_entries e using lots l, orders o, order_tasks ot
     where e.plan_id = ? and l.id = e.lot_id and o.id = l.order_id and ot.id = e.id and ot.origin = 'file' and not e.locked
       and not exists (select 1 from actuals a where a.order_task_id = e.id and a.marked) and not is_delivered(o.delivery_status)
       and not exists (select 1 from planned p where p.entry_id = e.id)`,
    [planId],
  );
  const added = await trx.raw(
    `with added as (
       insert into plan_entries (plan_id, id, lot_id, task_id, task_sort, facility_id, unit, outsourced, start_at, end_at,
         sound_start, sound_end, sound_facility_id)
       select ?, order_task_id, lot_id, task_id, task_sort, facility_id, unit, outsourced, start_at, end_at, start_at, end_at, facility_id
       from planned where entry_id is null and order_task_id is not null order by position returning id)
     update planned p set entry_id = added.id from added where added.id = p.order_task_id`,
    [planId],
  );
  return { added: added.rowCount ?? 0, changed: changed.rowCount ?? 0, removed: removed.rowCount ?? 0 };
}

/**
 * Remembers the places at which the run found bars sound, as new bars do from the beginning; bars it blames are not. Too many bars for the units of a facility blame none of
 * them: each keeps its former mark, so that the last to come there stays the one that is told.
 */
async function keepSound(trx: Knex.Transaction, planId: number, messages: readonly PlanMessage[]): Promise<void> {
  const told = messages.filter(({ code }) => code === 'W206');
  const entriesOf = (crowded: boolean): number[] =>
    told.filter(({ params }) => (params.kind === 'over_capacity') === crowded).flatMap(({ params }) => params.entry_ids as number[]);
  const [blamed, crowded] = [entriesOf(false), entriesOf(true)];
  await trx.raw(
    `update plan_entries e set (sound_start, sound_end, sound_facility_id) = (
       select e.start_at, e.end_at, e.facility_id where not e.id = any(:blamed::bigint[]))
     from planned p where p.entry_id = e.id and e.plan_id = :plan
       and (e.id = any(:blamed::bigint[]) or not e.id = any(:crowded::bigint[])
         and (e.sound_start, e.sound_end, e.sound_facility_id) is distinct from (e.start_at, e.end_at, e.facility_id))`,
    bound({ plan: planId, blamed, crowded }),
  );
}

/**
 * Brings the furnace runs to the outcome. A run that starts as it did, on the same unit, keeps its id. Finished bars and those of
 * delivered orders keep the run they were in; a run without members goes.
 */
async function mergeRuns(trx: Knex.Transaction, planId: number): Promise<void> {
  await trx.raw('alter table planned_runs add column id bigint');
  await trx.raw(
    `update planned_runs p set id = r.id from furnace_runs r
     where r.plan_id = ? and (r.facility_id, r.unit, r.run_start) = (p.facility_id, p.unit, p.run_start)`,
    [planId],
  );
  await trx.raw(
    `update furnace_runs r set temperature = p.temperature, retention_time = p.retention_time, cooling_method = p.cooling_method,
       cooling_time = p.cooling_time, run_end = p.run_end from planned_runs p where p.id = r.id`,
  );
  await trx.raw(
    `with added as (
       insert into furnace_runs (plan_id, facility_id, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end)
       select ?, facility_id, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end
       from planned_runs where id is null order by position returning id, facility_id, unit, run_start)
     update planned_runs p set id = added.id from added
     where p.id is null and (added.facility_id, added.unit, added.run_start) = (p.facility_id, p.unit, p.run_start)`,
    [planId],
  );
  // A first plan had no ids when these were analyzed; without the figures of now the next joins take minutes at 50,000 bars.
  await trx.raw('analyze planned, planned_runs');
  await trx.raw(
    'delete from furnace_run_members m using planned p where m.plan_id = ? and m.plan_entry_id = p.entry_id and not p.finished',
    [planId],
  );
  await trx.raw(
    `insert into furnace_run_members (plan_id, furnace_run_id, plan_entry_id, pieces, weight, volume)
     select :plan, r.id, p.entry_id, m.pieces, m.weight, m.volume
     from planned_members m join planned_runs r on r.position = m.run join planned p on p.position = m.entry where p.entry_id is not null
     on conflict (furnace_run_id, plan_entry_id) do update set pieces = excluded.pieces, weight = excluded.weight, volume = excluded.volume`,
    { plan: planId },
  );
  await trx.raw(
    'delete from furnace_runs r where plan_id = ? and not exists (select 1 from furnace_run_members m where m.furnace_run_id = r.id)',
    [planId],
  );
}

/** What the shop floor has said since the run read the plan stands: the outcome, which did not know, does not write those bars. */
async function keepMarked(trx: Knex.Transaction, lastTap: number | undefined): Promise<void> {
  if (lastTap === undefined) return;
  await trx.raw('delete from planned where entry_id in (select unnest(entry_ids) from work_taps where id > ?)', [lastTap]);
}

/** A furnace under way stays the unit that it is: to the engine units are alike, to the shop floor they are not. */
async function keepUnits(trx: Knex.Transaction, planId: number): Promise<void> {
  await trx.raw(
    `update planned_runs p set unit = r.unit from furnace_runs r
     where r.plan_id = ? and exists (select 1 from furnace_loads d where d.furnace_run_id = r.id and d.started_at is not null) and (r.facility_id, r.run_start) = (p.facility_id, p.run_start)
       and exists (select 1 from planned_members pm join planned e on e.position = pm.entry
         join furnace_run_members m on m.plan_entry_id = e.entry_id where pm.run = p.position and m.furnace_run_id = r.id)`,
    [planId],
  );
  await trx.raw(
    `update planned p set unit = e.unit from plan_entries e join actuals a on a.order_task_id = e.id
     where e.plan_id = ? and a.started_at is not null and p.entry_id = e.id and e.unit is not null`,
    [planId],
  );
}

/**
 * Writes the staged plan over the one that stands, in the caller's transaction. `messages` say which bars it blames, `lastTap` is the newest tap that the run has
 * read; undefined: nothing has been said of it since. `again`: it takes the place of another plan of the newest run.
 */
export async function publishStaged(
  trx: Knex.Transaction,
  planId: number,
  messages: readonly PlanMessage[],
  { lastTap, again = false }: { lastTap?: number; again?: boolean } = {},
): Promise<Published> {
  await trx('plans').where('id', planId).forUpdate().select('id');
  const vanished = await dropVanished(trx);
  await matchBars(trx, planId);
  await keepMarked(trx, lastTap);
  await keepUnits(trx, planId);
  await findFormer(trx, planId, again);
  const moved = await findMoved(trx);
  await keepPlaces(trx);
  const merged = await mergeEntries(trx, planId);
  await closeBeforeCastings(trx);
  await keepSound(trx, planId, messages);
  await mergeRuns(trx, planId);
  // A plan replaced as a whole: until autovacuum comes by, its readers would be planned for the old one.
  await trx.raw('analyze plan_entries, furnace_runs, furnace_run_members');
  await keepOrderStates(trx);
  return { ...merged, vanished, moved };
}

/** Says that the plan stands as published, neither edited nor marked by the shop floor unless that was after the run read it. Gives the moment, as text. */
export async function markPublished(
  trx: Knex.Transaction,
  plan: { id: number; edited_at: string | null; marked_at: string | null },
): Promise<string> {
  const unseen = (column: 'edited_at' | 'marked_at') =>
    trx.raw(`case when ${column}::text is distinct from ? then ${column} end`, bound([plan[column]]));
  const later = { edited_at: unseen('edited_at'), marked_at: unseen('marked_at') };
  const [{ published_at }] = await trx('plans')
    .where('id', plan.id)
    .update({ fingerprint: null, ...later, published_at: trx.fn.now() })
    .returning(trx.raw('published_at::text'));
  return published_at;
}

/** Keeps the fingerprint of the next run with the plan that was published at that moment. */
export async function keepFingerprint(db: Db, planId: number, published_at: string, fingerprint: string): Promise<void> {
  await db('plans').where('id', planId).whereRaw('published_at = ?::timestamptz', [published_at]).update({ fingerprint });
}

/** Keeps the messages of a run, in their order, instead of those it had. */
export async function replaceMessages(trx: Knex.Transaction, jobId: number, messages: readonly RunMessage[]): Promise<void> {
  await trx('schedule_messages').where('job_id', jobId).delete();
  for (let from = 0; from < messages.length; from += CHUNK)
    await trx.raw(
      `insert into schedule_messages (job_id, position, level, code, message, order_id, task_id, facility_id, order_task_ids, order_ids, cause)
       select ?, position, level, code, message, order_id, task_id, facility_id, order_task_ids, order_ids, cause from jsonb_to_recordset(?::jsonb)
         as row (position integer, level text, code text, message text, order_id bigint, task_id bigint, facility_id bigint, order_task_ids bigint[], order_ids bigint[],
         cause text)`,
      [jobId, JSON.stringify(messages.slice(from, from + CHUNK).map((message, index) => ({ ...message, position: from + index })))],
    );
}

/** Names of the partners of these order tasks, by their ids. */
export async function partnerNames(db: Knex, orderTasks: readonly number[]): Promise<Map<number, string>> {
  if (orderTasks.length === 0) return new Map();
  const { rows } = await db.raw(
    `select ot.id, ${PARTNER_NAME} as name from order_tasks ot ${PARTNER_JOIN} where ot.id = any(?::bigint[])`,
    bound([orderTasks]),
  );
  return new Map((rows as { id: number; name: string | null }[]).flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

/** Says what the run moved: not said again by a run that moved nothing. */
const MOVED_CODE = 'I306';

/** Gives a run that changed nothing the messages and statistics of the run whose plan stands. */
export async function repeatMessages(trx: Knex.Transaction, jobId: number): Promise<RunStatistics | null> {
  const last = await trx('jobs').whereRaw(`id = ${newestCompleteRun()}`).first('id', 'statistics');
  if (!last) return null;
  await trx.raw(
    `insert into schedule_messages (job_id, position, level, code, message, order_id, task_id, facility_id, order_task_ids, order_ids, cause)
     select ?, position, level, code, message, order_id, task_id, facility_id, order_task_ids, order_ids, cause from schedule_messages
     where job_id = ? and code <> ? order by position`,
    [jobId, last.id, MOVED_CODE],
  );
  return last.statistics;
}

/** Keeps a plan that broke a rule, with what it was made from, for replay. */
export async function keepFailedProblem(db: Db, jobId: number, problem: object, violations: readonly object[]): Promise<void> {
  await db('failed_problems').insert({ job_id: jobId, problem: JSON.stringify(problem), violations: JSON.stringify(violations) });
}
