import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORT_KINDS } from '../../server/domain/files/imports.ts';
import { MAX_FIELD_BYTES, MAX_REPAIRS } from '../../server/domain/ground/constants.ts';
import { FILE_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { HTTP } from '../../server/domain/texts/program/http.ts';
import { readGrid } from '../../server/files/grid.ts';
import { book, csv, order } from '../hazards/parts.ts';
import { type TestServer, testServer } from '../support/server.ts';
import { dumpOf, upload as send, withoutHistory } from './support.ts';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  token = await server.token('1001');
});
afterAll(() => server.close());

const ORDERS = '/api/orders/upload_csv/';

const upload = (path: string, name: string, bytes: Uint8Array, fields: Record<string, string> = {}) =>
  send(server, token, path, { name, bytes }, fields);

test('rows of JSON are imported, and shown before', async () => {
  const rows = [{ date: '2026-05-30', is_holiday: '非稼働' }];
  const dry = await server.call('POST', '/api/holiday-calendars/upload_csv/?dry_run=1', { token, body: { rows } });
  expect(dry).toMatchObject({ status: 200, body: { errors: [], unchanged: 1, new: 0, changed: [], changed_count: 0, repairs: [] } });
  const real = await server.call('POST', '/api/holiday-calendars/upload_csv/', { token, body: { rows } });
  expect(real).toMatchObject({ status: 200, body: { errors: [], imported: 1 } });
});

test('a file is imported, rows taken out of it are not', async () => {
  const bytes = book('orders', [
    order({ serial: '02649001' }),
    order({ serial: '02649002', casting: '2026/13/01' }),
    order({ serial: '02649003' }),
  ]);
  const refused = await upload(ORDERS, 'オーダー.xlsx', bytes);
  expect(refused).toMatchObject({ status: 200, body: { errors: ['行3「納期」: 「2026/13/01」は日付として読めません。'], imported: 0 } });
  const taken = await upload(ORDERS, 'オーダー.xlsx', bytes, { skip_rows: '3' });
  expect(taken).toMatchObject({ status: 200, body: { errors: [], imported: 2 } });
  const log = await server.db('import_log').orderBy('id', 'desc').first();
  expect(log).toMatchObject({ actor: '1001', kind: 'orders', file_name: 'オーダー.xlsx', row_count: 2 });
});

test('a CSV file, accepted repairs and left out rows', async () => {
  const lines = ['2649001,P,弁箱,4,1,素材,SC480,2026-05-29,2026-04-20', '02649009,P,弁箱,x,1,素材,SC480,2026-05-29,2026-04-20'];
  const bytes = new TextEncoder().encode(csv('orders', lines));
  const repairs = JSON.stringify([{ row: 2, field: 'serial_number', from: '2649001', to: '02649001' }]);
  const dry = await upload(`${ORDERS}?dry_run=1&skip_bad_rows=1`, 'a.csv', bytes, { repairs });
  expect(dry.body).toMatchObject({ errors: [], new: 0, changed_count: 1 });
  expect(dry.body.warnings).toContain('行3「発注数」: 「x」は1以上の整数を指定してください。(この行を除いて取り込みます)');
});

test('what is wrong with a file is said, never thrown; with a form, 400', async () => {
  // Heartbeats and the use of tokens go on meanwhile.
  const { workers: _, token_activity: __, ...before } = withoutHistory(await dumpOf(server.db));
  const broken = await upload(ORDERS, 'a.xlsx', book('orders', [order()]).subarray(0, 300));
  expect(broken).toEqual({ status: 200, body: { errors: [FILE_TEXTS.damaged], warnings: [], imported: 0 } });
  expect((await upload(ORDERS, 'a.xlsx', new Uint8Array(20 * 1024 * 1024 + 1))).status).toBe(413);
  expect(await upload(ORDERS, 'a.csv', new TextEncoder().encode('a'), { repairs: 'x' })).toEqual({
    status: 400,
    body: { repairs: ['補完する項目のリストが正しくありません。'] },
  });
  for (const places of [{}, { row: 2, rows: [3] }, { rows: [0] }, { rows: 2 }, { rows: Array(MAX_REPAIRS + 1).fill(2) }]) {
    const repairs = JSON.stringify([{ ...places, field: 'serial_number', from: '1', to: '01' }]);
    expect(await upload(ORDERS, 'a.csv', new TextEncoder().encode('a'), { repairs })).toMatchObject({ status: 400 });
  }
  expect(await upload(ORDERS, 'a.csv', new TextEncoder().encode('a'), { repairs: ' '.repeat(MAX_FIELD_BYTES + 1) })).toEqual({
    status: 413,
    body: { error: HTTP.tooLarge },
  });
  expect(await upload(ORDERS, 'a.csv', new TextEncoder().encode('a'), { skip_rows: 'x' })).toMatchObject({ status: 400 });
  expect(await server.call('POST', ORDERS, { token, body: { rows: 1 } })).toMatchObject({
    status: 400,
    body: { rows: ['行のリストを指定してください。'] },
  });
  const { workers: ___, token_activity: ____, ...after } = withoutHistory(await dumpOf(server.db));
  expect(after).toEqual(before);
});

test('only a master_admin imports, or sees what an import would do', async () => {
  const body = { rows: [{ date: '2026-05-30', is_holiday: true }] };
  for (const id of ['1002', '1003', '1004']) {
    const other = await server.token(id);
    for (const query of ['', '?dry_run=1']) {
      expect((await server.call('POST', `/api/holiday-calendars/upload_csv/${query}`, { token: other, body })).status).toBe(403);
    }
  }
});

test('every kind has an empty template with its headers, which imports as a file without rows', async () => {
  for (const kind of IMPORT_KINDS) {
    const response = await fetch(`${server.url}/api/imports/${kind.name}/template/`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent(`${kind.label}.${kind.file_format}`));
    const grid = readGrid(new Uint8Array(await response.arrayBuffer()));
    expect(grid.rows.map(({ cells }) => cells)).toEqual([kind.columns.map(({ header }) => header)]);
  }
  const unknown = await fetch(`${server.url}/api/imports/nothing/template/`, { headers: { authorization: `Bearer ${token}` } });
  expect([400, 404]).toContain(unknown.status);
});
