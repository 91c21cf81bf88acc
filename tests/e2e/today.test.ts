import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { writeLoad } from '../../server/features/work/work.service.ts';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { beyond } from '../support/page.ts';
import { leadTo } from '../support/tabs.ts';
import { barOf } from './board.ts';
import { terminalCode } from './terminals.ts';

const stage = browserStage('planned');
const { visit } = stage;
const PHONE = { as: '1002', width: 390, height: 844 };
const TABLET = { width: 1024, height: 768 };

type Today = Success<'getToday'>;
let furnace: Today & { facility: NonNullable<Today['facility']> };
/** Brings a furnace run of lots with open processes before them to this morning, and so many lots of others into it that they do not all fit on a tablet. */
beforeAll(async () => {
  const { db } = stage.server;
  const { id, facility_id } = await db('furnace_runs as r')
    .join('facilities as f', 'f.id', 'r.facility_id')
    .where({ 'r.layer': PUBLISHED, 'f.availability': 1 })
    .whereRaw(
      `exists (select 1 from furnace_run_members m join bars b on (b.layer, b.id) = (m.layer, m.plan_entry_id)
        join bars e on (e.layer, e.lot_id) = (b.layer, b.lot_id)
        where (m.layer, m.furnace_run_id) = (r.layer, r.id) and e.task_sort < b.task_sort and e.open)`,
    )
    .orderByRaw('(select count(*) from furnace_runs o where o.facility_id = r.facility_id) desc, r.id')
    .first('r.id', 'r.facility_id');
  await db.raw(`update furnace_run_members set furnace_run_id = ${id} where layer = ${PUBLISHED} and plan_entry_id in
    (select m.plan_entry_id from furnace_run_members m join furnace_runs r on (r.layer, r.id) = (m.layer, m.furnace_run_id)
      where r.layer = ${PUBLISHED} and r.facility_id = ${facility_id} group by 1 having count(*) = 1 and min(r.id) <> ${id} order by 1 limit 6)`);
  await db.raw(
    `delete from furnace_runs r where not exists (select 1 from furnace_run_members m where (m.layer, m.furnace_run_id) = (r.layer, r.id))`,
  );
  const today = { run_start: '2026-04-01T08:00+09', run_end: '2026-04-01T20:00+09' };
  await db('furnace_runs').where({ layer: PUBLISHED, id }).update(today);
  const members = db('furnace_run_members').where({ layer: PUBLISHED, furnace_run_id: id }).select('plan_entry_id');
  await db('plan_entries')
    .where('layer', PUBLISHED)
    .whereIn('id', members)
    .update({ start_at: today.run_start, end_at: today.run_end, unit: 0 });
  furnace = await stage.read(`/api/today/?facility=${facility_id}`);
});
/** The run is under way, and nobody has said more of it. */
async function underWay(): Promise<void> {
  const { db } = stage.server;
  await Promise.all([db('work_taps').delete(), db('facility_stops').delete()]);
  await db('actuals').whereNotNull('started_at').update({ finished_at: null, ended_on: null });
  const said = { started_at: '2026-04-01T08:10:00+09:00', finished_at: null };
  await db.transaction((trx) => writeLoad(trx, furnace.units[0]!.run!.id, said));
}
const member = () => furnace.units[0]!.run!.members[0]!;
const path = () => `/today?facility=${furnace.facility.id}`;
const card = (page: Page) => page.getByRole('button', { name: /を開始$/ });
/** Longer than it is asked. */
const ASKED_MS = 6_000;
/** Presses what asks before it counts, and goes on with the question; a busy machine may let it pass unanswered. */
async function asked<Answer>(page: Page, press: () => Promise<void>, question: RegExp, goOn: (sure: Locator) => Promise<Answer>) {
  for (let more = 2; ; more -= 1) {
    await press();
    try {
      return await goOn(page.getByRole('button', { name: question }));
    } catch (error) {
      if (more === 0) throw error;
    }
  }
}
const yes = (sure: Locator) => sure.click({ timeout: ASKED_MS });
const FINISH = /もう一度押すと終了します$/;
const finish = (page: Page) => page.getByRole('button', { name: /を終了$/ });
/** Finished much before its end: it asks once. */
const finishEarly = (page: Page) => asked(page, () => finish(page).click(), FINISH, yes);
/** Started over an open process: it asks once. */
const start = (page: Page, at = card(page)) => asked(page, () => at.dblclick(), /もう一度押すと開始します$/, yes);
/** What was started or said last is taken back where it is written: it asks once. */
const takeBack = (page: Page) =>
  asked(page, () => page.getByRole('button', { name: /を取り消す$/ }).click(), /^もう一度押すと取り消します$/, yes);
