import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { clearPassed } from '../../server/db/jobs/retention.ts';
import { SERVER_OPTIONS } from '../../server/http/http.ts';
import { type Answered, countsOf, type From, inRow, OF_ADDRESS, OF_PAIR, post, spend as spendOf, times } from '../support/attempts.ts';
import { testConfig } from '../support/demos.ts';
import { type TestServer, testServer } from '../support/server.ts';

const PASSWORD = 'foundry-demo';
let server: TestServer;

const login = (employee_id: string, password: string, from: From = {}): Promise<Answered> =>
  post('login/', { employee_id, password }, { url: server.url, ...from });
const wrong = (many: number, employee_id: string, from?: From) => inRow(many, (n) => login(employee_id, `wrong-password-${n}`, from));

/** So many made-up ids from one address at one moment. */
function flood(many: number, from: From = {}): { answered: number[]; all: Promise<Answered[]> } {
  const answered: number[] = [];
  const one = async (_: unknown, n: number): Promise<Answered> => {
    const answer = await login(`made-up-${n}`, 'wrong-password', from);
    answered.push(answer.status);
    return answer;
  };
  return { answered, all: Promise.all(Array.from({ length: many }, one)) };
}
const spend = (address: string, left?: number): Promise<void> => spendOf(server, address, left);
const counts = (kind: string): Promise<number[]> => countsOf(server.db, kind);

