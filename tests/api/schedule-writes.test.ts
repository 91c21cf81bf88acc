import { beforeAll, describe, expect, it } from 'vitest';
import { enqueue, finish } from '../../server/db/jobs/jobs.ts';
import { ownDatabase } from '../support/database.ts';
import { anew, calling, expectFields, span } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

const database = ownDatabase();
const call = calling(() => schedulesOf(database.knex));

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
  const bar = plannedBar(make);
  const first = await bar(lot, grind, ['2026-04-06 08:00', '2026-04-06 10:00'], { task_sort: 10, facility_id: shop, hours: [0, 2] });
  const second = await bar(lot, inspect, ['2026-04-07 08:00', '2026-04-07 12:00'], { task_sort: 20, facility_id: bench });
  const unplanned = await make.orderTask(lot, ship, { task_sort: 30 });
  const otherOrder = await make.order();
  const otherLot = await make.lot(otherOrder, '');
  const other = await make.entry(otherLot, grind, ['2026-04-08 08:00', '2026-04-08 10:00'], { facility_id: shop });
  return { make, grind, ship, odd, shop, bench, order, unplanned, first, second, otherOrder, other };
}
const made = anew(foundry);

const save = (id: number, start: string, end: string, more: object = {}) =>
  call('modifySchedule', { params: { id }, body: { ...span(start, end), ...more } });
const toggle = (id: number) => call('switchLockStatus', { params: { id } });
const task = (row: object) => database.knex('order_tasks').where('id', made.first).update(row);
const version = async (id: number): Promise<number> => (await database.knex('plan_entries').where({ id }).first('version')).version;

beforeAll(async () => {
  await plantBuilder(database.knex).holiday('2026-04-11');
});

