import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { browserStage, downloaded, eventually, violations } from '../support/browser.ts';
import { crowd } from '../support/crowded.ts';
import { asked } from '../support/page.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { asFile, openBook, workbookOf } from '../support/workbook.ts';

const stage = browserStage('short');

type Promised = Success<'getPromise'>;
type Product = Pick<Promised['answers'][number], 'product_code' | 'product_name'>;

const field = (page: Page, name: string) => page.getByRole('region', { name: '問い合わせ' }).getByLabel(name, { exact: true });

const kept = async (id: number) => (await stage.read<Promised>(`/api/promises/${id}/`)).answers[0]!.kept!;

/** Products that the plant knows how to make, the one that takes longest first, and its day. */
const plant = { products: [] as Product[], day: '' };

beforeAll(async () => {
  await crowd(stage.server.db);
  await stage.server.services.runs.runAndWait(QUICK_RUN, '1002');
  // Thirty pieces of work that took half as long again as their hours.
  await stage.server.db.raw(
    `insert into actuals (order_task_id, serial_number, serial_key, lot_number, lot_key, task_id, task_code, task_name, product_code, product_name,
       facility_id, planned_hours, started_at, finished_at)
     select -n, '', '', '', '', (select id from tasks where task_code like '%5131%' limit 1), '', '', '', '', 1, 4, '2026-03-30 08:00', '2026-03-30 14:00'
     from generate_series(1, 30) n`,
  );
  const ask = async (lines: object[]) => (await stage.elsewhere<Promised>('1004', 'POST', '/api/promises/', { lines })).answers;
  const answers = await ask((await stage.list<{ id: number }>('/api/products/?limit=12')).map(({ id }) => ({ product_id: id, pieces: 4 })));
  plant.products = answers.filter(({ date }) => date !== null).sort((one, other) => other.date!.localeCompare(one.date!));
  // The other lines are in the way of each.
  plant.day = (await ask([{ product_code: plant.products[0]!.product_code, pieces: 4 }]))[0]!.date!;
});

test('the sales desk asks for a product and has its day, earlier days and what a wished day takes; later by its address', async () => {
  const { products, day } = plant;
  const page = await stage.visit('/promises', { as: '1004', width: 1440 });
  await page.getByRole('button', { name: '納期を調べる' }).click();
  await page.getByText('製品を選んでください。').waitFor();
  expect(await violations(page)).toEqual([]);
  await field(page, '件名').fill('見積 Q-1187');
  await field(page, '製品').fill(products[0]!.product_code);
  await page.getByRole('option', { name: products[0]!.product_code }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await field(page, '個数').fill('４');
  await field(page, '希望日').fill(addDays(day, -2));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '何も動かさずに出荷できます' }).waitFor();
  await page.getByText(/^希望日より\d+日遅い$/).waitFor();
  await page.getByText(/^実績からの見込み: \d+\/\d+\(.\)までに50%、\d+\/\d+\(.\)までに90%の確率で出荷$/).waitFor();
  await page.getByRole('img', { name: /^納期までの流れ: / }).waitFor();
  await page.getByText('探し終わりました').first().waitFor();
  const { answers } = await stage.read<Promised>(`/api/promises/${asked(page, 'id')}/`);
  const rows = (name: string) => page.getByRole('table', { name }).getByRole('row');
  await eventually(() => rows('早くするなら').count()).toBe(2 + answers[0]!.earlier.length);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await eventually(() => field(page, '件名').inputValue()).toBe('見積 Q-1187');
  await page.getByRole('table', { name: '早くするなら' }).waitFor();
  await page.getByRole('button', { name: '新しい問い合わせ' }).click();
  await eventually(() => field(page, '件名').inputValue()).toBe('');
  await page.getByRole('button', { name: '行を追加' }).click();
  await page.keyboard.type(products[1]!.product_code);
  await eventually(() => field(page, '製品').last().inputValue()).toBe(products[1]!.product_code);
  await page.getByRole('table', { name: '以前の問い合わせ' }).getByRole('link', { name: '見積 Q-1187' }).click();
  await eventually(() => field(page, '件名').inputValue()).toBe('見積 Q-1187');
});

