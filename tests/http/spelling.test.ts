import { describe, expect, it } from 'vitest';
import { OPERATIONS, type Operation } from '../../server/contract/operations.ts';
import { epochMs, isInstant, plantClock, toInstant } from '../../server/domain/ground/plant-time.ts';
import { serverHere } from '../support/here.ts';
import { httpHere, send } from './harness.ts';

const server = serverHere({ demo: false });

describe('an id in a path', () => {
  const withId = Object.entries(OPERATIONS).filter(([, { path }]) => path.includes('{id}'));
  // Every handler answers 204 here: what is 404 has not come to one.
  const http = httpHere(() => ({ validateResponses: false }));

  const refused = async ({ method, path }: Operation, id: string): Promise<void> => {
    const address = `${http.url}${path.replace('{id}', encodeURI(id).replaceAll('%25', '%'))}`;
    const { status, body } = await send(address, method.toUpperCase(), { role: 'master_admin', ...(method !== 'get' && { body: {} }) });
    expect([id, status, body]).toEqual([id, 404, { error: '該当のデータが存在しません。' }]);
  };

  it.each(withId)('is a plain decimal: %s', async (_, operation) => {
    for (const id of ['01', '%31', '１']) await refused(operation, id);
  });

  it.each('0x1 1e3 %201 1%20 1.0 +1 -1 0 abc'.split(' '))('%s is none', (id) => refused(OPERATIONS.getProduct, id));
});

describe('an instant without an offset', () => {
  it('is the plant’s time, whatever the zone of the machine', () => {
    expect(toInstant('2026-04-01T08:30')).toBe('2026-04-01T08:30:00+09:00');
    expect(toInstant('2026-04-01T08:30:15')).toBe('2026-04-01T08:30:15+09:00');
    expect(plantClock('2026-04-01 08:30')).toBe('08:30');
    expect(epochMs('2026-03-31T23:30:00Z')).toBe(epochMs('2026-04-01T08:30:00.000'));
    expect(['2026-04-01T08:30', '2026-04-01T08:30:00+09:00', '2026-03-31T23:30:00Z'].map(isInstant)).toEqual([true, true, true]);
    expect(['2026-02-30T08:30', '2026-04-01', '2026-04-01T25:00', '08:30', ''].map(isInstant)).toEqual([false, false, false, false, false]);
  });

  it('is taken by a tap; what is none is refused in words', async () => {
    const tap = { client_id: '0b0e4c9e-0a5f-4b52-9a30-3d2cf1f7b001', kind: 'start', facility: 1, entries: [{ entry_id: 1 }] };
    const post = (at: string) => server.call('POST', '/api/marks/', { token: server.own, body: { ...tap, at } });
    expect((await post('2026-04-01T08:30:00')).body).toEqual({ result: 'refused', reason: expect.any(String) });
    expect(await post('2026-02-30T08:30:00')).toMatchObject({ status: 400, body: { at: ['正しい日時を入力してください。'] } });
  });
});

describe('a query', () => {
  const get = async (path: string) => server.call('GET', path, { token: server.own });

  it('takes plain whole numbers alone', async () => {
    const whole = { status: 400, body: { facility: ['整数を入力してください。'] } };
    for (const odd of ['0x1', '1e3', '%201', '1.0', '%2B1'])
      expect(await get(`/api/schedules/get_free_time/?from_date=2026-04-01&facility=${odd}`)).toEqual(whole);
  });

  it('holds nothing that its operation does not declare', async () => {
    const all = await get('/api/schedules/?limit=1');
    expect(await get('/api/schedules/?limit=1&from_date=abc&facility_ids[a]=1&x=1')).toEqual(all);
  });

  it('names the day that is none', async () => {
    const around = async (days: string) => (await get(`/api/schedules/surroundings/?entry_ids=1&${days}`)).body;
    expect(await around('from_date=2026-04-01&to_date=2026-02-30')).toEqual({
      to_date: ['正しい日付を YYYY-MM-DD の形式で入力してください。'],
    });
    expect(await around('from_date=1999-12-31&to_date=2026-04-01')).toEqual({
      from_date: ['2000/01/01〜2100/12/31の日付を入力してください。'],
    });
  });
});

it('a key of a call that is too long says so', async () => {
  const { body } = await server.call('POST', '/api/schedules/undo/', {
    token: server.own,
    body: {},
    headers: { 'Idempotency-Key': 'x'.repeat(201) },
  });
  expect(body).toEqual({ 'idempotency-key': ['200文字以内で入力してください。'] });
});

it('limit says what is allowed', async () => {
  const limit = async (value: string) => (await server.call('GET', `/api/schedules/?limit=${value}`, { token: server.own })).body;
  const allowed = { limit: ['1〜1000の整数を入力してください。'] };
  expect([await limit('0'), await limit('-1'), await limit('1001')]).toEqual([allowed, allowed, allowed]);
});
