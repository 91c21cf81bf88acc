import { beforeAll, describe, expect, it } from 'vitest';
import { aroundsOf } from '../../admin/board/chart/scene/group/arounds.ts';
import { caller } from '../support/call.ts';
import { ownDatabase } from '../support/database.ts';
import { anew, calling, fieldsOf } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

const database = ownDatabase();
const call = calling(() => schedulesOf(database.knex));
const at = (text: string): string => `${text.replace(' ', 'T')}:00+09:00`;
const to = (id: number, start: string, end: string, more: object = {}) => ({ id, start_date: at(start), end_date: at(end), ...more });
const move = (...moves: ReturnType<typeof to>[]) => call('moveSchedules', { body: { moves } });
const row = (id: number) => database.knex('plan_entries').where({ id }).first();

/** A lot of three tasks on consecutive mornings, two shops that can do the first, and a bar of another order in the second shop. */
async function foundry() {
  const make = plantBuilder(database.knex);
  const [cut, inspect, ship] = [
    await make.task({ task_name: '仕上加工' }),
    await make.task({ task_name: '寸法検査' }),
    await make.task({ task_name: '出荷' }),
  ];
  const shop = await make.facility({ facility_name: `加工機${cut}A`, tasks: [cut], availability: 1 });
  const twin = await make.facility({ facility_name: `加工機${cut}B`, tasks: [cut], availability: 1 });
  const order = await make.order({ delivery_date: '2026-04-09' });
  const lot = await make.lot(order, '01');
  const bar = (task: number, task_sort: number, day: string, facility_id: number | null) =>
    plannedBar(make)(lot, task, [`${day} 08:00`, `${day} 12:00`], { task_sort, facility_id, hours: [0, 4] });
  const bars = [
    await bar(cut, 10, '2026-04-06', shop),
    await bar(inspect, 20, '2026-04-07', null),
    await bar(ship, 30, '2026-04-08', null),
  ];
  const otherLot = await make.lot(await make.order(), '');
  const other = await make.entry(otherLot, cut, ['2026-04-08 08:00', '2026-04-08 10:00'], { facility_id: twin });
  return { shop, twin, order, bars: bars as [number, number, number], other };
}
const made = anew(foundry);

beforeAll(async () => {
  await plantBuilder(database.knex).holiday('2026-04-11');
});

describe('moving bars in one step', () => {
  it('moves a bar and the later tasks of its lot, one version each, and warns of each where it stands at the end', async () => {
    const [first, second, third] = made.bars;
    const { results, warnings } = await move(
      to(first, '2026-04-08 08:00', '2026-04-08 12:00', { version: 1, facility: made.twin }),
      to(second, '2026-04-08 13:00', '2026-04-09 12:00', { version: 1 }),
      to(third, '2026-04-10 08:00', '2026-04-11 12:00'),
    );
    expect(results.slice(0, 3).map(({ id, version, start_time }) => [id, version, start_time])).toEqual([
      [first, 2, '08:00'],
      [second, 2, '13:00'],
      [third, 2, '08:00'],
    ]);
    expect(results[0]?.facility).toBe(made.twin);
    const { facility_name } = await database.knex('facilities').where({ id: made.twin }).first();
    expect(warnings).toEqual([
      `仕上加工: 設備「${facility_name}」の台数を超えています(4/8(水)午前に2件、設備は1台)。`,
      '出荷: 終了日の4/11(土)が休日です。',
      '出荷: 納期を2日過ぎます。',
    ]);
  });

  it('moves none of them where one may not be: a locked bar, a facility that cannot, a place that is none', async () => {
    const [first, second] = made.bars;
    await database.knex('plan_entries').where({ id: second }).update({ locked: true });
    const good = to(first, '2026-04-08 08:00', '2026-04-08 12:00');
    const refused = (...moves: ReturnType<typeof to>[]) => fieldsOf(move(...moves));
    expect(await refused(good, to(second, '2026-04-09 08:00', '2026-04-09 12:00'))).toEqual({
      start_date_date: ['ロックされた工程は変更できません。'],
    });
    expect(await refused(good, to(made.bars[2], '2026-04-09 08:00', '2026-04-09 12:00', { facility: made.shop }))).toEqual({
      facility: ['この工程を行えない設備です。'],
    });
    expect(await refused(good, to(made.bars[2], '2026-04-09 08:00', '2026-04-08 12:00'))).toEqual({
      end_date_date: ['終了日時は開始日時より後に設定してください。'],
    });
    expect(await refused(good, good)).toEqual({ moves: ['同じ工程が2回指定されています。'] });
    expect(await row(first)).toMatchObject({ version: 1, start_at: at('2026-04-06 08:00') });
  });

  it('names bars of several lots and tasks by both, and whoever of two users comes second hears of whom and what', async () => {
    const [first] = made.bars;
    const moves = [
      to(first, '2026-04-08 08:00', '2026-04-08 12:00', { version: 1, facility: made.twin }),
      to(made.bars[2], '2026-04-10 08:00', '2026-04-10 12:00', { version: 1 }),
      to(made.other, '2026-04-08 08:00', '2026-04-08 10:00', { version: 1 }),
    ];
    const { unique_order } = (await call('listSchedules', { query: { limit: 1000 } })).results.find(({ id }) => id === first)!;
    const { warnings } = await move(...moves);
    expect(warnings?.[0]).toContain(`${unique_order} 仕上加工: 後工程`);
    const second = caller(schedulesOf(database.knex), { employee_id: '1001' });
    await expect(second('moveSchedules', { body: { moves } })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining(unique_order),
    });
    const entries = [
      { id: made.bars[1], version: 1 },
      { id: first, version: 1 },
    ];
    await expect(second('deleteSchedules', { body: { entries } })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await row(made.bars[1])).toBeDefined();
  });

  it('removes several in one step, none where one is locked or named twice', async () => {
    const [first, second] = made.bars;
    const all = async () =>
      (await database.knex('plan_entries').whereIn('id', made.bars).orderBy('id')).map(({ version: _, ...rest }) => rest);
    const before = await all();
    const remove = (...ids: number[]) => call('deleteSchedules', { body: { entries: ids.map((id) => ({ id })) } });
    const refused = (...ids: number[]) => fieldsOf(remove(...ids));
    expect(await refused(first, first)).toEqual({ entries: ['同じ工程が2回指定されています。'] });
    await database.knex('plan_entries').where({ id: second }).update({ locked: true });
    expect(await refused(first, second)).toEqual({ start_date_date: ['ロックされた工程は変更できません。'] });
    await database.knex('plan_entries').where({ id: second }).update({ locked: false });
    await remove(first, second);
    expect((await all()).map(({ id }) => id)).toEqual([made.bars[2]]);
    expect((await call('getScheduleHistory', {})).undo).toMatchObject({ kind: 'delete' });
    await call('undoSchedule', {});
    expect(await all()).toEqual(before);
  });

  it('says of a bar that has yet to begin that it would begin before the present', async () => {
    const clock = () => Date.parse(at('2026-04-06 09:00'));
    const call = caller(schedulesOf(database.knex, clock));
    const [, , ship] = made.bars;
    const { warnings } = await call('moveSchedules', { body: { moves: [to(ship, '2026-04-03 08:00', '2026-04-03 12:00')] } });
    expect(warnings).toContain('開始が現在より前です。');
    const back = await call('moveSchedules', { body: { moves: [to(ship, '2026-04-08 08:00', '2026-04-08 12:00')] } });
    expect(back.warnings).not.toContain('開始が現在より前です。');
  });
});

