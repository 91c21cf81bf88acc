import type { Knex } from 'knex';
import type { Success } from '../../contract/handlers.ts';
import { recordAudit, recordAuditMany } from '../../db/audit.ts';
import { beginBulk, inBulkTurn } from '../../db/bulk.ts';
import { transaction } from '../../db/errors.ts';
import { announce } from '../../db/events.ts';
import { type Plan, PUBLISHED } from '../../db/plan.ts';
import { rowById } from '../../db/rows.ts';
import type { Db } from '../../db/types.ts';
import { invalid, notFound } from '../../domain/ground/errors.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import type { Priority } from '../../domain/plant/priority.ts';
import { SCHEDULE_TEXTS } from '../../domain/texts/plan/schedule.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { rememberAfterDelete, rememberBeforeDelete } from '../figures/remember.service.ts';
import { entriesOfOrders } from '../schedule/read/entries.service.ts';
import { ordersOf } from './lists.store.ts';
import {
  deliveryDates,
  emptyTable,
  lockedPriorities,
  lotsOf,
  orderTasksOf,
  removeRow,
  rowToDelete,
  sweep,
  sweepRuns,
  updatePriority,
} from './orders.store.ts';

/** An order with its lots, order tasks and bars of a plan. Throws not found. */
export async function orderDetail(db: Db, plan: Plan, id: number): Promise<Success<'getOrder'>> {
  const order = await rowById(db, ordersOf(plan), id);
  if (!order) throw notFound(databaseTexts.notFound);
  const [lots, orderTasks, entries] = await Promise.all([lotsOf(db, plan, id), orderTasksOf(db, id), entriesOfOrders(db, plan, [id])]);
  return { ...(order as object as Success<'getOrder'>), lots, order_tasks: orderTasks, entries };
}

/** Orders by their ids, as lists show them. */
export async function ordersShown(db: Db, plan: Plan, ids: readonly number[]): Promise<Success<'listOrders'>['results']> {
  const orders: Success<'listOrders'>['results'] = [];
  for (const id of ids) {
    const row = await rowById(db, ordersOf(plan), id);
    if (row) orders.push(row as object as (typeof orders)[number]);
  }
  return orders;
}

/** Gives orders a priority, which the next run obeys; tells how many had another one. Throws a field map for an unknown order. */
export async function setPriority(
  db: Db,
  actor: string,
  { orders, priority }: { orders: readonly number[]; priority: Priority },
): Promise<{ changed: number }> {
  const ids = [...new Set(orders)];
  return transaction(db, async (trx) => {
    const rows = await lockedPriorities(trx, ids);
    if (rows.length < ids.length) throw invalid({ orders: [SCHEDULE_TEXTS.order_unknown] });
    const others = rows.filter((row) => row.priority !== priority);
    const changed = others.map(({ id }) => id);
    await updatePriority(trx, changed, priority);
    await recordAuditMany(
      trx,
      others.map(({ serial_number: key, priority: was }) => ({
        actor,
        operation: 'setOrderPriority',
        kind: 'orders',
        key,
        old: { priority: was },
        new: { priority },
      })),
    );
    if (changed.length > 0) await announce(trx, { kind: 'schedule', entries: [], orders: changed });
    return { changed: changed.length };
  });
}

/** Delivery dates by order id. */
export async function deliveryDateMap(db: Db): Promise<Record<string, PlantDate | null>> {
  return Object.fromEntries((await deliveryDates(db)).map(({ id, delivery_date }) => [String(id), delivery_date]));
}

/** Removes every row of a table with what belongs to it, in one transaction; the history keeps one row with their number. */
export async function deleteAll(
  db: Db,
  table: 'orders' | 'order_tasks' | 'castings',
  { actor, operation, now_ms }: { actor: string; operation: string; now_ms: number },
): Promise<{ deleted: number }> {
  return inBulkTurn(() =>
    transaction(db, async (trx) => {
      await beginBulk(trx, true);
      await rememberBeforeDelete(trx, PUBLISHED, table, now_ms);
      const deleted = await emptyTable(trx, table);
      await sweep(trx);
      await rememberAfterDelete(trx, PUBLISHED, now_ms);
      await recordAudit(trx, { actor, operation, kind: table, key: '*', old: { rows: deleted }, new: null });
      return { deleted };
    }),
  );
}

/** Removes orders that were never firm, with their bars: nothing of them has happened. */
export async function dropOrders(
  trx: Knex.Transaction,
  ids: readonly number[],
  { actor, operation }: { actor: string; operation: string },
): Promise<void> {
  for (const id of ids) {
    const found = await rowToDelete(trx, 'orders', id);
    if (!found) continue;
    await removeRow(trx, 'orders', id);
    await recordAudit(trx, { actor, operation, kind: 'orders', key: found.serial, old: found.row, new: null });
  }
  await sweepRuns(trx);
  await announce(trx, { kind: 'schedule', entries: null, orders: [...ids] });
}

/** What the history calls one of them by: a lot by its processes. */
const KIND_OF = { orders: 'orders', lots: 'order_tasks', castings: 'castings' } as const;

/** Removes an order, a lot or a casting with what belongs to it, locked bars too. Throws not found. */
export async function deleteOne(
  db: Db,
  table: 'orders' | 'lots' | 'castings',
  id: number,
  { actor, operation, now_ms }: { actor: string; operation: string; now_ms: number },
): Promise<void> {
  await inBulkTurn(() =>
    transaction(db, async (trx) => {
      await beginBulk(trx, true);
      const found = await rowToDelete(trx, table, id);
      if (!found) throw notFound(databaseTexts.notFound);
      const { row, order, serial, lot } = found;
      const kind = KIND_OF[table];
      await rememberBeforeDelete(trx, PUBLISHED, kind, now_ms, order);
      await removeRow(trx, table, id);
      await sweep(trx);
      await rememberAfterDelete(trx, PUBLISHED, now_ms);
      const key = table === 'orders' || lot === '' ? serial : `${serial}-${lot}`;
      await recordAudit(trx, { actor, operation, kind, key, old: row, new: null });
      await announce(trx, { kind: 'schedule', entries: [], orders: [order] });
    }),
  );
}
