import type { Page } from 'playwright-core';
import { describe, expect, it, test } from 'vitest';
import { plantDate } from '../../server/domain/ground/plant-time.ts';
import { MEMBERS_PER_SHEET } from '../../server/domain/plant/charge-sheet.ts';
import { readGrid } from '../../server/files/grid.ts';
import { browserStage, downloaded, eventually, still, violations } from '../support/browser.ts';
import { asked, gate } from '../support/page.ts';
import { leadTo } from '../support/tabs.ts';
import type { FurnaceRun } from './board.ts';

const stage = browserStage('planned');

describe('workbooks', () => {
  it('are asked for on the board by one press each, saved when they are made, and stay on ファイルダウンロード, which follows what is being made', async () => {
    const page = await stage.visit('/excels', { as: '1004' });
    await page.getByText('出力したファイルはありません。').waitFor();
    await leadTo(page, '/gantt', 'ガントチャート');
    await page.getByRole('button', { name: 'ファイルを出力' }).click();
    const dialog = page.getByRole('dialog', { name: 'ファイルを出力' });
    await dialog.getByText('※生産計画のExcelには6か月分の工程のみ出力されます。').waitFor();
    await eventually(() => dialog.getByLabel('出力開始日').inputValue()).toBe('2026-04-01');
    await dialog.getByText(/^すべて印刷すると 工程表 A3 約\d+枚、一覧 A4 約[\d,]+枚$/).waitFor();
    // The usual search begins today: the workbook holds the overdue orders all the same, unless they are unticked.
    await dialog.getByText(/と、納期が過ぎた製番$/).waitFor();
    const told = page.waitForRequest(/\/workbook_pages\//);
    await dialog.getByRole('checkbox', { name: '通常に、納期が過ぎた未完了の製番も入れる' }).uncheck();
    expect(new URL((await told).url()).searchParams.get('from_delivery')).toBe('2026-04-01');
    await dialog.getByText(/\(納期が過ぎた製番は入りません\)$/).waitFor();
    await dialog.getByRole('checkbox', { name: '通常に、納期が過ぎた未完了の製番も入れる' }).check();
    await dialog.getByLabel('通常の内容').click();
    await page.getByRole('option', { name: '一覧だけ' }).click();
    await dialog.getByText(/^すべて印刷すると 一覧 A4 約[\d,]+枚$/).waitFor();
    expect(await violations(dialog)).toEqual([]);
    const ordered = page.waitForRequest(/\/download_excel_gantt\//);
    // Once it is saved the link to it has gone.
    const { opened, open } = gate();
    await page.route('**/api/schedules/get_excels/**', (route) => opened.then(() => route.continue()));
    const saved = downloaded(page, dialog.getByRole('button', { name: '通常を出力' }));
    const { from_delivery, ...query } = Object.fromEntries(new URL((await ordered).url()).searchParams);
    expect([from_delivery, query]).toEqual([undefined, expect.objectContaining({ active_only: '1', sheets: 'list' })]);
    await page.getByText('ファイルを作成します、ファイルダウンロード画面にダウンロードして下さい。').waitFor();
    await page.getByRole('link', { name: 'ファイルダウンロード画面へ' }).click();
    open();
    await page.getByRole('heading', { name: 'ファイルダウンロード' }).waitFor();
    await page.getByRole('cell', { name: '通常' }).waitFor();
    await page.getByText('完了', { exact: true }).waitFor();
    expect((await saved).name).toBe('生産計画_通常_20260401.xlsx');
    const { name, bytes } = await downloaded(page, page.getByRole('button', { name: /通常 ダウンロード$/ }));
    expect(name).toBe('生産計画_通常_20260401.xlsx');
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    const list = await downloaded(page, page.getByRole('button', { name: '出力', exact: true }));
    const rows = [
      ['作成日', '種類', 'ステータス'],
      [expect.any(String), '通常', '完了'],
    ];
    expect(readGrid(list.bytes).rows.map(({ cells }) => cells)).toEqual(rows);
    expect(await violations(page)).toEqual([]);
  });

  it('of what is not there are refused in the words of the specification, and leave no record; from there one goes to the charge sheets', async () => {
    const page = await stage.visit('/facility-calendar', { as: '1004', width: 1600 });
    await page.getByRole('button', { name: 'ファイルを出力' }).click();
    const dialog = page.getByRole('dialog', { name: 'ファイルを出力' });
    await dialog.getByLabel('出力開始日').fill('2090-01-01');
    const before = await stage.read<{ count: number }>('/api/schedules/get_excels/');
    await dialog.getByRole('button', { name: '炉チャージ表を出力' }).click();
    await dialog.getByText('該当のデータが存在しません。').waitFor();
    expect(await stage.read<{ count: number }>('/api/schedules/get_excels/')).toEqual(before);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '炉チャージ表' }).click();
    await eventually(() => new URL(page.url()).search).toBe('?from=2026-04-01');
    const [run] = await runsOf('&from_date=2026-04-01&to_date=2026-04-01');
    await sheets(page).filter({ hasText: run!.charge_number }).first().waitFor();
    await still(page);
  });
});

