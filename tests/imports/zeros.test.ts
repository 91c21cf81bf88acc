import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { OperationId } from '../../server/contract/handlers.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { ofRows } from '../../server/domain/files/cells/zeros.ts';
import { type ImportKindName, importKind } from '../../server/domain/files/imports.ts';
import { ownFolder, serverHere } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { type Ran, typed } from '../support/program.ts';
import { importer, upload as send, workbookOf } from './support.ts';

/** Leading zeros that Excel ate, and that only the database knows: the same file through the API, the service and the command line. */

const server = serverHere({ demo: false });
const folder = ownFolder();

beforeEach(async () => {
  await server.db.raw('truncate orders, products, tasks, import_log restart identity cascade');
  const make = plantBuilder(server.db);
  const tasks = await Promise.all(['T1', 'T2', 'T3'].map((task_code) => make.task({ task_code })));
  const order = await make.order({ serial_number: '00000802' });
  for (const lot_number of ['01', '02', '03']) {
    const lot = await make.lot(order, lot_number);
    for (const [index, task] of tasks.entries()) await make.orderTask(lot, task, { task_sort: 10 * (index + 1) });
  }
});

type Answer = Record<string, unknown> & { errors: string[]; warnings: string[]; repairs?: { row: number; field: string; to: string }[] };

const pathOf = (kind: ImportKindName): string => `/api${OPERATIONS[importKind(kind)?.operation as OperationId].path.replace(/^\/api/, '')}`;

async function upload(kind: ImportKindName, bytes: Uint8Array, query = '', fields: Record<string, string> = {}): Promise<Answer> {
  const { status, body } = await send(server, server.own, `${pathOf(kind)}${query}`, { name: `${kind}.xlsx`, bytes }, fields);
  expect(status).toBe(200);
  return body as Answer;
}

/** The command line as a person runs it. */
async function planner(kind: ImportKindName, bytes: Uint8Array, ...args: string[]): Promise<Ran> {
  const path = join(folder, `${kind}.xlsx`);
  await writeFile(path, bytes);
  return typed({ DATABASE_URL: server.databaseUrl, DATA_DIR: folder }, 'import', kind, path, ...args);
}

const step = {
  ...{ arrangement: '内作', setup_hours: 0.5, work_hours: 1.5, solution_frame_days: 2, received: 0, order_quantity: 4 },
  received_quantity: 0,
};
/** Three lots of three tasks; Excel has made numbers of the lots, and where asked of the serial number. */
const tasksFile = (serial_number: string | number = '00000802'): Uint8Array =>
  workbookOf(
    'order-tasks',
    [1, 2, 3].flatMap((lot_number) =>
      ['T1', 'T2', 'T3'].map((task_code, index) => ({ ...step, serial_number, lot_number, task_code, task_sort: 10 * (index + 1) })),
    ),
  );
const castingsFile = (serial_number: string | number = '00000802'): Uint8Array =>
  workbookOf(
    'castings',
    [1, 2, 3].map((lot_number) => ({ serial_number, lot_number, casting_date: '2026-04-20' })),
  );

const lots = async (): Promise<string[]> => (await server.db('lots').orderBy('lot_key').pluck('lot_number')) as string[];
const doubled = (rows: string, lot: string, known: string): string =>
  `行${rows}「追番」: 製番「00000802」には先頭の0だけが違う追番「${known}」があります。「${lot}」を取り込むと二重になります。`;
const LOT_SENTENCES = [doubled('2〜4', '1', '01'), doubled('5〜7', '2', '02'), doubled('8〜10', '3', '03')];

