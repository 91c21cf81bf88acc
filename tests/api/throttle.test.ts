import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Call } from '../../server/contract/handlers.ts';
import type { Database } from '../../server/db/connect.ts';
import { toDomainError } from '../../server/db/errors.ts';
import { epochMs } from '../../server/domain/plant-time.ts';
import { createEmployeeAccount } from '../../server/features/session/accounts.service.ts';
import { sessionHandlers } from '../../server/features/session/session.handlers.ts';
import { resolveUser } from '../../server/features/session/session.service.ts';
import { delayAfter } from '../../server/features/session/throttle.ts';
import { createWaitingRoom } from '../../server/features/session/waiting-room.ts';
import { handlersWith, startHttp } from '../http/harness.ts';
import { testDatabase } from '../support/database.ts';

const SECRET = 'a secret that only the tests know, 32+';
const PASSWORD = 'foundry-demo';
const clock = (): number => epochMs('2026-04-01T08:30:00+09:00');

let database: Database;
let server: Awaited<ReturnType<typeof startHttp>>;
/** The delays that were asked for, in milliseconds; each is over at once or when it is released, so that what is left is the order. */
let naps: number[] = [];
let held: Promise<void> = Promise.resolve();
let release = (): void => undefined;
const hold = (): void => {
  held = new Promise((resolve) => {
    release = resolve;
  });
};
/** Attempts that have come to the throttle. */
let arrived = 0;

