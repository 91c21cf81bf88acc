import { expect, test } from 'vitest';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { browserStage, downloaded, eventually, still, violations } from '../support/browser.ts';
import { TODAY } from '../support/demos.ts';
import { gate } from '../support/page.ts';
import { asFile, openBook } from '../support/workbook.ts';

const stage = browserStage('planned');

test('an answer that is saved lets go, also while the list cannot be read; what is open by then stays', async () => {
  const page = await stage.visit('/outsourcing-work', { as: '1003', width: 1440 });
  const buttons = page.getByRole('button', { name: /の回答を入力$/ });
  const dialog = page.getByRole('dialog');
  await buttons.first().click();
  await dialog.getByRole('button', { name: '引渡済みにする' }).click();
  const { opened, open } = gate();
  const list = /\/api\/outsourcing-work\/\?/;
  await page.route(list, (route) => opened.then(() => route.continue()));
  await dialog.getByRole('button', { name: '保存' }).click();
  await page.getByText('回答を保存しました。').waitFor();
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await dialog.waitFor({ state: 'detached' });
  await buttons.nth(1).click();
  await dialog.getByLabel('備考').fill('次の工程');
  const read = page.waitForResponse(list);
  open();
  await read;
  await still(page);
  await eventually(() => dialog.getByLabel('備考').inputValue()).toBe('次の工程');
  await stage.server.db('outsourcing_answers').delete();
});

test('外注 shows what is late, takes answers back with their differences first, and answers by hand; others only look', async () => {
  const { db } = stage.server;
  // What comes before it is open: but for what one says here, nothing tells that the partner has it.
  const [entry] = await db('bars as e')
    .where({ outsourced: true, finished: false })
    .where('start_at', '>=', TODAY)
    .whereExists(db('plan_entries as b').whereRaw('b.lot_id = e.lot_id and b.start_at < e.start_at').where('b.start_at', '>=', TODAY))
    .orderBy('id');
  await db('plan_entries')
    .where('id', entry.id)
    .update({ locked: true, start_at: '2026-03-20T08:00:00+09:00', end_at: '2026-03-27T08:30:00+09:00' });
  const page = await stage.visit('/outsourcing-work', { as: '1003', width: 1440 });
  const region = page.getByRole('region', { name: '外注', exact: true });
  await page.getByRole('button', { name: /戻り遅れ/ }).click();
  const late = region.getByRole('row').nth(1);
  await late.getByText('5日', { exact: true }).waitFor();
  await eventually(async () => expect(await region.getByRole('row').count()).toBe(2));
  expect(await violations(page)).toEqual([]);

  const { name, bytes } = await downloaded(page, page.getByRole('button', { name: '依頼書を出力' }));
  expect(name).toMatch(/^外注依頼書_\d{8}\.xlsx$/);
  const book = await openBook(bytes);
  const sheet = book.worksheets.find((one) => isPast(one.getCell('K8').value))!;
  sheet.getCell('M8').value = new Date(`${addDays(TODAY, 7)}T00:00:00Z`);
  const other = book.worksheets.find((one) => one !== sheet)!;
  for (let row = 8; row < 16; row++) other.getCell(`B${row}`).value = '02699999';

  await page.getByRole('button', { name: '回答を取込' }).click();
  const panel = page.getByRole('region', { name: '回答を取込' });
  const input = panel.locator('input[type=file]');
  await input.setInputFiles(asFile('外注依頼書.xlsx', bytes));
  await panel.getByText('変わった回答はありません。黄色の欄に記入したファイルか確認してください。').waitFor();
  const filled = Buffer.from(await book.xlsx.writeBuffer());
  await input.setInputFiles(asFile('回答.xlsx', filled));
  await panel.getByText('未回答').waitFor();
  await panel
    .getByText(/製番が書き換えられています/)
    .first()
    .waitFor();
  // What is pressed last is in sight, however many rows are refused.
  const apply = panel.getByRole('button', { name: '1件の回答を反映' });
  await eventually(async () => {
    const box = (await apply.boundingBox())!;
    return box.y + box.height <= page.viewportSize()!.height;
  }).toBe(true);
  expect(await violations(panel)).toEqual([]);
  await apply.click();
  await page.getByText('1件の回答を反映しました。').first().waitFor();
  // What was refused stays, to be sent back.
  const refusals = await downloaded(page, panel.getByRole('button', { name: '出力', exact: true }));
  expect(refusals.name).toMatch(/^取り込めない回答\d{12}\.xlsx$/);
  await panel.getByText(/^取り込めなかった回答 \d+件は、外注先に返して/).waitFor();
  await panel.getByRole('button', { name: '閉じる' }).click();
  await late.getByText('04/08(水)').first().waitFor();

  await late.getByRole('button', { name: /の回答を入力$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('備考').fill('機械待ち');
  expect(await violations(dialog)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const answers = () => db('outsourcing_answers').select('note', 'answered_date', 'handed_on', 'answered_by');
  await eventually(answers).toEqual([{ note: '機械待ち', answered_by: '1003', answered_date: addDays(TODAY, 7), handed_on: null }]);

  const partner = await late.getByRole('cell').nth(1).innerText();
  await late.getByRole('link').click();
  await page.waitForURL(/\/gantt\?/);
  await still(page);
  // The board names the partner beside the task, as it names the facility beside others.
  await page.locator('.pane-note').getByText(partner).first().waitFor();

  const looking = await stage.visit('/outsourcing-work', { as: '1004', width: 1280 });
  await looking.getByRole('region', { name: '外注', exact: true }).getByRole('row').nth(1).waitFor();
  expect(await looking.getByRole('button', { name: /の回答を入力$/ }).count()).toBe(0);
});

const isPast = (value: unknown): boolean => value instanceof Date && value.toISOString().slice(0, 10) < TODAY;

test('an address leads to a row of the list', async () => {
  const work = await stage.list<{ id: number; unique_order: string }>('/api/outsourcing-work/?limit=100');
  const { id, unique_order } = work.at(-1)!;
  const page = await stage.visit(`/outsourcing-work?entry=${id}`, { as: '1002', width: 1440 });
  const row = page.getByRole('row').and(page.locator('[aria-current=true]'));
  await eventually(() => row.textContent()).toContain(unique_order);
  const inSight = () => row.evaluate((element) => element.getBoundingClientRect().bottom <= window.innerHeight);
  await eventually(inSight).toBe(true);
});
