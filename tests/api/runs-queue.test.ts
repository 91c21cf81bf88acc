import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, test } from 'vitest';
import { beat, cancel, claim, enqueue, finish, jobById, pendingJob, sweeper, workerBeat, workerGone } from '../../server/db/jobs/jobs.ts';
import { endOfJob, type JobWork } from '../../server/db/jobs/worker.ts';
import { PUBLISHED, rowOf } from '../../server/db/plan.ts';
import { getSetting } from '../../server/db/settings.ts';
import { RUN_NUMBERS } from '../../server/domain/plant/run-options.ts';
import { JOB_INTERRUPTED } from '../../server/domain/texts/program/database.ts';
import { changePlanSettings } from '../../server/features/runs/ask/plan-settings.service.ts';
import { type RunBody, runServices } from '../../server/features/runs/ask/runs.service.ts';
import { standingOf } from '../../server/features/runs/misfits/misfits.service.ts';
import { replaceMessages } from '../../server/features/runs/publish/messages.store.ts';
import { runsHandlers } from '../../server/features/runs/runs.handlers.ts';
import { readiness } from '../../server/features/session/readiness.service.ts';
import { readDocument } from '../../server/http/router/document.ts';
import { createLog } from '../../server/log.ts';
import { ownDatabase } from '../support/database.ts';
import { calling } from '../support/here.ts';
import { eventually } from '../support/wait.ts';

const database = ownDatabase();
const db = () => database.knex;
const context = () => ({ db: db(), clock: Date.now, log: createLog('silent') });
const call = calling(() => runsHandlers({ ...context(), standing: standingOf(context()) }));
const ask = () => enqueue(db(), { kind: 'schedule', requested_by: '1002' });
const take = (worker = 'a') => claim(db(), { kinds: ['schedule'], worker });
const stale = (id: number) => db().raw("update jobs set heartbeat_at = now() - interval '31 seconds' where id = ?", [id]);

afterEach(() => db().raw('truncate jobs, settings cascade'));
/** The settings of the plant as they stand in the database, right or wrong. */
const stored = (value: unknown) => db()('settings').insert({ key: 'plan_settings', value: JSON.stringify(value) });

test('a process is ready while its own worker beats; of others’ it is told', async () => {
  const ready = (worker?: { alive(): boolean }) => readiness(db(), { stopping: false, dataDir: undefined, worker });
  expect(await ready()).toMatchObject({ database: true, worker: false });
  await workerBeat(db(), 'elsewhere');
  expect(await ready()).toMatchObject({ worker: true });
  await expect(ready({ alive: () => false })).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('ジョブの処理'),
  });
  await workerGone(db(), 'elsewhere');
  expect(await ready()).toMatchObject({ worker: false });
});