test('order tasks with lots 1, 2, 3 for 01, 02, 03 are offered as repairs, once a lot, with the place of each sentence', async () => {
  const dry = await upload('order-tasks', tasksFile(), '?dry_run=1');
  expect(dry).toMatchObject({ errors: LOT_SENTENCES, warnings: [], bad_rows: [2, 3, 4, 5, 6, 7, 8, 9, 10], doubles: 9 });
  expect(dry.error_places).toEqual([2, 5, 8].map((row) => ({ row, field: 'lot_number', also: [row + 1, row + 2], doubles: true })));
  // As it is nothing is wrong with it.
  const asked = await upload('order-tasks', tasksFile(), '?dry_run=1&as_is=1');
  expect(asked).toMatchObject({ errors: [], bad_rows: [], doubles: 9, new: 9 });
  expect(asked.warnings).toEqual(
    ['1', '2', '3'].map((lot, at) => `行${2 + 3 * at}「追番」: 「${lot}」は先頭の0が失われた可能性があります(0${lot})。`),
  );
  expect(dry.repairs).toHaveLength(9);
  expect(dry.repairs?.[3]).toEqual({ row: 5, field: 'lot_number', from: '2', to: '02' });
  const repaired = await upload('order-tasks', tasksFile(), '?dry_run=1&repair=1');
  expect(repaired).toMatchObject({ errors: [], new: 0, warnings: ['先頭の0を補いました: 追番 9件(1 → 01 など)。'] });
  expect(repaired.repairs).toEqual(dry.repairs);
});

test('what would double a lot or a key is refused in call and command line alike, until repair or as-is says what it is', async () => {
  expect(await upload('order-tasks', tasksFile())).toMatchObject({ errors: LOT_SENTENCES, imported: 0, doubles: 9 });
  const told = await planner('order-tasks', tasksFile());
  expect(told.code).toBe(1);
  for (const sentence of LOT_SENTENCES) expect(told.err).toContain(sentence);
  expect(told.err).toContain('--repair を付けると読み替え、--as-is を付けるとそのまま取り込みます。');
  expect(await server.db('order_tasks')).toHaveLength(9);
  expect(await planner('order-tasks', tasksFile(), '--as-is')).toMatchObject({ code: 0 });
  expect(await lots()).toEqual(['01', '02', '03', '1', '2', '3']);
  await plantBuilder(server.db).product({ product_code: '00000802' });
  const products = (...codes: (string | number)[]) =>
    workbookOf(
      'products',
      codes.map((product_code) => ({ product_code, product_name: '弁箱', customer_name: '' })),
    );
  const twice = (value: string, known: string): string =>
    `先頭の0だけが違う「${known}」があります。「${value}」を取り込むと二重になります。`;
  expect((await upload('products', products('802'))).errors).toEqual([`行2「製品ｺｰﾄﾞ」: ${twice('802', '00000802')}`]);
  expect(await upload('products', products('802'), '?repair=1')).toMatchObject({ errors: [], imported: 1 });
  // The longer one comes after the shorter, and both in one file.
  await plantBuilder(server.db).product({ product_code: '903' });
  expect((await upload('products', products('00000903', 'X1'), '?dry_run=1')).errors).toEqual([
    `行2「製品ｺｰﾄﾞ」: ${twice('00000903', '903')}`,
  ]);
  expect((await upload('products', products('0077', '77'), '?dry_run=1')).errors).toEqual([`行3「製品ｺｰﾄﾞ」: ${twice('77', '0077')}`]);
});

test('a cell of which a person says that nothing was lost is taken in as it is, beside others that are repaired and lots that take the longer spelling', async () => {
  const make = plantBuilder(server.db);
  const order = await make.order({ serial_number: '00000805' });
  for (const lot_number of ['01', '02', '3']) await make.lot(order, lot_number);
  const rows = ['1', '1', '2', '03', '4'].map((lot_number, at) => ({
    ...{ ...step, serial_number: '00000805', lot_number, task_code: 'T1', task_sort: at === 1 ? 20 : 10 },
  }));
  const decided = [
    ...[2, 3].map((row) => ({ row, field: 'lot_number', from: '1', to: '01' })),
    { row: 4, field: 'lot_number', from: '2', to: '2' },
  ];
  // What is alike in many rows is sent as one.
  const sent = (...more: typeof decided) => ({ repairs: JSON.stringify([...ofRows(decided), ...more]) });
  expect(JSON.parse(sent().repairs)).toHaveLength(2);
  const file = workbookOf('order-tasks', rows);
  expect(await upload('order-tasks', file, '?dry_run=1', sent())).toMatchObject({
    errors: [`行5「追番」: 製番「00000805」には先頭の0だけが違う追番「3」があります。「03」を取り込むと二重になります。`],
    repairs: [{ row: 6, field: 'lot_number', from: '4', to: '04' }],
    added: [2, 3, 4, 6].map((row) => ({ row, key: expect.stringMatching(/^00000805-/) })),
  });
  expect(await upload('order-tasks', file, '?repair=1', sent({ row: 6, field: 'lot_number', from: '4', to: '4' }))).toMatchObject({
    errors: [],
    imported: 5,
  });
  const made = await server.db('lots').where({ order_id: order }).orderBy('lot_number').pluck('lot_number');
  expect(made).toEqual(['01', '02', '03', '2', '4']);
});