interface From {
  address?: string;
  cookie?: string;
}
const login = (employee_id: string, password: string, { address = '10.0.0.1', cookie }: From = {}): Promise<Response> =>
  fetch(`${server.url}/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify({ employee_id, password }),
  });

const FLOOD = 40;
/** Wrong attempts at one moment, all of them there before the delay of the first of them is over. */
async function flood(of: (n: number) => { id: string } & From): Promise<{ answered: () => number; ends: Promise<number[]> }> {
  hold();
  let answered = 0;
  const all = Array.from({ length: FLOOD }, async (_, n) => {
    const { id, ...from } = of(n);
    const { status } = await login(id, `wrong-password-${n}`, from);
    answered++;
    return status;
  });
  await expect.poll(() => arrived, { timeout: 20_000 }).toBe(FLOOD);
  return { answered: () => answered, ends: Promise.all(all) };
}

/** Signs in with the right password amid a flood, then lets the delays end; gives how many of the flood were heard before. */
async function heardBefore(attack: { answered: () => number }, signIn: () => Promise<Response>): Promise<number> {
  const before = attack.answered();
  const owner = signIn();
  await expect.poll(() => arrived, { timeout: 20_000 }).toBe(FLOOD + 1);
  release();
  expect((await owner).status).toBe(200);
  return attack.answered() - before;
}

beforeAll(async () => {
  database = await testDatabase();
  const db = database.knex;
  for (const employee_id of ['1001', '1002', '1003'])
    await createEmployeeAccount(db, { employee_id, name: employee_id, permission: 'manager', password: PASSWORD }, { actor: 'cli' });
  const wait = (ms: number): Promise<void> => {
    naps.push(ms);
    return held;
  };
  const handlers = sessionHandlers({ db, clock, secret: SECRET, wait });
  server = await startHttp({
    handlers: handlersWith({
      ...handlers,
      login: (call: Call<'login'>) => {
        arrived++;
        return handlers.login(call);
      },
    } as never),
    resolveUser: (token) => resolveUser(db, token, { clock, secret: SECRET }),
    translateError: toDomainError,
    clock,
    trustProxy: 1,
  });
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  naps = [];
  arrived = 0;
  release();
  held = Promise.resolve();
  await database.knex('login_failures').delete();
});

const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';

describe('the delay', () => {
  test('doubles from the fourth failure on up to five seconds', () => {
    expect([0, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => delayAfter(failures, 3))).toEqual([
      0, 0, 250, 500, 1000, 2000, 4000, 5000, 5000,
    ]);
  });

  test('is the same for a right password, which ends it', async () => {
    for (let attempt = 0; attempt < 4; attempt++) expect((await login('1002', 'wrong-password')).status).toBe(400);
    expect((await login('１００２', PASSWORD)).status).toBe(200);
    expect((await login('1002', PASSWORD)).status).toBe(200);
    expect(naps).toEqual([250, 500]);
  });

  test('follows an id to other addresses, and an address to other ids after a hundred failures', async () => {
    for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) await login('1002', 'wrong-password', { address });
    await login('1002', 'wrong-password', { address: '10.0.0.4' });
    expect(naps).toEqual([250]);
    await database.knex('login_failures').whereLike('subject', 'address:%').update({ failures: 100 });
    expect((await login('1001', PASSWORD, { address: '10.0.0.4' })).status).toBe(200);
    expect(naps).toEqual([250, 250]);
  });

  test('counts an IPv6 network as one address', async () => {
    await login('someone', 'wrong-password', { address: '2001:db8::1' });
    await login('somebody', 'wrong-password', { address: '2001:db8::ffff' });
    await login('anybody', 'wrong-password', { address: '2001:db8:0:1::1' });
    expect(await database.knex('login_failures').whereLike('subject', 'address:%').orderBy('failures').pluck('failures')).toEqual([1, 2]);
  });
});

describe('amid a flood the right password is answered 200', () => {
  const refused = new Set([400]);

  test('from another address on the id that is attacked, after one attempt of the attacker’s', async () => {
    const attack = await flood(() => ({ id: '1002', address: '10.0.0.66' }));
    expect(await heardBefore(attack, () => login('1002', PASSWORD, { address: '10.0.0.2' }))).toBeLessThan(5);
    expect(new Set(await attack.ends)).toEqual(refused);
  });

  test('from the same address with another id, while the delay of the attack goes on', async () => {
    const attack = await flood(() => ({ id: '1002', address: '10.0.0.66' }));
    expect((await login('1003', PASSWORD, { address: '10.0.0.66' })).status).toBe(200);
    release();
    expect(new Set(await attack.ends)).toEqual(refused);
  });

  test('from the same address on the same id, though nothing tells it apart', async () => {
    const attack = await flood(() => ({ id: '1002', address: '10.0.0.66' }));
    expect(await heardBefore(attack, () => login('1002', PASSWORD, { address: '10.0.0.66' }))).toBeLessThan(5);
    expect(new Set(await attack.ends)).toEqual(refused);
  });

  test('from a new address while many addresses attack the id, after one attempt of each at most', async () => {
    const attack = await flood((n) => ({ id: '1002', address: `10.1.0.${n % 10}` }));
    expect(await heardBefore(attack, () => login('1002', PASSWORD, { address: '10.0.0.2' }))).toBeLessThan(15);
    expect(new Set(await attack.ends)).toEqual(refused);
  });

  test('from the own browser without any delay, wherever the attack comes from', async () => {
    const cookie = cookieOf(await login('1002', PASSWORD));
    arrived = 0;
    const attack = await flood((n) => ({ id: '1002', address: `10.1.0.${n % 20}` }));
    expect((await login('1002', PASSWORD, { address: '10.1.0.1', cookie })).status).toBe(200);
    release();
    expect(new Set(await attack.ends)).toEqual(refused);
  });
});

describe('the cookie of a known browser', () => {
  test('is given by a right password alone, to HTTP alone, and grows by each person', async () => {
    expect((await login('1002', 'wrong-password')).headers.get('set-cookie')).toBeNull();
    const first = await login('1002', PASSWORD);
    expect(first.headers.get('set-cookie')).toMatch(
      /^known-browser=[\w-]{24}\.[\w-]{22}; Path=\/api\/login; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
    );
    const second = cookieOf(await login('1003', PASSWORD, { cookie: `other=1; ${cookieOf(first)}` }));
    expect(second.split('.')).toHaveLength(3);
    expect(cookieOf(await login('1003', PASSWORD, { cookie: second }))).toBe(second);
  });

  test('counts its own failures and nobody else’s, and cannot be forged or lent to another id', async () => {
    const cookie = cookieOf(await login('1002', PASSWORD));
    for (let attempt = 0; attempt < 5; attempt++) await login('1002', 'wrong-password');
    expect(naps).toEqual([250, 500]);
    await login('1002', 'wrong-password', { cookie });
    expect(naps).toHaveLength(2);
    const [name = '', mark = ''] = cookie.split('.');
    const forged = [`${name}.${'A'.repeat(22)}`, `known-browser=${'A'.repeat(24)}.${mark}`, `${cookie}.x`, 'known-browser=', name];
    for (const one of forged) await login('1002', 'wrong-password', { cookie: one });
    expect(naps).toHaveLength(2 + forged.length);
    for (let attempt = 0; attempt < 4; attempt++) await login('1001', 'wrong-password', { address: '10.0.0.9' });
    await login('1001', 'wrong-password', { cookie });
    expect(naps.at(-1)).toBe(500);
  });
});

describe('the waiting room', () => {
  /** A room whose attempts write down who was judged; each judgement waits for `go`. */
  function room(most: number) {
    const judged: string[] = [];
    const away: string[] = [];
    const gates: (() => void)[] = [];
    const enter = createWaitingRoom({
      most,
      terms: async () => ({ delayMs: 0, attempts: 10 }),
      wait: async () => undefined,
      full: () => 'full',
    });
    const add = (source: string, subject: string, name: string): void =>
      enter(source, subject, {
        judge: () =>
          new Promise((resolve) => {
            judged.push(name);
            gates.push(resolve);
          }),
        turnAway: () => void away.push(name),
      });
    const next = async (): Promise<void> => {
      await expect.poll(() => gates.length, { timeout: 20_000 }).toBeGreaterThan(0);
      gates.shift()?.();
    };
    return { add, judged, away, next };
  }

  test('ten thousand attempts from one address turn away one another, never the one from elsewhere, which is heard second', async () => {
    const { add, judged, away, next } = room(1_000);
    for (let n = 0; n < 5_000; n++) add('flood', '1002', `flood-${n}`);
    add('elsewhere', '1002', 'owner');
    for (let n = 5_000; n < 10_000; n++) add('flood', '1002', `flood-${n}`);
    await next();
    await next();
    expect(judged.slice(0, 2)).toContain('owner');
    expect(away).toHaveLength(9_001);
    expect(away).not.toContain('owner');
  });

  test('ten thousand ids from one address leave room for another address too', async () => {
    const { add, judged, away, next } = room(1_000);
    add('elsewhere', '1002', 'owner');
    for (let n = 0; n < 10_000; n++) add('flood', `id-${n}`, `flood-${n}`);
    add('elsewhere', '1003', 'colleague');
    await next();
    await next();
    await next();
    await next();
    expect(judged).toContain('owner');
    expect(judged).toContain('colleague');
    expect(away).not.toContain('owner');
    expect(away).not.toContain('colleague');
  });

  test('turns go round among addresses and among ids of an address; in a line the oldest and the newest take turns', async () => {
    const { add, judged, next } = room(100);
    for (const name of ['a1', 'a2', 'a3', 'a4']) add('A', 'x', name);
    add('A', 'y', 'b1');
    add('B', 'x', 'c1');
    for (let n = 0; n < 6; n++) await next();
    expect(judged).toEqual(['a1', 'c1', 'b1', 'a4', 'a2', 'a3']);
  });

  test('a line that sleeps keeps no other waiting, and a failure of the database answers all who wait in it', async () => {
    const answers: string[] = [];
    const enter = createWaitingRoom({
      most: 10,
      terms: async (source) => {
        if (source === 'broken') throw 'no database';
        return { delayMs: source === 'slow' ? 5_000 : 0, attempts: 1 };
      },
      wait: () => new Promise(() => undefined),
      full: () => 'full',
    });
    const add = (source: string): void =>
      enter(source, 'x', { judge: async () => void answers.push(source), turnAway: (error) => void answers.push(`${source}: ${error}`) });
    for (const source of ['slow', 'broken', 'broken', 'quick', 'slow', 'quick']) add(source);
    await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(4);
    expect(answers.sort()).toEqual(['broken: no database', 'broken: no database', 'quick', 'quick']);
  });
});
