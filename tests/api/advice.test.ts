import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { RUN_TEXTS } from '../../server/domain/texts/plan/runs.ts';
import { createTurns } from '../../server/features/runs/advice/turns.ts';
import { runServices } from '../../server/features/runs/ask/runs.service.ts';
import { once, serverHere } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { eventually } from '../support/wait.ts';

const server = serverHere({ demo: false, config: { role: 'all' } }, '1002');
/** The advice once no longer search makes it better: at once, in a plant of two tasks. */
const adviceFor = async (order: number): Promise<Success<'getAdvice'>> => {
  const ask = () => server.get<'getAdvice'>(`/api/schedules/advice/?order_id=${order}`, reader);
  await eventually(async () => (await ask()).refining).toBe(false);
  return ask();
};
let reader = '';
/** Asks for a quick run. */
const run = (body: object = {}) =>
  server.ask<Success<'runSchedule'> & { error: string }>('POST', '/api/schedules/', { time_limit_seconds: 1, ...body });
const lateOf = async (order: number): Promise<number | undefined> =>
  (await server.db('order_states').where('order_id', order).first('late_days'))?.late_days;

/** One machine. The order that is due first stands behind one that is due later. */
async function foundry() {
  const make = plantBuilder(server.db);
  const task = await make.task({ task_name: '機械加工' });
  const machine = await make.facility({ facility_name: '旋盤', tasks: [task], availability: 1 });
  const orders: number[] = [];
  for (const [serial_number, delivery_date, day] of [
    ['026A0001', '2026-04-03', '2026-04-02'],
    ['026A0002', '2026-04-01', '2026-04-03'],
  ] as const) {
    const order = await make.order({ serial_number, delivery_date, casting_date: '2026-03-20', product_id: await make.product() });
    const lot = await make.lot(order);
    await plannedBar(make)(lot, task, [`${day} 08:00`, `${day} 16:00`], { facility_id: machine, hours: [1, 7] });
    orders.push(order);
  }
  return { later: orders[0]!, urgent: orders[1]!, machine };
}
const made = once(foundry);

beforeAll(async () => {
  reader = await server.token('1004');
});

const PARTING = "require('node:worker_threads').parentPort.postMessage({ advice: 0, final: true })";
const NOTHING = { first: null, partner: null, capacity: null };

