import { describe, expect, it } from 'vitest';
import { claim, type Job, jobById } from '../../server/db/jobs/jobs.ts';
import { startJobWorker } from '../../server/db/jobs/worker.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { changePlanSettings } from '../../server/features/runs/ask/plan-settings.service.ts';
import { cancelRun, requestRun, runAndWait, workRun } from '../../server/features/runs/ask/runs.service.ts';
import { createLog } from '../../server/log.ts';
import { ownDatabase } from '../support/database.ts';
import { once } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { eventually } from '../support/wait.ts';

const database = ownDatabase();
const db = () => database.knex;
const log = createLog('error');
/** Wednesday morning. */
const clock = () => Date.parse('2026-04-01T07:00:00+09:00');
const run = (body: object = QUICK_RUN) => runAndWait(db(), body, '1002', { clock, log });
const bars = () => db()('plan_entries').orderBy('id').select('id', 'version', 'start_at', 'end_at', 'facility_id');
const messages = async (job: Job) =>
  db()('schedule_messages').where('job_id', job.id).orderBy('position').select('code', 'message', 'order_task_ids');

/** Two orders of one lot: demolding, furnace, shipping; a third whose product nobody registered. */
async function foundry() {
  const make = plantBuilder(db());
  const tasks = [
    await make.task({ task_code: '320-3121-060', task_name: '解枠' }),
    await make.task({ task_code: '320-3123-020', task_name: '焼ならし' }),
    await make.task({ task_code: '320-6111-010', task_name: '出荷' }),
  ];
  for (const task of tasks)
    await make.facility({ tasks: [task], availability: 2, max_weight: 6000, depth: 3, width: 3, height: 3, volume: 20 });
  const product = await make.product({ product_code: 'V-1', depth: 0.5, width: 0.5, height: 0.5, volume: 0.125 });
  await make.heat(product, tasks[1]!);
  await db()('demoldings').insert({ product_id: product, task_id: tasks[0], demolding_time: 16 });
  const orderTasks: number[] = [];
  for (const serial_number of ['02640001', '02640002']) {
    const lot = await make.lot(await make.order({ serial_number, product_id: product, casting_date: '2026-04-02' }));
    for (const [index, task] of tasks.entries()) orderTasks.push(await make.orderTask(lot, task, { task_sort: 10 * (index + 1) }));
  }
  const unknown = await make.order({ serial_number: '02640003', product_code: 'X-9', delivery_date: null });
  const lost = await make.orderTask(await make.lot(unknown), tasks[0]!, {});
  for (const date of ['2026-04-04', '2026-04-05', '2026-04-11', '2026-04-12', '2026-12-31']) await make.holiday(date);
  return { make, tasks, product, orderTasks, lost };
}
const made = once(foundry);

