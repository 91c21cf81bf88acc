import { describe, expect, it } from 'vitest';
import { readGrid } from '../../server/files/grid.ts';
import { browserStage, downloaded, eventually, violations } from '../support/browser.ts';

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
    await dialog.getByRole('checkbox', { name: '通常に、納期が過ぎた未完了の製番も入れる' }).uncheck();
    await dialog.getByText(/\(納期が過ぎた製番は入りません\)$/).waitFor();
    await dialog.getByRole('checkbox', { name: '通常に、納期が過ぎた未完了の製番も入れる' }).check();
    await dialog.getByLabel('通常の内容').click();
    await page.getByRole('option', { name: '一覧だけ' }).click();
    await dialog.getByText(/^すべて印刷すると 一覧 A4 約[\d,]+枚$/).waitFor();
    expect(await violations(page)).toEqual([]);
    const saved = downloaded(page, dialog.getByRole('button', { name: '通常を出力' }));
    await page.getByText('ファイルを作成します、ファイルダウンロード画面にダウンロードして下さい。').waitFor();
    await page.getByRole('link', { name: 'ファイルダウンロード画面へ' }).click();

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
