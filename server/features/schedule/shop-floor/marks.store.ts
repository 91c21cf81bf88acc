import type { Knex } from 'knex';
import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import type { TapKind } from '../../../domain/bars/marks.ts';
import type { Instant } from '../../../domain/ground/plant-time.ts';
import type { TapAnswer } from '../../work/stops.service.ts';
import { MARK, type MarkRow, type StopRow, writeLoad } from '../../work/work.service.ts';

/** A tap as it is kept. */
export interface TapRow {
  id: number;
  client_id: string;
  kind: TapKind;
  tapped_at: Instant;
  employee_id: string;
  employee_name: string;
  facility_id: number;
  unit: number | null;
  furnace_run_id: number | null;
  entry_ids: number[];
  quantities: number[];
  /** Of a quantity or a stop. */
  reason: string | null;
  /** Who worked; empty where nobody said. */
  worker: string;
  undone: boolean;
  before: Before;
}

/** A bar as a tap finds it. */
export interface MarkedBar {
  id: number;
  order_id: number;
  facility_id: number | null;
  facility_name: string | null;
  outsourced: boolean;
  name: string;
  quantity: number;
  locked: boolean;
  received_locked: boolean;
  finished: boolean;
  start_at: Instant;
  end_at: Instant;
  mark: MarkRow | null;
}

/** A furnace run as a tap finds it. */
export interface MarkedRun {
  id: number;
  run_start: Instant;
  run_end: Instant;
  started_at: Instant | null;
  finished_at: Instant | null;
}

/** What a tap changed, as it stood before. */
export interface Before {
  bars?: (Pick<MarkedBar, 'id' | 'locked' | 'start_at' | 'end_at' | 'mark'> & {
    wrote: { start_at: Instant; end_at: Instant };
  })[];
  run?: MarkedRun | null;
  /** The stop that was begun, ended or changed, and as it stood. */
  stop?: number;
  stop_before?: StopRow | null;
}

const TAPS = [
  ...['id', 'client_id', 'kind', 'tapped_at', 'employee_id', 'employee_name', 'facility_id', 'unit'],
  ...['furnace_run_id', 'entry_ids', 'quantities', 'reason', 'worker', 'undone', 'before'],
];

/** The tap of this client id. */
export const tapOf = (db: Db, client_id: string): Promise<TapRow | undefined> =>
  db('work_taps').where({ client_id }).first(TAPS) as unknown as Promise<TapRow | undefined>;

/** A tap that can be taken back: a later one that found everything done, of another device, has nothing to take back and is in nobody's way. */
export const STANDS = "not undone and kind <> 'undo' and before <> '{}'";

/** What the tap of this client id was told. */
export const answerTo = (trx: Knex.Transaction, client_id: string): Promise<TapAnswer | undefined> =>
  trx('work_tap_answers').where({ client_id }).first('result', 'reason');

/** Keeps what a tap is told, and gives what it was told first. */
export async function keepAnswer(db: Db, client_id: string, { result, reason }: TapAnswer): Promise<TapAnswer> {
  const { rows } = await db.raw(
    `insert into work_tap_answers as kept (client_id, result, reason) values (?, ?, ?)
     on conflict (client_id) do update set result = kept.result returning result, reason`,
    bound([client_id, result, reason]),
  );
  return rows[0];
}

/** Whether there is such a facility. */
export const hasFacility = async (trx: Knex.Transaction, id: number): Promise<boolean> =>
  (await trx('facilities').where({ id }).first('id')) !== undefined;

/** The taps of these bars that were taken after this one and stand, with their kinds. */
export async function laterTaps(trx: Knex.Transaction, tap: TapRow): Promise<Pick<TapRow, 'id' | 'kind' | 'entry_ids'>[]> {
  const { rows } = await trx.raw(
    // Later is what came later, whenever it was tapped: each kept what it found, and a tablet may have been without network.
    `select id, kind, entry_ids from work_taps where id > ?::bigint and ${STANDS} and entry_ids && ?::bigint[]`,
    bound([tap.id, tap.entry_ids]),
  );
  return rows;
}

/** Which of these bars were started at a facility. */
export async function startedAt(trx: Knex.Transaction, facility: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await trx.raw(
    `select unnest(entry_ids) as id from work_taps where kind = 'start' and not undone and facility_id = ? and entry_ids && ?::bigint[]`,
    bound([facility, ids]),
  );
  return new Set(rows.map(({ id }: { id: number }) => id));
}

