import type { Knex } from 'knex';
import { takeLock } from '../../db/locks.ts';
import { inLayer, lockPlan, type Plan, PUBLISHED } from '../../db/plan.ts';
import { prepared } from '../../db/prepared.ts';
import { keepOrderStates } from '../../db/sql/states.ts';
import { layStaged } from './merge.store.ts';
import { pack, stageKept } from './stage.store.ts';

/** So many plans lie beside the published one; of more those are packed again that nobody has looked at for longest, nor in the last minutes. */
const MOST_OPEN = 6;
/** Longer than it takes until a look at a plan is noted again, so that nobody's plan is packed under their eyes. */
const IN_SIGHT = '3 minutes';
/** Whoever opens a plan may wait for one that is being published. */
const OPENING_WAIT = '14s';

/** The plan with this id, laid out where it was packed; undefined: there is none. */
export async function openPlan(db: Knex, id: number): Promise<Plan | undefined> {
  const { rows } = await prepared<{ layer: number | null; seen: boolean }>(
    db,
    `select layer, kind = 'published' or opened_at > now() - interval '1 minute' as seen from plans where id = ?`,
    [id],
  );
  const [plan] = rows;
  if (!plan) return undefined;
  if (plan.layer === null) return db.transaction((trx) => layOut(trx, id));
  if (!plan.seen) await db('plans').where({ id }).update({ opened_at: db.fn.now() });
  return inLayer(plan.layer);
}

/** One plan is laid out at a time: what was packed, over the published one, in which most of its bars stand alike, in a layer of its own. */
async function layOut(trx: Knex.Transaction, id: number): Promise<Plan | undefined> {
  await trx.raw(`set local lock_timeout = '${OPENING_WAIT}'`);
  await takeLock(trx, 'states');
  const kept = await trx('plans').where({ id }).forUpdate().first('layer', 'base_id', 'said');
  if (!kept) return undefined;
  if (kept.layer !== null) return inLayer(kept.layer);
  await lockPlan(trx, PUBLISHED, 'share');
  await makeRoom(trx);
  // Its own for good: who still has it in hand when it is packed and laid out again, means the same plan.
  const plan = inLayer(PUBLISHED + id);
  // Who kept the states of orders while it was packed may have kept some of its own.
  await clearLayer(trx, plan);
  await keepOrderStates(trx);
  await trx('plans').where({ id }).update({ layer: plan, opened_at: trx.fn.now() });
  await stageKept(trx, id);
  await layStaged(trx, { over: PUBLISHED, into: plan }, { messages: kept.said?.messages ?? [], before: kept.base_id });
  await keepStates(trx, plan);
  return plan;
}

/** What of a bar the states of orders hang on. */
const OF_STATES = ['lot_id', 'task_id', 'task_sort', 'facility_id', 'start_at', 'end_at', 'sound_start', 'sound_end', 'sound_facility_id'];

/** Keeps the states of the orders of a plan that was just laid out: as they are kept of the published one, but for those of bars that stand otherwise in it. */
async function keepStates(trx: Knex.Transaction, plan: Plan): Promise<void> {
  await trx('noted_orders').where('layer', plan).delete();
  const state = `order_id, delivery_date, task_count, finished_count, unplanned_count, open, dated, end_date, remaining_count, shipping_date, late_days, unsettled`;
  await trx.raw(`insert into kept_orders (layer, ${state}) select ${plan}, ${state} from kept_orders where layer = ${PUBLISHED}`);
  await trx.raw('analyze kept_orders (layer)');
  const barsOf = (layer: Plan): string => `(select * from plan_entries where layer = ${layer})`;
  // By its columns: rows as a whole take longer.
  const columnsOf = (bar: string): string => OF_STATES.map((name) => `${bar}.${name}`).join(', ');
  await trx.raw(
    `insert into noted_orders (order_id, layer) select distinct l.order_id, ${plan} from ${barsOf(plan)} e full join ${barsOf(PUBLISHED)} was on was.id = e.id
       join lots l on l.id = coalesce(e.lot_id, was.lot_id) where (${columnsOf('e')}) is distinct from (${columnsOf('was')})`,
  );
  await trx.raw(`insert into noted_orders (order_id, layer) select order_id, layer from premised_dates where layer = ${plan}`);
  await keepOrderStates(trx);
}

/** Packs plans that nobody has looked at for longest. */
async function makeRoom(trx: Knex.Transaction): Promise<void> {
  const open: { layer: number; idle: boolean }[] = await trx('plans')
    .whereNot('layer', PUBLISHED)
    .orderBy('opened_at', 'desc')
    .select('layer', trx.raw(`opened_at < now() - interval '${IN_SIGHT}' as idle`));
  for (const { layer, idle } of open.slice(MOST_OPEN - 1)) if (idle) await closePlan(trx, inLayer(layer));
}

/** Packs a plan and frees its layer; one that nobody has edited is packed already. */
export async function closePlan(trx: Knex.Transaction, plan: Plan): Promise<void> {
  const row = await lockPlan(trx, plan);
  if (!row) return;
  if (row.edited_at !== null) await pack(trx, plan, row.id);
  await keepFiguresNow(trx, plan);
  await clearLayer(trx, plan);
  await trx('plans').where('id', row.id).update({ layer: null });
}

/** SQL: the figures of the plan `p` as it stands in its layer, over those that were kept of it. */
export const FIGURES_NOW = `coalesce(p.figures, '{"moved_orders": null, "moved_entries": null}') || (
  select jsonb_build_object('late_orders', count(*), 'late_days', coalesce(sum(l.late_days), 0),
    'furnace_runs', (select count(*) from furnace_runs r where r.layer = p.layer)) from late_orders l where l.layer = p.layer)`;

/** Keeps the figures of a plan as it stands, for lists of plans. */
export async function keepFiguresNow(trx: Knex.Transaction, plan: Plan): Promise<void> {
  await trx.raw(`update plans p set figures = ${FIGURES_NOW} where p.layer = ${plan} and p.published_at is not null`);
}

/** Empties a layer. */
export async function clearLayer(trx: Knex.Transaction, plan: Plan): Promise<void> {
  for (const table of ['furnace_runs', 'plan_entries', 'kept_orders', 'noted_orders']) await trx(table).where('layer', plan).delete();
}