test('an import with repair=1 gives the zeros back and doubles no lot', async () => {
  expect(await upload('order-tasks', tasksFile(), '?repair=1')).toMatchObject({ errors: [], imported: 9 });
  expect(await lots()).toEqual(['01', '02', '03']);
  expect(await server.db('order_tasks')).toHaveLength(9);
  expect(await upload('castings', castingsFile(), '?repair=1')).toMatchObject({ errors: [], imported: 3 });
  expect(await lots()).toEqual(['01', '02', '03']);
});

test('a serial number and its lots that both lost their zeros are offered and repaired together', async () => {
  const dry = await upload('castings', castingsFile(802), '?dry_run=1');
  expect(dry.errors.slice(0, 2)).toEqual([
    '登録されていない製番: 802(3行)',
    '行2「製番」: 「802」はオーダーに登録されていません。「802」は先頭の0が失われた可能性があります(00000802)。',
  ]);
  expect(dry).toMatchObject({ bad_rows: [2, 3, 4], error_places: [null, 2, 3, 4].map((row) => ({ row, field: 'serial_number' })) });
  expect(dry.repairs?.map(({ row, field, to }) => `${row} ${field} ${to}`).sort()).toEqual(
    [2, 3, 4].flatMap((row) => [`${row} lot_number 0${row - 1}`, `${row} serial_number 00000802`]),
  );
  expect(await upload('castings', castingsFile(802), '?repair=1')).toMatchObject({
    imported: 3,
    warnings: ['先頭の0を補いました: 製番 3件(802 → 00000802 など)、追番 3件(1 → 01 など)。'],
  });
  expect(await server.db('castings')).toHaveLength(3);
});

test('the command line offers the same repairs in the same words, and gives them back with --repair', async () => {
  const dry = await planner('order-tasks', tasksFile(802), '--dry-run');
  expect(dry.code).toBe(1);
  expect(dry.err).toContain('行2「製番」: 「802」はオーダーに登録されていません。「802」は先頭の0が失われた可能性があります(00000802)。');
  expect(dry.err).toContain(
    '先頭の0が失われた可能性のある値が18件あります: 製番 9件(802 → 00000802 など)、追番 9件(1 → 01 など)。--repair を付けると補って取り込みます。',
  );
  const done = await planner('order-tasks', tasksFile(802), '--repair');
  expect(done, done.err).toMatchObject({ code: 0 });
  expect(done.err).toContain('警告: 先頭の0を補いました: 製番 9件(802 → 00000802 など)、追番 9件(1 → 01 など)。');
  expect(done.out).toContain('工程情報: 9行を取り込みました');
  expect(await lots()).toEqual(['01', '02', '03']);
  expect(await server.db('order_tasks')).toHaveLength(9);
});

test('01 and 1 of one order in one file are one lot, of two orders they are not; the longer spelling is offered', async () => {
  await plantBuilder(server.db).order({ serial_number: '00000803' });
  const row = { ...step, task_code: 'T1', task_sort: 10 };
  const file = workbookOf('order-tasks', [
    { ...row, serial_number: '00000803', lot_number: '001' },
    { ...row, serial_number: '00000803', lot_number: '01', task_sort: 20 },
    { ...row, serial_number: '00000802', lot_number: '01' },
  ]);
  const dry = await upload('order-tasks', file, '?dry_run=1');
  expect(dry.warnings).toContain('行3「追番」: 「01」は先頭の0が失われた可能性があります(001)。');
  expect(dry.repairs).toEqual([{ row: 3, field: 'lot_number', from: '01', to: '001' }]);
});

