import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { writeLoad } from '../../server/features/work/work.service.ts';
import { browserStage, eventually, violations } from '../support/browser.ts';
import { leadTo } from '../support/tabs.ts';
import { barOf } from './board.ts';

const stage = browserStage('planned');
const { visit } = stage;
const PHONE = { as: '1002', width: 390, height: 844 };
const TABLET = { width: 1024, height: 768 };

interface Today {
  facilities: { id: number; name: string; furnace: boolean }[];
  facility: { id: number };
  units: {
    unit: number;
    state: string;
    run: { id: number; members: { entry_id: number; deadline_date: string; unique_order: string; pieces: number }[] } | null;
  }[];
}

let furnace: Today;
/** Brings the fullest run of a furnace that has another one soon to this morning: the demo's plan begins after it, and not all of its members fit on a tablet. */
beforeAll(async () => {
  const { db } = stage.server;
  const run = await db('furnace_runs as r')
    .where('unit', 0)
    .whereRaw(
      `exists (select 1 from furnace_runs n where (n.layer, n.facility_id, n.unit) = (r.layer, r.facility_id, r.unit) and n.id <> r.id
         and n.run_start between '2026-04-01 12:00+09' and '2026-04-04 00:00+09')`,
    )
    .orderByRaw('(select count(*) from furnace_run_members m where m.furnace_run_id = r.id) desc, run_start, r.id')
    .first('id', 'facility_id', 'run_start');
  const shift = { shift: `'2026-04-01 08:00+09'::timestamptz - '${run.run_start}'::timestamptz` };
  await db.raw(`update plan_entries e set start_at = start_at + (${shift.shift}), end_at = end_at + (${shift.shift})
    from furnace_run_members m where m.plan_entry_id = e.id and m.furnace_run_id = ${run.id}`);
  await db.raw(
    `update furnace_runs set run_start = run_start + (${shift.shift}), run_end = run_end + (${shift.shift}) where id = ${run.id}`,
  );
  furnace = await stage.read<Today>(`/api/today/?facility=${run.facility_id}`);
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
const taps = () => stage.server.db('work_taps').orderBy('id').select('kind', 'undone');

test('a tap at the phone is seen on the open board at once; it is taken back there as well', async () => {
  const due = member().deadline_date;
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
  await phone.getByRole('button', { name: /を終了$/ }).waitFor();
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

test('what is tapped without a connection stays on the device, over a reload, and arrives once, in order', async () => {
  await stage.server.db('work_taps').delete();
  const phone = await visit(path(), PHONE);
  const finish = phone.getByRole('button', { name: /を終了$/ });
  await finish.waitFor();
  await phone.context().route('**/api/marks/', (route) => route.abort('internetdisconnected'));
  await phone.getByRole('button', { name: `${member().unique_order} 数量を1増やす` }).click();
  await finishEarly(phone);
  await phone.getByText('未送信 2件').first().waitFor();
  await phone.reload();
  await phone.getByText('未送信 2件').first().waitFor();
  expect(await taps()).toEqual([]);
  await phone.context().unroute('**/api/marks/');
  await phone.evaluate(() => window.dispatchEvent(new Event('online')));
  await phone.getByText(/^送信済み/).waitFor();
  expect(await taps()).toEqual(['quantity', 'finish'].map((kind) => ({ kind, undone: false })));
});

test('nothing has to be scrolled for on a phone, targets are wide enough for gloves, and who may only read finds no buttons', async () => {
  await underWay();
  const phone = await visit(path(), PHONE);
  await phone.getByRole('button', { name: /を終了$/ }).waitFor();
  const page = await phone.evaluate(() => ({ high: document.documentElement.scrollHeight, wide: document.documentElement.scrollWidth }));
  expect(page.high).toBeLessThanOrEqual(844);
  expect(page.wide).toBeLessThanOrEqual(390);
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
          high: document.documentElement.scrollHeight,
          words: button.textContent,
        }),
        undefined,
        { timeout: ASKED_MS },
      ),
  );
  expect(seen.words).toMatch(/終了予定は .+ です。前工程が未完了です。/);
  expect(seen.cut).toBe(false);
  expect(seen.high).toBeLessThanOrEqual(844);
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
  const name = furnace.facilities.find(({ id }) => id === furnace.facility.id)!.name;
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

/** Another tablet at the furnace, paired. */
async function secondTablet(): Promise<Page> {
  const token = await stage.server.token('1001');
  const post = async (path: string, body: object) => (await stage.server.call('POST', path, { token, body })).body;
  const { id } = (await post('/api/terminals/', { name: '炉横', facility_ids: [furnace.facility.id] })) as { id: number };
  const { code } = (await post(`/api/terminals/${id}/code/`, {})) as { code: string };
  return visit(`/terminal?code=${code}`, { ...TABLET, as: null });
}

test('a terminal is paired by its code, shows the last plan after a restart without network, and sends what was tapped then once; who was second is told so; cut off, it says so', async () => {
  const { db } = stage.server;
  await underWay();
  const token = await stage.server.token('1001');
  const admin = await visit('/terminals', { as: '1001', width: 1440 });
  await admin.getByRole('button', { name: '端末を追加' }).click();
  await admin.getByLabel('端末名').fill('炉前');
  await admin.getByRole('combobox', { name: '設備', exact: true }).click();
  await admin.getByRole('option', { name: furnace.facilities.find(({ id }) => id === furnace.facility.id)!.name, exact: true }).click();
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
  const finish = (page: Page) => page.getByRole('button', { name: /を終了$/ });
  // All of it is on screen: nothing scrolls.
  await finish(tablet).waitFor();
  expect(await tablet.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(768);
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
  expect(await taps()).toEqual([]);
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
  const asked: string[] = [];
  tablet.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await tablet.context().setOffline(true);
  await tablet.waitForFunction(() => !navigator.onLine);
  const again = tablet.waitForResponse((response) => response.url().includes('/api/today/') && response.ok());
  await tablet.context().setOffline(false);
  await again;
  expect(new Set(asked.filter((path) => path.startsWith('/api/')))).not.toContain('/api/me/');
  await tablet.getByRole('heading', { name: '炉前' }).waitFor();

  // Of two tablets that finish the same run the second is told so, nothing is marked twice, and it takes back what the first has said.
  const second = await secondTablet();
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
  await tablet.getByText('別の端末で終了済みです').first().waitFor();
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
  await stage.server.call('DELETE', `/api/terminals/${id}/`, { token });
  await tablet.reload();
  await tablet.getByText(/^この端末の登録は解除されました/).waitFor();
  await tablet.getByLabel('6けたの番号').waitFor();
  await network.pull();
});
