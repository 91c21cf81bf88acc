import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import type { JobStatus } from '../../db/jobs/jobs.ts';
import { inLayer, isPublished, lockPlan, type Plan, type PlanKind, type PlanRow, PUBLISHED } from '../../db/plan.ts';
import { holdsDay } from '../../db/sql/held.ts';
import type { Db } from '../../db/types.ts';
import type { Instant } from '../../domain/ground/plant-time.ts';
import type { Premise } from '../../scheduling/index.ts';
import { clearLayer, closePlan, FIGURES_NOW, keepFiguresNow } from './open.store.ts';
import { copyContent, keepContent, keptBars, type PlanColumns, pack } from './stage.store.ts';

/** What is kept of a new plan, beside where its bars stand. */
export interface NewPlan {
  job_id: number;
  number: number | null;
  base_id: number | null;
  author: string;
  said: object;
  figures: object;
}

const written = ({ said, figures, ...plan }: NewPlan) => ({ ...plan, said: JSON.stringify(said), figures: JSON.stringify(figures) });

/** Keeps a plan that a run offers beside the one that it publishes, and gives its id. */
export async function addCandidate(trx: Knex.Transaction, plan: NewPlan, content: PlanColumns): Promise<number> {
  const [{ id }] = await trx('plans')
    .insert({
      ...written(plan),
      kind: 'candidate',
      published_at: trx.raw(`(select published_at from plans where layer = ${PUBLISHED})`),
      input_prints: trx.raw(`(select input_prints from plans where layer = ${PUBLISHED})`),
    })
    .returning('id');
  await keepContent(trx, id, content);
  return id;
}

/** Copies a plan as it stands, and what is said of it, whose row is locked, into one to try things in; gives its id. */
export async function addScenario(
  trx: Knex.Transaction,
  base: { id: number; layer: number | null },
  said: { name: string; author: string },
): Promise<number> {
  const { rows } = await trx.raw(
    `insert into plans (kind, name, author, base_id, said, premises, input_prints, published_at, figures)
     select 'scenario', :name, :author, p.id, p.said, p.premises, p.input_prints, p.published_at, ${base.layer === null ? 'p.figures' : FIGURES_NOW} from plans p where p.id = :id
     returning id`,
    bound({ ...said, id: base.id }),
  );
  const { id } = rows[0];
  await trx.raw(
    `insert into schedule_messages (job_id, plan_id, position, level, code, message, order_id, task_id, facility_id, order_task_ids, order_ids, cause)
     select null, :id, position, level, code, message, order_id, task_id, facility_id, order_task_ids, order_ids, cause from schedule_messages where plan_id = :base`,
    bound({ id, base: base.id }),
  );
  if (base.layer === null) await copyContent(trx, id, base.id);
  else await pack(trx, inLayer(base.layer), id);
  return id;
}

/** The plan that is to be copied, without an id the published one, locked so that it stands still; undefined: there is none. */
export const lockBase = (
  trx: Knex.Transaction,
  id: number | undefined,
): Promise<Pick<ListedPlan, 'id' | 'layer' | 'published_at'> | undefined> =>
  trx('plans')
    .where(id === undefined ? { layer: PUBLISHED } : { id })
    .forShare()
    .first('id', 'layer', 'published_at');

/** The changes of the plant on which a plan stands. */
export const premisesOf = async (db: Db, id: number): Promise<PlanPremise[]> =>
  (await db('plans').where({ id }).first('premises'))?.premises ?? [];

/** On which changes of the plant the plan stands that lies in a layer. */
export async function premisesIn(db: Db, plan: Plan): Promise<PlanPremise[]> {
  // The published plan stands in the plant as it is.
  if (isPublished(plan)) return [];
  return (await db('plans').where('layer', plan).first('premises'))?.premises ?? [];
}

/** Whether a plan stands on the premises that it was planned on; one that stands on none needs no planning. */
export const isPlannedOn = (planned: readonly string[] | null | undefined, premises: readonly PlanPremise[]): boolean =>
  premises.length === 0 || JSON.stringify(planned) === JSON.stringify(textsOf(premises));

/** Premises as what is said of a plan keeps them. */
export const textsOf = (premises: readonly PlanPremise[]): string[] => premises.map(({ text }) => text);

/** Keeps on what a plan stands. */
export async function keepPremises(trx: Knex.Transaction, id: number, premises: readonly PlanPremise[]): Promise<void> {
  // Orders that are due on another day are late otherwise.
  const note = (): Promise<unknown> =>
    trx.raw(
      'insert into noted_orders (order_id, layer) select d.order_id, d.layer from premised_dates d join plans p using (layer) where p.id = ?',
      [id],
    );
  await note();
  await trx('plans')
    .where({ id })
    .update({ premises: JSON.stringify(premises) });
  await note();
}

