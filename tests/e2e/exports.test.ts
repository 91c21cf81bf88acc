import { describe, expect, it } from 'vitest';
import { readGrid } from '../../server/files/grid.ts';
import { browserStage, downloaded, eventually, still, violations } from '../support/browser.ts';

const stage = browserStage('planned');

describe('workbooks', () => {
  it('are asked for on the board by one press each, saved when they are made, and stay on ファイルダウンロード, which follows what is being made', async () => {
    const page = await stage.visit('/excels', { as: '1004' });
    await page.getByText('出力したファイルはありません。').waitFor();
    expect(await violations(page)).toEqual([]);

    await page.goto(`${stage.server.url}/gantt`);
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
    expect(await violations(page)).toEqual([]);
    const asked = page.waitForRequest(/\/download_excel_gantt\//);
    // Once it is saved the link to it has gone.
    let look = (): void => undefined;
    const isPressed = new Promise<void>((resolve) => {
      look = resolve;
    });
    const lists = '**/api/schedules/get_excels/**';
    await page.route(lists, async (route) => {
      await isPressed;
      await route.continue();
    });
    const saved = downloaded(page, dialog.getByRole('button', { name: '通常を出力' }));
    const { from_delivery, ...query } = Object.fromEntries(new URL((await asked).url()).searchParams);
    expect([from_delivery, query]).toEqual([undefined, expect.objectContaining({ active_only: '1', sheets: 'list' })]);
    await page.getByText('ファイルを作成します、ファイルダウンロード画面にダウンロードして下さい。').waitFor();
    await page.getByRole('link', { name: 'ファイルダウンロード画面へ' }).click();
    look();

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

  it('of what is not there are refused in the words of the specification, and leave no record', async () => {
    const page = await stage.visit('/facility-calendar', { as: '1002' });
    await page.getByRole('button', { name: 'ファイルを出力' }).click();
    const dialog = page.getByRole('dialog', { name: 'ファイルを出力' });
    await dialog.getByLabel('出力開始日').fill('2090-01-01');
    const before = await stage.read<{ count: number }>('/api/schedules/get_excels/');
    await dialog.getByRole('button', { name: '炉チャージ表を出力' }).click();
    await dialog.getByText('該当のデータが存在しません。').waitFor();
    expect(await stage.read<{ count: number }>('/api/schedules/get_excels/')).toEqual(before);
  });

  it('that failed say so and give no link', async () => {
    const [job] = await stage.server.db('jobs').insert({ kind: 'export', status: 'error' }).returning('id');
    await stage.server.db('excel_files').insert({ job_id: job.id, file_type: 'outsourcing', date: '2026-04-02T10:00:00+09:00' });
    const page = await stage.visit('/excels');
    const row = page.getByRole('row', { name: /2026\/04\/02\(木\) 10:00/ });
    await row.getByText('エラー').waitFor();
    await row.getByText('外注').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
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
