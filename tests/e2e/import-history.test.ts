import { expect, test } from 'vitest';
import { readGrid } from '../../server/files/grid.ts';
import { book, order } from '../hazards/parts.ts';
import { upload } from '../imports/support.ts';
import { browserStage, downloaded, eventually, violations } from '../support/browser.ts';

const stage = browserStage('short');

test('取込履歴 shows each import to every role, with its messages and the rows it left out to save', async () => {
  const token = await stage.server.token();
  const bytes = book('orders', [order({ serial: '02649201' }), order({ serial: '02649202', number: 'x' })]);
  await upload(stage.server, token, '/api/orders/upload_csv/', { name: '不備.xlsx', bytes });
  await upload(stage.server, token, '/api/orders/upload_csv/?skip_bad_rows=1', { name: '朝.xlsx', bytes });
  const page = await stage.visit('/import-history', { as: '1004' });
  const cells = (row: number) => page.locator('tbody tr').nth(row).getByRole('cell').allInnerTexts();
  await eventually(async () => (await cells(0)).slice(2, 11)).toEqual(['オーダー', '朝.xlsx', '取込済', '1行', '1', '0', '0', '0', '1']);
  expect((await cells(1)).slice(2, 5)).toEqual(['オーダー', '不備.xlsx', '取込不可']);
  await page.getByRole('link', { name: /朝.xlsx .*詳細/ }).click();
  await page.getByRole('heading', { name: /^取込履歴 朝.xlsx/, level: 1 }).waitFor();
  const said = page.getByRole('list', { name: 'メッセージ' });
  await said.getByText('1行を除いて取り込みました(行3)。').waitFor();
  await said.getByText('行3「発注数」: 「x」は1以上の整数を指定してください。').waitFor();
  const rows = await downloaded(page, page.getByRole('button', { name: '除いた行をダウンロード' }));
  expect(readGrid(new Uint8Array(rows.bytes)).rows[1]?.cells.slice(0, 2)).toEqual([3, '02649202']);
  const messages = await downloaded(page, page.getByRole('button', { name: 'メッセージをダウンロード' }));
  expect(messages.name).toMatch(/^オーダー取込メッセージ\d{12}\.txt$/);
  expect(messages.bytes.toString()).toContain('1行を除いて取り込みました(行3)。');
  expect(await violations(page)).toEqual([]);
});

test('この取込を取り消す takes two clicks: the dialog says what goes back and what stays', async () => {
  const token = await stage.server.token();
  const bytes = book('orders', [order({ serial: '02649221' }), order({ serial: '02649222' })]);
  await upload(stage.server, token, '/api/orders/upload_csv/', { name: '先月.xlsx', bytes });
  await stage.server.db('orders').where({ serial_number: '02649222' }).update({ number: 77 });
  const page = await stage.visit('/import-history');
  await page
    .getByRole('row', { name: /先月.xlsx/ })
    .getByRole('button', { name: /この取込を取り消す/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'この取込を取り消しますか？' });
  await dialog.getByText('追加を取り除く 1件').waitFor();
  await dialog.getByText('オーダー「02649222」: このあと変更されたため、そのままです。').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: '取り消す' }).click();
  await page.getByText('取込を取り消しました。').waitFor();
  const outcome = (row: number) => page.locator('tbody tr').nth(row).getByRole('cell').nth(4).innerText();
  await eventually(async () => [await outcome(0), await outcome(1)]).toEqual(['取り消し', '取消済']);
  expect(await page.locator('tbody tr').first().getByRole('cell').nth(5).innerText()).toBe('1行');
  // Its last column stands in the window.
  const table = page.getByRole('region', { name: '取込履歴の表' });
  await eventually(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await stage.server.db('orders').whereIn('serial_number', ['02649221', '02649222']).pluck('number')).toEqual([77]);
  // From its line to its changed rows, and back to it.
  await page
    .getByRole('row', { name: /先月.xlsx/ })
    .nth(1)
    .getByRole('link', { name: '変更された内容を見る' })
    .click();
  await page.getByText('インポート1回の内訳を表示しています。').waitFor();
  await eventually(() => page.locator('tbody tr').count()).toBe(2);
  await page.getByRole('link', { name: '取込履歴で見る' }).click();
  await page.getByRole('heading', { name: /^取込履歴 先月.xlsx/, level: 1 }).waitFor();
  await page.getByRole('link', { name: '変更された内容を見る' }).waitFor();
});
