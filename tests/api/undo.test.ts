import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enqueue } from '../../server/db/jobs/jobs.ts';
import { deleteAll } from '../../server/features/orders/orders.service.ts';
import { marksHandlers } from '../../server/features/schedule/shop-floor/marks.handlers.ts';
import { caller } from '../support/call.ts';
import { ownDatabase } from '../support/database.ts';
import { calling, span } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

const database = ownDatabase();
const as = (employee_id: string) => calling(() => schedulesOf(database.knex), { employee_id });
const [hanako, taro] = [as('1002'), as('1003')];

/** A lot of two tasks, one of them in a furnace run with another lot's. */
async function foundry() {
  const make = plantBuilder(database.knex);
  const [heat, inspect] = [await make.task({ task_name: '焼ならし' }), await make.task({ task_name: '検査' })];
  const furnace = await make.facility({ facility_name: `炉${heat}`, tasks: [heat] });
  const bench = await make.facility({ facility_name: `検査場${heat}`, tasks: [inspect] });
  const order = await make.order({ serial_number: `T${heat}` });
  const lot = await make.lot(order, '01');
  const other = await make.lot(order, '02');
  const bar = plannedBar(make);
  const at = ['2026-04-06 08:00', '2026-04-07 08:00'] as const;
  const heated = await bar(lot, heat, at, { task_sort: 10, facility_id: furnace });
  const inspected = await bar(lot, inspect, ['2026-04-08 08:00', '2026-04-08 12:00'], { task_sort: 20, facility_id: bench });
  const mate = await make.entry(other, heat, at, { facility_id: furnace });
  const run = await make.furnaceRun(furnace, at, [heated, mate]);
  return { heat, bench, order, heated, inspected, mate, run, name: `T${heat}-01 焼ならし` };
}
let made: Awaited<ReturnType<typeof foundry>>;

const days = (day: string) => span(`${day} 08:00`, `${day} 16:00`);
const row = (id: number) => database.knex('plan_entries').where({ id }).first();
const ends = async (call: ReturnType<typeof as>) => {
  const { undo, redo } = await call('getScheduleHistory');
  return [undo?.label ?? null, redo?.label ?? null];
};
const refusal = (work: Promise<unknown>): Promise<{ kind: string; message: string }> =>
  work.then(
    () => ({ kind: 'done', message: '' }),
    ({ kind, message }) => ({ kind, message }),
  );

beforeAll(async () => {
  const make = plantBuilder(database.knex);
  await make.employee({ employee_id: '1002', employee_key: '1002', name: '計画 花子' });
  await make.employee({ employee_id: '1003', employee_key: '1003', name: '計画 太郎' });
});
beforeEach(async () => {
  await database.knex('schedule_steps').delete();
  await database.knex('plans').update({ published_at: null });
  made = await foundry();
});

