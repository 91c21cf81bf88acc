import type { Knex } from 'knex';
import type { Plan } from '../../db/plan.ts';
import { instantOfMinutes } from '../../domain/ground/plant-time.ts';
import type { Outcome } from '../../scheduling/index.ts';

/** Rows per statement: a few hundred kilobytes of JSON each. */
const CHUNK = 5_000;

/** The tables that a plan is laid into beside the one that stands; they end with the transaction. */
const STAGED = {
  planned: `position integer, order_task_id bigint, entry_id bigint, lot_id bigint, task_id bigint, task_sort integer, facility_id bigint, unit integer,
    outsourced boolean, finished boolean, moved_by text, start_at timestamptz, end_at timestamptz, locked boolean, work_time_set boolean,
    sound_start timestamptz, sound_end timestamptz, sound_facility_id bigint`,
  planned_runs: `position integer, facility_id bigint, unit integer, temperature numeric, retention_time numeric, cooling_method text, cooling_time numeric,
    run_start timestamptz, run_end timestamptz`,
  planned_members: 'run integer, entry integer, pieces integer, weight numeric, volume numeric',
} as const;
type Staged = keyof typeof STAGED;
/** What they are joined by: the rest need not be known to whoever plans a statement. */
const JOINED: Record<Staged, string> = {
  planned: 'position, order_task_id, entry_id, lot_id',
  planned_runs: 'position, facility_id, unit, run_start',
  planned_members: 'run, entry',
};
/** Whether row `p` of `planned` comes of a plan as its bars stood, which says all of them and all of each. */
export const IS_PACKED = 'p.locked is not null';

/** A plan as it is written: bars, furnace runs and their members, by their positions. */
export interface PlanRows {
  entries: readonly object[];
  runs: readonly object[];
  members: readonly object[];
}

/** What of an outcome is written. */
export const planRows = ({ entries, runs }: Outcome): PlanRows => ({
  entries: entries.map(({ start_minutes, end_minutes, run: _run, ...entry }, position) => ({
    ...entry,
    position,
    start_at: instantOfMinutes(start_minutes),
    end_at: instantOfMinutes(end_minutes),
  })),
  runs: runs.map(({ start_minutes, end_minutes, members: _members, ...run }, position) => ({
    ...run,
    position,
    run_start: instantOfMinutes(start_minutes),
    run_end: instantOfMinutes(end_minutes),
  })),
  members: runs.flatMap((run, position) => run.members.map((member) => ({ ...member, run: position }))),
});

async function create(trx: Knex.Transaction, table: Staged): Promise<void> {
  await trx.raw(`drop table if exists ${table}`);
  await trx.raw(`create temporary table ${table} (${STAGED[table]}) on commit drop`);
}

async function fill(trx: Knex.Transaction, table: Staged, rows: readonly object[]): Promise<void> {
  await create(trx, table);
  for (let from = 0; from < rows.length; from += CHUNK)
    await trx.raw(`insert into ${table} select * from jsonb_to_recordset(?::jsonb) as row (${STAGED[table]})`, [
      JSON.stringify(rows.slice(from, from + CHUNK)),
    ]);
  await trx.raw(`analyze ${table} (${JOINED[table]})`);
}

/** Lays a plan beside the one that stands. */
export async function stage(trx: Knex.Transaction, { entries, runs, members }: PlanRows): Promise<void> {
  await fill(trx, 'planned', entries);
  await fill(trx, 'planned_runs', runs);
  await fill(trx, 'planned_members', members);
}

const KEPT_AS: Record<Staged, keyof PlanRows> = { planned: 'entries', planned_runs: 'runs', planned_members: 'members' };

/** Lays a plan that is kept beside the one that stands. */
export async function stageKept(trx: Knex.Transaction, planId: number): Promise<void> {
  for (const table of Object.keys(STAGED) as Staged[]) {
    await create(trx, table);
    await trx.raw(
      `insert into ${table} select row.* from plan_contents c, json_to_recordset(c.${KEPT_AS[table]}) as row (${STAGED[table]}) where c.plan_id = ?`,
      [planId],
    );
    await trx.raw(`analyze ${table} (${JOINED[table]})`);
  }
}

/** Keeps what a run has found as the content of a plan that nobody has looked at. */
export async function keepContent(trx: Knex.Transaction, planId: number, { entries, runs, members }: PlanRows): Promise<void> {
  const content = { entries: JSON.stringify(entries), runs: JSON.stringify(runs), members: JSON.stringify(members) };
  await trx('plan_contents').insert({ plan_id: planId, ...content });
}

/** Keeps a plan as its bars stand: with locks, work times and where each was found sound, which the content of a run does not say. */
export async function pack(trx: Knex.Transaction, plan: Plan): Promise<void> {
  await trx.raw(
    `insert into plan_contents (plan_id, entries, runs, members)
     select p.id,
       (select coalesce(json_agg(bar), '[]') from (
          select (row_number() over (order by id))::integer - 1 as position, id as order_task_id, lot_id, task_id, task_sort, facility_id, unit, outsourced, false as finished,
            moved_by, start_at, end_at, locked, work_time_set, sound_start, sound_end, sound_facility_id
          from plan_entries where layer = ${plan}) bar),
       (select coalesce(json_agg(run), '[]') from (
          select (row_number() over (order by id))::integer - 1 as position, facility_id, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end
          from furnace_runs where layer = ${plan}) run),
       (select coalesce(json_agg(member), '[]') from (
          select r.position as run, e.position as entry, m.pieces, m.weight, m.volume from furnace_run_members m
            join (select id, (row_number() over (order by id))::integer - 1 as position from furnace_runs where layer = ${plan}) r on r.id = m.furnace_run_id
            join (select id, (row_number() over (order by id))::integer - 1 as position from plan_entries where layer = ${plan}) e on e.id = m.plan_entry_id) member)
     from plans p where p.layer = ${plan}
     on conflict (plan_id) do update set entries = excluded.entries, runs = excluded.runs, members = excluded.members`,
  );
}