/** Keeps a tap. */
export async function insertTap(trx: Knex.Transaction, tap: Omit<TapRow, 'id' | 'undone'>): Promise<void> {
  await trx('work_taps').insert({ ...tap, before: JSON.stringify(tap.before) });
}

/** Marks taps as taken back. */
export const undoTaps = async (trx: Knex.Transaction, ids: readonly number[]): Promise<void> => {
  await trx('work_taps').whereIn('id', ids).update({ undone: true });
};

/** The bars of a plan with these ids and their marks, locked; of those in this furnace run the pieces that are in it. */
export async function barsOf(trx: Knex.Transaction, plan: Plan, ids: readonly number[], run: number | null): Promise<MarkedBar[]> {
  const { rows } = await trx.raw(
    `select e.id, b.order_id, e.facility_id, f.facility_name, e.outsourced, e.locked, coalesce(a.marked, false) as received_locked, e.start_at, e.end_at,
       b.unique_order || ' ' || t.task_name as name, b.finished, coalesce(nullif(m.pieces, 0), b.pieces) as quantity,
       case when m.plan_entry_id is null then ${MARK} else ${MARK} || jsonb_build_object('quantity', i.good, 'defect', i.defect_reason) end as mark
     from plan_entries e join bars b on b.id = e.id and b.layer = ${plan} join tasks t on t.id = e.task_id
       left join facilities f on f.id = e.facility_id left join actuals a on a.order_task_id = e.id
       left join furnace_run_members m on (m.layer, m.plan_entry_id, m.furnace_run_id) = (e.layer, e.id, :run)
       left join furnace_loads d on d.furnace_run_id = m.furnace_run_id left join furnace_load_members i on (i.furnace_load_id, i.order_task_id) = (d.id, e.id)
     where e.layer = ${plan} and e.id = any(:ids::bigint[]) order by e.id for update of e`,
    bound({ ids, run }),
  );
  return rows;
}

/** The run in which all of these bars stand now, preferring the one that is named; undefined: none. */
export async function runOf(
  trx: Knex.Transaction,
  plan: Plan,
  ids: readonly number[],
  named: number | null,
): Promise<MarkedRun | undefined> {
  const { rows } = await trx.raw(
    `select r.id, r.run_start, r.run_end, d.started_at, d.finished_at from furnace_runs r left join furnace_loads d on d.furnace_run_id = r.id
     where r.layer = ${plan} and (select count(*) from furnace_run_members m where m.furnace_run_id = r.id and m.plan_entry_id = any(?::bigint[])) = ?
     order by r.id = ? desc, r.run_start limit 1`,
    bound([ids, ids.length, named ?? 0]),
  );
  return rows[0];
}

/** Writes a run's own times. */
export async function writeRun(trx: Knex.Transaction, { id, run_start, run_end, ...said }: MarkedRun): Promise<void> {
  await trx('furnace_runs').where({ id }).update({ run_start, run_end });
  await writeLoad(trx, id, said);
}

/** First start and last end of the runs of each bar, and whether all of them have finished. */
export async function spansOfRuns(
  trx: Knex.Transaction,
  plan: Plan,
  ids: readonly number[],
): Promise<Map<number, { start_at: Instant; end_at: Instant; finished: boolean }>> {
  const { rows } = await trx.raw(
    `select m.plan_entry_id as id, min(r.run_start) as start_at, max(r.run_end) as end_at, bool_and(d.finished_at is not null) as finished
     from furnace_run_members m join furnace_runs r on r.id = m.furnace_run_id left join furnace_loads d on d.furnace_run_id = r.id
     where m.layer = ${plan} and m.plan_entry_id = any(?::bigint[]) group by 1`,
    bound([ids]),
  );
  return new Map(rows.map((row: { id: number; start_at: Instant; end_at: Instant; finished: boolean }) => [row.id, row]));
}

/** Writes a bar; its version rises. */
export async function writeBar(
  trx: Knex.Transaction,
  plan: Plan,
  { id, ...bar }: { id: number } & Partial<Pick<MarkedBar, 'locked' | 'start_at' | 'end_at'>>,
): Promise<void> {
  await trx('plan_entries')
    .where({ id, layer: plan })
    .update({ ...bar, version: trx.raw('version + 1') });
}