/** The buttons of a page that a glove misses: all it takes is 56 px both ways. */
const tooSmall = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const { width, height } = button.getBoundingClientRect();
        return width < 56 || height < 56 ? `${button.getAttribute('aria-label') ?? button.textContent} ${width} x ${height}` : [];
      }),
    );
/** How much of an element is on screen, 0 to 1, without what is cut off by what it stands in. */
const shareSeen = (locator: Locator): Promise<number> =>
  locator.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const watch = new IntersectionObserver(([entry]) => {
          watch.disconnect();
          resolve(Math.round(entry!.intersectionRatio * 100) / 100);
        });
        watch.observe(element);
      }),
  );
const pageHeight = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);

test('a tap at the phone is seen on the open board at once; it is taken back there as well', async () => {
  const due = member().deadline_date!;
  // A row a lot: what is finished is not folded away.
  const board = await visit(`/gantt?no_search=true&stack=0&from_date=${due}&to_date=${due}`, { as: '1002', width: 1600, height: 1800 });
  const bar = barOf(board, member().entry_id);
  await bar.waitFor();
  const phone = await visit(path(), PHONE);
  // Brought forward, its lots have processes before it that are open: the card says so and asks once. A glove that bounces does not answer.
  await phone
    .getByText(/^前工程 未完了: /)
    .first()
    .waitFor();
  await start(phone);
  await phone.getByText('運転中').first().waitFor();
  await finish(phone).waitFor();
  await eventually(() => bar.getAttribute('class')).toContain('locked');
  // A count is kept whether or not a reason is given.
  const less = phone.getByRole('button', { name: `${member().unique_order} 数量を1減らす` });
  await less.click();
  await phone.getByRole('button', { name: '理由を付けずに閉じる' }).click();
  await phone.getByText('不良 1', { exact: true }).waitFor();
  await phone.getByRole('button', { name: `${member().unique_order} 数量を1増やす` }).click();
  await less.click();
  await phone
    .getByRole('dialog', { name: `${member().unique_order} の不良の理由` })
    .getByRole('button', { name: '割れ' })
    .click();
  const good = member().pieces - 1;
  await phone.getByText('割れ 1', { exact: true }).waitFor();
  // The list of this device says of how many, and why.
  await phone.getByRole('button', { name: /内容を見る$/ }).click();
  await phone.getByText(`数量 ${member().unique_order} ${good}／${member().pieces}個 割れ 1`).waitFor();
  await phone.getByRole('button', { name: '閉じる' }).click();
  // The board says how many are no good, and why.
  await eventually(async () => {
    await board.getByRole('heading', { level: 1 }).hover();
    await bar.hover();
    return board.getByRole('tooltip').innerText();
  }).toMatch(/不良\s+1個 割れ/);
  await finishEarly(phone);
  await eventually(() => bar.getAttribute('class')).toContain('finished');
  await takeBack(phone);
  await eventually(() => bar.getAttribute('class')).not.toContain('finished');
  expect(await violations(phone)).toEqual([]);
});

test('nothing has to be scrolled for on a phone, targets are wide enough for gloves, and who may only read finds no buttons', async () => {
  await underWay();
  const phone = await visit(path(), PHONE);
  await finish(phone).waitFor();
  expect(await beyond(phone)).toEqual([0, 0]);
  expect(await tooSmall(phone)).toEqual([]);
  // Over open processes and much before its end, the question is at its longest: it is read in full, and nothing is pushed off the screen.
  const seen = await asked(
    phone,
    () => finish(phone).click(),
    FINISH,
    (sure) =>
      sure.evaluate(
        (button) => ({
          cut: button.scrollHeight > button.clientHeight || button.scrollWidth > button.clientWidth,
          words: button.textContent,
        }),
        undefined,
        { timeout: ASKED_MS },
      ),
  );
  expect(seen.words).toMatch(/終了予定は .+ です。前工程が未完了です。/);
  expect(seen.cut).toBe(false);
  expect(await pageHeight(phone)).toBeLessThanOrEqual(844);
  const reader = await visit(path(), { ...PHONE, as: '1004' });
  await reader.getByText(member().unique_order, { exact: true }).waitFor();
  expect(await reader.getByRole('button', { name: /を終了$|を開始$|数量を/ }).count()).toBe(0);
});

