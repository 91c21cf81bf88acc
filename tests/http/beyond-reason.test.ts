import { describe, expect, it } from 'vitest';
import { serverHere } from '../support/here.ts';

const server = serverHere({ demo: { orders: 6, products: 6 } });

const post = async (path: string, body: string, key?: string) => {
  const headers = {
    authorization: `Bearer ${server.own}`,
    'content-type': 'application/json',
    ...(key ? { 'idempotency-key': key } : {}),
  };
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
};
const times = (count: number, text: string): string => Array.from({ length: count }, () => text).join(',');

describe('a body beyond reason', () => {
  it.each([undefined, 'a-key'])('is refused where it is nested deeper than a stack may reach (key %s)', async (key) => {
    const deep = '['.repeat(400_000) + ']'.repeat(400_000);
    const unreadable = { status: 400, body: { error: '送信されたデータを読み取れませんでした。' } };
    expect(await post('/api/schedules/lock_order/', `{"order":1,"unknown":${deep}}`, key)).toEqual(unreadable);
    expect(await post('/api/facilities/set_availability/', `{"a":${deep}}`, key)).toEqual(unreadable);
  });

  it('is refused for the length of a list, not for each of its members', async () => {
    const ids = { status: 400, body: { schedule_ids: ['10000件以内にしてください。'] } };
    expect(await post('/api/schedules/set_work_time/', `{"schedule_ids":[${times(500_000, '0')}]}`)).toEqual(ids);
    const rows = { status: 400, body: { heat_treatments: ['1000件以内にしてください。'] } };
    expect(await post('/api/products/', `{"product_code":"a","product_name":"b","heat_treatments":[${times(300_000, '{}')}]}`)).toEqual(
      rows,
    );
  });
});

describe('a comma list', () => {
  const listed = async (term: string): Promise<number> => {
    const { status, body } = await server.call('GET', `/api/orders/?serial_number_search=${term.replaceAll(' ', '%20')}`, {
      token: server.own,
    });
    expect(status).toBe(200);
    return (body as { count: number }).count;
  };

  it('of 29,000 parts is one parameter of one question', async () => {
    const { serial_number } = await server.db('orders').orderBy('id').first('serial_number');
    expect(await listed(`${times(29_000, 'q')},${serial_number}`)).toBe(1);
    expect(await listed(times(29_000, 'q'))).toBe(0);
  });

  it('without any member is a parameter not given', async () => {
    expect(await listed(' , ,')).toBe(6);
  });
});
