import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clearPassed } from '../../server/db/jobs/retention.ts';
import { type Answered, countsOf, type From, inRow, OF_ADDRESS, OF_PAIR, post, spend as spendOf, times } from '../support/attempts.ts';
import { besideServer, serverHere } from '../support/here.ts';

const PASSWORD = 'foundry-demo';
const server = serverHere({ demo: false, config: { trustProxy: 1 } });

const login = (employee_id: string, password: string, from: From = {}): Promise<Answered> =>
  post('login/', { employee_id, password }, { url: server.url, ...from });
const wrong = (many: number, employee_id: string, from?: From) => inRow(many, (n) => login(employee_id, `wrong-password-${n}`, from));

/** So many made-up ids from one address at one moment. */
const flood = (many: number) => Promise.all(Array.from({ length: many }, (_, n) => login(`made-up-${n}`, 'wrong-password')));
const spend = (address: string, left?: number): Promise<void> => spendOf(server, address, left);
const counts = (kind: string): Promise<number[]> => countsOf(server.db, kind);

beforeAll(async () => {
  for (const employee_id of ['1005', '1006'])
    await server.services.addEmployee({ employee_id, name: employee_id, permission: 'manager', password: PASSWORD });
});
beforeEach(async () => {
  await server.db('attempt_counts').delete();
  await server.db('known_places').delete();
});

describe('amid made-up ids from the same address', () => {
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
    const all = flood(50);
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
    await flood(50);
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
  const another = () => besideServer(server, { trustProxy: 1 });

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

describe('what else is limited', () => {
  const call = (path: string, body: object, from: From = {}): Promise<Answered> => post(path, body, { url: server.url, ...from });

  test('one’s own password is limited by session: ten wrong ones, and no error of the new one counts', async () => {
    const [token, other] = [await server.token('1005'), await server.token('1005')];
    await server.db('attempt_counts').delete();
    const change = (given: string, as: string, password = 'atarashii-kagi'): Promise<Answered> =>
      call('me/password/', { current_password: given, password }, { token: as });
    expect(await inRow(2 * OF_PAIR, () => change(PASSWORD, token, 'short'))).toEqual(times(2 * OF_PAIR, 400));
    expect(await inRow(OF_PAIR, () => change('wrong-password', token))).toEqual(times(OF_PAIR, 400));
    expect((await change(PASSWORD, token)).status).toBe(429);
    expect(await counts('address')).toEqual([OF_PAIR]);
    await spend('10.0.0.1');
    expect((await login('1005', PASSWORD, { address: '10.0.0.2' })).status).toBe(200);
    expect((await change('wrong-password', other)).status).toBe(429);
    expect((await change(PASSWORD, other)).status).toBe(200);
    expect((await login('1005', 'atarashii-kagi', { address: '10.0.0.2' })).status).toBe(200);
  });

  test('made-up reset tokens are limited by address; a good link passes, and so do logins', async () => {
    const admin = await server.token('1001');
    const { id } = await server.db('employees').where({ employee_id: '1006' }).first();
    const { body } = await call(`employees/${id}/reset_link/`, {}, { token: admin });
    const token = new URL(String(body.url)).searchParams.get('token') ?? '';
    const validate = (given: string): Promise<Answered> => call('password_reset/validate_token/', { token: given });
    const confirm = (given: string, password: string): Promise<Answered> => call('password_reset/confirm/', { token: given, password });
    await server.db('attempt_counts').delete();
    expect(await inRow(OF_ADDRESS / 2, (n) => validate(`made-up-${n}`))).toEqual(times(OF_ADDRESS / 2, 404));
    expect(await inRow(OF_ADDRESS / 2, (n) => confirm(`made-up-too-${n}`, 'atarashii-kagi'))).toEqual(times(OF_ADDRESS / 2, 400));
    const held = [await validate('one-more'), await confirm('one-more', 'atarashii-kagi')];
    expect(held.map(({ status }) => status)).toEqual([429, 429]);
    expect(held[0]?.retryAfter).toMatch(/^[1-9]\d*$/);
    expect(await inRow(OF_PAIR + 1, () => validate(token))).toEqual(times(OF_PAIR + 1, 200));
    expect(await inRow(OF_PAIR + 1, () => confirm(token, 'short'))).toEqual(times(OF_PAIR + 1, 400));
    expect((await confirm(token, 'atarashii-kagi')).status).toBe(204);
    expect((await login('1006', 'atarashii-kagi')).status).toBe(200);
  });

  test('requests for a new password are limited by id and by address, and each counts', async () => {
    const request = (employee_id: string): Promise<Answered> => call('password_reset/', { employee_id });
    expect(await inRow(OF_PAIR, () => request('1002'))).toEqual(times(OF_PAIR, 204));
    expect(await inRow(OF_PAIR, () => request('made-up'))).toEqual(times(OF_PAIR, 204));
    expect([(await request('1002')).status, (await request('made-up')).status]).toEqual([429, 429]);
    expect((await request('1003')).status).toBe(204);
    await server.db('attempt_counts').whereLike('key', 'reset:%').update({ points: OF_ADDRESS });
    expect((await request('1004')).status).toBe(429);
  });
});