/** Calls a scenario otherwise. */
export const renamePlan = async (trx: Knex.Transaction, id: number, name: string): Promise<void> => {
  await trx('plans')
    .where({ id })
    .update({ name, version: trx.raw('version + 1') });
};

/** Forgets a plan that people try things in, with the steps that were done in it. */
export const dropScenario = (trx: Knex.Transaction, id: number): Promise<void> => drop(trx, `p.id = ${id} and p.kind = 'scenario'`);

/** The scenario that nobody has looked at or changed for longest, of those that are not being planned; undefined: there is none. */
export async function idlestScenario(trx: Knex.Transaction): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await trx.raw(
    `select p.id, p.name from plans p where p.kind = 'scenario'
       and not exists (select 1 from jobs j where j.id = p.job_id and j.kind = 'scenario' and j.status in ('queued', 'running'))
     order by greatest(p.created_at, p.opened_at, p.edited_at, p.published_at), p.id limit 1`,
  );
  return rows[0];
}

/** How many plans of a kind there are. */
export const countPlans = async (trx: Knex.Transaction, kind: PlanKind): Promise<number> =>
  Number((await trx('plans').where({ kind }).count('* as count').first())?.count);

/** Forgets what other runs than this one offered; what of that was published for a while, or edited, is a plan that was. */
export async function dropOffered(trx: Knex.Transaction, jobId: number): Promise<void> {
  const others = `p.kind = 'candidate' and p.job_id is distinct from ${jobId}`;
  await trx.raw(
    `update plans p set kind = 'former', left_at = coalesce(left_at, now()) where ${others} and (p.left_at is not null or p.edited_at is not null)`,
  );
  await drop(trx, others);
}

/** Forgets the oldest of the plans that were published but for the last `kept`, except what a plan that stays is held against. */
export const dropFormer = (trx: Knex.Transaction, kept: number): Promise<void> =>
  drop(
    trx,
    `p.kind = 'former' and p.id not in (select id from plans where kind = 'former' order by left_at desc nulls last, id desc limit ${kept})
       and p.id not in (select base_id from plans where base_id is not null and kind in ('published', 'candidate', 'scenario'))`,
  );

async function drop(trx: Knex.Transaction, condition: string): Promise<void> {
  const { rows } = await trx.raw(`select p.id, p.layer from plans p where ${condition}`);
  const gone = rows as { id: number; layer: number | null }[];
  for (const { layer } of gone) if (layer !== null) await clearLayer(trx, inLayer(layer));
  const ids = bound([gone.map(({ id }) => id)]);
  await trx.raw('delete from schedule_steps where plan_id = any(?::bigint[])', ids);
  await trx.raw('delete from plans where id = any(?::bigint[])', ids);
}

/**
 * The published plan gives its place to another: it is packed as it stands, and is `kind` from then on; of one that its run offers again nothing stays of what was edited. Its
 * bars stay where they lie, for the other to be written over.
 */
export async function leave(
  trx: Knex.Transaction,
  { id }: Pick<PlanRow, 'id'>,
  kind: Exclude<PlanKind, 'published'> = 'former',
): Promise<void> {
  await pack(trx, PUBLISHED, id);
  await keepFiguresNow(trx, PUBLISHED);
  await trx('plans')
    .where({ id })
    .update({
      kind,
      layer: null,
      // One to try things in was never left: taken back again, it is that once more.
      left_at: kind === 'scenario' ? null : trx.fn.now(),
      ...(kind === 'candidate' ? { edited_at: null } : {}),
      version: trx.raw('version + 1'),
    });
}

/** The plan that a run publishes takes the published place, as one that nobody has edited, nor the shop floor marked, but for what came after the run had read it. */
export async function takePlace(trx: Knex.Transaction, plan: NewPlan, later: Pick<PlanRow, 'edited_at' | 'marked_at'>): Promise<PlanRow> {
  await trx('plans').insert({ ...written(plan), ...later, kind: 'published', layer: PUBLISHED, published_at: trx.fn.now() });
  return (await lockPlan(trx, PUBLISHED))!;
}

/** A plan that is kept takes the published place; expects it to be packed. */
export async function takePlaceAgain(trx: Knex.Transaction, id: number): Promise<void> {
  await trx('plans')
    .where({ id })
    .update({
      kind: 'published',
      layer: PUBLISHED,
      // Of one with a name it tells a former plan from a scenario, which was never left.
      left_at: trx.raw("case when name <> '' then left_at end"),
      fingerprint: null,
      version: trx.raw('version + 1'),
    });
}

/** A kept plan that may be adopted, locked and packed, with what its run says of it. */
export interface KeptPlan extends Pick<PlanRow, 'id' | 'job_id' | 'base_id'> {
  said: unknown;
  premises: PlanPremise[];
}

