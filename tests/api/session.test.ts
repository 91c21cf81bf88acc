import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toDomainError } from '../../server/db/errors.ts';
import { epochMs } from '../../server/domain/ground/plant-time.ts';
import { createEmployeeAccount, resetPassword } from '../../server/features/session/accounts.service.ts';
import { attemptClaims } from '../../server/features/session/attempts.service.ts';
import { sessionHandlers } from '../../server/features/session/session.handlers.ts';
import { userOfToken } from '../../server/features/session/session.service.ts';
import { systemHandlers } from '../../server/features/session/system.handlers.ts';
import { handlersWith, httpHere, send } from '../http/harness.ts';
import { ownDatabase } from '../support/database.ts';

const SECRET = 'a secret that only the tests know, 32+';
const PASSWORD = 'foundry-demo';
const START = epochMs('2026-04-01T08:30:00+09:00');
const HOUR = 60 * 60_000;

const database = ownDatabase();
let now = START;
const clock = (): number => now;
const server = httpHere(() => {
  const context = { db: database.knex, clock, secret: SECRET };
  const state = { stopping: false, dataDir: undefined, worker: undefined };
  return {
    handlers: handlersWith({ ...systemHandlers({ ...context, state }), ...sessionHandlers(context) }),
    resolveUser: userOfToken(context.db, context),
    limits: attemptClaims(context),
    translateError: toDomainError,
    clock,
  };
});

interface Answered {
  status: number;
  body: { token?: string; results?: Record<string, unknown>[]; url?: string; [field: string]: unknown };
  headers: Headers;
}

const call = (method: string, path: string, { token, ...sent }: { token?: string; body?: unknown } = {}) =>
  send(`${server.url}/api/${path}`, method, { ...sent, ...(token !== undefined && { role: token }) }) as Promise<Answered>;
