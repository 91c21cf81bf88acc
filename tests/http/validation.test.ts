import { describe, expect, test } from 'vitest';
import type { Call, OperationId } from '../../server/contract/handlers.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { contractDocument } from '../../server/http/router/document.ts';
import { type QueryForm, queryForms } from '../../server/http/router/query.ts';
import { handlersWith, httpHere, send } from './harness.ts';

let last: Call | undefined;
const seen = async (call: Call): Promise<undefined> => {
  last = call;
  return undefined;
};

const server = httpHere(() => ({
  validateResponses: false,
  handlers: handlersWith({
    ...{ createProduct: seen, updateProduct: seen, listProducts: seen, listSchedules: seen, getProduct: seen, deleteProduct: seen },
    ...{ modifySchedule: seen, runSchedule: seen, setAvailability: seen, login: seen, importOrders: seen, getImportTemplate: seen },
    ...{ lockOrder: seen, setWorkTime: seen, createHoliday: seen, updateEmployee: seen },
  }),
}));

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(`${server.url}${path}`, 'POST', { role: 'master_admin', body, headers });
const patch = (path: string, body: unknown) => send(`${server.url}${path}`, 'PATCH', { role: 'master_admin', body });
const get = (path: string) => send(`${server.url}${path}`, 'GET', { role: 'master_admin' });
const upload = (file: Blob, name: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> => {
  const body = new FormData();
  body.set('file', file, name);
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  return fetch(`${server.url}/api/orders/upload_csv/`, { method: 'POST', headers: { authorization: 'Bearer master_admin' }, body });
};
const DAY = '2026-04-01';

describe('ranges', () => {
  const forms = [...queryForms(contractDocument())] as [OperationId, QueryForm][];
  const ranges = forms.flatMap(([id, { ranges: own }]) => own.map(({ from, to }) => ({ id, from, to })));
  test('of the contract are known', () => {
    expect(ranges.length).toBeGreaterThanOrEqual(21);
  });
  test.each(ranges)('$id refuses $to before $from, and takes both alike', async ({ id, from, to }) => {
    const path = OPERATIONS[id].path.replace('{id}', '1');
    const asked = (days: object) =>
      get(
        `${path.startsWith('/api') ? '' : '/api'}${path}?${new URLSearchParams({ entry_ids: '1', from_date: DAY, to_date: DAY, ...days })}`,
      );
    const { status, body } = await asked({ [from]: DAY, [to]: '2026-03-31' });
    expect([status, body]).toEqual([400, { [to]: ['終了日は開始日以降の日付を指定してください。'] }]);
    expect((await asked({ [from]: DAY, [to]: DAY })).status).toBe(204);
  });
});

/** The call is refused with exactly this body. */
const refused = async (call: ReturnType<typeof send>, body: object, status = 400): Promise<void> => {
  const answer = await call;
  expect([answer.status, answer.body]).toEqual([status, body]);
};

describe('field maps', () => {
  const REQUIRED = ['この項目は必須です。'];
  const NUMBER = ['数値を入力してください。'];
  const WHOLE = ['整数を入力してください。'];
  const LEAST = ['0以上の値を入力してください。'];
  const CHOICE = ['選択肢の中から選んでください。'];
  const FORM = ['形式が正しくありません。'];
  const MAP = '項目の組で指定してください。';
  const NO_DAY = ['正しい日付を YYYY-MM-DD の形式で入力してください。'];

  test('the errors of every field at once; nested rows as arrays of maps', async () => {
    const sent = {
      ...{ product_code: '', depth: '0.4', width: -1, product_processings: 'none' },
      heat_treatments: [
        { task: 5, cooling_method: '水冷' },
        { task: null, temperature: 'hot', cooling_method: '氷冷', work_settings: ['月', 'x'] },
      ],
    };
    await refused(post('/api/products/', sent), {
      ...{ product_code: REQUIRED, product_name: REQUIRED, depth: NUMBER, width: LEAST },
      heat_treatments: [{}, { task: REQUIRED, temperature: NUMBER, cooling_method: CHOICE, work_settings: CHOICE }],
      product_processings: ['リストで指定してください。'],
    });
  });

  test('null, empty and blank in a required field say the same', async () => {
    for (const product_name of [null, '', '   ', '\u3000'])
      await refused(patch('/api/products/12/', { product_name }), { product_name: REQUIRED });
    const login = (options: { body?: unknown }) => send(`${server.url}/api/login/`, 'POST', options);
    for (const options of [{ body: {} }, {}]) await refused(login(options), { employee_id: REQUIRED, password: REQUIRED });
    const text = ['文字列を入力してください。'];
    await refused(login({ body: { employee_id: 7, password: '' } }), { employee_id: text, password: REQUIRED });
  });

  test('a whole row that is no row stands under its list', async () => {
    await refused(patch('/api/products/12/', { demoldings: [{ task: 3 }, 7] }), { demoldings: [MAP] });
    await refused(post('/api/schedules/lock_order/', { orders: [1, 'x'] }), { orders: WHOLE });
  });

  test('a map keyed by names: the name is the field', async () => {
    const units = { 'A/B 炉': { [DAY]: -1 }, '2号~炉': { [DAY]: 1.5 }, C: { [DAY]: null } };
    await refused(post('/api/facilities/set_availability/', units), { 'A/B 炉': LEAST, '2号~炉': WHOLE });
    expect((await post('/api/facilities/set_availability/', '{"__proto__": {"2026-04-01": -1}}')).status).toBe(400);
  });

  test('a body that is no map belongs to no field; in the schedule it is an error', async () => {
    await refused(post('/api/products/', [1]), { non_field_errors: [MAP] });
    await refused(post('/api/schedules/12/modify_schedule/', [1]), { error: MAP });
  });

  test('dates that do not exist and wrong query values are refused', async () => {
    await refused(post('/api/holiday-calendars/', { date: '2026-02-30' }), { date: NO_DAY });
    await refused(get('/api/schedules/?from_delivery=2026-02-30&limit=1001&product_search=abc&offset=-1&active_only=7'), {
      ...{ from_delivery: NO_DAY, limit: ['1〜1000の整数を入力してください。'], product_search: FORM, offset: LEAST, active_only: CHOICE },
    });
    expect((await get('/api/products/?limit=1&limit=2')).status).toBe(400);
    await refused(get('/api/products/?limit=1e400&offset=-1e400&product_code_search=1e400'), { limit: WHOLE, offset: WHOLE });
    await refused(get('/api/products/?ordering=%27%3B--'), { ordering: FORM });
  });

  test('texts that no database keeps are refused under their field', async () => {
    const signs = ['使用できない文字が含まれています。'];
    await refused(post('/api/products/', { product_code: 'a\u0000b', product_name: 'x' }), { product_code: signs });
    // A name with U+FFFF makes a workbook that no program opens; with a control character its request sheet does not come back as it went.
    for (const product_name of ['x\uffffy', 'x\ufffe', 'x\u0001y', 'x\u009fy', 'x\ufdd0', 'x\u{1ffff}'])
      await refused(post('/api/products/', { product_code: 'a', product_name }), { product_name: signs });
    expect((await post('/api/products/', '{"product_code":"\\ud800","product_name":"x"}')).status).toBe(400);
    expect((await get('/api/products/?product_name_search=%00')).status).toBe(400);
  });
});

describe('what reaches the handler', () => {
  test('an address means the same however often it is asked, whatever became of its first answer', async () => {
    const address = '/api/schedules/?facility_search=1,2&limit=5&active_only=1';
    const asked: object[] = [];
    for (const _ of [1, 2, 3]) {
      expect((await get(address)).status).toBe(204);
      const query = (last as Call).query as Record<string, unknown>;
      asked.push({ ...query });
      query.limit = 6;
    }
    expect(asked[0]).toMatchObject({ facility_search: '1,2', limit: 5 });
    expect(asked).toEqual([asked[0], asked[0], asked[0]]);
    for (const _ of [1, 2]) expect((await get('/api/schedules/?limit=x')).status).toBe(400);
    for (const id of [12, 13, 12]) {
      expect((await get(`/api/products/${id}/`)).status).toBe(204);
      expect((last as Call).params.id).toBe(id);
    }
    // What is forbidden to one is forbidden after another has asked it.
    expect((await send(`${server.url}${address}`, 'GET')).status).toBe(401);
  });

  test('coerced, with unknown things ignored and empty ones dropped', async () => {
    expect((await get('/api/products?limit=5&product_name_search=&offset&x=1&active_only=')).status).toBe(204);
    expect(last?.query).toMatchObject({ limit: 5 });
    expect(last?.query).not.toHaveProperty('product_name_search');
    expect((await get('/api/products/12')).status).toBe(204);
    expect(last?.params.id).toBe(12);
    expect((await patch('/api/products/12/', { product_name: '羽根車', unknown: 1 })).status).toBe(204);
    expect(last?.body).toMatchObject({ product_name: '羽根車' });
    expect((await get('/api/schedules/?facility_search=null,12&task_search=%E7%84%BC%E5%85%A5%2C3')).status).toBe(204);
    expect(last?.query).toMatchObject({ facility_search: 'null,12', task_search: '焼入,3' });
  });

  test('a body is optional where the contract says so', async () => {
    const remove = (query: string, body?: object) =>
      send(`${server.url}/api/products/3/${query}`, 'DELETE', { role: 'master_admin', body });
    for (const body of [undefined, {}]) expect((await post('/api/schedules/', body)).status).toBe(204);
    expect((await remove('?version=4')).status).toBe(204);
    expect(last?.query).toMatchObject({ version: 4 });
    expect((await remove('', { version: 4, rowIndex: 1 })).status).toBe(204);
    expect(last?.body).toMatchObject({ version: 4 });
    const form = { start_date_date: '', end_date_date: null, holidays: ['x'] };
    expect((await post('/api/schedules/3/modify_schedule/', form)).status).toBe(204);
  });

  test('request lines of 60 KB are read', async () => {
    const ids = Array.from({ length: 8000 }, (_, index) => 100000 + index).join(',');
    expect((await get(`/api/schedules/?order_ids=${ids}`)).status).toBe(204);
    expect(last?.query).toMatchObject({ order_ids: ids });
  });

  test('an import keeps its bytes; a file keeps its Japanese name', async () => {
    const text = JSON.stringify({ rows: [{ serial_number: '26A0501' }] });
    expect((await post('/api/orders/upload_csv/?dry_run=1', text)).status).toBe(204);
    expect(last?.raw?.toString()).toBe(text);
    expect(last?.query).toMatchObject({ dry_run: 1 });
    const response = await upload(new Blob(['製番\n26A0501\n']), '鋳込.csv', { skip_rows: '2,3' });
    expect(response.status).toBe(204);
    expect(last?.file?.name).toBe('鋳込.csv');
    expect(last?.file?.bytes.toString()).toBe('製番\n26A0501\n');
    expect(last?.fields).toEqual({ skip_rows: '2,3' });
  });
});

describe('broken bodies', () => {
  const JSON_PATH = '/api/products/';
  const FILE_PATH = '/api/orders/upload_csv/';
  const MULTIPART = 'multipart/form-data; boundary=b';
  const UNREADABLE = { error: '送信されたデータを読み取れませんでした。' };
  const BROKEN = { error: 'アップロードされたファイルを読み取れませんでした。もう一度送信してください。' };
  const NO_FILE = { file: ['この項目は必須です。'] };
  const part = (disposition: string): string => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nabc`;
  test.each<[what: string, path: string, body: unknown, status: number, said?: object | undefined, type?: string]>([
    ['half a map', JSON_PATH, '{"a":', 400, UNREADABLE],
    ['a form', JSON_PATH, 'x=1', 415, { error: 'この形式のデータには対応していません。' }, 'application/x-www-form-urlencoded'],
    ['a megabyte', JSON_PATH, { product_code: 'x'.repeat(1_100_000) }, 413, { error: 'データが大きすぎます。' }],
    ['many megabytes of rows', FILE_PATH, `{"rows":["${'x'.repeat(12 * 1024 * 1024)}"]}`, 413],
    ['a text', JSON_PATH, '"text"', 400],
    ['brackets', JSON_PATH, '['.repeat(200_000), 400],
    ['a file without an end', FILE_PATH, part('name="file"; filename="a.csv"'), 400, BROKEN, MULTIPART],
    ['a form without a boundary', FILE_PATH, 'x', 400, undefined, 'multipart/form-data'],
    ['a file without a name', FILE_PATH, `${part('name="file"')}\r\n--b--\r\n`, 400, NO_FILE, MULTIPART],
    ['no file', FILE_PATH, `${part('name="sheet"')}\r\n--b--\r\n`, 400, NO_FILE, MULTIPART],
  ])('%s is refused in Japanese', async (...[, path, body, status, said, type]) => {
    const answer = await post(path, body, type === undefined ? {} : { 'content-type': type });
    expect(answer).toMatchObject({ status, ...(said && { body: said }) });
  });

  test('so are an unknown encoding and a file that is too large', async () => {
    expect(await post(JSON_PATH, { a: 1 }, { 'content-encoding': 'x-unknown' })).toMatchObject({ status: 415 });
    const response = await upload(new Blob([Buffer.alloc(20 * 1024 * 1024 + 1)]), 'a.xlsx');
    expect([response.status, await response.json()]).toEqual([413, { error: 'データが大きすぎます。' }]);
  });
});

describe('paths', () => {
  test.each(
    'products/abc/ products/0/ products/-1/ products/1.5/ products/99999999999999999999/ products/%zz/ imports/unknown/template/ nothing/'
      .split(' ')
      .concat(''),
  )('/api/%s is 404', async (path) => {
    await refused(get(`/api/${path}`), { error: '該当のデータが存在しません。' }, 404);
  });

  test('another method is 405 and says which there are', async () => {
    const answer = await send(`${server.url}/api/login/`, 'GET');
    expect(answer).toMatchObject({ status: 405, body: { error: 'この操作には対応していません。' } });
    expect(answer.headers.get('allow')).toBe('POST');
    expect((await send(`${server.url}/api/products/`, 'PUT', { role: 'master_admin', body: {} })).status).toBe(405);
  });
});
