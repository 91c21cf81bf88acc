import { beforeEach, describe, expect, it } from 'vitest';
import { calendarHandlers } from '../../server/features/calendar/calendar.handlers.ts';
import { replier } from '../support/call.ts';
import { ownDatabase } from '../support/database.ts';
import { calling } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';

describe('calendar and availability', () => {
  const database = ownDatabase();
  beforeEach(async () => {
    await database.knex.raw('truncate holidays, facilities, audit cascade');
  });
  const call = calling(() => calendarHandlers({ db: database.knex, clock: () => 0 }), { employee_id: '1001' });
  const plant = () => plantBuilder(database.knex);

  it('adds a holiday once, lists a range by date, removes it, and keeps the history', async () => {
    const reply = replier(calendarHandlers({ db: database.knex, clock: () => 0 }), { employee_id: '1001' });
    const post = (date: string) => reply('createHoliday', { body: { date } });
    expect(await post('2026-04-29')).toMatchObject({ reply: { status: 201, body: { date: '2026-04-29' } } });
    const again = await post('2026-04-29');
    expect(again).toMatchObject({ reply: { status: 200, body: { date: '2026-04-29' } } });
    await post('2026-05-05');
    await post('2026-03-01');
    const page = await call('listHolidays', { query: { from_date: '2026-04-01', to_date: '2026-05-05' } });
    expect(page).toMatchObject({ count: 2, next: null, previous: null });
    expect(page.results.map((row) => row.date)).toEqual(['2026-04-29', '2026-05-05']);
    await call('deleteHoliday', { params: { id: page.results[0]!.id } });
    await expect(call('deleteHoliday', { params: { id: page.results[0]!.id } })).rejects.toMatchObject({ kind: 'not_found' });
    const days = await call('getClosedDays', { query: { from_date: '2026-03-02', to_date: '2026-03-08' } });
    // The table goes from 3/1 to 5/5, whatever was asked for.
    expect(days).toEqual({ days: [], last: '2026-05-05' });
    const history = await database.knex('audit').orderBy('id').select('operation', 'kind', 'key', 'actor');
    expect(history.map((row) => `${row.operation} ${row.kind} ${row.key} ${row.actor}`)).toEqual([
      'createHoliday holidays 2026-04-29 1001',
      'createHoliday holidays 2026-05-05 1001',
      'createHoliday holidays 2026-03-01 1001',
      'deleteHoliday holidays 2026-04-29 1001',
    ]);
  });

  it('fills in the count, 0 on holidays, and the overrides', async () => {
    const id = await plant().facility({ facility_code: '320-05-01', facility_name: '1号台車炉', availability: 2 });
    await plant().facility({ facility_code: '320-05-02', facility_name: '2号台車炉' });
    await plant().facility({ facility_code: '320-05-03', facility_name: '休止炉', active: false });
    await plant().holiday('2026-04-05');
    await database.knex('facility_availabilities').insert({ facility_id: id, date: '2026-04-07', units: 1 });
    const map = await call('getAvailability', { query: { from_date: '2026-04-05', to_date: '2026-04-07' } });
    expect(map).toEqual({
      '1号台車炉': { '2026-04-05': 0, '2026-04-06': 2, '2026-04-07': 1 },
      '2号台車炉': { '2026-04-05': 0, '2026-04-06': 1, '2026-04-07': 1 },
    });
    const one = await call('getAvailability', { query: { from_date: '2026-04-05', to_date: '2026-04-05', facility_name_search: '２号' } });
    expect(Object.keys(one)).toEqual(['2号台車炉']);
  });

  it('changes only what the map names; null and the count on a working day remove an override, a holiday keeps every number', async () => {
    const id = await plant().facility({ facility_name: '1号台車炉', availability: 2 });
    await plant().holiday('2026-04-05');
    await plant().holiday('2026-04-12');
    const answer = await call('setAvailability', {
      body: { '1号台車炉': { '2026-04-05': 2, '2026-04-12': 0, '2026-04-06': 1, '2026-04-07': 2, '2026-04-08': 5 } },
    });
    expect(answer).toEqual({ '1号台車炉': { '2026-04-05': 2, '2026-04-12': 0, '2026-04-06': 1, '2026-04-07': 2, '2026-04-08': 5 } });
    const stored = async () =>
      Object.fromEntries(
        (await database.knex('facility_availabilities').where({ facility_id: id }).orderBy('date')).map((row) => [row.date, row.units]),
      );
    expect(await stored()).toEqual({ '2026-04-05': 2, '2026-04-06': 1, '2026-04-08': 5, '2026-04-12': 0 });
    await call('setAvailability', { body: { '1号台車炉': { '2026-04-06': 2, '2026-04-08': null } } });
    expect(await stored()).toEqual({ '2026-04-05': 2, '2026-04-12': 0 });
    const history = await database.knex('audit').orderBy('id').select('kind', 'key', 'old', 'new');
    expect(history[1]).toEqual({
      kind: 'facility_availabilities',
      key: '1号台車炉',
      old: { '2026-04-06': 1, '2026-04-08': 5 },
      new: { '2026-04-06': null, '2026-04-08': null },
    });
    await call('setAvailability', { body: { '1号台車炉': { '2026-04-06': 2 } } });
    expect(await database.knex('audit')).toHaveLength(2);
    expect(await call('setAvailability', { body: {} })).toEqual({});
  });

  it('refuses every error at once under the name, and then changes nothing', async () => {
    await plant().facility({ facility_name: '1号台車炉' });
    const body = { '1号台車炉': { '2026-02-30': 1, '2026-04-06': -1, '2026-04-07': 0.5, '2026-04-08': 3 }, 無い炉: { '2026-04-06': 1 } };
    await expect(call('setAvailability', { body })).rejects.toMatchObject({
      kind: 'invalid',
      fields: {
        '1号台車炉': [
          '「2026-02-30」は日付として読めません。',
          '「-1」は0以上の整数を指定してください。',
          '「0.5」は0以上の整数を指定してください。',
        ],
        無い炉: ['設備「無い炉」は登録されていません。'],
      },
    });
    expect(await database.knex('facility_availabilities')).toEqual([]);
  });
});