test('without a connection every facility that was open can be chosen, the others lead back; a narrow bar keeps its name in full', async () => {
  const tablet = await visit(path(), { as: '1002', width: 800, height: 1200 });
  const choice = tablet.getByRole('combobox', { name: '設備', exact: true });
  const [seen, unseen] = furnace.facilities.filter(({ id }) => id !== furnace.facility.id);
  const choose = async (name: string) => {
    await choice.click();
    await tablet.getByRole('option', { name, exact: true }).click();
  };
  const { name } = furnace.facility;
  const kept = (id: number) =>
    eventually(() => tablet.evaluate((key) => localStorage.getItem(key) !== null, `production-planner.today.work.${id}`)).toBe(true);
  await tablet.getByText(member().unique_order).first().waitFor();
  // A tab that has rested shows at once what it was told before; what is kept comes with the answer.
  await kept(furnace.facility.id);
  await choose(seen!.name);
  await kept(seen!.id);
  const product = tablet.getByRole('banner').getByText('生産計画立案システム');
  await eventually(() => product.evaluate((box) => box.scrollWidth <= box.clientWidth && box.clientWidth > 100)).toBe(true);
  await tablet.getByRole('banner').getByText('生産計画担当').waitFor({ state: 'hidden' });
  await tablet.context().route('**/api/today/**', (route) => route.abort('internetdisconnected'));
  await choose(name);
  await tablet.getByText(member().unique_order).first().waitFor();
  await tablet.getByText(/時点の内容を表示$/).waitFor();
  await choose(unseen!.name);
  await tablet.getByText('この設備はこの端末でまだ開いていません。', { exact: false }).waitFor();
  await eventually(() => choice.innerText()).toBe(unseen!.name);
  await tablet.getByRole('button', { name: `${name} を表示` }).click();
  await tablet.getByText(member().unique_order).first().waitFor();
});