/** What of the page does not fit: whatever is to be scrolled, and captions that are broken. Runs in the page. */
function misfits(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>('html, .figures-page, .figures-page *')];
  const scrolled = all.filter((element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const scrolls = (overflow: string): boolean => element === document.documentElement || /auto|scroll/.test(overflow);
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    return (scrolls(overflowY) && scrollHeight > clientHeight) || (scrolls(overflowX) && scrollWidth > clientWidth);
  });
  const broken = all.filter((element) => {
    if (!element.matches('h2, h2 + div, dt, dd')) return false;
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()].map(({ top, bottom }) => (top + bottom) / 2);
    return Math.max(...lines) - Math.min(...lines) > element.getBoundingClientRect().height / 2;
  });
  return [...scrolled, ...broken].map((element) => element.outerHTML.slice(0, 200));
}

describe('指標', () => {
  it('is one screen without a broken caption, and one page of A4 across', async () => {
    const page = await stage.visit('/figures', { as: '1004', width: 1440, height: 900 });
    await page.getByRole('region', { name: '設備負荷' }).getByRole('row').nth(3).waitFor();
    await still(page);
    expect(await page.evaluate(misfits)).toEqual([]);
    expect(await page.getByText('出荷が少なく比べません').count()).toBeLessThanOrEqual(1);
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type \/Page\b[^s]/g)).toHaveLength(1);
    // A4 across, in points.
    const [, wide, high] = /\/MediaBox \[0 0 (\S+) ([^\]\s]+)/.exec(paper) ?? [];
    expect([Number(wide), Number(high)]).toEqual([expect.closeTo(842, -1), expect.closeTo(595, -1)]);
  });
});

const runsOf = (search = ''): Promise<FurnaceRun[]> => stage.list(`/api/furnace-runs/?limit=1000${search}`);
const entriesOf = (runs: readonly FurnaceRun[]): string[] =>
  runs.flatMap(({ members }) => members.map(({ unique_order }) => unique_order)).sort();
const sheets = (page: Page) => page.getByRole('article');
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** What reaches beyond its place on the shown sheets. */
const overflowing = (page: Page): Promise<string[]> =>
  page.locator('.sheet').evaluateAll((all) =>
    all.flatMap((sheet) => {
      const foot = sheet.querySelector('footer')?.getBoundingClientRect().top ?? 0;
      const last = Math.max(
        ...[...sheet.children].filter(({ tagName }) => tagName !== 'FOOTER').map((part) => part.getBoundingClientRect().bottom),
      );
      const wide = [...sheet.querySelectorAll('td, th, .value, .hint, header div')].filter(
        (cell) => cell.scrollWidth > cell.clientWidth + 1,
      );
      return [...(last > foot ? [`${sheet.ariaLabel}: ${last} > ${foot}`] : []), ...wide.map((cell) => cell.textContent ?? '')];
    }),
  );

test('every run of the chosen days has its page, every member stands on exactly one, nothing overflows, and the paper has as many pages', async () => {
  const page = await stage.visit('/charge-sheet?from=2026-04-01&to=2026-04-14', { as: '1004' });
  const runs = await runsOf('&from_date=2026-04-01&to_date=2026-04-14');
  const expected = runs.reduce((sum, { members }) => sum + Math.ceil(members.length / MEMBERS_PER_SHEET), 0);
  expect(runs.length).toBeGreaterThan(5);
  await eventually(() => sheets(page).count()).toBe(expected);
  await eventually(() =>
    page
      .getByRole('status')
      .filter({ hasText: `${expected}枚` })
      .count(),
  ).toBe(1);
  expect((await page.locator('.members td.order').allTextContents()).sort()).toEqual(entriesOf(runs));
  expect(await overflowing(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))).toBe(expected);
});

test('days and furnace are chosen on the page and stand in its address; an empty day says so and leads to the next with a charge', async () => {
  const [run] = (await runsOf()).slice(-1);
  const day = plantDate(run!.run_start);
  const page = await stage.visit(`/charge-sheet?from=${day}`);
  await page.getByLabel('炉', { exact: true }).click();
  const { facility_name } = await stage.read<{ facility_name: string }>(`/api/facilities/${run!.facility_id}/`);
  await page.getByRole('option', { name: facility_name }).click();
  const shown = await runsOf(`&from_date=${day}&to_date=${day}&facility_ids=${run!.facility_id}`);
  await eventually(() => sheets(page).count()).toBe(shown.length);
  await eventually(() => asked(page, 'facility')).toBe(String(run!.facility_id));
  await page.getByLabel('開始日').fill('2026-03-01');
  await page.getByText('この条件の炉チャージはありません。').waitFor();
  const [next] = await runsOf(`&from_date=2026-03-02&facility_ids=${run!.facility_id}`);
  await page.getByRole('button', { name: /^次にある .* を表示$/ }).click();
  await eventually(() => asked(page, 'from')).toBe(plantDate(next!.run_start));
  await sheets(page).first().waitFor();
});