describe('queue', () => {
  it('refuses what the pending run does otherwise, setting by setting; who names what it does, or nothing, gets it', async () => {
    const given: RunBody = {
      ...{ time_limit_seconds: 30, objective: 'strict', frozen_days: 3, batch_retention_tolerance_hours: 1 },
      ...{ slack_days: 8, moving: 'punctual' },
    };
    const { id } = await call('runSchedule', { body: given });
    for (const body of [{}, given, { frozen_days: 3 }, { time_limit_seconds: 5 }])
      expect(await call('runSchedule', { body })).toMatchObject({ id });
    const { time_limit_seconds: _, ...settings } = await call('getRunSettings');
    for (const [name, value] of Object.entries(settings))
      await expect(call('runSchedule', { body: { [name]: value } }), name).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('waits for a run that does otherwise, and asks again', async () => {
    const { id } = await call('runSchedule', { body: { frozen_days: 3 } });
    const waiting = runServices({ db: db(), clock: Date.now }).runAndWait({ frozen_days: 0, time_limit_seconds: 1 }, 'cli');
    await eventually(async () => (await jobById(db(), id))?.status).not.toBe('queued');
    await cancel(db(), 'schedule', id);
    const own = await waiting;
    expect([own.id === id, own.payload]).toMatchObject([false, { time_limit_seconds: 1, settings: { frozen_days: 0 } }]);
  });

  it('keeps the options of the run: the engine defaults under the plant settings under the body', async () => {
    await stored({ outsourcing_lead_days: 5, frozen_days: 2 });
    const { id } = await call('runSchedule', { body: { frozen_days: 3, objective: 'strict', slack_days: 8 } });
    expect((await jobById(db(), id))?.payload).toMatchObject({
      time_limit_seconds: 20,
      settings: { objective: 'strict', frozen_days: 3, slack_days: 8, outsourcing_lead_days: 5, casting_half_day: 1 },
    });
  });

  it('tells what a run gets whose body says nothing', async () => {
    const usual = { objective: 'weighted', frozen_days: 0, batch_retention_tolerance_hours: 0, slack_days: 5 };
    expect(await call('getRunSettings')).toEqual({ ...usual, time_limit_seconds: 20, moving: 'standard' });
    await changePlanSettings(db(), { frozen_days: 3, objective: 'strict' }, 'cli');
    expect(await call('getRunSettings')).toMatchObject({ frozen_days: 3, objective: 'strict' });
    const { id } = await call('runSchedule', { body: { frozen_days: 0 } });
    expect((await jobById(db(), id))?.payload).toMatchObject({ settings: { objective: 'strict', frozen_days: 0 } });
  });

  it.each([
    [{ frozen_day: 3 }, '設定「frozen_day」はありません。'],
    [{ frozen_days: '3' }, '設定「frozen_days」には0〜365の整数を指定してください。'],
    [{ frozen_days: 1.5 }, '設定「frozen_days」には0〜365の整数を指定してください。'],
    [{ furnace_heatup_hours: -1 }, '設定「furnace_heatup_hours」には0〜1000の数値を指定してください。'],
    [{ metre_limit: null }, '設定「metre_limit」には1〜1000の数値を指定してください。'],
    [{ objective: 'both' }, '設定「objective」にはweightedかstrictを指定してください。'],
    [
      { weights: { late: 3, late_order: -1 } },
      '設定「weights.late_order」には0〜1000000の数値を指定してください。設定「weights.late」はありません。',
    ],
    [{ weights: 3 }, '設定「weights」には名前と値の組を指定してください。'],
    [[], '設定には名前と値の組を指定してください。'],
  ])('refuses a run where the plant settings are %j, and names the setting', async (wrong, sentences) => {
    await stored(wrong);
    const refusal = { kind: 'refused', message: `立案の設定に誤りがあります。${sentences}` };
    await expect(call('getRunSettings')).rejects.toMatchObject(refusal);
    await expect(call('runSchedule')).rejects.toMatchObject(refusal);
    expect(await pendingJob(db(), 'schedule')).toBeUndefined();
  });

  it('changes plant settings by name, takes one back, and keeps what was changed in the history', async () => {
    const kept = () => getSetting(db(), 'plan_settings');
    await changePlanSettings(db(), { frozen_days: 2, 'weights.late_order': 5 }, 'cli');
    await changePlanSettings(db(), { frozen_days: undefined, 'weights.furnace_run': 0 }, 'cli');
    expect(await kept()).toEqual({ weights: { late_order: 5, furnace_run: 0 } });
    for (const wrong of [{ frozen_day: 2 }, { weights: 5 }])
      await expect(changePlanSettings(db(), wrong, 'cli')).rejects.toMatchObject({ kind: 'refused' });
    expect(await kept()).toEqual({ weights: { late_order: 5, furnace_run: 0 } });
    expect(await db()('audit').where({ kind: 'settings' }).orderBy('id', 'desc').first()).toMatchObject({
      actor: 'cli',
      old: { frozen_days: 2, 'weights.late_order': 5 },
      new: { 'weights.late_order': 5, 'weights.furnace_run': 0 },
    });
  });

  it('mends wrong plant settings in one change', async () => {
    await stored({ frozen_day: 3, weights: 4, metre_limit: 10 });
    await changePlanSettings(db(), { frozen_day: undefined, weights: undefined, frozen_days: 3 }, 'cli');
    expect(await getSetting(db(), 'plan_settings')).toEqual({ metre_limit: 10, frozen_days: 3 });
  });

  it('has the limits of the contract', () => {
    const { schemas } = readDocument().components as { schemas: { RunRequest: { properties: Record<string, object> } } };
    for (const [name, { from, to, whole }] of Object.entries(RUN_NUMBERS))
      expect(schemas.RunRequest.properties[name]).toMatchObject({ minimum: from, maximum: to, type: whole ? 'integer' : 'number' });
  });

  it('gives a job to one worker only', async () => {
    await ask();
    const claims = await Promise.all(['a', 'b', 'c'].map((worker) => take(worker)));
    expect(claims.filter((job) => job !== undefined)).toHaveLength(1);
  });

  it('fences the writes of a worker that was taken for dead', async () => {
    await ask();
    const first = (await take())!;
    await stale(first.id);
    expect(await sweeper(db(), 0)()).toMatchObject([{ id: first.id, status: 'queued' }]);
    const second = (await take('b'))!;
    expect(second.attempt).toBe(first.attempt + 1);
    expect(await beat(db(), first, { progress: 1, phase: 'solve' })).toEqual({ held: false, cancel: false });
    expect(await finish(db(), first, { status: 'complete' })).toBe(false);
    expect(await beat(db(), second, { progress: 0.5, phase: 'solve' })).toEqual({ held: true, cancel: false });
    expect(await finish(db(), second, { status: 'complete', statistics: { tasks: 1 } })).toBe(true);
    expect(await jobById(db(), second.id)).toMatchObject({ status: 'complete', progress: 1, statistics: { tasks: 1 } });
  });

  it('takes nobody for dead because the clock was set, and whoever is dead whichever way it was', async () => {
    await ask();
    const held = (await take())!;
    const look = sweeper(db(), 100);
    const SET = ['-1 day', '-1 hour', '1 hour', '1 day'];
    for (const by of SET) {
      const isSet = () => db().raw('update jobs set heartbeat_at = now() + ?::interval where id = ?', [by, held.id]);
      await isSet();
      expect(await look()).toEqual([]);
      await isSet();
      await beat(db(), held, { progress: 0, phase: '' });
      await pause(150);
      expect(await look()).toEqual([]);
    }
    for (const by of SET) {
      const { id } = await ask().then(({ job }) => job);
      await db().raw(`update jobs set status = 'running', attempt = 1, heartbeat_at = now() + ?::interval where id = ?`, [by, id]);
      await eventually(look, 50).toMatchObject([{ id, status: 'queued' }]);
    }
  });

  it('leaves a job that free workers leave to whoever waits for it, but in line behind another of its kind', async () => {
    await workerBeat(db(), 'free');
    const exported = async () => (await enqueue(db(), { kind: 'export', requested_by: '1002' })).job;
    const [first, second] = [await exported(), await exported()];
    const held = (await claim(db(), { kinds: ['export'], worker: 'busy', id: first.id }))!;
    const worked: number[] = [];
    const work: JobWork = async (_context, job) => {
      worked.push(job.id);
      await finish(db(), job, { status: 'complete' });
    };
    const end = endOfJob(work, { db: db(), clock: Date.now, log: createLog('silent') }, second.id, 50);
    await pause(1_000);
    expect(worked).toEqual([]);
    await finish(db(), held, { status: 'complete' });
    expect(await end).toMatchObject({ id: second.id, status: 'complete' });
    expect(worked).toEqual([second.id]);
    await workerGone(db(), 'free');
  });

  it('ends a job in error when its workers were killed thrice, and leaves living ones alone', async () => {
    const { job } = await ask();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await take();
      expect(await sweeper(db(), 0)()).toEqual([]);
      await stale(job.id);
      await sweeper(db(), 0)();
    }
    expect(await jobById(db(), job.id)).toMatchObject({ status: 'error', error: JOB_INTERRUPTED.schedule, attempt: 3 });
    expect(await pendingJob(db(), 'schedule')).toBeUndefined();
  });

  it('cancels a queued run at once and asks the worker of a running one', async () => {
    const { job } = await ask();
    expect(await call('cancelScheduleQueue', { params: { id: job.id } })).toMatchObject({ status: 'cancelled' });
    const { job: next } = await ask();
    const held = (await take())!;
    expect(await cancel(db(), 'schedule', next.id)).toMatchObject({ status: 'running', cancel_requested: true });
    expect(await beat(db(), held, { progress: 0, phase: '' })).toEqual({ held: true, cancel: true });
    expect(await finish(db(), held, { status: 'complete' })).toBe(false);
    expect(await finish(db(), held, { status: 'cancelled' })).toBe(true);
    await expect(call('cancelScheduleQueue', { params: { id: 999_999 } })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('takes a run that is asked for while a cancelled one winds down for a new one, once for all presses', async () => {
    const { job } = await ask();
    const held = (await take())!;
    await call('cancelScheduleQueue', { params: { id: job.id } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('runSchedule')));
    const [next] = answers;
    expect(next).toMatchObject({ status: 'queued' });
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([next?.id]));
    expect(next?.id).not.toBe(job.id);
    expect(await pendingJob(db(), 'schedule')).toMatchObject({ id: next?.id });
    // Another worker may begin it before the first one has ended; each ends its own.
    const second = (await take('b'))!;
    expect(second.id).toBe(next?.id);
    expect(await finish(db(), second, { status: 'complete' })).toBe(true);
    expect(await call('hasPendingSchedule')).toEqual({ pending: true });
    expect(await finish(db(), held, { status: 'cancelled' })).toBe(true);
    expect(await call('hasPendingSchedule')).toEqual({ pending: false });
  });

  it('never leaves a press without a run while runs are asked for and cancelled at once', async () => {
    const press = async () => {
      const { id } = await call('runSchedule');
      await call('cancelScheduleQueue', { params: { id } });
      return id;
    };
    for (let round = 0; round < 10; round++) {
      const worker = take(`w${round}`);
      const ids = await Promise.all(Array.from({ length: 6 }, press));
      expect(ids.every((id) => id > 0)).toBe(true);
      const held = await worker;
      if (held) await finish(db(), held, { status: 'cancelled' });
    }
    expect(await pendingJob(db(), 'schedule')).toBeUndefined();
  });
});

describe('what the screen reads of runs', () => {
  const note = (message: string) => ({
    ...{ level: 'warning' as const, code: 'W201', message, order_id: null, task_id: null, facility_id: null, order_task_ids: [1, 2] },
    ...{ order_ids: [], cause: null },
  });
  async function ended(status: 'complete' | 'error', messages: string[] = []) {
    await ask();
    const held = (await take())!;
    const { id: plan } = await rowOf(db(), PUBLISHED);
    if (status === 'complete') await db().transaction((trx) => replaceMessages(trx, { job: held.id, plan }, messages.map(note)));
    await finish(db(), held, { status });
    return held.id;
  }

  it('lists runs, newest first', async () => {
    const [first, second] = [await ended('complete'), await ended('error')];
    const page = await call('listScheduleQueues', { query: { limit: 1 } });
    expect(page).toMatchObject({ count: 2, next: '/api/schedule-queues/?limit=1&offset=1' });
    expect(page.results[0]).toEqual({
      ...{ id: second, status: 'error', progress: 0, phase: '', requested_by: '1002', requested_by_name: null, figures: null },
      ...{ frozen_days: null, moving: null, first_orders: [], created_at: expect.stringMatching(/\+09:00$/) },
      ...{ started_at: expect.stringMatching(/\+09:00$/), finished_at: expect.stringMatching(/\+09:00$/), statistics: null },
      error: null,
    });
    expect(first).toBeLessThan(second);
  });

  it('shows the messages of the newest complete run, in their order', async () => {
    await ended('complete', ['古い']);
    await ended('complete', ['甲', '乙', '丙']);
    const page = await call('listScheduleErrors', { query: { limit: 2 } });
    expect(page.results.map((row) => row.message)).toEqual(['甲', '乙']);
    expect(page.results[0]).toMatchObject({ level: 'warning', code: 'W201', order_id: null, order_task_ids: [1, 2] });
    expect(page).toMatchObject({ count: 3, next: '/api/schedule-errors/?limit=2&offset=2' });
  });

  it('says first that a later run was cut off', async () => {
    await ended('complete', ['甲', '乙']);
    await ended('error');
    const texts = async (query: object) => (await call('listScheduleErrors', { query })).results.map((row) => row.message);
    expect(await texts({})).toEqual(['立案処理が中断しました。もう一度実行して下さい。', '甲', '乙']);
    expect(await texts({ limit: 1 })).toEqual(['立案処理が中断しました。もう一度実行して下さい。']);
    expect(await texts({ limit: 1, offset: 1 })).toEqual(['甲']);
    expect(await texts({ offset: 2 })).toEqual(['乙']);
    await ended('complete', ['丙']);
    expect(await texts({})).toEqual(['丙']);
  });
});