beforeAll(async () => {
  server = await testServer({ demo: false, config: { trustProxy: 1 } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db('attempt_counts').delete();
  await server.db('known_places').delete();
});

describe('amid made-up ids from the same address', () => {
  test('the right password of whoever has signed in there is answered while the first of them are still judged', async () => {
    await login('1002', PASSWORD);
    await spend('10.0.0.1', 40);
    const attack = flood(100);
    await expect.poll(() => attack.answered.includes(429), { timeout: 60_000 }).toBe(true);
    expect((await login('1002', PASSWORD)).status).toBe(200);
    expect(attack.answered.filter((status) => status === 400).length).toBeLessThan(40);
    const all = await attack.all;
    expect(all.filter(({ status }) => status === 400)).toHaveLength(40);
    const rest = all.filter(({ status }) => status === 429);
    expect(rest).toHaveLength(60);
    expect(rest.every(({ retryAfter }) => /^[1-9]\d*$/.test(retryAfter ?? ''))).toBe(true);
    expect((await login('1002', PASSWORD)).status).toBe(200);
  });

  test('every other answer is the same 429: for an invented id, one that exists, one that has signed in there', async () => {
    await login('1002', PASSWORD);
    await spend('10.0.0.1');
    await server.db('attempt_counts').update({ expire: Date.now() + 270_000 });
    const answers = [
      await login('made-up-too', 'wrong-password'),
      await login('1003', 'wrong-password'),
      await login('1003', PASSWORD),
      await login('1002', 'wrong-password'),
    ];
    for (const { status, body, cookie } of answers)
      expect({ status, body, cookie }).toEqual({
        status: 429,
        body: { error: '試行回数が多すぎます。約5分後にもう一度実行してください。' },
        cookie: undefined,
      });
    expect(answers.every(({ retryAfter }) => Number(retryAfter) > 240 && Number(retryAfter) <= 270)).toBe(true);
    expect((await login('1002', PASSWORD)).status).toBe(200);
  });

  test('other addresses are not held, on no id', async () => {
    await spend('10.0.0.1');
    expect((await login('1003', PASSWORD, { address: '10.0.0.2' })).status).toBe(200);
    expect((await login('1002', 'wrong-password', { address: '10.0.0.2' })).status).toBe(400);
  });

  test('right passwords of someone known there free no attempt for others', async () => {
    await login('1002', PASSWORD);
    await spend('10.0.0.1');
    for (let n = 0; n < 3; n++) expect((await login('1002', PASSWORD)).status).toBe(200);
    expect((await login('made-up-too', 'wrong-password')).status).toBe(429);
    expect(await counts('address')).toEqual([OF_ADDRESS + 1]);
  });

  test('wrong passwords of those who are known count too, for everybody else', async () => {
    await login('1002', PASSWORD);
    await wrong(3, '1002');
    expect(await counts('address')).toEqual([3]);
  });

  test('an IPv6 network is one address; an IPv4 one as IPv6 writes it is itself', async () => {
    await spend('2001:db8::1');
    expect((await login('1003', PASSWORD, { address: '2001:db8::ffff' })).status).toBe(429);
    expect((await login('1003', PASSWORD, { address: '2001:db8:0:1::1' })).status).toBe(200);
    await spend('10.0.0.3');
    expect((await login('1004', PASSWORD, { address: '::ffff:10.0.0.3' })).status).toBe(429);
    expect((await login('1004', PASSWORD, { address: '::ffff:10.0.0.4' })).status).toBe(200);
  });

  test('ids that come while others are looked up are looked up together', async () => {
    await spend('10.0.0.1');
    const asked: string[] = [];
    const hear = ({ sql }: { sql: string }): void => void asked.push(sql);
    const lookups = (): number => asked.filter((sql) => /\bknown_places k\b/.test(sql)).length;
    const holding = await server.db.transaction();
    await holding.raw('lock table known_places in access exclusive mode');
    server.db.on('query', hear);
    const { all } = flood(50);
    await expect.poll(lookups, { timeout: 60_000 }).toBeGreaterThan(0);
    // What is answered after them has come after them.
    for (let n = 0; n < 50; n++) await fetch(`${server.url}/api/health/`);
    await holding.rollback();
    await all;
    server.db.off('query', hear);
    expect(lookups()).toBeLessThan(10);
  });

  test('nothing more is written for what is beyond the limit', async () => {
    await spend('10.0.0.1');
    await await flood(50).all;
    expect(await counts('address')).toEqual([OF_ADDRESS + 1]);
    expect(await counts('pair')).toEqual([1]);
  });
});

describe('an id at an address', () => {
  test('has ten wrong attempts, then even the right password is told to wait, whether the id exists or not', async () => {
    expect(await wrong(OF_PAIR, '1002')).toEqual(times(OF_PAIR, 400));
    expect(await wrong(OF_PAIR, 'made-up')).toEqual(times(OF_PAIR, 400));
    const [existing, invented] = [await login('１００２', PASSWORD), await login('made-up', PASSWORD)];
    expect([existing.status, invented.status]).toEqual([429, 429]);
    expect(existing.retryAfter).toMatch(/^[1-9]\d*$/);
  });

  test('is not held by what was tried from elsewhere', async () => {
    await wrong(OF_PAIR + 1, '1002', { address: '10.0.0.66' });
    expect((await login('1002', PASSWORD)).status).toBe(200);
    expect((await login('1002', PASSWORD, { address: '10.0.0.66' })).status).toBe(429);
  });

  test('starts anew after a right password', async () => {
    for (let round = 0; round < 2; round++) {
      expect(await wrong(OF_PAIR - 1, '1002')).toEqual(times(OF_PAIR - 1, 400));
      expect((await login('1002', PASSWORD)).status).toBe(200);
    }
    expect(await counts('pair')).toEqual([]);
  });

  test('is judged again when its window has ended; what has ended is cleared away', async () => {
    await wrong(OF_PAIR + 1, '1002');
    await server.db('attempt_counts').update({ expire: Date.now() - 1_000 });
    expect((await login('1002', 'wrong-password')).status).toBe(400);
    expect(await counts('pair')).toEqual([1]);
    await clearPassed(server.db);
    expect(await counts('pair')).toEqual([1]);
    await server.db('attempt_counts').update({ expire: Date.now() - 1_000 });
    await clearPassed(server.db);
    expect(await counts('pair')).toEqual([]);
  });

  test('is judged again when the clock was set back a day after the window began', async () => {
    await wrong(OF_PAIR + 1, '1002');
    await server.db('attempt_counts').update({ expire: server.db.raw('expire + 86400000') });
    expect((await login('1002', 'wrong-password')).status).toBe(400);
    expect(await counts('pair')).toEqual([1]);
  });

  test('right passwords that come together do not hold each other', async () => {
    const together = await Promise.all(Array.from({ length: 3 * OF_PAIR }, () => login('1002', PASSWORD)));
    expect(together.map(({ status }) => status)).toEqual(times(3 * OF_PAIR, 200));
    expect(await server.db('attempt_counts').where('points', '>', 0)).toEqual([]);
  });

  test('wrong ones that come together end at the limit', async () => {
    const together = await Promise.all(Array.from({ length: 3 * OF_PAIR }, () => login('1002', 'wrong-password')));
    expect(together.filter(({ status }) => status === 400)).toHaveLength(OF_PAIR);
    expect(together.filter(({ status }) => status === 429)).toHaveLength(2 * OF_PAIR);
  });
});

describe('a browser', () => {
  /** One from which 1002 has signed in, and come back. */
  async function ofSomeone(address?: string): Promise<string | undefined> {
    const { cookie } = await login('1002', PASSWORD, { ...(address ? { address } : {}) });
    await login('1002', PASSWORD, { cookie, ...(address ? { address } : {}) });
    return cookie;
  }

  test('is named by a cookie for HTTP alone, with a right password alone, and keeps its name', async () => {
    const response = await fetch(`${server.url}/api/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ employee_id: '1002', password: PASSWORD }),
    });
    expect(response.headers.get('set-cookie')).toMatch(
      /^known-browser=[\w-]{24}; Path=\/api\/login; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
    );
    const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
    expect((await login('1002', 'wrong-password', { cookie })).cookie).toBeUndefined();
    expect((await login('1003', PASSWORD, { cookie: `other=1; ${cookie}; last=2` })).cookie).toBe(cookie);
  });

  test('from which someone has signed in is held neither by the address nor by others who try the id there', async () => {
    const cookie = await ofSomeone('10.0.0.2');
    await spend('10.0.0.1');
    expect((await login('1002', PASSWORD)).status).toBe(429);
    expect((await login('1002', PASSWORD, { cookie })).status).toBe(200);
    await wrong(OF_PAIR + 1, '1002', { address: '10.0.0.2' });
    expect((await login('1002', PASSWORD, { address: '10.0.0.2' })).status).toBe(429);
    expect((await login('1002', PASSWORD, { address: '10.0.0.2', cookie })).status).toBe(200);
  });

  test('has its own ten, wherever it is, and is known for nobody else', async () => {
    const cookie = await ofSomeone('10.0.0.2');
    expect(await inRow(OF_PAIR, (n) => login('1002', 'wrong-password', { address: `10.1.0.${n}`, cookie }))).toEqual(times(OF_PAIR, 400));
    expect((await login('1002', PASSWORD, { cookie })).status).toBe(429);
    await server.db('attempt_counts').delete();
    await spend('10.0.0.1');
    expect((await login('1003', PASSWORD, { cookie })).status).toBe(429);
    expect((await login('1002', PASSWORD, { cookie: `known-browser=${'A'.repeat(24)}` })).status).toBe(429);
  });
});

describe('counters and known places', () => {
  /** One more process over the same database. */
  async function another(): Promise<{ url: string; close(): Promise<void> }> {
    const app = await createApp({ ...testConfig(server.databaseUrl), dataDir: tmpdir(), trustProxy: 1 });
    const http = createServer(SERVER_OPTIONS, app.http);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const close = async (): Promise<void> => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await app.close();
    };
    return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, close };
  }

  test('are shared by processes and outlive them', async () => {
    const first = await another();
    expect(await wrong(OF_PAIR / 2, '1002', { url: first.url })).toEqual(times(OF_PAIR / 2, 400));
    expect(await wrong(OF_PAIR / 2, '1002')).toEqual(times(OF_PAIR / 2, 400));
    expect((await login('1002', PASSWORD, { url: first.url })).status).toBe(429);
    expect((await login('1003', PASSWORD, { url: first.url })).status).toBe(200);
    await spend('10.0.0.1');
    await first.close();
    const second = await another();
    expect((await login('1002', PASSWORD, { url: second.url })).status).toBe(429);
    expect((await login('1003', PASSWORD, { url: second.url })).status).toBe(200);
    expect((await login('1004', PASSWORD, { url: second.url })).status).toBe(429);
    await second.close();
  });

  test('of places at which nobody signs in any more go after a year', async () => {
    await login('1002', PASSWORD);
    await login('1002', PASSWORD, { address: '10.0.0.2' });
    const [old] = await server.db('known_places').pluck('place');
    await server
      .db('known_places')
      .where({ place: old })
      .update({ last_at: server.db.raw(`now() - interval '366 days'`) });
    await clearPassed(server.db);
    expect(await server.db('known_places').pluck('place')).not.toContain(old);
    expect(await server.db('known_places')).toHaveLength(1);
  });
});