describe('what a bar is judged against', () => {
  const around = async (id: number, from_date = '2026-04-01', to_date = '2026-04-30') =>
    aroundsOf(await call('getSurroundings', { query: { entry_ids: String(id), from_date, to_date } }), to_date)[0]!;

  it('is its lot in order, the facilities that can do it with their bars and days, holidays and ends', async () => {
    await database.knex('facility_availabilities').insert({ facility_id: made.twin, date: '2026-04-11', units: 2 });
    const answer = await around(made.bars[0]);
    expect(answer.lot.map(({ id, task_name, elapsed, hours }) => [id, task_name, elapsed, hours])).toEqual(
      ['仕上加工', '寸法検査', '出荷'].map((name, index) => [made.bars[index], name, false, 4]),
    );
    expect(answer.facilities.map(({ id, eligible, overrides }) => [id, eligible, overrides])).toEqual([
      [made.shop, true, {}],
      [made.twin, true, { '2026-04-11': 2 }],
    ]);
    expect(answer.occupants.map(({ id, facility, task_name }) => [id, facility, task_name])).toEqual([[made.other, made.twin, '仕上加工']]);
    // Without a product nothing plans it, and it has no rules.
    expect([answer.rules_without_facility, ...answer.facilities.map(({ rules }) => rules)]).toEqual([null, null, null]);
    expect(answer).toMatchObject({
      deadline_date: '2026-04-09',
      order_end_date: '2026-04-08',
      order_shipping_date: '2026-04-08',
      others_end_date: null,
      holidays: ['2026-04-04', '2026-04-05', '2026-04-11', '2026-04-12', '2026-04-18', '2026-04-19', '2026-04-25', '2026-04-26'],
    });
    expect((await around(made.bars[0], '2026-04-09')).occupants).toEqual([]);
  });

  it('has no day of shipment while a process begins before an earlier one has ended', async () => {
    await database
      .knex('plan_entries')
      .where('id', made.bars[0])
      .update({ start_at: '2026-04-13T08:00+09', end_at: '2026-04-13T16:00+09' });
    expect(await around(made.bars[0])).toMatchObject({ order_end_date: '2026-04-13', order_shipping_date: null });
  });

  it('is refused for a bar that is not there', async () => {
    await expect(around(999_999)).rejects.toMatchObject({ kind: 'not_found' });
  });
});