describe('a run', () => {
  it('plans every open task, says what it could not plan, and leaves one audit row', async () => {
    const job = await run();
    expect(job).toMatchObject({ status: 'complete', progress: 1, error: null });
    expect((await bars()).map((bar) => bar.id).sort()).toEqual([...made.orderTasks].sort());
    expect(await messages(job)).toEqual([
      { code: 'I301', message: '6件を計画しました(納期遅れ 0件、計画不可 0件)。立案対象外 1製番。', order_task_ids: [] },
      { code: 'E101', message: expect.stringContaining('製品ｺｰﾄﾞ X-9'), order_task_ids: [made.lost] },
    ]);
    expect(job.statistics).toMatchObject({ orders: 2, tasks: 6, late_orders: 0, runs: expect.any(Number), published: { added: 6 } });
    expect(await db()('audit').where('operation', 'runSchedule')).toMatchObject([{ actor: '1002', kind: 'plans', key: String(job.id) }]);
    expect(await db()('furnace_run_members')).toHaveLength(2);
  });

  it('moves nothing, and solves nothing, when nothing changed', async () => {
    const before = await bars();
    const job = await run();
    expect(job.statistics).toMatchObject({ unchanged: true, tasks: 6, first_plan: false });
    expect(await bars()).toEqual(before);
    expect((await messages(job)).map((row) => row.code)).toEqual(['I301', 'E101']);
  });

  it('searches again for another time, though nothing changed', async () => {
    expect((await run({ time_limit_seconds: 0.3 })).statistics).not.toHaveProperty('unchanged');
    expect((await run({ time_limit_seconds: 0.3 })).statistics).toMatchObject({ unchanged: true, moved: 0, moved_by: null });
  });

  it('plans on several threads where the plant says so', async () => {
    await changePlanSettings(db(), { threads: 2 }, '1002');
    // Long enough for the second thread to have its part.
    const job = await run({ time_limit_seconds: 1 });
    expect(job).toMatchObject({ status: 'complete', statistics: { tasks: 6, late_orders: 0, thread_faults: [] } });
    expect([1, 2]).toContain(job.statistics?.threads);
    expect(await bars()).toHaveLength(6);
    await changePlanSettings(db(), { threads: undefined }, '1002');
  });

  it('that was asked for before an upgrade is planned with what newer settings are by default', async () => {
    await db()('plans').update({ fingerprint: null });
    const job = await requestRun(db(), QUICK_RUN, '1002');
    const { moved_bar: _, ...weights } = DEFAULT_PLAN_SETTINGS.weights;
    await db()('jobs')
      .where('id', job.id)
      .update({ payload: { ...job.payload, settings: { ...DEFAULT_PLAN_SETTINGS, weights, frozen_days: 1 } } });
    await made.make.holiday('2026-04-03');
    await workRun({ db: db(), clock, log }, (await claim(db(), { kinds: ['schedule'], worker: 'w' }))!);
    expect(await jobById(db(), job.id)).toMatchObject({
      status: 'complete',
      statistics: { moved: expect.any(Number), score: { total: expect.any(Number), stability: expect.any(Number) } },
    });
    await db()('holidays').where('date', '2026-04-03').delete();
  });

  it('is cancelled while it solves, and changes nothing', async () => {
    await db()('plans').update({ fingerprint: null });
    const before = await bars();
    // Longer than this test may take: not to be waited for.
    const job = await requestRun(db(), { time_limit_seconds: 600 }, '1002');
    const held = (await claim(db(), { kinds: ['schedule'], worker: 'w' }))!;
    let asked = false;
    await workRun(
      {
        db: db(),
        clock,
        log,
        onProgress: (_share, phase) => {
          if (phase !== 'solve' || asked) return;
          asked = true;
          void cancelRun(db(), job.id);
        },
      },
      held,
    );
    expect(await jobById(db(), job.id)).toMatchObject({ status: 'cancelled' });
    expect(await bars()).toEqual(before);
  });

  it('goes back to the queue when its process stops, and is finished by the next worker', async () => {
    await db()('plans').update({ fingerprint: null });
    const first = startJobWorker({ schedule: workRun }, { db: db(), clock, log });
    const job = await requestRun(db(), { time_limit_seconds: 3 }, '1002');
    await eventually(async () => (await jobById(db(), job.id))?.status).toBe('running');
    await first.stop();
    expect(await jobById(db(), job.id)).toMatchObject({ status: 'queued' });
    const second = startJobWorker({ schedule: workRun }, { db: db(), clock, log });
    await eventually(async () => (await jobById(db(), job.id))?.status).toBe('complete');
    await second.stop();
    expect(await db()('workers')).toEqual([]);
  });

  it('lets a waiting caller see what was written before its call: a run already under way is waited for and another asked for', async () => {
    await db()('plans').update({ fingerprint: null });
    const worker = startJobWorker({ schedule: workRun }, { db: db(), clock, log });
    const job = await requestRun(db(), { time_limit_seconds: 2 }, '1002');
    await eventually(async () => (await jobById(db(), job.id))?.status).toBe('running');
    const own = await run();
    await worker.stop();
    expect(own.id).toBeGreaterThan(job.id);
    expect(own.status).toBe('complete');
  });
});
