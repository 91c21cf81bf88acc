import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ownFolder, serverHere } from '../support/here.ts';
import { typed } from '../support/program.ts';
import { EVERY_LOT_ROUTED } from '../support/routed.ts';
import { openBook } from '../support/workbook.ts';

const server = serverHere({ demo: { orders: 30 }, planned: true });
const made = { code: '', name: '' };
const folder = ownFolder();

beforeAll(async () => {
  const { rows } = await server.db.raw(
    `select p.product_code as code, p.product_name as name from orders o join products p on p.id = o.product_id
     where ${EVERY_LOT_ROUTED}
     order by o.id desc limit 1`,
  );
  Object.assign(made, rows[0]);
});

const planner = (...args: string[]) => typed({ DATABASE_URL: server.databaseUrl, DATA_DIR: folder }, ...args);
const file = async (...rows: string[]): Promise<string> => {
  const path = join(folder, '引合.csv');
  await writeFile(path, rows.join('\r\n'));
  return path;
};
const asked = async (): Promise<number> => (await server.db('promises')).length;

test('the lines of a file are answered as a table, as a workbook and as JSON', async () => {
  const path = await file('品番,数量,希望納期', `${made.code},４,2026/12/25`, `${made.code},2,`);
  const output = join(folder, '納期回答.xlsx');
  const ran = await planner('promise', path, '--output', output);
  expect(ran, ran.err).toMatchObject({ code: 0, err: '' });
  const [head, first] = ran.out.split('\n');
  expect(head).toMatch(/^行 +製品コード +製品名 +個数 +希望日 +回答納期 +判定 +理由$/);
  expect(first).toMatch(/ 4 +12\/25\(金\) +\d+\/\d+\(.\) +希望日に間に合います /);
  expect(ran.out).toContain('納期回答.xlsx に出力しました。');
  const sheet = (await openBook(await readFile(output))).worksheets[0]!;
  expect([sheet.rowCount, sheet.getCell('C2').value, sheet.getCell('D3').value]).toEqual([3, made.name, 2]);
  expect(sheet.getCell('F2').value).toBeInstanceOf(Date);
  const json = JSON.parse((await planner('promise', path, '--json')).out);
  expect(json).toMatchObject({ title: '引合', status: 'done', asked_by: 'cli', answers: [{ pieces: 4 }, { pieces: 2 }] });
});

test('a wrong row, or a product that is not there, is named by row, column and value, and nothing is asked', async () => {
  const before = await asked();
  const wrong = await planner('promise', await file('製品コード,個数,希望日', `${made.code},0,2026/13/40`, ',3,'));
  expect(wrong).toMatchObject({ code: 1, out: '' });
  expect(wrong.err.trimEnd().split('\n')).toEqual([
    '行2「個数」: 「0」は1以上の整数を指定してください。',
    '行2「希望日」: 「2026/13/40」は日付として読めません。',
    '行3「製品コード」: この項目は必須です。',
  ]);
  const unknown = await planner('promise', await file('製品コード,個数', `${made.code},1`, '', 'NONE-1,1'));
  expect(unknown).toMatchObject({ code: 1, err: '行4「製品コード」: 製品「NONE-1」は登録されていません。\n' });
  expect(await planner('promise', join(folder, 'none.xlsx'))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/を開けません。\n$/),
  });
  expect(await asked()).toBe(before);
});
