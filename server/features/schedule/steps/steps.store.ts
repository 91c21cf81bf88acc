import type { Knex } from 'knex';
import { bound } from '../../../db/bound.ts';
import { isPublished, type Plan } from '../../../db/plan.ts';
import { EMPTY_RUNS } from '../../../db/sql/empty-runs.ts';
import type { Db } from '../../../db/types.ts';
import type { Instant } from '../../../domain/ground/plant-time.ts';
import type { WrittenPremise } from '../../premises/premises.service.ts';
import type { InputPrints } from '../../runs/story/stale.service.ts';
import { CLOSING, restoreClosings } from '../../work/work.service.ts';
import type { EntryChange } from '../write/write.store.ts';
import type { StepKind } from './steps.rules.ts';

/** Steps of one user that are kept, and how many bars they may hold in all. */
const [MOST_STEPS, MOST_BARS] = [200, 100_000];

/** The way through one's steps: back to how bars were, or again to how they became. */
export type Way = 'undo' | 'redo';
const SIDES = { undo: { from: 'after', to: 'before' }, redo: { from: 'before', to: 'after' } } as const;

/** A step as lists have it. */
export interface StepRow {
  id: number;
  kind: StepKind;
  name: string;
  more: number;
  at: Instant;
  /** Of one that published another plan: the ids of the plans before and after. */
  old_plan: number | null;
  new_plan: number | null;
  /** Which premises of the plan were written to the plant with it; null: none. */
  premises: WrittenPremises | null;
}

/** Premises that were written with a plan, and what the plan was made from before. */
export interface WrittenPremises {
  done: WrittenPremise[];
  prints: InputPrints | null;
}

/** Everything that restores bar `e`: its row, its process where it was added by hand, how that was closed, its places in furnace runs, and these runs, which may go with their last member. */
const STATE = `case when e.id is not null then jsonb_build_object(
    'entry', to_jsonb(e),
    'task', (select to_jsonb(t) from order_tasks t where t.id = e.id and t.origin = 'hand'),
    'mark', (select ${CLOSING} from actuals a where a.order_task_id = e.id and (a.started_at is not null or a.marked)),
    'members', coalesce((select jsonb_agg(to_jsonb(m) order by m.furnace_run_id) from furnace_run_members m
      where (m.layer, m.plan_entry_id) = (e.layer, e.id)), '[]'),
    'runs', coalesce((select jsonb_agg(to_jsonb(r) order by r.id) from furnace_run_members m join furnace_runs r on r.id = m.furnace_run_id
      where (m.layer, m.plan_entry_id) = (e.layer, e.id)), '[]'))
  end`;

/** What of a state must be the same for a step to be taken back, beside the row: the runs are judged by themselves, and what happened is no matter of a plan beside the published one. */
const compared = (plan: Plan, state: string): string =>
  `((${state}) - array['entry', 'task', 'runs'${isPublished(plan) ? '' : ", 'mark'"}])`;

/** An id for a step that may come of a write. */
export async function nextStepId(trx: Knex.Transaction): Promise<number> {
  return (await trx.raw(`select nextval(pg_get_serial_sequence('schedule_steps', 'id')) as id`)).rows[0].id;
}

/** Notes bars before a write, as they stand or as not standing yet. What was noted already stays so. */
export async function noteBars(trx: Knex.Transaction, plan: Plan, stepId: number, ids: readonly number[], present: boolean): Promise<void> {
  await trx.raw(
    `insert into schedule_step_bars (step_id, entry_id, before)
     select ?, noted.id, ${present ? STATE : 'null'} from unnest(?::bigint[]) as noted (id) left join plan_entries e on e.id = noted.id and e.layer = ${plan}
     on conflict do nothing`,
    bound([stepId, ids]),
  );
}

/** Forgets bars that were noted and not written. */
export async function forgetNotes(trx: Knex.Transaction, stepId: number): Promise<void> {
  await trx('schedule_step_bars').where('step_id', stepId).whereNull('position').delete();
}

/**
 * Keeps a step: its noted bars as they stand now, in the order and by the names given. What the user had taken back cannot be done again, and
 * their oldest steps go. Gives how many of the bars had been noted.
 */