test('a code has one proposal: what the database knows goes before what the lengths in the file let guess', async () => {
  await plantBuilder(server.db).product({ product_code: '00070903' });
  const rows = [828804, 882803, 543404, 70903].map((product_code) => ({ product_code, product_name: '弁箱', customer_name: '' }));
  const dry = await upload('products', workbookOf('products', rows), '?dry_run=1&as_is=1');
  expect(dry.warnings.filter((text) => text.startsWith('行5'))).toEqual([
    '行5「製品ｺｰﾄﾞ」: 「70903」は先頭の0が失われた可能性があります(00070903)。',
  ]);
  expect(dry.warning_count).toBe(dry.warnings.length);
  expect(dry.repairs).toEqual([{ row: 5, field: 'product_code', from: '70903', to: '00070903' }]);
});

test('a row that stands in the file twice is repaired twice, and stays one', async () => {
  const row = { serial_number: 802, lot_number: 1, casting_date: '2026-04-20' };
  const file = workbookOf('castings', [row, { ...row, lot_number: 2 }, row]);
  const dry = await upload('castings', file, '?dry_run=1');
  expect(dry.repairs?.map(({ row: at, field }) => `${at} ${field}`).sort()).toEqual(
    [2, 3, 4].flatMap((at) => [`${at} lot_number`, `${at} serial_number`]),
  );
  const answer = await upload('castings', file, '?repair=1');
  expect(answer).toMatchObject({ errors: [], imported: 2 });
  expect(answer.warnings).toContain('同じ内容の行が1件あり、1件として取り込みます(行4)。');
  expect(await lots()).toEqual(['01', '02', '03']);
});

test('a lot with more zeros than the one that is there gives it its spelling with repair=1, and is another lot with as_is=1; taken back, it is as it was', async () => {
  const file = workbookOf('castings', [{ serial_number: '00000802', lot_number: '001', casting_date: '2026-04-20' }]);
  expect((await upload('castings', file)).errors).toEqual([doubled('2', '001', '01')]);
  expect(await upload('castings', file, '?repair=1')).toMatchObject({
    imported: 1,
    warnings: ['製番「00000802」の追番「01」を「001」に改めます。'],
  });
  expect(await lots()).toEqual(['001', '02', '03']);
  const { id } = await server.db('import_log').orderBy('id', 'desc').first('id');
  expect(await server.call('POST', `/api/import-history/${id}/undo/`, { token: server.own })).toMatchObject({
    status: 200,
    body: { removed: 1 },
  });
  expect(await lots()).toEqual(['01', '02', '03']);
  expect((await upload('castings', file, '?as_is=1')).warnings).toEqual([
    '行2「追番」: 製番「00000802」には先頭の0だけが違う追番「01」があります。「001」は別の追番として取り込みます。',
  ]);
  expect(await lots()).toEqual(['001', '01', '02', '03']);
});

test('every row of a large file whose zeros are gone is offered, not the first thousand', async () => {
  const make = plantBuilder(server.db);
  await server.db('orders').del();
  for (let index = 0; index < 30; index += 1) await make.order({ serial_number: `0264${String(index).padStart(4, '0')}` });
  const rows = Array.from({ length: 1_200 }, (_, index) => ({
    serial_number: 2_640_000 + (index % 30),
    lot_number: String(Math.floor(index / 30) + 10),
    casting_date: '2026-04-20',
  }));
  const run = importer(server.db);
  const dry = await run.file('castings', workbookOf('castings', rows), { dryRun: true });
  expect(dry.repairs).toHaveLength(1_200);
  expect(dry.bad_rows).toHaveLength(1_200);
  expect(await run.file('castings', workbookOf('castings', rows), { repairAll: true })).toMatchObject({ errors: [], imported: 1_200 });
});
