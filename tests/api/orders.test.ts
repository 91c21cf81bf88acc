import { beforeAll, describe, expect, it } from 'vitest';
import { PUBLISHED } from '../../server/db/plan.ts';
import { keepOrderStates } from '../../server/db/sql/states.ts';
import { ordersHandlers } from '../../server/features/orders/orders.handlers.ts';
import { changeOfLateness } from '../../server/features/runs/story/report.service.ts';
import { closeByHand } from '../../server/features/work/work.service.ts';
import { ownDatabase } from '../support/database.ts';
import { calling } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';

describe('orders, their tasks and castings', () => {
  const database = ownDatabase();
  let ids: { order: number; lots: number[]; tasks: number[] };
  const call = calling(() => ordersHandlers({ db: database.knex, clock: () => 0 }), { employee_id: '1001' });

  beforeAll(async () => {
    const plant = plantBuilder(database.knex);
    const product = await plant.product({ product_code: 'TKH-0412-01', product_name: '弁箱ﾊﾞﾙﾌﾞ' });
    const task = await plant.task({ task_code: '320-3121-060', task_name: '解枠' });
    const dated = { product_code: 'TKH-0412-01', delivery_date: '2026-05-29' };
    const order = await plant.order({ serial_number: '02640123', product_id: product, ...dated });
    const lots = [await plant.lot(order, '02'), await plant.lot(order, '01')];
    await plant.casting(lots[0]!, '2026-04-03');
    const tasks = [await plant.orderTask(lots[0]!, task), await plant.orderTask(lots[1]!, task), await plant.orderTask(lots[1]!, task)];
    const heat = await plant.task({ task_code: '320-3123-010', task_name: '焼なまし' });
    const facility = await plant.facility({ facility_name: '1号台車炉', tasks: [heat] });
    const entry = await plant.entry(lots[1]!, heat, ['2026-04-06 08:30', '2026-04-07 00:00'], { facility_id: facility, locked: true });
    await plant.furnaceRun(facility, ['2026-04-06 08:30', '2026-04-07 00:00'], [entry]);
    for (let n = 1; n <= 104; n++)
      await plant.order({ serial_number: `S26X${String(n).padStart(4, '0')}`, product_name: '羽根車_100%', delivery_date: null });
    ids = { order, lots, tasks: [...tasks, entry] };
  });

  it('lists orders with the number of their tasks, page by page in a total order', async () => {
    const first = await call('listOrders');
    expect(first).toMatchObject({ count: 105, next: '/api/orders/?limit=100&offset=100', previous: null });
    const own = { serial_number: '02640123', product_name: '弁箱ﾊﾞﾙﾌﾞ', number: 4, weight: 100, delivery_date: '2026-05-29' };
    expect(first.results[0]).toMatchObject({ ...own, task_number: 4 });
    const second = await call('listOrders', { query: { offset: 100, ordering: '-serial_number' } });
    expect(second).toMatchObject({ next: null, previous: '/api/orders/?ordering=-serial_number&limit=100&offset=0' });
    expect(second.results.at(-1)?.serial_number).toBe('02640123');
    await expect(call('listOrders', { query: { ordering: 'password_hash' } })).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('gives orders a priority: once each, told in the history, found in the list, and the plan becomes stale', async () => {
    const others = (await call('listOrders', { query: { serial_number_search: 'S26X0001,S26X0002' } })).results.map(({ id }) => id);
    const said = () => database.knex('audit').where('operation', 'setOrderPriority').orderBy('id').select('kind', 'key', 'old', 'new');
    expect(await call('setOrderPriority', { body: { orders: [ids.order, ...others, ids.order], priority: 'rush' } })).toEqual({
      changed: 3,
    });
    expect(await call('setOrderPriority', { body: { orders: [ids.order], priority: 'rush' } })).toEqual({ changed: 0 });
    await call('setOrderPriority', { body: { orders: others, priority: 'normal' } });
    const { results } = await call('listOrders', { query: { priority_search: 'rush' } });
    expect(results).toMatchObject([{ id: ids.order, priority: 'rush', version: 2 }]);
    expect((await call('getOrder', { params: { id: ids.order } })).entries[0]).toMatchObject({ priority: 'rush' });
    expect((await said())[0]).toEqual({ kind: 'orders', key: '02640123', old: { priority: 'normal' }, new: { priority: 'rush' } });
    expect(await said()).toHaveLength(5);
    expect(await database.knex('input_changes').where('part', 'orders')).toHaveLength(5);
    await expect(call('setOrderPriority', { body: { orders: [ids.order, 999_999], priority: 'normal' } })).rejects.toMatchObject({
      fields: { orders: [expect.any(String)] },
    });
    const lateness = (...days: number[]) =>
      [ids.order, ...others].slice(0, days.length).map((order_id, at) => ({ order_id, serial_number: '', late_days: days[at]! }));
    const told = await database.knex.transaction((trx) => changeOfLateness(trx, PUBLISHED, lateness(12, 2), lateness(3, 5, 1)));
    expect(told).toMatchObject({ rush_count: 1, rush_days_before: 12, rush_days_after: 3, later_late_count: 2 });
  });

  it('says when an order ships: the day its last bar ends, unknown while an open task stands behind its successor', async () => {
    const plant = plantBuilder(database.knex);
    const shipped = async (id: number) => {
      const { shipping_date, late_days } = await call('getOrder', { params: { id } });
      return { shipping_date, late_days };
    };
    const task = await plant.task({ task_code: '320-3131-010', task_name: '出荷' });
    const order = await plant.order({ serial_number: '02640999', delivery_date: '2026-04-03' });
    const lot = await plant.lot(order, '01');
    await plannedBar(plant)(lot, task, ['2026-04-06 08:30', '2026-04-07 00:00'], { task_sort: 10 });
    expect(await shipped(order)).toEqual({ shipping_date: '2026-04-06', late_days: 3 });
    const listed = await call('listOrders', { query: { ordering: '-late_days', limit: 1 } });
    expect(listed.results[0]).toMatchObject({ serial_number: '02640999', shipping_date: '2026-04-06', late_days: 3 });
    const bar = await plannedBar(plant)(lot, task, ['2026-04-07 08:00', '2026-04-07 12:00'], { task_sort: 5 });
    expect(await shipped(order)).toEqual({ shipping_date: null, late_days: 4 });
    await keepOrderStates(database.knex);
    expect(await shipped(order)).toEqual({ shipping_date: null, late_days: 4 });
    await database.knex.transaction((trx) => closeByHand(trx, PUBLISHED, [bar]));
    expect(await shipped(order)).toMatchObject({ shipping_date: '2026-04-07' });
    await database.knex('orders').where({ id: order }).del();
  });

  it('searches parts of texts, blind to width, case and kana; % and _ are plain', async () => {
    for (const [query, count] of [
      [{ product_name_search: 'ばるぶ' }, 1],
      [{ product_name_search: 'バルブ' }, 1],
      [{ product_name_search: '_100%' }, 104],
      [{ product_name_search: '1_0' }, 0],
      [{ product_code_search: 'ｔｋｈ－０４' }, 1],
      [{ serial_number_search: '0264012,s26x0007' }, 2],
      [{ serial_number_search: '' }, 105],
      [{ ids: String(ids.order) }, 1],
    ] as const)
      expect((await call('listOrders', { query })).count, JSON.stringify(query)).toBe(count);
  });

  it('gives an order with lots, order tasks and bars', async () => {
    const order = await call('getOrder', { params: { id: ids.order } });
    const planned = { lot_number: '01', casting_date: null, task_count: 3, unplanned_count: 2, end_date: '2026-04-06' };
    const open = { lot_number: '02', casting_date: '2026-04-03', task_count: 1, unplanned_count: 1, end_date: null };
    expect(order.lots).toEqual([
      { id: ids.lots[1], finished_count: 0, late_days: 0, ...planned },
      { id: ids.lots[0], finished_count: 0, late_days: 0, ...open },
    ]);
    expect(order.order_tasks.map((row) => row.id)).toEqual([ids.tasks[1], ids.tasks[2], ids.tasks[3], ids.tasks[0]]);
    expect(order.order_tasks.map((row) => row.origin)).toEqual(['file', 'file', 'hand', 'file']);
    expect(order.entries).toHaveLength(1);
    await expect(call('getOrder', { params: { id: 999_999 } })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('lists order tasks of some orders or of all, and castings by serial, lot and date', async () => {
    const page = await call('listOrderTasks', { query: { order_ids: `${ids.order},77777` } });
    expect(page.count).toBe(4);
    const own = { order: ids.order, lot_number: '01', task_code: '320-3121-060', task_name: '解枠' };
    expect(page.results[0]).toMatchObject({ ...own, received: false, setup_hours: 0.5, last_reception_date: null });
    expect((await call('listOrderTasks')).count).toBe(4);
    const castings = async (query: object) => (await call('listCastings', { query })).results;
    expect(await castings({})).toMatchObject([
      { order: ids.order, serial_number: '02640123', lot_number: '02', casting_date: '2026-04-03' },
    ]);
    expect(
      await castings({ casting_date_gte_search: '2026-04-03', casting_date_lte_search: '2026-04-03', lot_number_search: '２' }),
    ).toHaveLength(1);
    expect(await castings({ casting_date_gte_search: '2026-04-04' })).toEqual([]);
  });

  it('maps delivery dates by id', async () => {
    const map = await call('getDeliveryDates');
    expect(Object.keys(map)).toHaveLength(105);
    expect(map[String(ids.order)]).toBe('2026-05-29');
  });

  it('deletes one casting, one lot, one order with what is theirs, locked bars too, and nothing else', async () => {
    const { knex } = database;
    const make = plantBuilder(knex);
    const task = await make.task({ task_code: '320-9111-010' });
    const order = await make.order({ serial_number: '02649900' });
    const [one, two] = [await make.lot(order, '01'), await make.lot(order, '02')];
    for (const lot of [one, two]) {
      const order_task_id = await make.orderTask(lot, task);
      await make.entry(lot, task, ['2026-04-06 08:30', '2026-04-07 00:00'], { order_task_id, locked: true });
    }
    const casting = await make.casting(one, '2026-04-03');
    const before = (await knex('plan_entries')).length;
    await call('deleteCasting', { params: { id: casting } });
    expect(await knex('lots').where({ order_id: order }).orderBy('id').pluck('id')).toEqual([one, two]);
    await call('deleteLot', { params: { id: one } });
    expect(await knex('plan_entries')).toHaveLength(before - 1);
    await call('deleteOrder', { params: { id: order } });
    expect(await knex('plan_entries')).toHaveLength(before - 2);
    expect([await knex('orders').where({ id: order }), await knex('lots').where({ order_id: order })]).toEqual([[], []]);
    await expect(call('deleteOrder', { params: { id: order } })).rejects.toThrow('存在しません');
    expect(await knex('audit').orderBy('id', 'desc').limit(3).select('operation', 'kind', 'key')).toEqual([
      { operation: 'deleteOrder', kind: 'orders', key: '02649900' },
      { operation: 'deleteLot', kind: 'order_tasks', key: '02649900-01' },
      { operation: 'deleteCasting', kind: 'castings', key: '02649900-01' },
    ]);
  });

  it('deletes all castings, then all order tasks, then all orders with what is theirs, locked bars too', async () => {
    const { knex } = database;
    expect(await call('deleteAllCastings')).toEqual({ deleted: 1 });
    expect(await knex('order_tasks')).toHaveLength(4);
    // What was added by hand goes with its order alone.
    expect(await call('deleteAllOrderTasks')).toEqual({ deleted: 3 });
    expect(await knex('orders')).toHaveLength(105);
    expect(await knex('plan_entries')).toHaveLength(1);
    expect(await call('deleteAllOrders')).toEqual({ deleted: 105 });
    for (const table of ['orders', 'lots', 'order_tasks', 'castings', 'plan_entries', 'furnace_run_members', 'furnace_runs']) {
      expect(await knex(table), table).toEqual([]);
    }
    expect(await knex('audit').whereLike('operation', 'deleteAll%').orderBy('id').pluck('operation')).toEqual([
      'deleteAllCastings',
      'deleteAllOrderTasks',
      'deleteAllOrders',
    ]);
  });
});