describe('a step', () => {
  it('is named after what was done, and a write after it clears what had been taken back', async () => {
    const { heated, inspected, order, name, heat } = made;
    expect(await hanako('getScheduleHistory')).toEqual({
      undo: null,
      redo: null,
      undo_reason: '元に戻せる操作はありません。',
      redo_reason: 'やり直せる操作はありません。',
    });
    expect((await refusal(hanako('undoSchedule'))).message).toBe('元に戻せる操作はありません。');
    await hanako('modifySchedule', { params: { id: heated }, body: days('2026-04-13') });
    expect(await ends(hanako)).toEqual([`移動: ${name}`, null]);
    await hanako('undoSchedule');
    expect(await ends(hanako)).toEqual([null, `移動: ${name}`]);
    await hanako('lockOrder', { body: { order } });
    expect(await ends(hanako)).toEqual([`製番をロック: T${heat}`, null]);
    await hanako('unlockOrder', { body: { order } });
    await hanako('moveSchedules', {
      body: {
        moves: [inspected, heated].map((id) => ({ id, start_date: '2026-04-20T08:00:00+09:00', end_date: '2026-04-20T16:00:00+09:00' })),
      },
    });
    expect(await ends(hanako)).toEqual([`移動: T${heat}-01 検査 ほか1件`, null]);
  });

  it('brings a lot back into its furnace run, which may have gone meanwhile', async () => {
    const { heated, mate, run } = made;
    await hanako('modifySchedule', { params: { id: heated }, body: days('2026-04-13') });
    await taro('modifySchedule', { params: { id: mate }, body: days('2026-04-14') });
    expect(await database.knex('furnace_runs').where('id', run)).toHaveLength(0);
    await hanako('undoSchedule');
    await taro('undoSchedule');
    const members = await database.knex('furnace_run_members').where('furnace_run_id', run).orderBy('plan_entry_id').pluck('plan_entry_id');
    expect(members).toEqual([heated, mate]);
  });

  it('brings a deleted bar back under its id with a version that nobody has read, and leaves its line in the history', async () => {
    const { mate } = made;
    const was = await row(mate);
    await hanako('deleteSchedule', { params: { id: mate } });
    const { results, removed, label } = await hanako('undoSchedule');
    expect([results[0]?.id, removed, label]).toEqual([mate, [], `工程の削除: T${made.heat}-02 焼ならし`]);
    expect(await row(mate)).toEqual({ ...was, version: 2 });
    expect((await hanako('redoSchedule')).removed).toEqual([mate]);
    await hanako('undoSchedule');
    expect(await row(mate)).toEqual({ ...was, version: 3 });
    const [line] = await database.knex('audit').orderBy('id', 'desc').limit(1);
    expect(line).toMatchObject({ actor: '1002', operation: 'undoSchedule', old: null, new: { id: mate } });
  });

  it('from before a migration that gave bars a column can be taken back', async () => {
    const { heated } = made;
    await hanako('modifySchedule', { params: { id: heated }, body: days('2026-04-09') });
    await database.knex.raw(
      `update schedule_step_bars set before = before #- '{entry,sound_start}', after = after #- '{entry,sound_start}'`,
    );
    await database.knex('plan_entries').where('id', heated).update({ sound_start: '2026-04-06 08:00' });
    await hanako('undoSchedule');
    expect(await row(heated)).toMatchObject({ start_at: '2026-04-06T08:00:00+09:00' });
  });
  it('is not made by what changed nothing', async () => {
    await hanako('lockOrder', { body: { order: made.order } });
    await hanako('lockOrder', { body: { order: made.order } });
    expect(await database.knex('schedule_steps').count('id as n').first()).toEqual({ n: 1 });
    expect(await database.knex('schedule_step_bars').count('step_id as n').first()).toEqual({ n: 3 });
  });

  it('stands among the newest 200 of its user', async () => {
    await taro('switchLockStatus', { params: { id: made.mate } });
    await hanako('switchLockStatus', { params: { id: made.heated } });
    // As if the same had been done 195 times more.
    await database.knex.raw(`with step as (delete from schedule_steps where employee_id = '1002' returning layer, plan_id, employee_id, kind, name, more, bars),
      again as (insert into schedule_steps (layer, plan_id, employee_id, kind, name, more, bars) select step.* from step, generate_series(1, 196) returning id)
      insert into schedule_step_bars (step_id, entry_id) select id, ${made.heated} from again`);
    for (let times = 0; times < 7; times++) await hanako('switchLockStatus', { params: { id: made.heated } });
    expect(await database.knex('schedule_steps').where('employee_id', '1002').count('id as n').first()).toEqual({ n: 200 });
    expect(await ends(taro)).toEqual([`ロック: T${made.heat}-02 焼ならし`, null]);
  });
});

describe('two planners', () => {
  it('are told who has changed a bar since; the step before it can be reached then', async () => {
    await hanako('switchLockStatus', { params: { id: made.mate } });
    await hanako('modifySchedule', { params: { id: made.heated }, body: days('2026-04-13') });
    await taro('switchLockStatus', { params: { id: made.heated } });
    const before = await row(made.heated);
    expect(await refusal(hanako('undoSchedule'))).toEqual({
      kind: 'conflict',
      message: `${made.name}は、このあと計画 太郎さんが変更したため、元に戻せません。`,
    });
    expect(await row(made.heated)).toEqual(before);
    await hanako('undoSchedule');
    expect((await row(made.mate)).locked).toBe(false);
    expect(await ends(hanako)).toEqual([null, `ロック: T${made.heat}-02 焼ならし`]);
    // The reason is gone: what was refused can be taken back after all.
    await taro('undoSchedule');
    expect((await ends(hanako))[0]).toMatch(/^移動: /);
    await hanako('undoSchedule');
    expect((await row(made.heated)).start_at).toBe('2026-04-06T08:00:00+09:00');
    expect((await ends(hanako))[0]).toBeNull();
  });
});