describe('advice on a late order', () => {
  it('says what it wins to place it first, and what that costs', async () => {
    expect(await lateOf(made.urgent)).toBe(2);
    const advice = await adviceFor(made.urgent);
    expect(advice).toMatchObject({ order_id: made.urgent, late_days: 2, partner: null });
    expect(advice.first).toMatchObject({
      ...{ late_orders_before: 1, total_days_before: 2, pays: [], pays_count: 0 },
      moved_orders: expect.any(Number),
    });
    const { gain_days, late_days_after, total_days_after } = advice.first!;
    expect(gain_days + late_days_after).toBe(2);
    expect(gain_days).toBeGreaterThan(0);
    expect(total_days_after).toBe(2 - gain_days);
  });

  it('is made anew once the plan has changed, and is none for an order in time, or one that is not there', async () => {
    const first = await adviceFor(made.urgent);
    expect(await adviceFor(made.urgent)).toEqual(first);
    const none = { order_id: made.later, late_days: 0, replanned: false, refining: false, ...NOTHING };
    expect(await adviceFor(made.later)).toEqual(none);
    expect((await server.ask('GET', '/api/schedules/advice/?order_id=999999999')).status).toBe(404);
    expect((await server.ask('GET', '/api/schedules/advice/')).status).toBe(400);
  });

  it('is not lost in the run of somebody else: who asks is told, and may ask the same twice', async () => {
    await server
      .db('jobs')
      .insert({ kind: 'schedule', status: 'running', requested_by: '1001', payload: '{}', heartbeat_at: server.db.fn.now() });
    const refused = await run({ first_orders: [made.urgent] });
    expect([refused.status, refused.body.error]).toEqual([409, RUN_TEXTS.other_pending]);
    expect((await server.ask('POST', '/api/schedules/', {})).status).toBe(202);
    await server.db('jobs').update({ payload: { time_limit_seconds: 1, first_orders: [made.later, made.urgent] } });
    expect((await run({ first_orders: [made.urgent] })).status).toBe(202);
    await server.db('jobs').delete();
  });

  it('is refused for an order that is finished', async () => {
    await server.db('orders').where('id', made.later).update({ delivery_status: '納入済' });
    const { status, body } = await run({ first_orders: [made.later] });
    expect([status, body]).toEqual([400, { first_orders: [RUN_TEXTS.finished_orders] }]);
    await server.db('orders').where('id', made.later).update({ delivery_status: '' });
  });

  it('is followed by a run that places it first: it wins what was promised, and the report says so', async () => {
    const { late_days_after } = (await adviceFor(made.urgent)).first!;
    expect((await run({ first_orders: [999_999_999] })).status).toBe(400);
    const asked = await run({ first_orders: [made.urgent] });
    expect(asked.status).toBe(202);
    await eventually(async () => (await server.db('jobs').where('id', asked.body.id).first('status')).status).toBe('complete');
    expect((await lateOf(made.urgent))!).toBeLessThanOrEqual(late_days_after);
    const placed = [{ order_id: made.urgent, serial_number: '026A0002' }];
    const { report } = await server.get<'getRunReport'>('/api/schedule-queues/report/');
    expect(report).toMatchObject({ id: asked.body.id, first_orders: placed });
    expect((await server.get<'listScheduleQueues'>('/api/schedule-queues/?limit=1')).results[0]).toMatchObject({ first_orders: placed });
  });

  it('does not charge the order with what has changed since the plan was made', async () => {
    const admin = await server.token('1001');
    const close = (units: number) =>
      server.post('/api/facilities/set_availability/', { 旋盤: { '2026-04-02': units, '2026-04-03': units } }, admin);
    const before = await adviceFor(made.urgent);
    await close(0);
    const { replanned, first } = await adviceFor(made.urgent);
    expect([before.replanned, replanned]).toEqual([false, true]);
    // Both orders wait for Saturday's morning, or longer: that is nobody's price.
    if (first) expect(first.total_days_after - first.total_days_before).toBeLessThanOrEqual(first.gain_days);
    await close(1);
    expect(await adviceFor(made.urgent)).toEqual(before);
  });

  it('names orders by their serial numbers for the command line, however they are typed', async () => {
    const { ordersNamed } = runServices({ db: server.db, clock: Date.now });
    expect(await ordersNamed(['０２６a0002', '026A0001'])).toEqual([made.urgent, made.later]);
    await expect(ordersNamed(['026A0001', '026X9999'])).rejects.toThrow(RUN_TEXTS.unknown_orders(['026X9999']));
  });
});

describe('the turns in which advice is made', () => {
  /** Threads that answer at once, and never finally where they are told so. */
  const turns = () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const { ask } = createTurns(async (orderId) => {
      begun.push(orderId);
      const said = [{ advice: orderId, final: false }, ...(orderId % 2 === 0 ? [{ advice: orderId, final: true }] : [])];
      const code = `const { parentPort } = require('node:worker_threads'); for (const told of ${JSON.stringify(said)}) parentPort.postMessage(told); parentPort.on('message', () => {});`;
      return new Worker(code, { eval: true }).on('exit', () => ended.push(orderId));
    });
    return { begun, ended, ask: async (orderId: number) => (await ask(orderId)) as unknown as { advice: number; final: boolean } };
  };

  it('answers as soon as something is known, and makes it better while nobody else asks', async () => {
    const { ask, begun, ended } = turns();
    expect(await ask(1)).toEqual({ advice: 1, final: false });
    expect(await ask(1)).toEqual({ advice: 1, final: false });
    expect([begun, ended]).toEqual([[1], []]);
    expect((await ask(2)).advice).toBe(2);
    await eventually(async () => (await ask(2)).final).toBe(true);
    await eventually(async () => ended).toEqual([1, 2]);
    // What gave way is known, and goes on where it is looked at again.
    expect(await ask(1)).toEqual({ advice: 1, final: false });
    expect(begun).toEqual([1, 2, 1]);
    expect((await Promise.all([ask(4), ask(3), ask(4)])).map(({ advice }) => advice)).toEqual([4, 3, 4]);
  });

  it('says what its thread died of, and goes on', async () => {
    const { ask } = createTurns(async (orderId) => new Worker(orderId === 1 ? 'throw new Error("no memory")' : PARTING, { eval: true }));
    await expect(ask(1)).rejects.toThrow('no memory');
    expect(await ask(2)).toEqual({ advice: 0, final: true });
  });
});
