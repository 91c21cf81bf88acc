import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call, OperationId } from '../../server/contract/handlers.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { contractDocument } from '../../server/http/router/document.ts';
import { type QueryForm, queryForms } from '../../server/http/router/query.ts';
import { handlersWith, send, startHttp } from './harness.ts';

let server: Awaited<ReturnType<typeof startHttp>>;
let last: Call | undefined;
const seen = async (call: Call): Promise<undefined> => {
  last = call;
  return undefined;
};

beforeAll(async () => {
  server = await startHttp({
    validateResponses: false,
    handlers: handlersWith({
      ...{ createProduct: seen, updateProduct: seen, listProducts: seen, listSchedules: seen, getProduct: seen, deleteProduct: seen },
      ...{ modifySchedule: seen, runSchedule: seen, setAvailability: seen, login: seen, importOrders: seen, getImportTemplate: seen },
      ...{ lockOrder: seen, setWorkTime: seen, createHoliday: seen, updateEmployee: seen },
    }),
  });
});
afterAll(() => server.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(`${server.url}${path}`, 'POST', { role: 'master_admin', body, headers });
const patch = (path: string, body: unknown) => send(`${server.url}${path}`, 'PATCH', { role: 'master_admin', body });
const get = (path: string) => send(`${server.url}${path}`, 'GET', { role: 'master_admin' });
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

describe('field maps', () => {
  test('the errors of every field at once; nested rows as arrays of maps', async () => {
    const { status, body } = await post('/api/products/', {
      product_code: '',
      depth: '0.4',
      width: -1,
      heat_treatments: [
        { task: 5, cooling_method: '水冷' },
        { task: null, temperature: 'hot', cooling_method: '氷冷', work_settings: ['月', 'x'] },
      ],
      product_processings: 'none',
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      product_code: ['この項目は必須です。'],
      product_name: ['この項目は必須です。'],
      depth: ['数値を入力してください。'],
      width: ['0以上の値を入力してください。'],
      heat_treatments: [
        {},
        {
          task: ['この項目は必須です。'],
          temperature: ['数値を入力してください。'],
          cooling_method: ['選択肢の中から選んでください。'],
          work_settings: ['選択肢の中から選んでください。'],
        },
      ],
      product_processings: ['リストで指定してください。'],
    });
  });

  test('null, empty and blank in a required field say the same', async () => {
    for (const product_name of [null, '', '   ', '\u3000']) {
      expect((await patch('/api/products/12/', { product_name })).body).toEqual({ product_name: ['この項目は必須です。'] });
    }
    expect((await send(`${server.url}/api/login/`, 'POST', { body: {} })).body).toEqual({
      employee_id: ['この項目は必須です。'],
      password: ['この項目は必須です。'],
    });
    expect((await send(`${server.url}/api/login/`, 'POST', {})).body).toEqual({
      employee_id: ['この項目は必須です。'],
      password: ['この項目は必須です。'],
    });
    expect((await send(`${server.url}/api/login/`, 'POST', { body: { employee_id: 7, password: '' } })).body).toEqual({
      employee_id: ['文字列を入力してください。'],
      password: ['この項目は必須です。'],
    });
  });

  test('a whole row that is no row stands under its list', async () => {
    expect((await patch('/api/products/12/', { demoldings: [{ task: 3 }, 7] })).body).toEqual({
      demoldings: ['項目の組で指定してください。'],
    });
    expect((await post('/api/schedules/lock_order/', { orders: [1, 'x'] })).body).toEqual({ orders: ['整数を入力してください。'] });
  });

  test('a map keyed by names: the name is the field', async () => {
    expect(
      (
        await post('/api/facilities/set_availability/', {
          'A/B 炉': { '2026-04-01': -1 },
          '2号~炉': { '2026-04-01': 1.5 },
          C: { '2026-04-01': null },
        })
      ).body,
    ).toEqual({
      'A/B 炉': ['0以上の値を入力してください。'],
      '2号~炉': ['整数を入力してください。'],
    });
    expect((await post('/api/facilities/set_availability/', '{"__proto__": {"2026-04-01": -1}}')).status).toBe(400);
  });

  test('a body that is no map belongs to no field; in the schedule it is an error', async () => {
    expect((await post('/api/products/', [1])).body).toEqual({ non_field_errors: ['項目の組で指定してください。'] });
    expect((await post('/api/schedules/12/modify_schedule/', [1])).body).toEqual({ error: '項目の組で指定してください。' });
  });

  test('dates that do not exist and wrong query values are refused', async () => {
    expect((await post('/api/holiday-calendars/', { date: '2026-02-30' })).body).toEqual({
      date: ['正しい日付を YYYY-MM-DD の形式で入力してください。'],
    });
    expect((await get('/api/schedules/?from_delivery=2026-02-30&limit=1001&product_search=abc&offset=-1&active_only=7')).body).toEqual({
      from_delivery: ['正しい日付を YYYY-MM-DD の形式で入力してください。'],
      limit: ['1〜1000の整数を入力してください。'],
      product_search: ['形式が正しくありません。'],
      offset: ['0以上の値を入力してください。'],
      active_only: ['選択肢の中から選んでください。'],
    });
    expect((await get('/api/products/?limit=1&limit=2')).status).toBe(400);
    const endless = await get('/api/products/?limit=1e400&offset=-1e400&product_code_search=1e400');
    const message = ['整数を入力してください。'];
    expect([endless.status, endless.body]).toEqual([400, { limit: message, offset: message }]);
    expect((await get('/api/products/?ordering=%27%3B--')).body).toEqual({ ordering: ['形式が正しくありません。'] });
  });

  test('texts that no database keeps are refused under their field', async () => {
    expect((await post('/api/products/', { product_code: 'a\u0000b', product_name: 'x' })).body).toEqual({
      product_code: ['使用できない文字が含まれています。'],
    });
    // A name with U+FFFF makes a workbook that no program opens; with a control character its request sheet does not come back as it went.
    for (const name of ['x\uffffy', 'x\ufffe', 'x\u0001y', 'x\u009fy', 'x\ufdd0', 'x\u{1ffff}'])
      expect((await post('/api/products/', { product_code: 'a', product_name: name })).body).toEqual({
        product_name: ['使用できない文字が含まれています。'],
      });
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
    expect((await post('/api/schedules/', undefined)).status).toBe(204);
    expect((await post('/api/schedules/', {})).status).toBe(204);
    expect((await send(`${server.url}/api/products/3/?version=4`, 'DELETE', { role: 'master_admin' })).status).toBe(204);
    expect(last?.query).toMatchObject({ version: 4 });
    expect(
      (await send(`${server.url}/api/products/3/`, 'DELETE', { role: 'master_admin', body: { version: 4, rowIndex: 1 } })).status,
    ).toBe(204);
    expect(last?.body).toMatchObject({ version: 4 });
    expect((await post('/api/schedules/3/modify_schedule/', { start_date_date: '', end_date_date: null, holidays: ['x'] })).status).toBe(
      204,
    );
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
    const form = new FormData();
    form.set('file', new Blob(['製番\n26A0501\n']), '鋳込.csv');
    form.set('skip_rows', '2,3');
    const response = await fetch(`${server.url}/api/orders/upload_csv/`, {
      method: 'POST',
      headers: { authorization: 'Bearer master_admin' },
      body: form,
    });
    expect(response.status).toBe(204);
    expect(last?.file?.name).toBe('鋳込.csv');
    expect(last?.file?.bytes.toString()).toBe('製番\n26A0501\n');
    expect(last?.fields).toEqual({ skip_rows: '2,3' });
  });
});

describe('broken bodies', () => {
  test('are 400, 413 or 415 in Japanese', async () => {
    expect(await post('/api/products/', '{"a":')).toMatchObject({
      status: 400,
      body: { error: '送信されたデータを読み取れませんでした。' },
    });
    expect(await post('/api/products/', 'x=1', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
      body: { error: 'この形式のデータには対応していません。' },
    });
    expect(await post('/api/products/', JSON.stringify({ product_code: 'x'.repeat(1_100_000) }))).toMatchObject({
      status: 413,
      body: { error: 'データが大きすぎます。' },
    });
    expect(await post('/api/orders/upload_csv/', `{"rows":["${'x'.repeat(12 * 1024 * 1024)}"]}`)).toMatchObject({ status: 413 });
    expect(await post('/api/products/', '"text"')).toMatchObject({ status: 400 });
    expect(await post('/api/products/', `${'['.repeat(200_000)}`)).toMatchObject({ status: 400 });
    expect(await post('/api/products/', { a: 1 }, { 'content-encoding': 'x-unknown' })).toMatchObject({ status: 415 });
  });

  test('a broken or empty upload', async () => {
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
    expect(
      await post('/api/orders/upload_csv/', '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc', multipart),
    ).toMatchObject({ status: 400, body: { error: 'アップロードされたファイルを読み取れませんでした。もう一度送信してください。' } });
    expect(await post('/api/orders/upload_csv/', 'x', { 'content-type': 'multipart/form-data' })).toMatchObject({ status: 400 });
    expect(
      await post('/api/orders/upload_csv/', '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc\r\n--b--\r\n', multipart),
    ).toMatchObject({ status: 400, body: { file: ['この項目は必須です。'] } });
    expect(
      await post('/api/orders/upload_csv/', '--b\r\nContent-Disposition: form-data; name="sheet"\r\n\r\nabc\r\n--b--\r\n', multipart),
    ).toMatchObject({ status: 400, body: { file: ['この項目は必須です。'] } });
    const form = new FormData();
    form.set('file', new Blob([Buffer.alloc(20 * 1024 * 1024 + 1)]), 'a.xlsx');
    const response = await fetch(`${server.url}/api/orders/upload_csv/`, {
      method: 'POST',
      headers: { authorization: 'Bearer master_admin' },
      body: form,
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ error: 'データが大きすぎます。' });
  });
});

describe('paths', () => {
  test('a malformed or too large id, an unknown kind and an unknown path are 404', async () => {
    for (const path of [
      '/api/products/abc/',
      '/api/products/0/',
      '/api/products/-1/',
      '/api/products/1.5/',
      '/api/products/99999999999999999999/',
      '/api/products/%zz/',
      '/api/imports/unknown/template/',
      '/api/nothing/',
      '/api/',
    ]) {
      expect(await get(path), path).toMatchObject({ status: 404, body: { error: '該当のデータが存在しません。' } });
    }
  });

  test('another method is 405 and says which there are', async () => {
    const answer = await send(`${server.url}/api/login/`, 'GET');
    expect(answer).toMatchObject({ status: 405, body: { error: 'この操作には対応していません。' } });
    expect(answer.headers.get('allow')).toBe('POST');
    expect((await send(`${server.url}/api/products/`, 'PUT', { role: 'master_admin', body: {} })).status).toBe(405);
  });
});
