import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import { PIECE, PIECES } from '../../../db/sql/pieces.ts';
import type { Db } from '../../../db/types.ts';
import { QUERIES } from '../tables.store.ts';
import { KEY_OF, type Keys, LOT_TABLES, type LotChange, type LotTable, type RowsOfLots } from './lot-rows.ts';

/** The bars of a plan as they are judged, one in several furnace runs as a piece for each; `:plan` is its layer. */
export const PLACED = `select e.lot_id, e.task_id, e.task_sort, e.start_at as bar_start, e.end_at as bar_end, e.outsourced, e.before_casting, e.finished, e.open, e.holds,
    w.started_at as bar_started, w.finished_at, case when r.several then r.started_at else w.started_at end as started_at, ${PIECE}
  from ${PIECES} left join actuals w on w.order_task_id = e.id where e.layer = :plan order by e.id, r.run_start, r.id`;

const TEXTS: { readonly [Table in LotTable]: string } = {
  order_tasks: QUERIES.order_tasks,
  plan_entries: QUERIES.plan_entries,
  closed: QUERIES.closed,
  placed: PLACED,
  furnace_runs: QUERIES.furnace_runs,
  furnace_run_members: QUERIES.furnace_run_members,
};

/** All rows of lots and furnace runs in a plan, as they are in the caller's transaction, but for those that are known. */
export async function readAllLots(db: Db, plan: Plan, known: Partial<RowsOfLots> = {}): Promise<RowsOfLots> {
  const rows: Record<string, unknown> = { ...known };
  for (const table of LOT_TABLES) rows[table] ??= (await db.raw(TEXTS[table], bound({ plan }))).rows;
  return rows as unknown as RowsOfLots;
}

/** The rows of these lots and furnace runs in a plan, as they are in the caller's transaction. */
export async function readLots(db: Db, plan: Plan, keys: Keys): Promise<RowsOfLots> {
  const rows: Record<string, unknown> = {};
  for (const table of LOT_TABLES) {
    const { column, of } = KEY_OF[table];
    const text = `select * from (${TEXTS[table]}) whole where ${column} = any(cast(:of as bigint[]))`;
    rows[table] = keys[of].length === 0 ? [] : (await db.raw(text, bound({ plan, of: keys[of] }))).rows;
  }
  return rows as unknown as RowsOfLots;
}

/** What the keys of a table's changes are. */
type RowKey = 'lots' | 'runs' | 'tasks';
const KEYS: Readonly<Record<string, RowKey>> = {
  plan_entries: 'lots',
  order_tasks: 'lots',
  actuals: 'tasks',
  furnace_runs: 'runs',
  furnace_run_members: 'runs',
  furnace_loads: 'runs',
};

/** The tables whose changes are told row by row (note_changed_rows). */
export const TOLD_BY_ROW = Object.keys(KEYS);

/** A change of a table of which rows it changed, by lot or furnace run, an actual by its order task; null: many, or nobody knows. */
export interface RowChange {
  id: number;
  table_name: string;
  keys: number[] | null;
}

/** What is told of the changes of these tables. */
export async function rowChanges(db: Db): Promise<RowChange[]> {
  return (await db.raw('select id, table_name, keys from table_changes where table_name = any(?::text[])', [TOLD_BY_ROW])).rows;
}

/** What is told of what the caller's transaction itself has changed. */
async function ownChanges(trx: Db): Promise<RowChange[]> {
  const { rows } = await trx.raw(
    'select id, table_name, keys from table_changes where table_name = any(?::text[]) and xmin = pg_current_xact_id()::xid',
    [TOLD_BY_ROW],
  );
  return rows;
}

/** The lots and furnace runs that changes speak of, with the lots of the bars that stand in these; null: nobody knows. */
export async function keysOf(db: Db, changes: readonly RowChange[]): Promise<Keys | null> {
  const told: Record<RowKey, Set<number>> = { lots: new Set(), runs: new Set(), tasks: new Set() };
  for (const { table_name, keys } of changes) {
    if (keys === null) return null;
    for (const key of keys) told[KEYS[table_name]!].add(key);
  }
  const [runs, tasks] = [[...told.runs], [...told.tasks]];
  if (runs.length === 0 && tasks.length === 0) return { lots: [...told.lots], runs };
  const { rows } = await db.raw(
    `select distinct lot_id from order_tasks where id = any(:tasks::bigint[])
       or id = any(array(select plan_entry_id from furnace_run_members where furnace_run_id = any(:runs::bigint[])))`,
    bound({ tasks, runs }),
  );
  for (const { lot_id } of rows as { lot_id: number }[]) told.lots.add(lot_id);
  return { lots: [...told.lots], runs };
}

/** What the write of this transaction has changed; null: nothing. */
export async function changeOf(trx: Db, plan: Plan): Promise<LotChange | null> {
  const changes = await ownChanges(trx);
  if (changes.length === 0) return null;
  const keys = await keysOf(trx, changes);
  return { keys, rows: await (keys ? readLots(trx, plan, keys) : readAllLots(trx, plan)) };
}
