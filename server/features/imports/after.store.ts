import type { Knex } from 'knex';
import type { Plan } from '../../db/plan.ts';
import { EMPTY_RUNS } from '../../db/sql/empty-runs.ts';
import type { ImportKindName } from '../../domain/files/imports.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import { correctCastings, rememberAfterImport } from '../figures/remember.service.ts';
import { firmByFile } from '../promises/keep.service.ts';
import { keepCompleted, keepDependents, keepEffects, keepPasswords } from './effects.store.ts';
import { dropLotsTooMany, heldOrders } from './held.store.ts';
import { ROWS } from './staging.store.ts';
import { BROUGHT, LOTS, type Target } from './targets.store.ts';

/** What a step is about: the plan whose bars are kept, the plant day, the tables of the import and its row of the history, under which its effects are kept. */
interface About {
  plan: Plan;
  today: PlantDate;
  audit: number;
  targets: readonly Target[];
}
type Step = (trx: Knex.Transaction, about: About) => Promise<void>;

/** Lots are made by whoever names them first. */
const makeLots: Step = async (trx, { audit }) => {
  await trx.raw(
    `with made as (insert into lots (order_id, lot_number, lot_key)
       select order_id, lot_number, lot_key from (
         select distinct on (o.id, coalesce(r.lot_number_key, '')) o.id as order_id, coalesce(r.lot_number, '') as lot_number,
           coalesce(r.lot_number_key, '') as lot_key, r.row_number
         from ${LOTS} where not r.bad and l.id is null order by o.id, coalesce(r.lot_number_key, ''), r.row_number) named order by row_number
       returning *)
     insert into import_effects (audit_id, table_name, new) select ?, 'lots', to_jsonb(made) from made`,
    [audit],
  );
};

/** What a planner had added by hand before the file knew it keeps its bar and what happened to it. */
const takeHandTasks: Step = async (trx, { audit }) => {
  await trx.raw(
    `with brought as materialized (${BROUGHT}),
       taken as (update order_tasks t set origin = 'file', task_sort = b.task_sort from brought b join order_tasks former on former.id = b.id where t.id = b.id
         returning t.id, former.task_sort as former_sort, t.task_sort)
     insert into import_effects (audit_id, table_name, old, new)
     select ?, 'order_tasks', jsonb_build_object('id', id, 'origin', 'hand', 'task_sort', former_sort), jsonb_build_object('id', id, 'origin', 'file', 'task_sort', task_sort) from taken`,
    [audit],
  );
};

/** Orders that waited for their product get it. */
const giveProductsToOrders: Step = async (trx, { audit }) => {
  await trx.raw(
    `with given as (update orders o set product_id = p.id from products p
       where o.product_id is null and o.product_key = p.code_key and p.code_key in (select product_code_key from ${ROWS} where not bad)
       returning o.id, o.product_id)
     insert into import_effects (audit_id, table_name, old, new)
     select ?, 'orders', jsonb_build_object('id', id, 'product_id', null), jsonb_build_object('id', id, 'product_id', product_id) from given`,
    [audit],
  );
};

/** An entry of any plan whose order task became another one: a free one goes and is planned again, a fixed one follows. Entries and facts stand where their order task does. Furnace runs that lost their last member go. `lots`: a query of their ids. */
export async function followTasks(trx: Knex.Transaction, lots: string): Promise<void> {
  const other = `t.id = e.id and t.task_id <> e.task_id and t.lot_id in (${lots})`;
  await trx.raw(
    `delete from plan_entries e using order_tasks t where ${other} and not (e.locked or exists (select 1 from actuals a where a.order_task_id = e.id and a.marked))`,
  );
  await trx.raw(`update plan_entries e set task_id = t.task_id, version = e.version + 1 from order_tasks t where ${other}`);
  const placed = `t.task_sort is distinct from e.task_sort and t.lot_id in (${lots})`;
  await trx.raw(
    `update plan_entries e set task_sort = t.task_sort, version = e.version + 1 from order_tasks t where t.id = e.id and ${placed}`,
  );
  await trx.raw(
    `update actuals e set task_sort = t.task_sort from order_tasks t where t.id = e.order_task_id and t.task_id = e.task_id and ${placed}`,
  );
  await trx.raw(`delete from ${EMPTY_RUNS}`);
}

/** Orders that hold promised days are firm by the file that names them; once it brings their processes, these are the file's. */
const takeHeld = async (trx: Knex.Transaction, audit: number, { processes }: { processes: boolean }): Promise<void> => {
  const orders = await heldOrders(trx);
  if (orders.length === 0) return;
  if (processes) await dropLotsTooMany(trx, audit);
  await keepEffects(trx, audit, 'kept_promises', await firmByFile(trx, orders, { processes }));
};

/** What must be there before a kind's rows are written. */
export const BEFORE: Readonly<Partial<Record<ImportKindName, Step>>> = {
  employees: (trx, { audit }) => keepPasswords(trx, audit),
  'order-tasks': async (trx, about) => {
    await makeLots(trx, about);
    await takeHandTasks(trx, about);
    for (const target of about.targets) await keepDependents(trx, about.plan, about.audit, target);
  },
  castings: makeLots,
};

/** What follows from a kind's rows. */
export const AFTER: Readonly<Partial<Record<ImportKindName, Step>>> = {
  products: giveProductsToOrders,
  orders: async (trx, { plan, today, audit }) => {
    await takeHeld(trx, audit, { processes: false });
    await keepCompleted(trx, audit, () => rememberAfterImport(trx, plan, 'orders', today));
  },
  'order-tasks': async (trx, { plan, today, audit }) => {
    await followTasks(trx, `select l.id from ${LOTS}`);
    await takeHeld(trx, audit, { processes: true });
    await keepCompleted(trx, audit, () => rememberAfterImport(trx, plan, 'order-tasks', today));
  },
  castings: async (trx, { audit }) => {
    const { rows } = await trx.raw(`select distinct serial_number_key as key from ${ROWS} where not bad`);
    await keepCompleted(trx, audit, () =>
      correctCastings(
        trx,
        rows.map(({ key }: { key: string }) => key),
      ),
    );
  },
};
