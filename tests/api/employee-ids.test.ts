import { beforeEach, describe, expect, test } from 'vitest';
import { serverHere } from '../support/here.ts';

const PASSWORD = 'foundry-demo';
const taken = (id: string) => ({ employee_id: [`社員ID「${id}」は既に登録されています。`] });

const server = serverHere();
type Fields = Record<string, unknown>;
const create = (employee_id: string, more: object = {}) =>
  server.ask<Fields>('POST', '/api/employees/', { employee_id, name: '田中', permission: 'manager', password: PASSWORD, ...more });
const patch = (id: unknown, body: object, token?: string) => server.ask<Fields>('PATCH', `/api/employees/${id}/`, body, token);
const login = async (employee_id: string, password = PASSWORD): Promise<number> =>
  (await server.call('POST', '/api/login/', { body: { employee_id, password } })).status;
const alive = async (token: string): Promise<boolean> => (await server.ask('GET', '/api/me/', undefined, token)).status === 200;
const importRows = (rows: object[]) => {
  const whole = rows.map((row) => ({ name: '田中', name_furigana: '', password: '', permission: 'manager', ...row }));
  return server.ask<Fields>('POST', '/api/employees/upload_csv/', { rows: whole });
};

beforeEach(async () => {
  await server.db('employees').where('id', '>', 4).delete();
  await server.db('attempt_counts').delete();
});

describe('an employee id', () => {
  test('is one in every width, case and dash: at login, in the form, in an import and on the command line', async () => {
    const { body } = await create(' ｅ‐０１ ');
    expect(body).toMatchObject({ employee_id: 'e‐01'.normalize('NFKC') });
    for (const spelled of ['e-01', 'E-01', 'ｅ－０１', '　Ｅ‐０１　']) expect(await login(spelled), spelled).toBe(200);
    for (const [twin, plain] of [
      ['E-01', 'E-01'],
      ['ｅ－０１', 'e-01'],
      ['e−01', 'e−01'],
    ] as const)
      expect(await create(twin), twin).toMatchObject({ status: 400, body: taken(plain) });
    const other = await create('E02');
    expect(await patch(other.body.id, { employee_id: 'ｅ－０１' })).toMatchObject({ status: 400, body: taken('e-01') });
    await expect(
      server.services.addEmployee({ employee_id: 'Ｅ－０１', name: 'x', permission: 'manager', password: PASSWORD }),
    ).rejects.toMatchObject({ fields: { employee_id: ['社員ID「E-01」は既に登録されています。'] } });
    expect(await importRows([{ employee_id: 'Ｅ－０１', name: '佐藤' }])).toMatchObject({ body: { errors: [], imported: 1 } });
    expect(await server.db('employees').where('id', '>', 4).orderBy('id').pluck('name')).toEqual(['佐藤', '田中']);
  });

  test('two twins at one moment: one is there', async () => {
    const answers = await Promise.all(['e77', 'Ｅ７７', 'E77', 'ｅ77'].map((id) => create(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    const refusals = answers.filter(({ status }) => status === 400).map(({ body }) => body);
    expect(refusals.every((body) => JSON.stringify(body).match(/社員ID「[eE]77」は既に登録されています。/))).toBe(true);
  });

  test('of one who was deleted wakes that one under another spelling too', async () => {
    const { body } = await create('e05');
    await server.db('employees').where({ id: body.id }).update({ active: false });
    expect((await create('Ｅ０５')).body).toMatchObject({ id: body.id, employee_id: 'E05' });
    expect(await login('e05')).toBe(200);
  });

  test('may be spelled anew without a word, and ends the sessions where it becomes another', async () => {
    const { body } = await create('e06');
    const token = await server.token('e06');
    expect((await patch(body.id, { employee_id: 'Ｅ０６' })).body).toMatchObject({ employee_id: 'E06' });
    expect(await alive(token)).toBe(true);
    await patch(body.id, { employee_id: 'E07' });
    expect(await alive(token)).toBe(false);
    expect([await login('e06'), await login('e07')]).toEqual([400, 200]);
  });

  test('made of nothing that shows is missing', async () => {
    for (const blank of ['　', '\u200b', '\u00a0 ']) expect((await create(blank)).status, JSON.stringify(blank)).toBe(400);
  });

  test('finds its person for a reset request and on the command line in any spelling', async () => {
    await create('e08');
    await server.call('POST', '/api/password_reset/', { body: { employee_id: ' Ｅ０８' } });
    const requests = await server.get<'listPasswordResetRequests'>('/api/password_reset/requests/');
    expect(requests).toMatchObject({ count: 1, results: [{ employee_id: 'e08' }] });
    await server.services.resetPassword('Ｅ０８', 'atarashii-kagi');
    expect(await login('e08', 'atarashii-kagi')).toBe(200);
  });
});

describe('a reset link', () => {
  const linkOf = async (id: unknown): Promise<string | null> =>
    new URL((await server.post<'createResetLink'>(`/api/employees/${id}/reset_link/`)).url).searchParams.get('token');
  const good = async (token: string | null): Promise<boolean> =>
    (await server.call('POST', '/api/password_reset/validate_token/', { body: { token } })).status === 200;

  test('ends with the sessions: role or password changed, by form or import, deleted and made anew', async () => {
    const { body } = await create('e09');
    const named = await linkOf(body.id);
    await patch(body.id, { name: '中田' });
    expect(await good(named)).toBe(true);
    await patch(body.id, { permission: 'planning_manager' });
    expect(await good(named)).toBe(false);
    const before = await linkOf(body.id);
    await importRows([{ employee_id: 'e09', password: 'torikomi-kagi', permission: 'planning_manager' }]);
    expect(await good(before)).toBe(false);
    const deleted = await linkOf(body.id);
    await server.db('employees').where({ id: body.id }).update({ active: false });
    expect(await good(deleted)).toBe(false);
    await create('e09');
    expect(await good(deleted)).toBe(false);
  });
});

describe('the last マスタ管理者', () => {
  const LAST = 'マスタ管理者が1人もいなくなるため、変更・削除できません。';

  test('stays: by form, by delete and by import, by oneself too', async () => {
    const { id } = await server.db('employees').where({ employee_id: '1001' }).first();
    expect(await patch(id, { permission: 'manager' })).toMatchObject({ status: 400, body: { permission: [LAST] } });
    expect(await server.ask('DELETE', `/api/employees/${id}/`)).toMatchObject({ status: 400, body: { error: LAST } });
    expect(await importRows([{ employee_id: '１００１', permission: '一般' }])).toMatchObject({
      body: { errors: ['マスタ管理者が1人もいなくなるため、取り込めません。'], imported: 0 },
    });
    expect(await alive(server.own)).toBe(true);
  });

  test('is one of two who remove each other at one moment', async () => {
    const { body } = await create('e10', { permission: 'master_admin' });
    const other = await server.token('e10');
    const { id } = await server.db('employees').where({ employee_id: '1001' }).first();
    await Promise.all([patch(body.id, { permission: 'manager' }), patch(id, { permission: 'manager' }, other)]);
    expect(await server.db('employees').where({ permission: 'master_admin', active: true })).toHaveLength(1);
    await server.db('employees').where({ id }).update({ permission: 'master_admin' });
    server.own = await server.token('1001');
  });
});
