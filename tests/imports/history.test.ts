import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { behindContent } from '../../server/domain/files/content-hash.ts';
import { FILE_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { readGrid } from '../../server/files/grid.ts';
import { oneSheet } from '../files/raw-workbook.ts';
import { book, csv, headersOf, order, utf8 } from '../hazards/parts.ts';
import { ownFolder, serverHere } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { typed } from '../support/program.ts';
import { dumpOf, upload } from './support.ts';

const ORDERS = '/api/orders/upload_csv/';
const server = serverHere({ demo: false });
const folder = ownFolder();

beforeAll(async () => {
  const make = plantBuilder(server.db);
  await make.product({ product_code: 'TKH-0412-01' });
  await make.order({ serial_number: '02640123' });
});

const read = async (path: string, as = server.own) => server.call('GET', path, { token: as });
const sent = (path: string, file: { name: string; bytes: Uint8Array }, fields: Record<string, string> = {}) =>
  upload(server, server.own, path, file, fields);
const newest = async (): Promise<Record<string, unknown>> => {
  const { body } = await read('/api/import-history/?limit=1');
  return (body as { results: Record<string, unknown>[] }).results[0] ?? {};
};
async function leftOutFile(id: number, as = server.own): Promise<{ name: string; rows: unknown[][] }> {
  const response = await fetch(`${server.url}/api/import-history/${id}/left_out_rows/`, { headers: { authorization: `Bearer ${as}` } });
  expect(response.status).toBe(200);
  const rows = readGrid(new Uint8Array(await response.arrayBuffer())).rows.map(({ cells }) => [...cells]);
  return { name: decodeURIComponent(response.headers.get('content-disposition') ?? ''), rows };
}

const planner = (...args: string[]) => typed({ DATABASE_URL: server.databaseUrl, DATA_DIR: folder }, ...args);

const dirty = () =>
  book('orders', [
    order({ serial: '02649001' }),
    order({ serial: '02649002', casting: '2026/13/01', number: 'x' }),
    order({ serial: '02649003' }),
    order({ serial: '02649003', number: 5 }),
    order({ serial: '02640123', casting: { date: '2026-04-21' } }),
    order({ serial: '02649005', casting: { date: '2026-04-22' } }),
  ]);

test('the rows an import leaves out are counted and named in its answer, and kept as they were with their reasons', async () => {
  const { body } = await sent(`${ORDERS}?skip_bad_rows=1`, { name: 'オーダー.xlsx', bytes: dirty() }, { skip_rows: '7' });
  expect(body).toMatchObject({ errors: [], imported: 2, left_out: { count: 4, rows: [3, 4, 5, 7] } });
  expect(body.warnings).toContain('4行を除いて取り込みました(行3、4、5、7)。');
  const { import_id } = body.left_out as { import_id: number };
  for (const id of ['1001', '1002', '1003', '1004']) {
    const { name, rows } = await leftOutFile(import_id, await server.token(id));
    expect(name).toMatch(/オーダー除いた行\d{12}\.xlsx/);
    expect(rows[0]).toEqual(['行', ...headersOf('orders'), '理由']);
    const plain = ['TKH-0412-01', '弁箱 150A'];
    const rest = ['120', '素材', 'SC480', '2026/05/29'];
    const twice = '行5「製番」: 「02649003」が重複しています(行4)。違い: 発注数「4」と「5」。';
    expect(rows.slice(1)).toEqual([
      [
        3,
        '02649002',
        ...plain,
        'x',
        ...rest,
        '2026/13/01',
        '行3「発注数」: 「x」は1以上の整数を指定してください。\n行3「納期」: 「2026/13/01」は日付として読めません。',
      ],
      [4, '02649003', ...plain, '4', ...rest, '2026/04/20', twice],
      [5, '02649003', ...plain, '5', ...rest, '2026/04/20', twice],
      [7, '02649005', ...plain, '4', ...rest, '2026/04/22', 'プレビューで除いた行です。'],
    ]);
  }
});

test('rows that only the database finds wrong are left out and kept like the others', async () => {
  const bytes = oneSheet([
    ['製番', '追番', '鋳込', '備考'],
    ['02640123', '01', { date: '2026-04-20' }, 'あり'],
    ['09999999', '01', { date: '2026-04-20' }, '急ぎ'],
  ]);
  const { body } = await sent('/api/orders/upload_order_casting_csv/?skip_bad_rows=1', { name: '鋳込.xlsx', bytes });
  expect(body).toMatchObject({ imported: 1, left_out: { count: 1, rows: [3] } });
  const { rows } = await leftOutFile((body.left_out as { import_id: number }).import_id);
  expect(rows).toEqual([
    ['行', '製番', '追番', '鋳込', '備考', '理由'],
    [3, '09999999', '01', '2026/04/20', '急ぎ', '行3「製番」: 「09999999」はオーダーに登録されていません。'],
  ]);
});

test('each import is in the history: who, when, file, kind, what it changed, warnings and left-out rows', async () => {
  const rows = [{ row: 2, date: '2026-05-30', is_holiday: true }];
  await server.call('POST', `/api/holiday-calendars/upload_csv/?file_name=${encodeURIComponent('休日.xlsx')}`, {
    token: server.own,
    body: { rows },
  });
  expect(await newest()).toMatchObject({ actor: '1001', actor_name: '1001', kind: 'holidays', file_name: '休日.xlsx', new_count: 1 });
  const again = {
    name: 'オーダー2.xlsx',
    bytes: book('orders', [order({ serial: '02649001', number: 9 }), order({ serial: '02649010' })]),
  };
  await sent(ORDERS, again);
  expect(await newest()).toMatchObject({
    ...{ kind: 'orders', file_name: 'オーダー2.xlsx', refused: false, row_count: 2, new_count: 1, changed_count: 1, unchanged_count: 0 },
    ...{ error_count: 0, left_out_count: 0 },
  });
  const { body } = await read('/api/import-history/?kind=holidays', await server.token('1004'));
  expect((body as { results: { kind: string }[] }).results.map(({ kind }) => kind)).toEqual(['holidays']);
  const left = await read('/api/import-history/?left_out=1');
  expect((left.body as { count: number }).count).toBe(2);
});

test('a refused import leaves its line with what was said, an unreadable file too, a dry run nothing', async () => {
  const bytes = book('orders', [order({ serial: '02649020', casting: '2026/13/01' })]);
  await sent(ORDERS, { name: '不備.xlsx', bytes });
  const line = await newest();
  expect(line).toMatchObject({ file_name: '不備.xlsx', refused: true, row_count: 0, new_count: null, error_count: 1 });
  expect((await read(`/api/import-history/${line.id}/`)).body).toMatchObject({
    errors: ['行2「納期」: 「2026/13/01」は日付として読めません。'],
  });
  expect((await read(`/api/import-history/${line.id}/left_out_rows/`)).status).toBe(404);
  await sent(ORDERS, { name: '壊れ.xlsx', bytes: bytes.subarray(0, bytes.length - 40) });
  const broken = await newest();
  expect((await read(`/api/import-history/${broken.id}/`)).body).toMatchObject({ refused: true, errors: [FILE_TEXTS.damaged] });
  const { import_log: before } = await dumpOf(server.db);
  await sent(`${ORDERS}?dry_run=1`, { name: '不備.xlsx', bytes });
  expect((await dumpOf(server.db)).import_log).toEqual(before);
  expect((await read('/api/import-history/999999/')).status).toBe(404);
});

test('a file that was refused is not taken for one that was imported', async () => {
  const bytes = book('orders', [order({ serial: '02649030' }), order({ serial: '02649031', number: 'x' })]);
  await sent(ORDERS, { name: '同じ.xlsx', bytes });
  const { body } = await sent(`${ORDERS}?skip_bad_rows=1`, { name: '同じ.xlsx', bytes });
  expect((body.warnings as string[]).filter((text) => text.startsWith('同じファイル'))).toEqual([]);
});

test('a file is known again whichever way it came in: as it is, or as the rows that the panel read of it', async () => {
  const path = '/api/outsourcings/upload_csv/';
  const known = ({ body }: { body: unknown }): boolean =>
    (body as { warnings: string[] }).warnings.some((text) => text.startsWith('同じファイル'));
  const asRows = (bytes: Uint8Array, outsourcing_code: string) => {
    const content_hash = createHash('sha256').update(bytes).update(behindContent([], 'Sheet1')).digest('hex');
    const body = { rows: [{ row: 2, outsourcing_code, name: '大葉' }] };
    return server.call('POST', `${path}?content_hash=${content_hash}`, { token: server.own, body });
  };
  for (const [code, isFileFirst] of [
    ['N901', true],
    ['N902', false],
  ] as const) {
    const bytes = book('outsourcings', [[code, '大葉']]);
    const ways = [() => sent(path, { name: '外注.xlsx', bytes }), () => asRows(bytes, code)];
    if (!isFileFirst) ways.reverse();
    expect([known(await ways[0]!()), known(await ways[1]!()), known(await ways[0]!())]).toEqual([false, true, true]);
  }
});

test('a sentence that speaks for two rows says that both were left out', async () => {
  const bytes = book('orders', [
    order({ serial: '02649050' }),
    order({ serial: '02649051', number: 1 }),
    order({ serial: '02649051', number: 2 }),
  ]);
  const { body } = await sent(`${ORDERS}?skip_bad_rows=1`, { name: '重複.xlsx', bytes });
  expect(body.warnings).toEqual([
    '2行を除いて取り込みました(行3、4)。',
    '行4「製番」: 「02649051」が重複しています(行3)。違い: 発注数「1」と「2」。(行3、4を除きました)',
  ]);
});

test('a code that many rows have and nobody knows is said once with its rows, before them; what warned of a row that is left out counts no more', async () => {
  const far = { date: '2060-04-20' };
  const bytes = oneSheet([
    ['製番', '追番', '鋳込', '備考'],
    ['02640123', '71', { date: '2026-04-20' }, ''],
    ['026X9999', '01', far, ''],
    ['026X9999', '02', far, ''],
    ['026X8888', '01', { date: '2026-04-20' }, ''],
  ]);
  const path = '/api/orders/upload_order_casting_csv/';
  const head = '登録されていない製番: 026X9999(2行)、026X8888(1行)';
  const dry = await sent(`${path}?dry_run=1`, { name: '鋳込み.xlsx', bytes });
  expect(dry.body).toMatchObject({ error_count: 3, bad_rows: [3, 4, 5] });
  expect((dry.body.errors as string[]).slice(0, 2)).toEqual([head, '行3「製番」: 「026X9999」はオーダーに登録されていません。']);
  expect((dry.body.error_places as unknown[])[0]).toEqual({ row: null, field: 'serial_number' });
  const { body } = await sent(`${path}?skip_bad_rows=1`, { name: '鋳込み.xlsx', bytes });
  expect((body.warnings as string[]).slice(0, 3)).toEqual([
    '3行を除いて取り込みました(行3、4、5)。',
    head,
    '行3「製番」: 「026X9999」はオーダーに登録されていません。',
  ]);
  expect((body.warnings as string[]).filter((text) => text.includes('離れた日付'))).toEqual([]);
  expect(await newest()).toMatchObject({ warning_count: (body.warnings as string[]).length - 5, left_out_count: 3 });
});

test('of many unknown codes the first are said, and how many more there are', async () => {
  const day = { date: '2026-04-20' };
  const unknown = Array.from({ length: 23 }, (_, at) => [`026X70${10 + at}`, '01', day, '']);
  const bytes = oneSheet([['製番', '追番', '鋳込', '備考'], ...unknown, ['026X7032', '02', day, '']]);
  const dry = await sent('/api/orders/upload_order_casting_csv/?dry_run=1', { name: '鋳込み.xlsx', bytes });
  const [head] = dry.body.errors as string[];
  expect(head).toMatch(/^登録されていない製番: 026X7010\(1行\)、026X7011\(1行\)、.*、026X7029\(1行\) ほか3件$/);
  expect(dry.body).toMatchObject({ error_count: 24 });
});

test('no password stands in the history or in the file of left-out rows', async () => {
  const bytes = utf8(csv('employees', ['9001,very-secret-word,試験 一郎,シケン,社長', '9002,,試験 二郎,シケン,外注担当']));
  const { body } = await sent('/api/employees/upload_csv/?skip_bad_rows=1', { name: '社員.csv', bytes });
  const { rows } = await leftOutFile((body.left_out as { import_id: number }).import_id);
  expect(rows[1]).toContain('●●●●');
  const dump = await dumpOf(server.db);
  expect(JSON.stringify([rows, dump.import_log, dump.import_left_out])).not.toContain('very-secret-word');
});

test('the command line leaves rows out into a file, and shows the history', async () => {
  const [path, left, later] = ['orders.xlsx', 'left.xlsx', 'later.xlsx'].map((name) => join(folder, name)) as [string, string, string];
  await writeFile(path, book('orders', [order({ serial: '02649040' }), order({ serial: '02649041', number: 'x' })]));
  const ran = await planner('import', 'orders', path, '--skip-bad-rows', '--left-out', left);
  expect(ran.code).toBe(0);
  expect(ran.err).toContain('1行を除いて取り込みました(行3)。');
  const rows = readGrid(new Uint8Array(await readFile(left))).rows;
  expect(rows[1]?.cells.slice(0, 2)).toEqual([3, '02649041']);
  // What came of an import is told whether its file can be written or not.
  const nowhere = join(folder, 'none', 'left.xlsx');
  const untold = await planner('import', 'orders', path, '--skip-bad-rows', '--left-out', nowhere);
  expect(untold.code).toBe(1);
  expect(untold.err).toContain(`ファイル「${nowhere}」に書き込めません。`);
  expect(untold.err).toContain('1行を除いて取り込みました(行3)。');
  const { id } = await newest();
  const shown = await planner('import-history', '--limit', '2');
  expect(shown.out).toMatch(/コマンド +オーダー +orders\.xlsx +取込済 +1行 +0 +0/);
  const one = await planner('import-history', String(id), '--left-out', later);
  expect(one.out).toContain('行3「発注数」: 「x」は1以上の整数を指定してください。');
  expect(one.out).not.toContain('除いて取り込みます');
  expect((await readFile(later)).byteLength).toBeGreaterThan(1_000);
  expect((await planner('import-history', '999999')).code).toBe(1);
});

test('the command line takes files of any kinds, recognises them, and writes what they left out into one file', async () => {
  const at = (name: string): string => join(folder, name);
  await writeFile(at('b.xlsx'), book('orders', [order({ serial: '02649070' }), order({ serial: '02649071', number: 'x' })]));
  await writeFile(at('a.xlsx'), book('castings', [['02649070', '01', { date: '2026-04-20' }]]));
  await writeFile(at('c.csv'), 'a,b\r\n1,2\r\n');
  const ran = await planner('import', at('c.csv'), at('a.xlsx'), at('b.xlsx'), '--skip-bad-rows', '--left-out', at('left-all.xlsx'));
  expect(ran.code).toBe(1);
  expect(ran.out.split('\n').filter((line) => line.startsWith('■'))).toEqual(['■ b.xlsx (オーダー)', '■ a.xlsx (鋳込み)']);
  expect(ran.err).toContain('c.csv: 取込対象のファイルではないようです。');
  expect(
    await server
      .db('castings')
      .join('lots', 'lots.id', 'castings.lot_id')
      .join('orders', 'orders.id', 'lots.order_id')
      .where('serial_number', '02649070'),
  ).toHaveLength(1);
  expect(readGrid(new Uint8Array(await readFile(at('left-all.xlsx')))).rows[1]?.cells.slice(0, 2)).toEqual([3, '02649071']);
});

test('an import is taken back by a call and by the command line, and says so in the history', async () => {
  const bytes = book('orders', [order({ serial: '02649060' })]);
  const id = async (): Promise<number> => {
    await sent(ORDERS, { name: '先月.xlsx', bytes });
    return (await newest()).id as number;
  };
  const taken = await server.call('POST', `/api/import-history/${await id()}/undo/`, { token: server.own });
  expect(taken).toMatchObject({ status: 200, body: { removed: 1, restored: 0, left: 0 } });
  const undone = (taken.body as { import_id: number }).import_id;
  expect(await newest()).toMatchObject({ id: undone, actor: '1001', kind: 'orders', file_name: '先月.xlsx', deleted_count: 1 });
  // What was taken back is not taken for imported.
  const { body } = await sent(`${ORDERS}?dry_run=1`, { name: '先月.xlsx', bytes });
  expect((body.warnings as string[]).filter((text) => text.startsWith('同じファイル'))).toEqual([]);
  const again = String(await id());
  expect((await planner('import-undo', again, '--dry-run')).out).toContain('確認のみ: 追加を取り除く 1件');
  expect((await planner('import-undo', again)).out).toContain('取込を取り消しました: 追加を取り除く 1件');
  expect(await planner('import-undo', again)).toMatchObject({ code: 1, err: expect.stringContaining('この取込は取り消し済みです。') });
  expect((await planner('import-history', '--limit', '2')).out).toMatch(/先月\.xlsx +取り消し[\s\S]*先月\.xlsx +取消済/);
  expect(await server.db('orders').where({ serial_number: '02649060' })).toEqual([]);
});