export async function keepStep(
  trx: Knex.Transaction,
  plan: Plan,
  step: { id: number; employee_id: string; kind: StepKind; name: string; more: number },
  bars: readonly { id: number; name: string }[],
): Promise<number> {
  await clearSteps(trx, plan, step.employee_id);
  const { rowCount } = await trx.raw(
    `update schedule_step_bars b set after = ${STATE}, name = written.name, position = written.position
     from jsonb_to_recordset(?::jsonb) as written (id bigint, name text, position integer) left join plan_entries e on e.id = written.id and e.layer = ${plan}
     where b.step_id = ? and b.entry_id = written.id`,
    [JSON.stringify(bars.map((bar, position) => ({ ...bar, position }))), step.id],
  );
  await forgetNotes(trx, step.id);
  await trx.raw(
    `insert into schedule_steps (id, layer, plan_id, employee_id, kind, name, more, bars) overriding system value
     values (?, ?, ${idIn(plan)}, ?, ?, ?, ?, ?)`,
    [step.id, plan, step.employee_id, step.kind, step.name, step.more, bars.length],
  );
  return rowCount ?? 0;
}

/** Keeps the step of publishing another plan: it has no bars, for both plans are kept as such. */
export async function keepAdoption(
  trx: Knex.Transaction,
  plan: Plan,
  { premises, ...step }: { employee_id: string; name: string; old_plan: number; new_plan: number; premises: WrittenPremises | null },
): Promise<void> {
  await clearSteps(trx, plan, step.employee_id);
  // What was taken back in the plan before cannot be done again any more than after another step.
  await trx('schedule_steps')
    .where({ employee_id: step.employee_id, undone: true })
    .andWhere((of) => of.where({ plan_id: step.old_plan }).orWhere({ old_plan: step.old_plan }))
    .delete();
  const written = premises && JSON.stringify(premises);
  await trx('schedule_steps').insert({
    layer: plan,
    plan_id: step.new_plan,
    ...step,
    premises: written,
    kind: 'adopt' satisfies StepKind,
    bars: 0,
  });
}

/** Whether a plan was changed by hand after a step, by whomever, and stays so. */
export async function isChangedSince(trx: Knex.Transaction, stepId: number): Promise<boolean> {
  const { rows } = await trx.raw(
    `select exists (select 1 from schedule_steps s join schedule_steps later on later.layer = s.layer and later.id > s.id and not later.undone
         and (later.kind = 'adopt' or later.plan_id = (select id from plans where layer = s.layer))
       where s.id = ?) as changed`,
    [stepId],
  );
  return rows[0].changed;
}

/** Marks a step as undone, or as done again. */
export async function markStep(trx: Knex.Transaction, stepId: number, way: Way): Promise<void> {
  await trx('schedule_steps')
    .where('id', stepId)
    .update({ undone: way === 'undo', refused: false });
}

/** Makes room for one more step of the user in a plan. */
async function clearSteps(trx: Knex.Transaction, plan: Plan, employeeId: string): Promise<void> {
  await trx.raw(
    `delete from schedule_steps where id in (
       select id from (
         select id, undone, ${alive(plan)} as alive, row_number() over newest as place, sum(bars) over newest as total
         from schedule_steps s where layer = ${plan} and (plan_id = ${idIn(plan)} or undone and old_plan = ${idIn(plan)}) and employee_id = ?
         window newest as (order by id desc)) as own
       where undone or not alive or place >= ${MOST_STEPS} or total > ${MOST_BARS})`,
    [employeeId],
  );
}

/** SQL: the id of the plan that lies in the layer now. */
const idIn = (plan: Plan): string => `(select id from plans where layer = ${plan})`;
/** Whether step `s` was done to the plan that lies there, as its run left it, or, taken back, put another in its place. */
const alive = (plan: Plan): string => `((s.plan_id = ${idIn(plan)} or s.undone and s.old_plan = ${idIn(plan)})
  and s.at > (select coalesce(published_at, '-infinity') from plans where layer = ${plan}))`;

/**
 * A user's step in a plan that would be taken back next, the one that would be done again next, and whether there are any from before its run. One that was
 * refused is passed over for as long as what stood in its way does.
 */
export async function stepEnds(db: Db, plan: Plan, employeeId: string): Promise<{ undo?: StepRow; redo?: StepRow; planned: boolean }> {
  const { rows } = await db.raw(
    `select s.id, s.kind, s.name, s.more, on_clock(s.at) as at, s.undone, s.refused, s.old_plan, s.new_plan, s.premises, ${alive(plan)} as alive
     from schedule_steps s where s.layer = ${plan} and s.employee_id = ? order by s.id desc`,
    [employeeId],
  );
  const living = (rows as Ended[]).filter((row) => row.alive);
  const done = living.filter(({ undone }) => !undone);
  const takenBack = living.filter(({ undone }) => undone).reverse();
  return {
    undo: await firstFree(db, plan, done, 'undo'),
    redo: await firstFree(db, plan, takenBack, 'redo'),
    planned: living.length < rows.length,
  } as { undo?: StepRow; redo?: StepRow; planned: boolean };
}
type Ended = StepRow & { undone: boolean; refused: boolean; alive: boolean };