describe('saving the task form', () => {
  it('moves the bar, raises its version, and gives the successor whose starting date changed', async () => {
    const body = { ...span('2026-04-06 12:00', '2026-04-07 00:00'), facility: made.shop, locked: true, version: 1 };
    const { results, warnings } = await call('modifySchedule', { params: { id: made.first }, body });
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

  it('writes nothing where nothing changed', async () => {
    const rows = await database.knex('audit').count('id as count');
    await save(made.first, '2026-04-06 08:00', '2026-04-06 10:00', { facility: made.shop, order: made.order });
    expect(await version(made.first)).toBe(1);
    expect(await database.knex('audit').count('id as count')).toEqual(rows);
  });

  it('answers the errors of all fields at once', async () => {
    const body = { start_date_date: null, end_date_date: '', facility: made.bench, locked: false, order: made.order + 1 };
    await expect(call('modifySchedule', { params: { id: made.first }, body })).rejects.toMatchObject({
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
    const put = (locked: boolean) => save(first, '2026-04-06 12:00', '2026-04-06 16:00', { locked });
    await expectFields(put(true), { start_date_date: ['ロックされた工程は変更できません。'] });
    const { results } = await put(false);
    expect(results[0]).toMatchObject({ locked: false, start_time: '12:00' });
  });

  it.each<[what: string, plant: () => Promise<unknown>, sentence: string]>([
    ['the file', () => task({ received: true }), '受入済みの工程のため、工程終了を外せません。'],
    [
      'a delivered order',
      () => database.knex('orders').update({ delivery_status: '納入済' }),
      '納入済みのオーダーのため、工程終了を外せません。',
    ],
    [
      'its partner alone',
      async () => {
        const away = { arrangement: '外注', outsourcing_code: 'G001', received_quantity: 0, order_quantity: 2 };
        await task(away);
        await database.knex('plan_entries').where('id', made.first).update({ outsourced: true, facility_id: null });
        const answer = { order_task_id: made.first, task_id: made.grind, outsourcing_code: 'G001', completed_quantity: 2 };
        await database.knex('outsourcing_answers').insert({ ...answer, note: '', answered_by: '1003' });
      },
      '外注先の完了数が全数のため終了しています。外注の画面で完了数を訂正してください。',
    ],
  ])('keeps what %s has finished finished, and never copies it into the bar', async (_, plant, sentence) => {
    await plant();
    const close = (received_locked: boolean) => save(made.first, '2026-04-06 08:00', '2026-04-06 12:00', { received_locked });
    await expectFields(close(false), { received_locked: [sentence] });
    await close(true);
    expect(await database.knex('actuals').where({ order_task_id: made.first, by_hand: true })).toEqual([]);
  });

  it('lets a lot leave its furnace run; its mates stay', async () => {
    const { make, first, second } = made;
    const run = await make.furnaceRun(made.shop, ['2026-04-06 08:00', '2026-04-06 10:00'], [first, second]);
    const { warnings, results } = await save(first, '2026-04-06 12:00', '2026-04-06 16:00');
    expect(warnings).toEqual(['炉チャージから外れました。同じチャージの他のロットはそのままです。']);
    expect(results[0]).toMatchObject({ furnace_run_id: null });
    expect(await database.knex('furnace_run_members').where('furnace_run_id', run).pluck('plan_entry_id')).toEqual([second]);
    await call('deleteSchedule', { params: { id: second } });
    expect(await database.knex('furnace_runs').where('id', run)).toEqual([]);
  });
});

describe('adding and deleting', () => {
  it('adds a bar for an order task once', async () => {
    const body = {
      ...{ order: made.order, order_task: made.unplanned, facility: null, holidays: [] },
      ...span('2026-04-08 08:00', '2026-04-08 16:00'),
    };
    const { results } = await call('addSchedule', { body });
    expect(results[0]).toMatchObject({ order_task_id: made.unplanned, task_sort: 30, version: 1, starting_date: '2026-04-07' });
    await expectFields(call('addSchedule', { body }), { order_task: ['この工程は既に生産計画にあります。'] });
  });

  it('finds the order task of a lot by its task, or adds by hand what the lot does not have', async () => {
    const where = { order: made.order, lot_number: '０１', ...span('2026-04-08 08:00', '2026-04-08 16:00') };
    const found = await call('addSchedule', { body: { ...where, task_id: made.ship } });
    expect(found.results[0]).toMatchObject({ order_task_id: made.unplanned });
    const byHand = await call('addSchedule', { body: { ...where, task_id: made.odd, facility: made.bench, task_sort: 25 } });
    expect(byHand.results[0]).toMatchObject({ order_task_id: byHand.results[0]!.id, origin: 'hand', task_sort: 25, facility: made.bench });
    await expectFields(call('addSchedule', { body: { ...where, task_id: made.grind } }), {
      task_id: ['この工程は既に生産計画にあります。'],
    });
  });

  it('refuses what it does not know, together with the form', async () => {
    await expectFields(call('addSchedule', { body: { order: 999_999, start_date_date: '2026-04-08', start_date_hour: '08:00' } }), {
      order: ['この製番は登録されていません。'],
      end_date_date: ['終了日を設定して下さい。'],
    });
    const where = { order: made.order, ...span('2026-04-08 08:00', '2026-04-08 16:00') };
    await expectFields(call('addSchedule', { body: { ...where, task_id: 999_999 } }), {
      task_id: [expect.any(String)],
    });
    await expectFields(call('addSchedule', { body: { ...where, task_id: made.odd, lot_number: '99' } }), {
      lot_number: ['この追番は登録されていません。'],
    });
  });

  it('deletes a bar by version, never a locked one', async () => {
    await expect(call('deleteFacilitySchedule', { params: { id: made.first }, query: { version: 7 } })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await toggle(made.first);
    await expectFields(call('deleteSchedule', { params: { id: made.first } }), {
      start_date_date: ['ロックされた工程は変更できません。'],
    });
    expect(await call('deleteSchedule', { params: { id: made.second }, body: { version: 1 } })).toBeUndefined();
    await expect(call('deleteSchedule', { params: { id: made.second } })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('locks and work times', () => {
  it('locks and unlocks every bar of orders', async () => {
    const { results } = await call('lockOrder', { body: { orders: [made.order, made.otherOrder] } });
    const locked = results.filter((entry) => entry.locked).map(({ id }) => id);
    expect(locked.sort()).toEqual([made.first, made.second, made.other].sort());
    expect(results).toHaveLength(3);
    const unlocked = await call('unlockOrder', { body: { order: made.order } });
    expect(unlocked.results.every((entry) => !entry.locked)).toBe(true);
    expect(await version(made.first)).toBe(3);
    await call('unlockOrder', { body: { order: made.order } });
    expect(await version(made.first)).toBe(3);
    // One line an order, none for what was so already.
    const lines = await database.knex('audit').whereIn('operation', ['lockOrder', 'unlockOrder']).orderBy('id').select('key', 'old', 'new');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatchObject({ old: { locked: true }, new: { locked: false, order_id: made.order } });
    await expectFields(call('lockOrder', { body: { order: 999_999 } }), { order: [expect.any(String)] });
    await expectFields(call('lockOrder', { body: {} }), { order: ['この項目は必須です。'] });
  });

  it('fixes the clock times of bars and clears them again', async () => {
    await save(made.first, '2026-04-06 00:00', '2026-04-08 00:00');
    const { results } = await call('setWorkTime', { body: { schedule_ids: [made.first], start_time: '13:00', end_time: '09:30' } });
    expect(results[0]).toMatchObject({
      start_date: '2026-04-06T13:00:00+09:00',
      end_date: '2026-04-07T09:30:00+09:00',
      work_time_set: true,
    });
    const cleared = await call('setWorkTime', { body: { schedule_ids: [made.first], start_time: null, end_time: null } });
    expect(cleared.results[0]).toMatchObject({
      start_date: '2026-04-06T12:00:00+09:00',
      end_date: '2026-04-07T12:00:00+09:00',
      work_time_set: false,
    });
    await expectFields(call('setWorkTime', { body: { schedule_ids: [made.second, 999_999], start_time: '13:00', end_time: '09:00' } }), {
      end_time: [expect.any(String)],
      schedule_ids: [expect.any(String)],
    });
    const stale = { schedule_ids: [made.first], start_time: '08:00', end_time: '09:00', version: 1 };
    await expect(call('setWorkTime', { body: stale })).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('clears a fixed work time with a change of dates, and says so', async () => {
    await call('setWorkTime', { body: { schedule_ids: [made.first], start_time: '09:00', end_time: '15:00' } });
    const { results, warnings } = await save(made.first, '2026-04-06 12:00', '2026-04-06 16:00');
    expect(results[0]).toMatchObject({ work_time_set: false });
    expect(warnings).toEqual(['日程を変更したため、作業時刻の指定を解除しました。']);
  });
});

describe('while a run is pending', () => {
  it('refuses every write and changes nothing', async () => {
    const { job } = await enqueue(database.knex, { kind: 'schedule', requested_by: '1002' });
    const id = { params: { id: made.first } };
    const form = span('2026-04-06 12:00', '2026-04-06 16:00');
    const times = { schedule_ids: [made.first], start_time: '08:00', end_time: '09:00' };
    try {
      const writes = await Promise.allSettled([
        call('modifySchedule', { ...id, body: form }),
        call('modifyFacilitySchedule', { ...id, body: form }),
        call('addSchedule', { body: { ...form, order: made.order, order_task: made.unplanned } }),
        call('deleteSchedule', id),
        call('deleteFacilitySchedule', id),
        call('deleteSchedules', { body: { entries: [{ id: made.first }] } }),
        call('moveSchedules', { body: { moves: [{ id: made.first, start_date: '2026-04-06T12:00', end_date: '2026-04-06T16:00' }] } }),
        call('switchLockStatus', { ...id, body: {} }),
        call('lockOrder', { body: { order: made.order } }),
        call('setWorkTime', { body: times }),
      ]);
      for (const write of writes)
        expect(write).toMatchObject({ status: 'rejected', reason: { kind: 'conflict', message: '立案中のため変更できません。' } });
      expect(await version(made.first)).toBe(1);
    } finally {
      await database.knex('jobs').where('id', job.id).update({ status: 'running', attempt: 1 });
      expect(await finish(database.knex, { id: job.id, attempt: 1 }, { status: 'cancelled' })).toBe(true);
    }
  });
});
