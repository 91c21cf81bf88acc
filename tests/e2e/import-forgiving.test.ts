import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { IMPORT_TITLES } from '../../admin/texts/parts.ts';
import type { ImportKindName } from '../../server/domain/files/imports.ts';
import { IMPORT_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { readGrid } from '../../server/files/grid.ts';
import { book, order } from '../hazards/parts.ts';
import { FORGIVING_FILES, forgivingPlant } from '../imports/forgiving-files.ts';
import { browserStage, downloaded, eventually } from '../support/browser.ts';
import { choose, importButton, panel } from './import-files.ts';

const stage = browserStage('short');
beforeAll(() => forgivingPlant(stage.server.db));

const title = (kind: ImportKindName): string => IMPORT_TITLES[kind] as string;
const listed = (page: Page, name: string): Locator => page.getByRole('list', { name }).getByRole('listitem');

/** Those of two pages: that all three say the same of the others, tests/imports/dirty.test.ts tells with the panel's judge. */
test.each([
  ['/orders', ['orders']],
  ['/products', ['products', 'heat-treatments']],
] as const)('the panels of %s say what call and command line say', async (path, kinds) => {
  const page = await stage.visit(path);
  for (const file of FORGIVING_FILES.filter(({ kind }) => (kinds as readonly string[]).includes(kind))) {
    await choose(page, title(file.kind), file.name, Buffer.from(file.bytes));
    await eventually(() => listed(page, 'エラー').allTextContents()).toEqual(file.references ?? file.errors);
    // What several rows say stands there once, with their numbers behind it.
    await eventually(async () => {
      const said = await listed(page, '警告').allTextContents();
      return file.warnings.filter((text) => !said.some((one) => one === text || one.startsWith(`${IMPORT_TEXTS.causeOf(text)}行`)));
    }).toEqual([]);
    await panel(page, title(file.kind)).getByRole('button', { name: '選択を取り消す' }).click();
  }
});

test('after エラー行を除く the left-out rows are counted and named, and come as a file for those who can mend them', async () => {
  const page = await stage.visit('/orders');
  const bytes = book('orders', [
    order({ serial: '02649101' }),
    order({ serial: '02649102', casting: '2026/13/01' }),
    order({ serial: '02649103' }),
    order({ serial: '02649104' }),
  ]);
  await choose(page, title('orders'), '朝のオーダー.xlsx', Buffer.from(bytes));
  await page.getByRole('button', { name: '4行目を除外' }).click();
  await page.getByRole('checkbox', { name: 'エラー行を除く' }).check();
  await importButton(page, title('orders')).click();
  const dialog = page.getByRole('dialog', { name: '除いた行があります' });
  await dialog.getByText('2行を除いて取り込みました(行3、4)。').waitFor();
  const { name, bytes: file } = await downloaded(page, dialog.getByRole('button', { name: '除いた行をダウンロード' }));
  expect(name).toMatch(/^オーダー除いた行\d{12}\.xlsx$/);
  const rows = readGrid(new Uint8Array(file)).rows.map(({ cells }) => [cells[0], cells[1], cells.at(-1)]);
  expect(rows).toEqual([
    ['行', '製番', '理由'],
    [3, '02649102', '行3「納期」: 「2026/13/01」は日付として読めません。'],
    [4, '02649103', 'プレビューで除いた行です。'],
  ]);
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'OK' }).click()]);
  await page.getByText('02649101').first().waitFor();
});