/** The first of the steps that was not refused, or that nothing stands in the way of any more. */
async function firstFree(db: Db, plan: Plan, steps: readonly Ended[], way: Way): Promise<StepRow | undefined> {
  for (const step of steps) if (!step.refused || !(await refusalOf(db, plan, step.id, way))) return step;
  return undefined;
}

/** The bars of a step, in its order, and their orders where these still are. */
export async function barsOfStep(trx: Knex.Transaction, stepId: number): Promise<{ id: number; name: string; order_id: number | null }[]> {
  const { rows } = await trx.raw(
    `select b.entry_id as id, b.name, l.order_id from schedule_step_bars b
       left join lots l on l.id = (coalesce(b.before, b.after) #>> '{entry,lot_id}')::bigint
     where b.step_id = ? order by b.position`,
    [stepId],
  );
  return rows;
}

/** Why a step cannot be taken back or done again. */
export type Refusal = 'gone' | 'changed' | 'place_gone' | 'facility_gone' | 'run_changed';

/** The first bar of a step that stands in the way, and why. */
export async function refusalOf(
  trx: Db,
  plan: Plan,
  stepId: number,
  way: Way,
): Promise<{ entry_id: number; name: string; refusal: Refusal } | undefined> {
  const { from, to } = SIDES[way];
  const { rows } = await trx.raw(
    `select * from (
       select b.entry_id, b.name, b.position, case
         when b.${from} is not null and e.id is null then 'gone'
         when ${compared(plan, STATE)} is distinct from ${compared(plan, `b.${from}`)} then 'changed'
         -- Versions only count writes, and a column that is newer than the step says nothing of it.
         when not to_jsonb(e) @> ((b.${from} -> 'entry') - 'version') then 'changed'
         when e.id is null and (not exists (select 1 from lots where id = back.lot_id) or not exists (select 1 from tasks where id = back.task_id)
           or (not exists (select 1 from order_tasks where id = back.id) and (b.${to} -> 'task') = 'null')) then 'place_gone'
         when back.facility_id is not null and back.facility_id is distinct from e.facility_id
           and not exists (select 1 from facilities where id = back.facility_id and active) then 'facility_gone'
         when exists (select 1 from jsonb_array_elements(b.${to} -> 'runs') as old join furnace_runs r on r.id = (old ->> 'id')::bigint
           where to_jsonb(r) <> old and not exists (select 1 from furnace_run_members m where m.furnace_run_id = r.id and m.plan_entry_id = e.id))
           then 'run_changed'
       end as refusal
       from schedule_step_bars b left join plan_entries e on e.id = b.entry_id and e.layer = ${plan}
         left join lateral jsonb_populate_record(null::plan_entries, b.${to} -> 'entry') as back on b.${to} is not null
       where b.step_id = ?) as judged
     where refusal is not null order by position limit 1`,
    [stepId],
  );
  return rows[0];
}

/** Who did what to a bar after the step: another user's name, or that the shop floor marked it, which counts in the published plan alone. */
export async function lastChangeSince(
  trx: Knex.Transaction,
  plan: Plan,
  stepId: number,
  entryId: number,
): Promise<{ person: string | null; marked: boolean }> {
  const { rows } = await trx.raw(
    `select ${isPublished(plan)} and exists (select 1 from work_taps w where w.received_at > s.at and w.entry_ids @> array[:entry::bigint]) as marked,
       (select coalesce(nullif(p.name, ''), o.employee_id) from schedule_step_bars b join schedule_steps o on o.id = b.step_id
          left join employees p on p.employee_id = o.employee_id
        where b.entry_id = :entry and o.layer = ${plan} and o.employee_id <> s.employee_id and o.at > s.at order by o.id desc limit 1) as person
     from schedule_steps s where s.id = :step`,
    { entry: entryId, step: stepId },
  );
  return rows[0] ?? { person: null, marked: false };
}