/** Locks a plan and packs it where it lies in a layer; undefined: there is none. */
export async function lockKept(trx: Knex.Transaction, id: number): Promise<KeptPlan | undefined> {
  const plan = await trx('plans').where({ id }).forUpdate().first('layer');
  if (!plan) return undefined;
  if (plan.layer !== null && plan.layer !== PUBLISHED) await closePlan(trx, inLayer(plan.layer));
  return trx('plans').where({ id }).first('id', 'job_id', 'base_id', 'said', 'premises') as unknown as Promise<KeptPlan>;
}

/** Forgets a plan. */
export const dropPlan = async (trx: Knex.Transaction, id: number): Promise<void> => {
  await trx('plans').where({ id }).delete();
};

/** Keeps the figures of a plan as lists show them. */
export const keepFigures = async (trx: Knex.Transaction, id: number, figures: object): Promise<void> => {
  await trx('plans')
    .where({ id })
    .update({ figures: JSON.stringify(figures) });
};

/** A premise of a scenario, with its sentence and what it was asked by. */
export type PlanPremise = Premise & { text: string; outsourcing_id?: number; product_id?: number };

/** A plan as lists show it: its figures of late orders as they are now where it lies in a layer. */
export interface ListedPlan {
  id: number;
  kind: PlanKind;
  name: string;
  number: number | null;
  layer: number | null;
  author: string;
  base: number | null;
  version: number;
  created_at: Instant;
  published_at: Instant | null;
  left_at: Instant | null;
  edited_at: Instant | null;
  input_prints: Record<string, string> | null;
  premises: PlanPremise[];
  /** On which premises it was planned, in sentences; null: it never was. */
  planned_on: string[] | null;
  /** Of the job that plans it, or planned it last. */
  job: { status: JobStatus; progress: number; error: string | null } | null;
  figures: Figures | null;
}
interface Figures {
  late_orders: number;
  late_days: number;
  moved_orders: number | null;
  moved_entries: number | null;
  furnace_runs: number;
}

const LISTED = `select p.id, p.kind, p.name, p.number, p.layer, coalesce(nullif(e.name, ''), p.author) as author, p.base_id as base, p.version,
    on_clock(p.created_at) as created_at, on_clock(p.published_at) as published_at, on_clock(p.left_at) as left_at, on_clock(p.edited_at) as edited_at, p.input_prints, p.premises, p.said -> 'premises' as planned_on,
    (select jsonb_build_object('status', j.status, 'progress', j.progress, 'error', j.error) from jobs j where j.id = p.job_id and j.kind = 'scenario') as job,
    case when p.published_at is null then null when p.layer is null then p.figures else ${FIGURES_NOW} end as figures
  from plans p left join employees e on e.employee_id = p.author`;

/** Plans of a kind, or of all: the published one, what its run offers, scenarios, former ones from the newest. */
export async function listPlans(
  db: Db,
  kind: PlanKind | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: ListedPlan[] }> {
  const shown = kind === undefined ? 'true' : 'p.kind = :kind';
  const bindings = { limit, offset, ...(kind === undefined ? {} : { kind }) };
  const { rows } = await db.raw(
    `${LISTED} where ${shown} order by array_position(array['published', 'candidate', 'scenario', 'former'], p.kind), case when p.kind <> 'former' then p.number end, p.left_at desc nulls last, p.id desc
     limit :limit offset :offset`,
    bindings,
  );
  const { rows: counted } = await db.raw(`select count(*)::integer as count from plans p where ${shown}`, bindings);
  return { count: counted[0].count, rows };
}

/** One plan as lists show it; undefined: there is none. */
export const planById = async (db: Db, id: number): Promise<ListedPlan | undefined> =>
  (await db.raw(`${LISTED} where p.id = ?`, [id])).rows[0];

/** What the plan that lies in a layer is called by; undefined: it was closed meanwhile. */
export const namingOf = (db: Db, plan: Plan): Promise<Pick<ListedPlan, 'kind' | 'name' | 'number' | 'left_at'> | undefined> =>
  db('plans').where('layer', plan).first('kind', 'name', 'number', db.raw('on_clock(left_at) as left_at'));

/** How many bars that are still to do stand in a plan and not in the kept one with this id, and of how many orders that hold a day they are. */
export async function countMissing(trx: Knex.Transaction, plan: Plan, id: number): Promise<{ count: number; held: number }> {
  const { rows } = await trx.raw(
    `with kept as materialized (select bar.id from plan_contents c, ${keptBars('id')} where c.plan_id = ?)
     select count(*)::integer as count, (count(distinct l.order_id) filter (where ${holdsDay('l.order_id')}))::integer as held
     from planned_work w join lots l on l.id = w.lot_id where w.layer = ${plan} and not w.finished and w.id not in (select id from kept)`,
    [id],
  );
  return rows[0];
}
