import { beforeEach, describe, expect, test } from 'vitest';
import { verifyPassword } from '../../server/features/session/passwords.service.ts';
import { serverHere } from '../support/here.ts';

const OLD = 'foundry-demo';
const NEW = 'atarashii-kagi';
const COMMON = 'よく使われているパスワードのため使用できません。推測されにくいものにしてください。';

const server = serverHere({ demo: false, config: { plantName: '東和鋳造工業 Honsha' } });
let id = 2000;

type Answered = { status: number; body: { token?: string } & Record<string, unknown> };
const change = (token: string, current_password: string, password: string): Promise<Answered> =>
  server.call('POST', '/api/me/password/', { token, body: { current_password, password } });
const login = (employee_id: string, password: string): Promise<Answered> =>
  server.call('POST', '/api/login/', { body: { employee_id, password } });
const tokenOf = async (password: string): Promise<string> => (await login(String(id), password)).body.token ?? '';
const alive = async (token: string): Promise<boolean> => (await server.call('GET', '/api/me/', { token })).status === 200;

beforeEach(async () => {
  id += 1;
  await server.db('attempt_counts').delete();
  await server.services.addEmployee({ employee_id: String(id), name: '田中', permission: 'manager', password: OLD });
});

describe('one’s own password', () => {
  test('changes with the present one; every token dies, the answer brings the one to go on with; the history says who, and no secret', async () => {
    const [here, elsewhere] = [await tokenOf(OLD), await tokenOf(OLD)];
    const { status, body } = await change(here, OLD, NEW);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['token']);
    expect([await alive(here), await alive(elsewhere), await alive(body.token ?? '')]).toEqual([false, false, true]);
    expect((await change(here, NEW, 'mou-hitotsu-kagi')).status).toBe(401);
    expect([(await login(String(id), OLD)).status, (await login(String(id), NEW)).status]).toEqual([400, 200]);
    const history = await server
      .db('audit')
      .where({ key: String(id) })
      .orderBy('id', 'desc');
    const changed = { operation: 'changeOwnPassword', kind: 'employees', old: null, new: { password_changed: true } };
    expect(history[0]).toMatchObject({ ...changed, actor: String(id) });
    expect(JSON.stringify(history)).not.toMatch(/foundry|atarashii|argon2/);
  });

  test('a wrong present one is named beside its field, together with what is wrong with the new one; nothing changes', async () => {
    const token = await tokenOf(OLD);
    expect(await change(token, 'wrong-password', 'short')).toMatchObject({
      status: 400,
      body: { current_password: ['現在のパスワードが正しくありません。'], password: ['パスワードは8文字以上で入力してください。'] },
    });
    expect((await change(token, OLD, OLD)).body).toEqual({ password: ['現在のパスワードと違うものを入力してください。'] });
    expect((await change(token, '', '')).body).toEqual({
      current_password: ['この項目は必須です。'],
      password: ['この項目は必須です。'],
    });
    expect(await alive(token)).toBe(true);
  });

  test('two changes at one moment: one counts, its password is the stored one, and one token lives', async () => {
    const tokens = [await tokenOf(OLD), await tokenOf(OLD)];
    const answers = await Promise.all(tokens.map((token, n) => change(token, OLD, `${NEW}-${n}`)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect([400, 401]).toContain(answers.find(({ status }) => status !== 200)?.status);
    const { password_hash } = await server
      .db('employees')
      .where({ employee_id: String(id) })
      .first();
    expect(await verifyPassword(password_hash, `${NEW}-${answers.findIndex(({ status }) => status === 200)}`)).toBe(true);
    expect(await alive(winners[0]?.body.token ?? '')).toBe(true);
  });
});

describe('a password that many have, that is the id, the plant’s name or one character', () => {
  const weak = ['password1', 'Football', 'ＰＡＳＳＷＯＲＤ', '12345678', 'QwErTyUiOp', 'iloveyou', '１ｑａｚ２ｗｓｘ'];

  test('is refused for one’s own, with a sentence that says so; the demo’s is no such password', async () => {
    const token = await tokenOf(OLD);
    for (const password of weak) expect((await change(token, OLD, password)).body, password).toEqual({ password: [COMMON] });
    expect((await change(token, OLD, `${id}${id}`)).body).toEqual({
      password: ['社員IDと同じ、または社員IDを繰り返しただけのパスワードは使用できません。'],
    });
    for (const password of ['あああああああああ', 'gGＧｇgGgG'])
      expect((await change(token, OLD, password)).body, password).toEqual({
        password: ['同じ文字を繰り返しただけのパスワードは使用できません。'],
      });
    for (const password of ['東和鋳造工業honsha', '東和鋳造工業　Ｈｏｎｓｈａ', 'Production-Planner'])
      expect((await change(token, OLD, password)).body, password).toEqual({
        password: ['会社・工場・このシステムの名前はパスワードに使用できません。推測されにくいものにしてください。'],
      });
    expect((await change(token, OLD, NEW)).status).toBe(200);
    expect((await change(await tokenOf(NEW), NEW, OLD)).status).toBe(200);
  });

  test('is refused in the form, by a reset link, in an import and by the command line', async () => {
    const token = await server.token('1001');
    const employee = { employee_id: 'abcd-efgh', name: '鈴木', permission: 'manager' };
    const form = (password: string) => server.call('POST', '/api/employees/', { token, body: { ...employee, password } });
    expect(await form('Sunshine')).toMatchObject({ status: 400, body: { password: [COMMON] } });
    expect(await form('ＡＢＣＤ－ＥＦＧＨ')).toMatchObject({ status: 400, body: { password: [expect.stringContaining('社員IDと同じ')] } });
    const { id: row } = await server
      .db('employees')
      .where({ employee_id: String(id) })
      .first();
    const link = await server.call('POST', `/api/employees/${row}/reset_link/`, { token });
    const confirm = { token: new URL((link.body as { url: string }).url).searchParams.get('token'), password: 'superman' };
    expect(await server.call('POST', '/api/password_reset/confirm/', { body: confirm })).toMatchObject({
      status: 400,
      body: { password: [COMMON] },
    });
    const imported = await server.call('POST', '/api/employees/upload_csv/', {
      token,
      body: { rows: [{ ...employee, name_furigana: '', password: 'Sunshine' }] },
    });
    expect(imported).toMatchObject({ status: 200, body: { errors: [`行2「パスワード」: ${COMMON}`], imported: 0 } });
    await expect(server.services.addEmployee({ ...employee, permission: 'manager', password: 'superman' })).rejects.toMatchObject({
      fields: { password: [COMMON] },
    });
    await expect(server.services.resetPassword(String(id), 'superman')).rejects.toMatchObject({ fields: { password: [COMMON] } });
  });
});