/** A POST that names another host than the one that is called. */
async function asHost(host: string, path: string, token: string): Promise<Pick<Answered, 'body'>> {
  const sent = request(`${server.url}/api/${path}`, { method: 'POST', headers: { host, authorization: `Bearer ${token}` } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { body: await json(response) } as Pick<Answered, 'body'>;
}

const login = (employee_id: string, password = PASSWORD): Promise<Answered> => call('POST', 'login/', { body: { employee_id, password } });
async function tokenOf(employee_id: string, password = PASSWORD): Promise<string> {
  const { status, body } = await login(employee_id, password);
  expect(status).toBe(200);
  return body.token ?? '';
}
const idOf = async (employee_id: string): Promise<number> => Number((await database.knex('employees').where({ employee_id }).first()).id);

beforeAll(async () => {
  const db = database.knex;
  for (const [employee_id, permission] of [
    ['1001', 'master_admin'],
    ['1002', 'planning_manager'],
    ['1003', 'outsourcing_manager'],
    ['1004', 'manager'],
  ] as const) {
    await createEmployeeAccount(db, { employee_id, name: `社員 ${employee_id}`, permission, password: PASSWORD }, { actor: 'cli' });
  }
});
beforeEach(async () => {
  now = START;
  await database.knex('attempt_counts').delete();
});

describe('signing in', () => {
  test('gives a token, and the token says who it is', async () => {
    const me = await call('GET', 'me/', { token: await tokenOf('1002') });
    expect(me.status).toBe(200);
    expect(me.body).toEqual({
      id: await idOf('1002'),
      employee_id: '1002',
      name: '社員 1002',
      name_furigana: '',
      permission: 'planning_manager',
    });
  });

  test('a wrong password and an unknown id answer alike', async () => {
    const wrong = { status: 400, body: { password: ['社員IDまたはパスワードが正しくありません。'] } };
    expect(await login('1002', 'wrong-password')).toMatchObject(wrong);
    expect(await login('9999', 'wrong-password')).toMatchObject(wrong);
  });

  test('an inactive employee and one without a password cannot', async () => {
    const db = database.knex;
    await db('employees').insert({ employee_id: '1901', employee_key: '1901', name: 'x', permission: 'manager', active: true });
    expect((await login('1901', '')).status).toBe(400);
    expect((await login('1901', 'null')).status).toBe(400);
    await createEmployeeAccount(db, { employee_id: '1902', name: 'x', permission: 'manager', password: PASSWORD }, { actor: 'cli' });
    await db('employees').where({ employee_id: '1902' }).update({ active: false });
    expect((await login('1902')).status).toBe(400);
  });

  test('SQL and oddities in the id are plain text', async () => {
    for (const id of ["' or 1=1 --", '%', '_', '1002;', '𠮷', 'x'.repeat(100)]) expect((await login(id)).status, id).toBe(400);
    expect((await login('x'.repeat(101))).status).toBe(400);
  });
});

describe('a token', () => {
  test('is dead after logout, others live on', async () => {
    const [first, second] = [await tokenOf('1002'), await tokenOf('1002')];
    expect((await call('POST', 'logout/', { token: first })).status).toBe(204);
    expect((await call('GET', 'me/', { token: first })).status).toBe(401);
    expect((await call('POST', 'logout/', { token: first })).status).toBe(401);
    expect((await call('GET', 'me/', { token: second })).status).toBe(200);
  });

  test('reads the role from the database at each call', async () => {
    const token = await tokenOf('1004');
    const db = database.knex;
    await db('employees').where({ employee_id: '1004' }).update({ permission: 'planning_manager' });
    expect((await call('GET', 'me/', { token })).body.permission).toBe('planning_manager');
    await db('employees').where({ employee_id: '1004' }).update({ permission: 'manager' });
  });

  test('ends after twelve idle hours and after seven days, however busy', async () => {
    const idle = await tokenOf('1002');
    now = START + 12 * HOUR + 60_000;
    expect((await call('GET', 'me/', { token: idle })).status).toBe(401);
    now = START;
    const busy = await tokenOf('1002');
    for (let hours = 11; hours < 7 * 24; hours += 11) {
      now = START + hours * HOUR;
      expect((await call('GET', 'me/', { token: busy })).status, `${hours} h`).toBe(200);
    }
    now = START + 7 * 24 * HOUR + 1000;
    expect((await call('GET', 'me/', { token: busy })).status).toBe(401);
  });
});

describe('a forgotten password', () => {
  test('request, link, check, change: once, and every token dies', async () => {
    const db = database.knex;
    await createEmployeeAccount(db, { employee_id: '1600', name: '鈴木', permission: 'manager', password: PASSWORD }, { actor: 'cli' });
    const old = await tokenOf('1600');
    const admin = await tokenOf('1001');
    for (const employee_id of ['1600', '1600', '9999'])
      expect((await call('POST', 'password_reset/', { body: { employee_id } })).status).toBe(204);
    const requests = await call('GET', 'password_reset/requests/', { token: admin });
    expect(requests.body).toMatchObject({
      count: 1,
      next: null,
      previous: null,
      results: [{ employee_id: '1600', name: '鈴木', requested_at: '2026-04-01T08:30:00+09:00' }],
    });
    expect((await call('GET', 'password_reset/requests/', { token: await tokenOf('1002') })).status).toBe(403);

    const id = await idOf('1600');
    const first = await call('POST', `employees/${id}/reset_link/`, { token: admin });
    const second = await asHost('evil.example', `employees/${id}/reset_link/`, admin);
    expect(second.body.expires_at).toBe('2026-04-02T08:30:00+09:00');
    expect(second.body.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/reset_password\?token=[\w-]{43}$/);
    const tokenIn = (answered: Pick<Answered, 'body'>): string => new URL(answered.body.url ?? '').searchParams.get('token') ?? '';
    const token = tokenIn(second);
    expect((await call('GET', 'password_reset/requests/', { token: admin })).body.count).toBe(0);
    expect(await call('POST', 'password_reset/validate_token/', { body: { token: tokenIn(first) } })).toMatchObject({
      status: 404,
      body: { error: '再設定用のリンクが無効か、期限が切れています。' },
    });
    expect(await call('POST', 'password_reset/validate_token/', { body: { token } })).toMatchObject({
      status: 200,
      body: { employee_id: '1600' },
    });
    expect(JSON.stringify(await db('password_resets').select())).not.toContain(token);

    const confirm = (given: object): Promise<Answered> => call('POST', 'password_reset/confirm/', { body: given });
    expect(await confirm({ token: 'x', password: 'short' })).toMatchObject({
      status: 400,
      body: { token: ['再設定用のリンクが無効か、期限が切れています。'], password: ['パスワードは8文字以上で入力してください。'] },
    });
    const answers = await Promise.all([confirm({ token, password: 'atarashii-kagi' }), confirm({ token, password: 'atarashii-kagi' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect((await call('GET', 'me/', { token: old })).status).toBe(401);
    expect((await login('1600')).status).toBe(400);
    expect((await login('1600', 'atarashii-kagi')).status).toBe(200);
    expect((await confirm({ token, password: 'mou-ichido-dake' })).status).toBe(400);
    const trail = await db('audit').where({ key: '1600' }).orderBy('id');
    expect(trail.map((row: { operation: string }) => row.operation)).toEqual([
      'user add',
      'createResetLink',
      'createResetLink',
      'confirmPasswordReset',
    ]);
    expect(JSON.stringify(trail)).not.toMatch(/argon2|atarashii/);
  });

  test('a link dies after 24 hours, and is made for nobody who is not there', async () => {
    const admin = await tokenOf('1001');
    const { body } = await call('POST', `employees/${await idOf('1003')}/reset_link/`, { token: admin });
    const token = new URL(body.url ?? '').searchParams.get('token');
    now = START + 24 * HOUR + 1000;
    expect((await call('POST', 'password_reset/validate_token/', { body: { token } })).status).toBe(404);
    now = START;
    expect((await call('POST', 'employees/999999/reset_link/', { token: admin })).status).toBe(404);
  });
});

describe('accounts', () => {
  test('an empty name and a short password are refused, and a new password for nobody', async () => {
    const add = (given: object) =>
      createEmployeeAccount(database.knex, { employee_id: '1700', name: 'x', permission: 'manager', ...given }, { actor: 'cli' });
    await expect(add({ name: ' ' })).rejects.toMatchObject({ fields: { name: ['この項目は必須です。'] } });
    await expect(add({ password: 'short' })).rejects.toMatchObject({ fields: { password: ['パスワードは8文字以上で入力してください。'] } });
    const { password } = await add({});
    expect((await login('1700', password)).status).toBe(200);
    await expect(resetPassword(database.knex, '9999', undefined, { actor: 'cli' })).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('health and readiness', () => {
  test('need no token; readiness says when a migration is missing', async () => {
    expect(await call('GET', 'health/')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await call('GET', 'ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
    await database.knex('knex_migrations').insert({ name: '9999_newer', batch: 9, migration_time: new Date() });
    expect((await call('GET', 'ready/')).status).toBe(503);
    await database.knex('knex_migrations').where({ name: '9999_newer' }).delete();
  });
});
