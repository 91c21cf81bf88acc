import { beforeAll, expect, test } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { formatMonthDay } from '../../server/domain/ground/plant-time.ts';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { crowd } from '../support/crowded.ts';
import { QUICK_RUN } from '../support/quick-run.ts';

const stage = browserStage('short');

type Promised = Success<'getPromise'>;
type Answer = Promised['answers'][number];
type Order = Success<'listOrders'>['results'][number];

const known = (id: number) => stage.read<Promised>(`/api/promises/${id}/`);
const asked = { id: 0, free: '', early: '' };

beforeAll(async () => {
  await crowd(stage.server.db);
  await stage.server.services.runs.runAndWait(QUICK_RUN, '1002');
  // A product of which an earlier day is known, and an order is open.
  const open = (await stage.list<Order>('/api/orders/?limit=100')).filter((order) => order.open);
  for (const product_id of new Set(open.flatMap((order) => order.product_id ?? []))) {
    const question = { title: '見積 Q-1192', lines: [{ product_id, pieces: 4 }] };
    const { id, answers } = await stage.server.services.promises.ask(question);
    const [{ date, earlier }] = answers as [Answer];
    Object.assign(asked, { id, free: date, early: earlier[0]?.date });
    if (earlier.length > 0) return;
  }
});

test('a planner holds an earlier day and plans it first; the sales desk sees the days, and what they cost', async () => {
  const { id, free, early } = asked;
  const sales = await stage.visit(`/promises?id=${id}`, { as: '1004' });
  const page = await stage.visit(`/promises?id=${id}`, { as: '1002', width: 1280 });
  const [days, hold] = [
    page.getByRole('textbox', { name: '日数' }),
    page.getByRole('button', { name: `${formatMonthDay(early)}で仮押さえ` }),
  ];
  await days.fill('0');
  await eventually(() => hold.isDisabled()).toBe(true);
  await days.fill('3');
  await hold.click();
  await page.getByRole('heading', { name: `${formatMonthDay(early)} 出荷で仮押さえ中` }).waitFor();
  const late = `いまの計画では${formatMonthDay(free)}です`;
  const row = page.getByRole('table', { name: '仮押さえ', exact: true }).getByRole('row', { name: `仮${id}-1` });
  await row.getByText(late).waitFor();
  await row.getByText('あと3日').waitFor();
  await row.getByRole('cell', { name: `${formatMonthDay(early)} ${late}` }).waitFor();
  await sales.getByText(late).first().waitFor();
  expect(await sales.getByRole('button', { name: '先に立案' }).count()).toBe(0);
  expect(await sales.getByRole('button', { name: '仮押さえ' }).count()).toBe(0);
  await row.getByRole('button', { name: `仮${id}-1 を先に立案` }).click();
  const dialog = page.getByRole('dialog', { name: `仮${id}-1 を先にして立案します` });
  await dialog.getByText(`約束の日 ${formatMonthDay(early)}。回答したときの見込み: `).waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: '立案を実行' }).click();
  await row.getByText('立案中…').waitFor();
  const { runs } = stage.server.services;
  const run = (await runs.newest())!;
  const order = (await known(id)).answers[0]!.kept!.order_id!;
  expect(run.payload).toMatchObject({ first_orders: [order] });
  // It searches for as long as the plant says; a short one tells as much here, where it has not ended.
  await runs.cancel(run.id).catch(() => undefined);
  await runs.runAndWait({ ...QUICK_RUN, first_orders: [order] }, '1002');
  await eventually(() => row.getByRole('button', { name: '先に立案' }).count()).toBe(0);
  await eventually(() => row.getByText('いまの計画では').count()).toBe(0);
  const { kept } = (await known(id)).answers[0]!;
  // What is held needs no asking again.
  expect((await known(id)).outdated).toBe(true);
  expect(await page.getByText('この回答のあとに計画が変わっています').count()).toBe(0);
  expect([kept!.broken, kept!.date, kept!.reaches! <= early]).toEqual([false, early, true]);
});

test('what is held waits for a number only where that can be; it is taken back in one press', async () => {
  const { id } = asked;
  const { product_id } = (await known(id)).answers[0]!;
  const orders = await stage.list<Order>('/api/orders/?limit=100');
  const other = orders.find((order) => order.product_id !== product_id)!.serial_number;
  const page = await stage.visit(`/promises?id=${id}`, { as: '1002', width: 1280 });
  const row = page.getByRole('table', { name: '仮押さえ', exact: true }).getByRole('row', { name: `仮${id}-1` });
  await row.getByRole('button', { name: `仮${id}-1 を受注に結ぶ` }).click();
  const dialog = page.getByRole('dialog');
  const tie = dialog.getByRole('button', { name: '結ぶ', exact: true });
  const type = (serial: string) => dialog.getByRole('combobox', { name: '受注した製番' }).fill(serial);
  await type(other);
  await dialog.getByText(`製番${other}は、別の製品「`).waitFor();
  await eventually(() => tie.isDisabled()).toBe(true);
  // A number in full needs no pick from the list; where the plan has the order behind the promised day, that is said.
  const real = orders.find((order) => order.product_id === product_id && order.open && order.promise === null)!;
  await type(real.serial_number);
  await eventually(() => tie.isEnabled()).toBe(true);
  const { date } = (await known(id)).answers[0]!.kept!;
  await eventually(() => dialog.getByText(`約束の日${formatMonthDay(date)}に対し、この受注の計画は`).count()).toBe(
    real.shipping_date !== null && real.shipping_date > date ? 1 : 0,
  );
  await type('仮9999-1');
  await dialog.getByText('仮9999-1は仮押さえの番号です。').waitFor();
  await eventually(() => tie.isDisabled()).toBe(true);
  await type('026ZZ-2');
  await dialog.getByText('製番026ZZ-2はまだ取り込まれていません。').waitFor();
  await tie.click();
  await row.getByText('製番026ZZ-2の取込待ち').waitFor();
  await row.getByRole('button', { name: `仮${id}-1 が製番026ZZ-2の取込を待つのをやめる` }).click();
  await eventually(() => page.getByText('の取込待ち').count()).toBe(0);
  expect((await known(id)).answers[0]!.kept).toMatchObject({ state: 'kept', awaits: null });
});

test('how many wait for somebody is asked once for all pages', async () => {
  const page = await stage.visit('/products', { as: '1002', width: 1280 });
  const asks: string[] = [];
  page.on('request', (request) => void (request.url().includes('attention=true') && asks.push(request.url())));
  for (const name of ['オーダー一覧', '工程一覧', '設備一覧']) {
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { name }).waitFor();
  }
  expect(asks).toEqual([]);
});
