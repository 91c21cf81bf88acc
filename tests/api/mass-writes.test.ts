import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/connect.ts';
import { openDatabase } from '../../server/db/connect.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { calendarHandlers } from '../../server/features/calendar/calendar.handlers.ts';
import { importRows } from '../../server/features/imports/imports.service.ts';
import { deleteAll } from '../../server/features/orders/orders.service.ts';
import { leaveFurnaceRuns, ordersById, updateEntries } from '../../server/features/schedule/write/write.store.ts';
import { caller } from '../support/call.ts';
import { testDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

const ROUNDS = 15;

/** Two processes' worth of connections to one database: what waits in one does not wait for the other. */
let one: Database;
let other: Database;
const orders: number[] = [];
const entries: number[] = [];
const facilities: string[] = [];
const serials: string[] = [];

beforeAll(async () => {
  one = await testDatabase();
  other = await openDatabase({ databaseUrl: one.url, dataDir: '/nowhere' });
  const make = plantBuilder(one.knex);
  const task = await make.task();
  for (let index = 0; index < 20; index++) {
    const serial_number = `M${String(index).padStart(3, '0')}`;
    const order = await make.order({ serial_number });
    const lot = await make.lot(order);
    const facility = await make.facility({ tasks: [task], facility_name: `炉${index}` });
    orders.push(order);
    serials.push(serial_number);
    facilities.push(`炉${index}`);
    entries.push(await make.entry(lot, task, ['2026-04-06 08:00', '2026-04-06 16:00'], { facility_id: facility }));
  }
});
afterAll(async () => {
  await other.close();
  await one.close();
});

/** What both ask again and again at one moment, in each other's way. Throws what either is refused. */
async function atOnce(
  forwards: (database: Database) => Promise<unknown>,
  backwards: (database: Database) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await Promise.all([forwards(one), backwards(other), backwards(one), forwards(other)]);
}

describe('two people who write the same rows at once, in opposite order', () => {
  const schedule = (database: Database) => caller(schedulesOf(database.knex));
  const calendar = (database: Database) => caller(calendarHandlers({ db: database.knex, clock: Date.now }), { employee_id: '1001' });

  it('lock and unlock orders without a refusal, each as a whole', async () => {
    await atOnce(
      (database) => schedule(database)('lockOrder', { body: { orders } }),
      (database) => schedule(database)('unlockOrder', { body: { orders: [...orders].reverse() } }),
    );
    expect(new Set((await one.knex('plan_entries').select('locked')).map((row) => row.locked)).size).toBe(1);
  });

  it('fix work times without a refusal, each as a whole', async () => {
    // Whoever came last before may have left them locked, and locked bars keep their hours.
    await schedule(one)('unlockOrder', { body: { orders } });
    await atOnce(
      (database) => schedule(database)('setWorkTime', { body: { schedule_ids: entries, start_time: '09:00', end_time: '15:00' } }),
      (database) =>
        schedule(database)('setWorkTime', { body: { schedule_ids: [...entries].reverse(), start_time: '10:00', end_time: '14:00' } }),
    );
    expect(new Set((await one.knex('plan_entries').select('start_at')).map((row) => row.start_at)).size).toBe(1);
  });

  it('set availability without a refusal, each as a whole', async () => {
    const days = ['2026-04-06', '2026-04-07', '2026-04-08'];
    const map = (names: string[], dates: string[], units: number) =>
      Object.fromEntries(names.map((name) => [name, Object.fromEntries(dates.map((date) => [date, units]))]));
    await atOnce(
      (database) => calendar(database)('setAvailability', { body: map(facilities, days, 3) }),
      (database) => calendar(database)('setAvailability', { body: map([...facilities].reverse(), [...days].reverse(), 4) }),
    );
    const units = (await one.knex('facility_availabilities').select('units')).map((row) => row.units);
    expect([units.length, new Set(units).size]).toEqual([60, 1]);
  });

  it('import and delete everything without a refusal: each waits for the other', async () => {
    const row = {
      ...{ product_code: 'P1', product_name: '弁箱', number: 1, weight: 1, delivery_status: '', material: '', delivery_date: '' },
      casting_date: '',
    };
    const body = (numbers: string[]) => Buffer.from(JSON.stringify({ rows: numbers.map((serial_number) => ({ ...row, serial_number })) }));
    await atOnce(
      (database) => importRows(database.knex, 'orders', body(serials), { actor: '1001', clock: Date.now }),
      (database) => deleteAll(database.knex, 'orders', { actor: '1002', operation: 'deleteAllOrders', now_ms: Date.now() }),
    );
    const { imported } = await importRows(one.knex, 'orders', body([...serials].reverse()), { actor: '1001', clock: Date.now });
    expect(imported).toBe(serials.length);
  });
});

describe('mass writes', () => {
  it('take more bars than a statement takes parameters', async () => {
    const ids = [...entries, ...Array.from({ length: 70_000 }, (_, index) => 1_000_000 + index)];
    await one.knex.transaction(async (trx) => {
      await updateEntries(trx, PUBLISHED, ids, { locked: true });
      expect(await leaveFurnaceRuns(trx, PUBLISHED, ids)).toBe(false);
      expect(await ordersById(trx, ids)).toEqual(
        await trx('orders').whereIn('id', ids.slice(0, 100)).select('id', 'product_id', 'delivery_date'),
      );
    });
  });

  it('leave connections to everybody else while they wait', async () => {
    const plan = await one.knex.transaction();
    await plan('plans').where('kind', 'published').forUpdate().select('id');
    const author = caller(schedulesOf(one.knex));
    const waiting = Array.from({ length: 30 }, () =>
      author('lockOrder', { body: { order: orders[0] ?? 1 } }).catch((error: unknown) => error),
    );
    // Thirty wait in one turn: twelve connections, one of them taken by the first, are there for the rest of the plant.
    const atLocks = () => one.knex('pg_stat_activity').where({ wait_event_type: 'Lock' }).whereRaw('datname = current_database()');
    await expect.poll(async () => (await atLocks().select('pid')).length).toBe(1);
    const reads = await Promise.all(Array.from({ length: 8 }, () => one.knex('holidays').count({ n: '*' })));
    expect(reads).toHaveLength(8);
    await plan.rollback();
    await Promise.all(waiting);
  });
});
