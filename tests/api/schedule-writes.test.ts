import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../server/db/connect.ts';
import { enqueue, finish } from '../../server/db/jobs/jobs.ts';
import { scheduleHandlers } from '../../server/features/schedule/schedule.handlers.ts';
import { caller } from '../support/call.ts';
import { testDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';

let database: Database;
const handlers = () => caller(scheduleHandlers({ db: database.knex }));

/** A lot of three tasks: grinding (planned), inspection (planned), shipping (without a bar); a second order shares the grinding shop. */
async function foundry() {
  const make = plantBuilder(database.knex);
  const [grind, inspect, ship, odd] = [
    await make.task({ task_name: 'グラインダー' }),
    await make.task({ task_name: '検査' }),
    await make.task({ task_name: '出荷' }),
    await make.task({ task_name: '特別作業' }),
  ];
  const shop = await make.facility({ facility_name: `職場${grind}`, tasks: [grind], availability: 1 });
  const bench = await make.facility({ facility_name: `検査場${grind}`, tasks: [inspect, odd], availability: 5 });
  const order = await make.order({ delivery_date: '2026-04-10' });
  const lot = await make.lot(order, '01');
  const tasks = [
    await make.orderTask(lot, grind, { task_sort: 10, setup_hours: 0, work_hours: 2 }),
    await make.orderTask(lot, inspect, { task_sort: 20 }),
    await make.orderTask(lot, ship, { task_sort: 30 }),
  ];
  const first = await make.entry(lot, grind, ['2026-04-06 08:00', '2026-04-06 10:00'], {
    order_task_id: tasks[0],
    task_sort: 10,
    facility_id: shop,
  });
  const second = await make.entry(lot, inspect, ['2026-04-07 08:00', '2026-04-07 12:00'], {
    order_task_id: tasks[1],
    task_sort: 20,
    facility_id: bench,
  });
  const otherOrder = await make.order();
  const otherLot = await make.lot(otherOrder, '');
  const other = await make.entry(otherLot, grind, ['2026-04-08 08:00', '2026-04-08 10:00'], { facility_id: shop });
  return { make, grind, inspect, ship, odd, shop, bench, order, lot, tasks, first, second, otherOrder, other };
}
let made: Awaited<ReturnType<typeof foundry>>;

const at = (start: string, end: string) => ({
  start_date_date: start.slice(0, 10),
  start_date_hour: start.slice(11),
  end_date_date: end.slice(0, 10),
  end_date_hour: end.slice(11),
});
const save = (id: number, start: string, end: string, more: object = {}) =>
  handlers()('modifySchedule', { params: { id }, body: { ...at(start, end), ...more } });
const toggle = (id: number) => handlers()('switchLockStatus', { params: { id } });
/** The fields that a write is refused for. */
const fieldsOf = (writing: Promise<unknown>) => writing.then(Object, ({ fields }: { fields: object }) => fields);
const version = async (id: number): Promise<number> => (await database.knex('plan_entries').where({ id }).first('version')).version;

beforeAll(async () => {
  database = await testDatabase();
  await plantBuilder(database.knex).holiday('2026-04-11');
});
beforeEach(async () => {
  made = await foundry();
});
afterAll(() => database.close());

describe('saving the task form', () => {
  it('moves the bar, raises its version, and gives the successor whose starting date changed', async () => {
    const body = { ...at('2026-04-06 12:00', '2026-04-07 00:00'), facility: made.shop, locked: true, version: 1 };
    const { results, warnings } = await handlers()('modifySchedule', { params: { id: made.first }, body });
    expect(warnings).toEqual([]);
    expect(results[0]).toMatchObject({
      id: made.first,
      version: 2,
      start_date: '2026-04-06T12:00:00+09:00',
      end_date: '2026-04-07T00:00:00+09:00',
      locked: true,
    });
    expect(results).toHaveLength(1);
    const later = await save(made.first, '2026-04-06 12:00', '2026-04-07 12:00', { locked: false });
    expect(later.results.map((entry) => [entry.id, entry.starting_date])).toEqual([
      [made.first, '2026-04-01'],
      [made.second, '2026-04-07'],
    ]);
    expect(later.warnings).toEqual(['後工程「検査」の開始(4/7(火) 08:00)より後に終わります。']);
  });

  it('leaves one audit row and marks the plan as edited', async () => {
    await database.knex('plans').update({ edited_at: null });
    await save(made.first, '2026-04-07 08:00', '2026-04-07 10:00');
    const [row] = await database.knex('audit').orderBy('id', 'desc').limit(1);
    expect(row).toMatchObject({
      actor: '1002',
      operation: 'modifySchedule',
      old: { start_date: '2026-04-06T08:00:00+09:00' },
      new: { start_date: '2026-04-07T08:00:00+09:00' },
    });
    expect((await database.knex('plans').where('kind', 'published').first('edited_at')).edited_at).not.toBeNull();
  });

  it('writes nothing where nothing changed', async () => {
    const rows = await database.knex('audit').count('id as count');
    await save(made.first, '2026-04-06 08:00', '2026-04-06 10:00', { facility: made.shop, order: made.order });
    expect(await version(made.first)).toBe(1);
    expect(await database.knex('audit').count('id as count')).toEqual(rows);
  });

  it('answers the errors of all fields at once', async () => {
    const body = { start_date_date: null, end_date_date: '', facility: made.bench, locked: false, order: made.order + 1 };
    await expect(handlers()('modifySchedule', { params: { id: made.first }, body })).rejects.toMatchObject({
      kind: 'invalid',
      fields: {
        start_date_date: ['開始日を設定して下さい。'],
        end_date_date: ['終了日を設定して下さい。'],
        facility: ['この工程を行えない設備です。'],
        order: ['ほかの製番の工程です。'],
      },
    });
  });

  it('answers a stale version with the present bar, and accepts a call without one', async () => {
    await toggle(made.first);
    await expect(save(made.first, '2026-04-06 08:00', '2026-04-06 12:00', { version: 1 })).rejects.toMatchObject({
      kind: 'conflict',
      current: { id: made.first, version: 2, locked: true },
    });
  });

  it('refuses other dates for a bar that is locked and stays locked, and takes them with the lock taken off', async () => {
    const { first } = made;
    await toggle(first);
    const body = at('2026-04-06 12:00', '2026-04-06 16:00');
    expect(await fieldsOf(handlers()('modifySchedule', { params: { id: first }, body: { ...body, locked: true } }))).toMatchObject({
      start_date_date: ['ロックされた工程は変更できません。'],
    });
    const { results } = await handlers()('modifySchedule', { params: { id: first }, body: { ...body, locked: false } });
    expect(results[0]).toMatchObject({ locked: false, start_time: '12:00' });
  });

  it('does not take off a reception that the file says, and never copies it into the bar', async () => {
    await database.knex('order_tasks').where('id', made.tasks[0]!).update({ received: true });
    const body = at('2026-04-06 08:00', '2026-04-06 12:00');
    expect(
      await fieldsOf(handlers()('modifySchedule', { params: { id: made.first }, body: { ...body, received_locked: false } })),
    ).toMatchObject({ received_locked: ['受入済みの工程のため、工程終了を外せません。'] });
    await handlers()('modifySchedule', { params: { id: made.first }, body: { ...body, received_locked: true } });
    expect(await database.knex('actuals').where({ order_task_id: made.first, by_hand: true })).toEqual([]);
  });

  it('leads a bar that a partner alone has finished to the answer', async () => {
    const { knex } = database;
    const [order_task_id, answered_by] = [made.tasks[0]!, '1003'];
    const { task_id } = await knex('order_tasks').where('id', order_task_id).first('task_id');
    await knex('order_tasks')
      .where('id', order_task_id)
      .update({ arrangement: '外注', outsourcing_code: 'G001', received_quantity: 0, order_quantity: 2 });
    await knex('plan_entries').where('id', made.first).update({ outsourced: true, facility_id: null });
    await knex('outsourcing_answers').insert({
      order_task_id,
      task_id,
      outsourcing_code: 'G001',
      completed_quantity: 2,
      note: '',
      answered_by,
    });
    const body = { ...at('2026-04-06 08:00', '2026-04-06 12:00'), received_locked: false };
    expect(await fieldsOf(handlers()('modifySchedule', { params: { id: made.first }, body }))).toMatchObject({
      received_locked: ['外注先の完了数が全数のため終了しています。外注の画面で完了数を訂正してください。'],
    });
  });

  it('keeps what a delivered order closes closed, and never copies it into the bar', async () => {
    await database.knex('orders').update({ delivery_status: '納入済' });
    const body = at('2026-04-06 08:00', '2026-04-06 12:00');
    expect(
      await fieldsOf(handlers()('modifySchedule', { params: { id: made.first }, body: { ...body, received_locked: false } })),
    ).toMatchObject({ received_locked: ['納入済みのオーダーのため、工程終了を外せません。'] });
    await handlers()('modifySchedule', { params: { id: made.first }, body: { ...body, received_locked: true } });
    expect(await database.knex('actuals').where({ order_task_id: made.first, by_hand: true })).toEqual([]);
  });

  it('says what the planner should know: holiday, overlap, capacity, deadline', async () => {
    const { warnings } = await save(made.second, '2026-04-06 08:00', '2026-04-11 12:00');
    expect(warnings).toEqual([
      '終了日(4/11(土))が休日です。',
      '前工程「グラインダー」の終了(4/6(月) 10:00)より前に始まります。',
      '納期を1日過ぎます。',
    ]);
    const onHoliday = await save(made.second, '2026-04-11 08:00', '2026-04-13 12:00');
    expect(onHoliday.warnings).toEqual(['開始日(4/11(土))が休日です。', '納期を3日過ぎます。']);
    const crowded = await save(made.first, '2026-04-08 09:00', '2026-04-08 12:00');
    expect(crowded.warnings).toContain(`設備「職場${made.grind}」の台数を超えています(4/8(水)午前に2件、設備は1台)。`);
    const blocks = await save(made.first, '2026-04-08 12:00', '2026-04-09 00:00');
    expect(blocks.warnings?.join()).not.toContain('台数');
  });

  it('lets a lot leave its furnace run; its mates stay', async () => {
    const { make, first, second } = made;
    const run = await make.furnaceRun(made.shop, ['2026-04-06 08:00', '2026-04-06 10:00'], [first, second]);
    const { warnings, results } = await save(first, '2026-04-06 12:00', '2026-04-06 16:00');
    expect(warnings).toEqual(['炉チャージから外れました。同じチャージの他のロットはそのままです。']);
    expect(results[0]).toMatchObject({ furnace_run_id: null });
    expect(await database.knex('furnace_run_members').where('furnace_run_id', run).pluck('plan_entry_id')).toEqual([second]);
    await handlers()('deleteSchedule', { params: { id: second } });
    expect(await database.knex('furnace_runs').where('id', run)).toEqual([]);
  });
});

describe('adding and deleting', () => {
  it('adds a bar for an order task once', async () => {
    const body = {
      order: made.order,
      order_task: made.tasks[2]!,
      ...at('2026-04-08 08:00', '2026-04-08 16:00'),
      facility: null,
      holidays: [],
    };
    const { results } = await handlers()('addSchedule', { body });
    expect(results[0]).toMatchObject({ order_task_id: made.tasks[2], task_sort: 30, version: 1, starting_date: '2026-04-07' });
    expect(await fieldsOf(handlers()('addSchedule', { body }))).toMatchObject({ order_task: ['この工程は既に生産計画にあります。'] });
  });

  it('finds the order task of a lot by its task, or adds by hand what the lot does not have', async () => {
    const where = { order: made.order, lot_number: '０１', ...at('2026-04-08 08:00', '2026-04-08 16:00') };
    const found = await handlers()('addSchedule', { body: { ...where, task_id: made.ship } });
    expect(found.results[0]).toMatchObject({ order_task_id: made.tasks[2] });
    const byHand = await handlers()('addSchedule', { body: { ...where, task_id: made.odd, facility: made.bench, task_sort: 25 } });
    expect(byHand.results[0]).toMatchObject({ order_task_id: byHand.results[0]!.id, origin: 'hand', task_sort: 25, facility: made.bench });
    expect(await fieldsOf(handlers()('addSchedule', { body: { ...where, task_id: made.grind } }))).toMatchObject({
      task_id: ['この工程は既に生産計画にあります。'],
    });
  });

  it('refuses what it does not know, together with the form', async () => {
    expect(
      await fieldsOf(handlers()('addSchedule', { body: { order: 999_999, start_date_date: '2026-04-08', start_date_hour: '08:00' } })),
    ).toMatchObject({ order: ['この製番は登録されていません。'], end_date_date: ['終了日を設定して下さい。'] });
    const where = { order: made.order, ...at('2026-04-08 08:00', '2026-04-08 16:00') };
    expect(await fieldsOf(handlers()('addSchedule', { body: { ...where, task_id: 999_999 } }))).toMatchObject({
      task_id: [expect.any(String)],
    });
    expect(await fieldsOf(handlers()('addSchedule', { body: { ...where, task_id: made.odd, lot_number: '99' } }))).toMatchObject({
      lot_number: ['この追番は登録されていません。'],
    });
  });

  it('deletes a bar by version, never a locked one', async () => {
    await expect(handlers()('deleteFacilitySchedule', { params: { id: made.first }, query: { version: 7 } })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await toggle(made.first);
    expect(await fieldsOf(handlers()('deleteSchedule', { params: { id: made.first } }))).toMatchObject({
      start_date_date: ['ロックされた工程は変更できません。'],
    });
    expect(await handlers()('deleteSchedule', { params: { id: made.second }, body: { version: 1 } })).toBeUndefined();
    await expect(handlers()('deleteSchedule', { params: { id: made.second } })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('locks and work times', () => {
  it('toggles one lock and gives the bar', async () => {
    expect(await toggle(made.first)).toMatchObject({
      id: made.first,
      locked: true,
      version: 2,
    });
    expect(await handlers()('switchLockStatus', { params: { id: made.first }, body: { version: 2 } })).toMatchObject({
      locked: false,
    });
  });

  it('locks and unlocks every bar of orders', async () => {
    const { results } = await handlers()('lockOrder', { body: { orders: [made.order, made.otherOrder] } });
    expect(results.map((entry) => [entry.id, entry.locked]).sort()).toEqual(
      [
        [made.first, true],
        [made.second, true],
        [made.other, true],
      ].sort(),
    );
    const unlocked = await handlers()('unlockOrder', { body: { order: made.order } });
    expect(unlocked.results.every((entry) => !entry.locked)).toBe(true);
    expect(await version(made.first)).toBe(3);
    await handlers()('unlockOrder', { body: { order: made.order } });
    expect(await version(made.first)).toBe(3);
    // One line an order, none for what was so already.
    const lines = await database.knex('audit').whereIn('operation', ['lockOrder', 'unlockOrder']).orderBy('id').select('key', 'old', 'new');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatchObject({ old: { locked: true }, new: { locked: false, order_id: made.order } });
    expect(await fieldsOf(handlers()('lockOrder', { body: { order: 999_999 } }))).toMatchObject({ order: [expect.any(String)] });
    expect(await fieldsOf(handlers()('lockOrder', { body: {} }))).toMatchObject({ order: ['この項目は必須です。'] });
  });

  it('fixes the clock times of bars and clears them again', async () => {
    await save(made.first, '2026-04-06 00:00', '2026-04-08 00:00');
    const { results } = await handlers()('setWorkTime', { body: { schedule_ids: [made.first], start_time: '13:00', end_time: '09:30' } });
    expect(results[0]).toMatchObject({
      start_date: '2026-04-06T13:00:00+09:00',
      end_date: '2026-04-07T09:30:00+09:00',
      work_time_set: true,
    });
    const cleared = await handlers()('setWorkTime', { body: { schedule_ids: [made.first], start_time: null, end_time: null } });
    expect(cleared.results[0]).toMatchObject({
      start_date: '2026-04-06T12:00:00+09:00',
      end_date: '2026-04-07T12:00:00+09:00',
      work_time_set: false,
    });
    expect(
      await fieldsOf(handlers()('setWorkTime', { body: { schedule_ids: [made.second, 999_999], start_time: '13:00', end_time: '09:00' } })),
    ).toMatchObject({ end_time: [expect.any(String)], schedule_ids: [expect.any(String)] });
    const stale = { schedule_ids: [made.first], start_time: '08:00', end_time: '09:00', version: 1 };
    await expect(handlers()('setWorkTime', { body: stale })).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('clears a fixed work time with a change of dates, and says so', async () => {
    await handlers()('setWorkTime', { body: { schedule_ids: [made.first], start_time: '09:00', end_time: '15:00' } });
    const { results, warnings } = await save(made.first, '2026-04-06 12:00', '2026-04-06 16:00');
    expect(results[0]).toMatchObject({ work_time_set: false });
    expect(warnings).toEqual(['日程を変更したため、作業時刻の指定を解除しました。']);
  });
});

describe('while a run is pending', () => {
  it('refuses every write and changes nothing', async () => {
    const { job } = await enqueue(database.knex, { kind: 'schedule', requested_by: '1002' });
    const refused = { kind: 'conflict', message: '立案中のため変更できません。' };
    const id = { params: { id: made.first } };
    const form = at('2026-04-06 12:00', '2026-04-06 16:00');
    try {
      await expect(handlers()('modifySchedule', { ...id, body: form })).rejects.toMatchObject(refused);
      await expect(handlers()('modifyFacilitySchedule', { ...id, body: form })).rejects.toMatchObject(refused);
      await expect(handlers()('addSchedule', { body: { ...form, order: made.order, order_task: made.tasks[2] } })).rejects.toMatchObject(
        refused,
      );
      await expect(handlers()('deleteSchedule', id)).rejects.toMatchObject(refused);
      await expect(handlers()('deleteFacilitySchedule', id)).rejects.toMatchObject(refused);
      await expect(handlers()('switchLockStatus', { ...id, body: {} })).rejects.toMatchObject(refused);
      await expect(handlers()('lockOrder', { body: { order: made.order } })).rejects.toMatchObject(refused);
      await expect(
        handlers()('setWorkTime', { body: { schedule_ids: [made.first], start_time: '08:00', end_time: '09:00' } }),
      ).rejects.toMatchObject(refused);
      expect(await version(made.first)).toBe(1);
    } finally {
      await database.knex('jobs').where('id', job.id).update({ status: 'running', attempt: 1 });
      expect(await finish(database.knex, { id: job.id, attempt: 1 }, { status: 'cancelled' })).toBe(true);
    }
  });

  it('lets one of two planners win', async () => {
    const body = { ...at('2026-04-06 12:00', '2026-04-06 16:00'), version: 1 };
    const outcomes = await Promise.allSettled([0, 1, 2].map(() => handlers()('modifySchedule', { params: { id: made.first }, body })));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect(await version(made.first)).toBe(2);
  });
});