/** A cable between a browser and the server, to be pulled and plugged in again: what a browser is told of its network does not reach its workers. */
async function cable(url: string): Promise<{ url: string; pull(): Promise<void>; plug(): Promise<void> }> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const other = connect(Number(port), hostname);
    for (const one of [socket, other]) {
      sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => sockets.delete(one));
    }
    socket.pipe(other).pipe(socket);
  });
  const listen = (at: number) => new Promise<void>((resolve) => proxy.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (proxy.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${own}`,
    pull: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    plug: () => listen(own),
  };
}

test('a terminal is paired by its code, shows the last plan after a restart without network, and sends what was tapped then once; who was second is told so; cut off, it says so', async () => {
  const { db } = stage.server;
  await underWay();
  const admin = await visit('/terminals', { as: '1001', width: 1440 });
  await admin.getByRole('button', { name: '端末を追加' }).click();
  await admin.getByLabel('端末名').fill('炉前');
  await admin.getByRole('combobox', { name: '設備', exact: true }).click();
  await admin.getByRole('option', { name: furnace.facility.name, exact: true }).click();
  // A name counts without Enter as well.
  await admin.getByRole('combobox', { name: '作業者(任意)' }).fill('山田');
  await admin.getByRole('button', { name: '保存' }).click();
  const code = admin.getByText(/^\d{3} \d{3}$/);
  const network = await cable(stage.server.url);
  const tablet = await visit('/login', TABLET);
  const joined = admin.getByText('「炉前」がつながりました。').waitFor();
  await tablet.goto(`${network.url}/terminal?code=${(await code.textContent())!.replace(' ', '')}`);
  await tablet.getByRole('heading', { name: '炉前' }).waitFor();
  await joined;
  expect(await violations(admin)).toEqual([]);
  expect(await tablet.getByRole('navigation').count()).toBe(0);
  // All of it is on screen: nothing scrolls.
  await finish(tablet).waitFor();
  expect(await pageHeight(tablet)).toBeLessThanOrEqual(768);
  // The header is one line, and all of it fits.
  const header = await tablet.locator('header').evaluate((line) => [line.getBoundingClientRect().height, line.scrollWidth]);
  expect(header).toEqual([64, 1024]);
  const count = furnace.units[0]!.run!.members.length;
  await eventually(() => tablet.getByRole('status').allTextContents()).toContainEqual(expect.stringMatching(`^1〜\\d /${count}$`));
  await eventually(() => shareSeen(tablet.getByText('次', { exact: true }))).toBe(1);
  expect(await tooSmall(tablet)).toEqual([]);
  expect(await violations(tablet)).toEqual([]);

  await tablet.evaluate(async () => void (await navigator.serviceWorker.ready));
  await network.pull();
  await tablet.reload();
  await tablet.getByRole('heading', { name: '炉前' }).waitFor();
  await tablet.getByText('サーバー未接続').waitFor();
  await tablet.getByRole('button', { name: '作業者 未選択' }).click();
  await tablet.getByRole('button', { name: '山田' }).click();
  await finishEarly(tablet);
  await tablet
    .getByRole('button', { name: /を停止$/ })
    .first()
    .click();
  await tablet.getByRole('button', { name: '設備故障' }).click();
  await tablet.getByText(/^停止中 設備故障/).waitFor();
  await tablet.getByText('未送信 2件').first().waitFor();
  // What the strip says is read in full: a line more at most is some 15 px.
  const isCut = (strip: Element): boolean =>
    [...strip.querySelectorAll('[role="status"] > *')].some(
      (line) => line.scrollHeight > line.clientHeight + 6 || line.scrollWidth > line.clientWidth,
    );
  await eventually(() => tablet.getByRole('button', { name: /内容を見る$/ }).evaluate(isCut)).toBe(false);
  for (const shown of [tablet.getByRole('button', { name: /を取り消す$/ }), tablet.getByText('次', { exact: true })])
    await eventually(() => shareSeen(shown)).toBe(1);
  expect(await tooSmall(tablet)).toEqual([]);
  await tablet.reload();
  await tablet.getByText('未送信 2件').first().waitFor();
  await tablet.getByText(/^停止中 設備故障/).waitFor();
  expect(await db('work_taps')).toEqual([]);
  await network.plug();
  await tablet.getByText(/^送信済み/).waitFor();
  const sent = await db('work_taps').orderBy('id').select('kind', 'reason', 'worker', 'undone');
  expect(sent).toEqual([
    { kind: 'finish', reason: null, worker: '山田', undone: false },
    { kind: 'stop', reason: 'breakdown', worker: '山田', undone: false },
  ]);
  // The list says what was sent.
  await tablet.getByRole('button', { name: /内容を見る$/ }).click();
  await tablet.getByRole('dialog').getByText('停止 設備故障 山田').waitFor();
  await tablet.getByRole('button', { name: '閉じる' }).click();
  // The board of facilities names the stop and its reason.
  await leadTo(admin, '/facility-calendar', '設備別カレンダー');
  await admin.getByTitle(/^停止中 設備故障 /).waitFor();

  await underWay();
  // A connection that comes back asks for nothing that a terminal may not call, which would end its session.
  const calls: string[] = [];
  tablet.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await tablet.context().setOffline(true);
  await tablet.waitForFunction(() => !navigator.onLine);
  const again = tablet.waitForResponse((response) => response.url().includes('/api/today/') && response.ok());
  await tablet.context().setOffline(false);
  await again;
  expect(new Set(calls)).not.toContain('/api/me/');
  await tablet.getByRole('heading', { name: '炉前' }).waitFor();

  // Of two tablets that finish the same run the second is told so, nothing is marked twice, and it takes back what the first has said.
  const second = await visit(`/terminal?code=${await terminalCode(stage, '炉横', furnace.facility.id)}`, { ...TABLET, as: null });
  await finish(second).waitFor();
  await finish(tablet).waitFor();
  await network.pull();
  await finishEarly(second);
  await second.getByText(/^送信済み/).waitFor();
  const marks = () =>
    db('actuals').whereNotNull('started_at').orderBy('order_task_id').select('order_task_id', 'good', 'finished_at', 'changed_at');
  const marked = await marks();
  await finishEarly(tablet);
  await tablet.getByText('未送信 1件').first().waitFor();
  await network.plug();
  // Nothing differs: it is told calmly, and waits for nothing.
  await tablet.getByRole('button', { name: /内容を見る$/ }).click();
  const told = tablet.getByRole('listitem').filter({ hasText: '別の端末で終了済みです' });
  await told.waitFor();
  expect(await tablet.getByRole('dialog').getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    '確認してください',
    '送信済み(新しい順)',
  ]);
  expect(await told.getByRole('button').allTextContents()).toEqual(['確認']);
  await told.getByRole('button').first().click();
  await tablet.getByText('送信待ちの記録はありません。').waitFor();
  await tablet.getByRole('button', { name: '閉じる' }).click();
  expect(await marks()).toEqual(marked);
  await takeBack(tablet);
  for (const one of [second, tablet]) await finish(one).waitFor();

  const { id } = await db('terminals').where({ name: '炉前' }).first('id');
  await stage.elsewhere('1001', 'DELETE', `/api/terminals/${id}/`);
  await tablet.reload();
  await tablet.getByText(/^この端末の登録は解除されました/).waitFor();
  await tablet.getByLabel('6けたの番号').waitFor();
  await network.pull();
});