describe('refused', () => {
  it('is a step from before the last run, with the reason', async () => {
    await hanako('switchLockStatus', { params: { id: made.heated } });
    await database.knex('plans').update({ published_at: database.knex.fn.now() });
    expect(await refusal(hanako('undoSchedule'))).toEqual({
      kind: 'conflict',
      message: '立案か計画の選択で計画が替わったため、それより前の操作は元に戻せません。前の計画には「計画の一覧」から戻れます。',
    });
    await hanako('switchLockStatus', { params: { id: made.heated } });
    expect(await ends(hanako)).toEqual([`ロック解除: ${made.name}`, null]);
  });

  it('is everything while a run is pending; nothing is lost by it', async () => {
    await hanako('switchLockStatus', { params: { id: made.heated } });
    await enqueue(database.knex, { kind: 'schedule', requested_by: '1002' });
    expect((await refusal(hanako('undoSchedule'))).message).toBe('立案中のため変更できません。');
    await database.knex('jobs').delete();
    await hanako('undoSchedule');
  });

  it('is another step than the last one where one is named', async () => {
    await hanako('switchLockStatus', { params: { id: made.heated } });
    const step = (await hanako('getScheduleHistory')).undo?.step;
    await hanako('switchLockStatus', { params: { id: made.mate } });
    expect((await refusal(hanako('undoSchedule', { body: { step } }))).message).toBe(
      'この操作のあとに別の操作をしたため、ここからは元に戻せません。',
    );
    expect((await row(made.mate)).locked).toBe(true);
  });

  it('is a step of a bar that the shop floor has marked since', async () => {
    await hanako('modifySchedule', { params: { id: made.inspected }, body: days('2026-04-13') });
    const tap = caller(marksHandlers({ db: database.knex, clock: () => Date.parse('2026-04-10T09:00:00+09:00') }), {
      employee_id: '1003',
      name: '炉前',
    });
    const body = {
      client_id: '0b0e4c9e-0a5f-4b52-9a30-3d2cf1f7b001',
      kind: 'start' as const,
      at: '2026-04-10T09:00:00+09:00',
      facility: made.bench,
      entries: [{ entry_id: made.inspected }],
    };
    expect((await tap('postMark', { body })).result).toBe('accepted');
    expect((await refusal(hanako('undoSchedule'))).message).toBe(
      `T${made.heat}-01 検査は、このあと今日の作業で記録されたため、元に戻せません。`,
    );
  });

  it('is a step whose order, facility or order task is gone', async () => {
    await hanako('modifySchedule', { params: { id: made.inspected }, body: { ...days('2026-04-13'), facility: null } });
    await database.knex('facilities').where('id', made.bench).update({ active: false });
    expect((await refusal(hanako('undoSchedule'))).message).toBe(`T${made.heat}-01 検査の設備が使えなくなったため、元に戻せません。`);
    await hanako('deleteSchedule', { params: { id: made.heated } });
    await hanako('addSchedule', { body: { ...days('2026-04-20'), order_task: made.heated } });
    await hanako('deleteSchedule', { params: { id: made.inspected } });
    await deleteAll(database.knex, 'orders', { actor: '1001', operation: 'deleteAllOrders', now_ms: Date.now() });
    const said = [];
    for (let times = 0; times < 3; times++) said.push((await refusal(hanako('undoSchedule'))).message);
    expect(said).toEqual([
      `T${made.heat}-01 検査の製番または工程情報が変わったため、元に戻せません。`,
      `${made.name}は、このあと削除されたため、元に戻せません。`,
      `${made.name}の製番または工程情報が変わったため、元に戻せません。`,
    ]);
  });
});

it('clock times are not fixed for a locked bar', async () => {
  await hanako('switchLockStatus', { params: { id: made.heated } });
  const body = { schedule_ids: [made.inspected, made.heated], start_time: '09:00', end_time: '15:00' };
  await expect(hanako('setWorkTime', { body })).rejects.toMatchObject({ fields: { schedule_ids: ['ロックされた工程は変更できません。'] } });
  expect((await row(made.inspected)).work_time_set).toBe(false);
});
