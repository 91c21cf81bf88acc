import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answered, countsOf, type From, inRow, OF_ADDRESS, OF_PAIR, post as postTo, spend, times } from '../support/attempts.ts';
import { type TestServer, testServer } from '../support/server.ts';

const PASSWORD = 'foundry-demo';

let server: TestServer;
const post = (path: string, body: object, from: From = {}): Promise<Answered> => postTo(path, body, { url: server.url, ...from });
const login = (employee_id: string, password: string, from?: From): Promise<Answered> => post('login/', { employee_id, password }, from);

beforeAll(async () => {
  server = await testServer({ demo: false, config: { trustProxy: 1 } });
  for (const employee_id of ['1005', '1006'])
    await server.services.addEmployee({ employee_id, name: employee_id, permission: 'manager', password: PASSWORD });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db('attempt_counts').delete();
});

test('one’s own password is limited by session: ten wrong ones, and no error of the new one counts', async () => {
  const [token, other] = [await server.token('1005'), await server.token('1005')];
  await server.db('attempt_counts').delete();
  const change = (given: string, as: string, password = 'atarashii-kagi'): Promise<Answered> =>
    post('me/password/', { current_password: given, password }, { token: as });
  expect(await inRow(2 * OF_PAIR, () => change(PASSWORD, token, 'short'))).toEqual(times(2 * OF_PAIR, 400));
  expect(await inRow(OF_PAIR, () => change('wrong-password', token))).toEqual(times(OF_PAIR, 400));
  expect((await change(PASSWORD, token)).status).toBe(429);
  expect(await countsOf(server.db, 'address')).toEqual([OF_PAIR]);
  await spend(server, '10.0.0.1');
  expect((await login('1005', PASSWORD, { address: '10.0.0.2' })).status).toBe(200);
  expect((await change('wrong-password', other)).status).toBe(429);
  expect((await change(PASSWORD, other)).status).toBe(200);
  expect((await login('1005', 'atarashii-kagi', { address: '10.0.0.2' })).status).toBe(200);
});

test('made-up reset tokens are limited by address; a good link passes, and so do logins', async () => {
  const admin = await server.token('1001');
  const { id } = await server.db('employees').where({ employee_id: '1006' }).first();
  const { body } = await post(`employees/${id}/reset_link/`, {}, { token: admin });
  const token = new URL(String(body.url)).searchParams.get('token') ?? '';
  const validate = (given: string): Promise<Answered> => post('password_reset/validate_token/', { token: given });
  const confirm = (given: string, password: string): Promise<Answered> => post('password_reset/confirm/', { token: given, password });
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
  const request = (employee_id: string): Promise<Answered> => post('password_reset/', { employee_id });
  expect(await inRow(OF_PAIR, () => request('1002'))).toEqual(times(OF_PAIR, 204));
  expect(await inRow(OF_PAIR, () => request('made-up'))).toEqual(times(OF_PAIR, 204));
  expect([(await request('1002')).status, (await request('made-up')).status]).toEqual([429, 429]);
  expect((await request('1003')).status).toBe(204);
  await server.db('attempt_counts').whereLike('key', 'reset:%').update({ points: OF_ADDRESS });
  expect((await request('1004')).status).toBe(429);
});
