import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { beforeAll, beforeEach, expect } from 'vitest';
import { recordAudit } from '../../server/db/audit.ts';
import { changeAvailability } from '../../server/features/calendar/calendar.service.ts';
import { runAndWait } from '../../server/features/runs/ask/runs.service.ts';
import { stalenessOf } from '../../server/features/runs/story/stale.service.ts';
import { createLog } from '../../server/log.ts';
import { serverHere } from '../support/here.ts';
import { keptRows } from '../support/kept-rows.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';

/** Wednesday morning. */
const NOW = '2026-04-01T07:00:00+09:00';
export const FURNACE = '5号焼戻し炉';
const PLACES = [
  ['320-3121-060', '解枠', '解枠場'],
  ['320-3123-020', '焼ならし', FURNACE],
  ['320-6111-010', '出荷', '出荷場'],
] as const;

/** Two orders of one lot: demolding, furnace, shipping. */
async function foundry(db: Knex) {
  const make = plantBuilder(db);
  const sizes = { availability: 2, max_weight: 6000, depth: 3, width: 3, height: 3, volume: 20 };
  const tasks: number[] = [];
  for (const [task_code, task_name, facility_name] of PLACES) {
    const task = await make.task({ task_code, task_name });
    await make.facility({ tasks: [task], facility_name, ...sizes });
    tasks.push(task);
  }
  const product = await make.product({ product_code: 'V-1', depth: 0.5, width: 0.5, height: 0.5, volume: 0.125 });
  await make.heat(product, tasks[1]!);
  const orders: number[] = [];
  for (const serial_number of ['02640001', '02640002']) {
    const order = await make.order({ serial_number, product_id: product, casting_date: '2026-04-02', delivery_date: '2026-04-10' });
    const lot = await make.lot(order);
    for (const [index, task] of tasks.entries()) await make.orderTask(lot, task, { task_sort: 10 * (index + 1) });
    orders.push(order);
  }
  for (const date of ['2026-04-04', '2026-04-05', '2026-04-11', '2026-04-12', '2026-12-31']) await make.holiday(date);
  return { make, tasks, product, orders };
}

/** A server over a small foundry that a run has planned, and that is so again before each test. */
export function plannedPlant() {
  const server = serverHere({ demo: false, config: { role: 'api', today: NOW.slice(0, 10) } }, '1002');
  const plant = {} as { now: string } & Awaited<ReturnType<typeof foundry>>;
  const db = () => server.db;
  const { get, post } = server;
  const run = (body: object = QUICK_RUN) => runAndWait(db(), body, '1002', { clock: () => Date.parse(plant.now), log: createLog('error') });
  const told = () => get<'getRunReport'>('/api/schedule-queues/report/');
  let bringBack: () => Promise<void>;
  /** The foundry anew, without a plan. */
  const anew = async (): Promise<void> => {
    plant.now = NOW;
    await db().raw('truncate orders, products, facilities, tasks, holidays, jobs, audit, work_taps, facility_stops cascade');
    await db()('settings').where({ key: 'plan_settings' }).delete();
    await db()('plans').update({ published_at: null, edited_at: null, marked_at: null, fingerprint: null });
    Object.assign(plant, await foundry(db()));
  };
  beforeAll(async () => {
    await anew();
    await run();
    const [planted, back] = [{ ...plant }, await keptRows(db())];
    bringBack = async () => {
      await back();
      Object.assign(plant, planted);
      // Whoever asks of a plan that is not stale has what was found before forgotten.
      await told();
    };
  });
  beforeEach(() => bringBack());
  return {
    ...{ server, plant, anew, db, run, get, post, told },
    report: async () => (await told()).report!,
    misfits: async () => (await told()).misfits,
    /** The newest run as the history tells it. */
    lastRun: async () => (await get<'listScheduleQueues'>('/api/schedule-queues/?limit=1')).results[0]!,
    overview: async () => {
      const { misfits, conflicts } = await get<'getScheduleOverview'>('/api/schedules/overview/');
      return { misfits, conflicts: conflicts.bars };
    },
    stale: async () => (await stalenessOf(db())()).parts,
    /** A change of one row as everything that changes rows writes it: with its history. */
    changed: async (kind: string, change: Promise<unknown>): Promise<void> => {
      await change;
      await recordAudit(db(), { actor: '1001', operation: 'update', kind, key: 'x', old: { a: 1 }, new: { a: 2 } });
    },
    units: (name: string, days: Record<string, number | null>) =>
      changeAvailability(db(), { [name]: days }, { actor: '1002', operation: 'setAvailability' }),
    /** A tap of the shop floor at a facility. */
    tap: async (tap: object) => {
      const facility = (await db()('facilities').where('facility_name', FURNACE).first('id')).id;
      const body = { client_id: randomUUID(), at: plant.now, facility, unit: null, ...tap };
      expect(await post<'postMark'>('/api/marks/', body)).toMatchObject({ result: 'accepted' });
      return body.client_id;
    },
    /** The bars of a facility in the order of their ids. */
    barsOf: (name: string): Promise<{ id: number; start_at: string; end_at: string }[]> =>
      db()('bars as b').join('facilities as f', 'f.id', 'b.facility_id').where('f.facility_name', name).orderBy('b.id').select('b.*'),
  };
}