test('a planner holds the day in one press, for longer in one more, and releases it once asked; it is seen among what is held, in the list of orders and by the sales desk', async () => {
  const line = { product_code: plant.products[0]!.product_code, pieces: 4 };
  const { id } = await stage.elsewhere<Promised>('1004', 'POST', '/api/promises/', { title: '見積 Q-1190', lines: [line] });
  const [page, sales] = [
    await stage.visit(`/promises?id=${id}`, { as: '1002', width: 1440 }),
    await stage.visit(`/promises?id=${id}`, { as: '1004' }),
  ];
  await sales.getByRole('button', { name: '仮押さえを依頼' }).click();
  await page.getByText('仮押さえの依頼 1件').waitFor();
  await page.getByRole('link', { name: '納期回答 要対応1件' }).waitFor();
  await page.getByRole('button', { name: 'この日で仮押さえ' }).click();
  await page.getByText(new RegExp(`^仮${id}-1を[^ ]*出荷で仮押さえしました\\(期限4/8\\(水\\)\\)。$`)).waitFor();
  const row = page.getByRole('table', { name: '仮押さえ', exact: true }).getByRole('row', { name: '見積 Q-1190' });
  await row.getByText('あと7日').waitFor();
  await page.getByRole('link', { name: '納期回答', exact: true }).waitFor();
  await sales.getByText('仮押さえ中').waitFor();
  expect(await sales.getByRole('button', { name: '仮押さえ' }).count()).toBe(0);
  await row.getByRole('button', { name: `仮${id}-1 を受注に結ぶ` }).click();
  await page.getByRole('option', { name: '個・納期' }).first().waitFor();
  await page.getByRole('combobox', { name: '受注した製番' }).fill('026ZZ-1');
  await page.getByText('製番026ZZ-1はまだ取り込まれていません。').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '結ぶ', exact: true }).click();
  await row.getByText('製番026ZZ-1の取込待ち').waitFor();
  const orders = await stage.visit(`/orders?filter=${encodeURIComponent(JSON.stringify({ serial_number_search: '仮' }))}`);
  await orders.getByRole('link', { name: `仮押さえ(期限 4/8) 仮${id}-1 の納期回答を見る` }).click();
  await eventually(() => asked(orders, 'id')).toBe(String(id));
  await row.getByRole('button', { name: `仮${id}-1 の仮押さえを7日延長` }).click();
  await page.getByText(`仮${id}-1の仮押さえを4/15(水)まで延長しました。`).waitFor();
  const [bar] = await stage.server
    .db('bars')
    .where('order_id', (await kept(id)).order_id)
    .orderBy('end_at', 'desc')
    .limit(1);
  await stage.elsewhere('1002', 'POST', '/api/schedules/delete_schedules/', { entries: [{ id: bar.id }] });
  await row.getByText('計画から外れた').waitFor();
  await row.getByRole('button', { name: `仮${id}-1 の仮押さえを解除` }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: '解除' }).click();
  await page.getByText(`仮${id}-1の仮押さえを解除しました。`).waitFor();
  await page.getByText('いま仮押さえはありません。').waitFor();
  await page.getByRole('button', { name: 'この日で仮押さえ' }).waitFor();
});

test('the sales desk wants one line of several to be held; the planner sees which, and holds it', async () => {
  const lines = plant.products.slice(0, 2).map(({ product_code }) => ({ product_code, pieces: 4 }));
  const { id } = await stage.elsewhere<Promised>('1004', 'POST', '/api/promises/', { title: '見積 Q-1191', lines });
  const sales = await stage.visit(`/promises?id=${id}&line=2`, { as: '1004' });
  await sales.getByRole('button', { name: 'この行だけ' }).click();
  await sales.getByRole('button', { name: '仮押さえを依頼' }).click();
  await sales.getByText('2行目の仮押さえを依頼しています').waitFor();
  const page = await stage.visit(`/promises?id=${id}`, { as: '1002', width: 1440 });
  await eventually(() => page.getByRole('button', { name: 'この行だけ' }).getAttribute('aria-pressed')).toBe('true');
  const wish = page.getByRole('listitem').filter({ hasText: '見積 Q-1191' });
  await eventually(async () => (await wish.innerText()).match(/4個/g)?.length).toBe(1);
  await wish.getByRole('link', { name: '見積 Q-1191' }).click();
  await eventually(() => asked(page, 'line')).toBe('2');
  await page.getByRole('button', { name: 'この日で仮押さえ' }).click();
  await page.getByText(new RegExp(`^仮${id}-2を[^ ]*出荷で仮押さえしました\\(期限4/8\\(水\\)\\)。$`)).waitFor();
  expect((await stage.read<Promised>(`/api/promises/${id}/`)).answers.map((answer) => answer.kept?.state)).toEqual([undefined, 'kept']);
});

test('a list of questions becomes a table of answers and a file; a wrong row is named, and nothing is asked', async () => {
  const [one, other] = plant.products as [Product, Product];
  const page = await stage.visit('/promises', { as: '1004', width: 390 });
  const put = async (...rows: (string | number)[][]) =>
    field(page, '質問の一覧を取込')
      .or(page.getByLabel('質問の一覧を取込'))
      .first()
      .setInputFiles(asFile('引合.xlsx', await workbookOf(rows)));
  await put(['製品コード', '個数'], [one.product_code, 0]);
  await page.getByText('行2「個数」: 「0」は1以上の整数を指定してください。').waitFor();
  await put(['品番', '数量', '希望納期'], [one.product_code, '４個', '2026/06/01'], [other.product_code, 2, '']);
  await page.getByRole('table', { name: '回答' }).getByText(one.product_name).first().waitFor();
  await page.getByRole('button', { name: '2行目の回答を見る' }).click();
  await eventually(() => asked(page, 'line')).toBe('2');
  expect(await violations(page)).toEqual([]);
  const { name, bytes } = await downloaded(page, page.getByRole('button', { name: '回答を出力' }));
  expect(name).toMatch(/^納期回答\d{12}\.xlsx$/);
  const sheet = (await openBook(bytes)).worksheets[0]!;
  expect([sheet.rowCount, sheet.getCell('B2').value, sheet.getCell('D3').value]).toEqual([3, one.product_code, 2]);
});