/** The newest step that changed a bar of a plan, and who did it. */
export async function lastStepOf(
  trx: Knex.Transaction,
  plan: Plan,
  entryId: number,
): Promise<{ person: string; employee_id: string; kind: StepKind } | undefined> {
  const { rows } = await trx.raw(
    `select s.employee_id, coalesce(nullif(p.name, ''), s.employee_id) as person, s.kind
     from schedule_step_bars b join schedule_steps s on s.id = b.step_id left join employees p on p.employee_id = s.employee_id
     where b.entry_id = ? and s.layer = ${plan} order by s.id desc limit 1`,
    [entryId],
  );
  return rows[0];
}

/** What of a bar that stands may have been written. */
const WRITTEN = ['facility_id', 'unit', 'locked', 'start_at', 'end_at', 'work_time_set'] as const satisfies readonly (keyof EntryChange)[];

/**
 * Brings the bars of a step to its other side. Standing bars are written, surplus bars go, deleted bars come back with their old ids and
 * into their old furnace runs; versions only rise. What was added by hand, and what happened, goes and comes back with the published plan alone. The step is
 * marked as undone, or as done again.
 */
export async function restoreStep(trx: Knex.Transaction, plan: Plan, stepId: number, way: Way): Promise<void> {
  const { from, to } = SIDES[way];
  const bars = 'schedule_step_bars b where b.step_id = :step';
  const run = (statement: string) => trx.raw(statement, { step: stepId });
  // What leaves now comes back with a version above the one that it leaves with.
  await run(
    `update schedule_step_bars b set ${from} = ${STATE} from plan_entries e where e.id = b.entry_id and e.layer = ${plan} and b.step_id = :step`,
  );
  await run(`delete from furnace_run_members m using ${bars} and m.layer = ${plan} and m.plan_entry_id = b.entry_id`);
  await run(`delete from plan_entries e using ${bars} and e.layer = ${plan} and e.id = b.entry_id and b.${to} is null`);
  if (isPublished(plan)) {
    const { rowCount } = await run(
      `delete from order_tasks t using ${bars} and t.id = b.entry_id and t.origin = 'hand' and b.${to} is null`,
    );
    if (rowCount > 0) await trx.raw(`delete from ${EMPTY_RUNS} and f.layer <> ${plan}`);
  }
  await run(
    `update plan_entries e set ${WRITTEN.map((column) => `${column} = back.${column}`).join(', ')}, version = e.version + 1
     from schedule_step_bars b, jsonb_populate_record(null::plan_entries, b.${to} -> 'entry') as back
     where b.step_id = :step and b.${to} is not null and e.id = b.entry_id and e.layer = ${plan}`,
  );
  const missing = `from schedule_step_bars b where b.step_id = :step and b.${to} is not null and b.${from} is null`;
  if (isPublished(plan))
    await run(
      `insert into order_tasks overriding system value select (jsonb_populate_record(null::order_tasks, b.${to} -> 'task')).* ${missing}
         and b.${to} -> 'task' <> 'null' on conflict do nothing`,
    );
  await run(
    `insert into plan_entries select (jsonb_populate_record(null::plan_entries,
       jsonb_set(b.${to} -> 'entry', '{version}', to_jsonb((b.${to} #>> '{entry,version}')::integer + 1)))).* ${missing}`,
  );
  if (isPublished(plan)) {
    const { rows } = await run(`select entry_id as id, nullif(${to} -> 'mark', 'null') as closing from ${bars} and ${to} is not null`);
    await restoreClosings(trx, rows);
  }
  await run(
    `insert into furnace_runs overriding system value select distinct on (r.id) r.*
     from schedule_step_bars b, jsonb_populate_recordset(null::furnace_runs, b.${to} -> 'runs') as r where b.step_id = :step on conflict do nothing`,
  );
  await run(
    `insert into furnace_run_members select m.*
     from schedule_step_bars b, jsonb_populate_recordset(null::furnace_run_members, b.${to} -> 'members') as m where b.step_id = :step`,
  );
  await run(
    `delete from furnace_runs r using schedule_step_bars b, jsonb_array_elements(b.${from} -> 'runs') as left_run
     where b.step_id = :step and r.id = (left_run ->> 'id')::bigint and not exists (select 1 from furnace_run_members m where m.furnace_run_id = r.id)`,
  );
  await markStep(trx, stepId, way);
}

/** Marks a step as refused. */
export async function passOver(trx: Knex.Transaction, stepId: number): Promise<void> {
  await trx('schedule_steps').where('id', stepId).update({ refused: true });
}

/** Forgets a step that cannot be taken back or done again any more. */
export async function dropStep(trx: Knex.Transaction, stepId: number): Promise<void> {
  await trx('schedule_steps').where('id', stepId).delete();
}
