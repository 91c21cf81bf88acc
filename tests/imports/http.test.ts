import { expect, test } from 'vitest';
import { IMPORT_KINDS } from '../../server/domain/files/imports.ts';
import { MAX_FIELD_BYTES, MAX_REPAIRS } from '../../server/domain/ground/constants.ts';
import { FILE_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { HTTP } from '../../server/domain/texts/program/http.ts';
import { readGrid } from '../../server/files/grid.ts';
import { book, order } from '../hazards/parts.ts';
import { serverHere } from '../support/here.ts';
import { dumpOf, upload as send, withoutHistory } from './support.ts';

const server = serverHere({ demo: false });
const upload = (name: string, bytes: Uint8Array, fields: Record<string, string> = {}) =>
  send(server, server.own, '/api/orders/upload_csv/', { name, bytes }, fields);

test('what is wrong with a file is said, never thrown; with a form, 400', async () => {
  // Heartbeats and the use of tokens go on meanwhile.
  const { workers: _, token_activity: __, ...before } = withoutHistory(await dumpOf(server.db));
  const whole = book('orders', [order()]);
  const broken = await upload('a.xlsx', whole.subarray(0, 300));
  expect(broken).toEqual({ status: 200, body: { errors: [FILE_TEXTS.damaged], warnings: [], imported: 0 } });
  expect((await upload('a.xlsx', new Uint8Array(20 * 1024 * 1024 + 1))).status).toBe(413);
  const sent = (fields: Record<string, string>) => upload('a.csv', new TextEncoder().encode('a'), fields);
  expect(await sent({ repairs: 'x' })).toEqual({ status: 400, body: { repairs: ['補完する項目のリストが正しくありません。'] } });
  for (const places of [{}, { row: 2, rows: [3] }, { rows: [0] }, { rows: 2 }, { rows: Array(MAX_REPAIRS + 1).fill(2) }])
    expect(await sent({ repairs: JSON.stringify([{ ...places, field: 'serial_number', from: '1', to: '01' }]) })).toMatchObject({
      status: 400,
    });
  expect(await sent({ repairs: ' '.repeat(MAX_FIELD_BYTES + 1) })).toEqual({ status: 413, body: { error: HTTP.tooLarge } });
  expect(await sent({ skip_rows: 'x' })).toMatchObject({ status: 400 });
  const { workers: ___, token_activity: ____, ...after } = withoutHistory(await dumpOf(server.db));
  expect(after).toEqual(before);
});

test('every kind has an empty template with its headers, which imports as a file without rows', async () => {
  for (const kind of IMPORT_KINDS) {
    const response = await fetch(`${server.url}/api/imports/${kind.name}/template/`, {
      headers: { authorization: `Bearer ${server.own}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent(`${kind.label}.${kind.file_format}`));
    const grid = readGrid(new Uint8Array(await response.arrayBuffer()));
    expect(grid.rows.map(({ cells }) => cells)).toEqual([kind.columns.map(({ header }) => header)]);
  }
  const unknown = await fetch(`${server.url}/api/imports/nothing/template/`, { headers: { authorization: `Bearer ${server.own}` } });
  expect([400, 404]).toContain(unknown.status);
});
