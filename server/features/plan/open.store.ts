import type { Knex } from 'knex';
import { takeLock } from '../../db/locks.ts';
import { inLayer, lockPlan, type Plan, PUBLISHED } from '../../db/plan.ts';
import { prepared } from '../../db/prepared.ts';
import { keepOrderStates } from '../../db/sql/states.ts';
import { mergeStaged } from './merge.store.ts';
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

/** One plan is laid out at a time: as a copy of the published one, which most of its bars stand alike in, brought to what was packed. */
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
  await copyPublished(trx, plan);
  await trx('plans').where({ id }).update({ layer: plan, opened_at: trx.fn.now() });
  await stageKept(trx, id);
  await mergeStaged(trx, plan, { messages: kept.said?.messages ?? [], before: kept.base_id });
  return plan;
}

/** Lays a copy of the published plan into an empty layer, with what is kept of the states of its orders. */
async function copyPublished(trx: Knex.Transaction, plan: Plan): Promise<void> {
  await trx.raw('drop table if exists copied');
  await trx.raw(
    `create temporary table copied on commit drop as
     select id, nextval(pg_get_serial_sequence('furnace_runs', 'id')) as copy from furnace_runs where layer = ${PUBLISHED}`,
  );
  const bar = `id, version, lot_id, task_id, task_sort, facility_id, unit, outsourced, locked, start_at, end_at, work_time_set, moved_by,
    sound_start, sound_end, sound_facility_id`;
  await trx.raw(`insert into plan_entries (layer, ${bar}) select ${plan}, ${bar} from plan_entries where layer = ${PUBLISHED}`);
  const run = 'facility_id, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end';
  await trx.raw(
    `insert into furnace_runs (id, layer, ${run}) overriding system value select c.copy, ${plan}, ${run} from furnace_runs r join copied c on c.id = r.id`,
  );
  await trx.raw(
    `insert into furnace_run_members (layer, furnace_run_id, plan_entry_id, pieces, weight, volume)
     select ${plan}, c.copy, m.plan_entry_id, m.pieces, m.weight, m.volume from furnace_run_members m join copied c on c.id = m.furnace_run_id`,
  );
  // Alike so far, so that only orders of bars that the plan has elsewhere are reckoned.
  await trx('noted_orders').where('layer', plan).delete();
  const state = `order_id, delivery_date, task_count, finished_count, unplanned_count, open, dated, end_date, remaining_count, shipping_date, late_days, unsettled`;
  await trx.raw(`insert into kept_orders (layer, ${state}) select ${plan}, ${state} from kept_orders where layer = ${PUBLISHED}`);
  // Else its readers, the next statements among them, are planned for no rows at all.
  await trx.raw('analyze plan_entries (layer), furnace_runs (layer), furnace_run_members (layer), kept_orders (layer)');
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
