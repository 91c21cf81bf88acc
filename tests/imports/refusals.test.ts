import { beforeAll, expect, test } from 'vitest';
import { DomainError } from '../../server/domain/ground/errors.ts';
import { importRows } from '../../server/features/imports/imports.service.ts';
import { book, csv, heat, order, utf8 } from '../hazards/parts.ts';
import { ownDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';
import { dumpOf, importer, withoutHistory } from './support.ts';

const database = ownDatabase();
let run: ReturnType<typeof importer>;
beforeAll(async () => {
  run = importer(database.knex);
  const make = plantBuilder(database.knex);
  const task = await make.task({ task_code: '320-3123-010' });
  await make.facility({ facility_code: '320-05-01', tasks: [task] });
  await make.product({ product_code: 'TKH-0412-01' });
  await make.order({ serial_number: '02640123' });
});

/** Runs an import that must leave no trace, and gives its answer. */
async function traceless<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const before = await dumpOf(database.knex);
  const answer = await work();
  expect(await dumpOf(database.knex)).toEqual(before);
  return answer;
}

/** Runs an import that must leave nothing but its line in the history, which says that it was refused. */
async function untouched<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const before = await dumpOf(database.knex);
  const answer = await work();
  const after = await dumpOf(database.knex);
  expect(withoutHistory(after)).toEqual(withoutHistory(before));
  const lines = (dump: Record<string, unknown>) => (dump.import_log as { row: { refused: boolean } }[]).map(({ row }) => row);
  expect(lines(after).slice(0, lines(before).length)).toEqual(lines(before));
  expect(lines(after).every(({ refused }) => refused)).toBe(true);
  return answer;
}

test('an unknown product, task and facility of a heat treatment are errors of their rows', async () => {
  const rows = [heat({ product: 'ZZZ' }), heat({ task: '999-9999-999' }), heat({ facility: '320-99-99' }), heat()];
  const answer = await untouched(() => run.file('heat-treatments', book('heat-treatments', rows)));
  expect(answer.errors).toEqual([
    '行2「製品ｺｰﾄﾞ」: 「ZZZ」は製品に登録されていません。',
    '行3「工程」: 「999-9999-999」は工程に登録されていません。',
    '行4「設備コード」: 「320-99-99」は設備に登録されていません。',
  ]);
});

test('an unknown order of a casting and of an order task are errors, a shortened one with a proposal', async () => {
  const rows = [{ serial_number: '2640123', lot_number: '01', casting_date: '2026-04-20' }];
  const castings = await untouched(() => run.rows('castings', rows));
  expect(castings.errors).toEqual([
    '行2「製番」: 「2640123」はオーダーに登録されていません。「2640123」は先頭の0が失われた可能性があります(02640123)。',
  ]);
  const dry = await untouched(() => run.rows('castings', rows, { dryRun: true }));
  expect(dry.repairs).toEqual([{ row: 2, field: 'serial_number', from: '2640123', to: '02640123' }]);
});

test('no more than 1,000 sentences are said, and how many there were', async () => {
  const rows = Array.from({ length: 1_500 }, (_, index) => ({ serial_number: `9${index}`, lot_number: '01', casting_date: '2026-04-20' }));
  const answer = await untouched(() => run.rows('castings', rows));
  expect(answer.errors.length).toBe(1_001);
  expect(answer.errors.at(-1)).toBe('ほか500件');
});

test('a dry run writes nothing', async () => {
  const answer = await traceless(() => run.file('orders', book('orders', [order({ serial: '02649999' })]), { dryRun: true }));
  expect(answer).toMatchObject({ errors: [], new: 1, changed: [], unchanged: 0, missing: 1 });
});

test('a body that is no list of rows is an error of form, broken JSON is refused', async () => {
  const options = { actor: '1001', clock: () => 0 };
  const sent = (text: string): Promise<unknown> =>
    importRows(database.knex, 'tasks', new TextEncoder().encode(text), options).then(
      () => 'accepted',
      (error) => (error instanceof DomainError ? (error.fields ?? error.message) : error),
    );
  await untouched(async () => {
    expect(await sent('{"rows":[1]}')).toEqual({ rows: ['行のリストを指定してください。'] });
    expect(await sent('[]')).toEqual({ rows: ['行のリストを指定してください。'] });
    expect(await sent(`{"rows":[${'{},'.repeat(25_000)}{}]}`)).toEqual({ rows: ['25,000行以内で指定してください。'] });
    expect(await sent('{"rows":')).toBe('送信されたデータを読み取れませんでした。');
    expect(await sent('')).toBe('送信されたデータを読み取れませんでした。');
  });
});

test('rows without a required field are named, whatever else they hold', async () => {
  const answer = await untouched(() => run.rows('tasks', [{ task_name: '解枠' }, { row: 7, task_code: '', task_name: { a: 1 } }]));
  expect(answer.errors).toEqual(['行2「製品ｺｰﾄﾞ」: この項目は必須です。', '行7「製品ｺｰﾄﾞ」: この項目は必須です。']);
  expect((await untouched(() => run.rows('tasks', []))).errors).toEqual(['取り込む行がありません。']);
});

test('a value that a sentence cuts short, or that nobody can read, is refused like any other and stands in the history', async () => {
  const long = `${'a'.repeat(59)}😀bb`;
  const cut = await untouched(() => run.file('holidays', utf8(csv('holidays', [`${long},非稼働`]))));
  expect(cut.errors).toEqual([`行2「日付」: 「${'a'.repeat(59)}…」は日付として読めません。`]);
  const broken = await untouched(() => run.rows('holidays', [{ date: 'x\ud800\u0000y', is_holiday: true }]));
  expect(broken.errors).toEqual(['行2「日付」: 「x  y」は日付として読めません。']);
});

test('an answer names the codes that nobody knows, with rows of no other error, and those that the file would bring', async () => {
  const rows = [
    { row: 2, serial_number: '02640123', lot_number: '01', casting_date: '2026-04-10' },
    { row: 3, serial_number: '026x9991', lot_number: '01', casting_date: '2026-04-10' },
    { row: 4, serial_number: '026X9991', lot_number: '02', casting_date: '' },
  ];
  const answer = await traceless(() => run.rows('castings', rows, { dryRun: true }));
  expect(answer).toMatchObject({ lacking: [{ field: 'serial_number', code: '026x9991', rows: [3] }], brings: [], bad_rows: [3, 4] });
  const fresh = { serial_number: '026X9991', product_code: 'P-1', product_name: '弁', number: 1, weight: 1, material: 'FC250' };
  const orders = await run.rows('orders', [{ row: 2, ...fresh, delivery_status: '素材', delivery_date: '', casting_date: '' }], {
    dryRun: true,
  });
  expect(orders).toMatchObject({
    lacking: [{ field: 'product_code', code: 'P-1', rows: [2] }],
    brings: [{ code: '026X9991', rows: [2] }],
  });
  // A process is named by its name as well, unless several have it.
  const names = [
    ['T-1', '焼鈍'],
    ['T-2', '検査'],
    ['T-3', '検査'],
  ].map(([task_code, task_name], index) => ({ row: index + 2, task_code, task_name }));
  const { brings } = await run.rows('tasks', names, { dryRun: true });
  expect(brings?.map(({ code }) => code).sort()).toEqual(['T-1', 'T-2', 'T-3', '焼鈍']);
});
