import type { Knex } from 'knex';
import type { ImportKindName } from '../../domain/files/imports.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import { rememberAfterImport } from '../figures/remember.service.ts';
import { ROWS } from './staging.store.ts';
import { LOTS } from './targets.store.ts';

type Step = (trx: Knex.Transaction, today: PlantDate) => Promise<void>;

/** Lots are made by whoever names them first. */
const makeLots: Step = async (trx) => {
  await trx.raw(
    `insert into lots (order_id, lot_number, lot_key)
     select order_id, lot_number, lot_key from (
       select distinct on (o.id, coalesce(r.lot_number_key, '')) o.id as order_id, coalesce(r.lot_number, '') as lot_number,
         coalesce(r.lot_number_key, '') as lot_key, r.row_number
       from ${LOTS} where not r.bad and l.id is null order by o.id, coalesce(r.lot_number_key, ''), r.row_number) made order by row_number`,
  );
};

/** Orders that waited for their product get it. */
const giveProductsToOrders: Step = async (trx) => {
  await trx.raw(
    `update orders o set product_id = p.id from products p
     where o.product_id is null and o.product_key = p.code_key and p.code_key in (select product_code_key from ${ROWS} where not bad)`,
  );
};

/** An entry whose order task became another one: a free one goes and is planned again, a fixed one follows. Furnace runs that lost their last member go. */
const followTasks: Step = async (trx) => {
  const other = `t.id = e.order_task_id and t.task_id <> e.task_id and t.lot_id in (select l.id from ${LOTS})`;
  await trx.raw(`delete from plan_entries e using order_tasks t where ${other} and not (e.locked or e.received_locked)`);
  await trx.raw(`update plan_entries e set task_id = t.task_id, version = e.version + 1 from order_tasks t where ${other}`);
  await trx.raw('delete from furnace_runs f where not exists (select 1 from furnace_run_members m where m.furnace_run_id = f.id)');
};

/** What must be there before a kind's rows are written. */
export const BEFORE: Readonly<Partial<Record<ImportKindName, Step>>> = { 'order-tasks': makeLots, castings: makeLots };

/** What follows from a kind's rows. */
export const AFTER: Readonly<Partial<Record<ImportKindName, Step>>> = {
  products: giveProductsToOrders,
  orders: (trx, today) => rememberAfterImport(trx, 'orders', today),
  'order-tasks': async (trx, today) => {
    await followTasks(trx, today);
    await rememberAfterImport(trx, 'order-tasks', today);
  },
};
