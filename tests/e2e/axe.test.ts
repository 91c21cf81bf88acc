import { expect, test } from 'vitest';
import { browserStage, violations } from '../support/browser.ts';
import { leadTo } from '../support/tabs.ts';

const { visit } = browserStage('short');

/** A page with the heading that tells that it is there; `dark`: it has colours of its own, to be judged in the dark as well. */
type Place = readonly [path: string, heading: string, dark?: 'dark'];

/** One page of each make, but those that other files judge. */
const PLACES: readonly Place[] = [
  ['/products', '製品一覧', 'dark'],
  ['/products/1', '製品編集', 'dark'],
  ['/employees/add', '社員登録'],
  ['/today', '今日の作業', 'dark'],
  ['/figures', '指標', 'dark'],
  ['/run-history', '立案の履歴'],
  ['/holidays', '休日カレンダー'],
  ['/facility_availability', '設備稼働', 'dark'],
  ['/master_check', 'マスタ点検'],
];
/** Those, and the other lists and forms, which are made of the same parts. */
const ALIKE: readonly Place[] = [
  ['/audit', '変更履歴', 'dark'],
  ['/gantt', '生産計画ガントチャート', 'dark'],
  ['/facility-calendar', '設備別カレンダー', 'dark'],
  ['/outsourcing-work', '外注', 'dark'],
  ['/promises', '納期回答', 'dark'],
  ['/tasks', '工程一覧'],
  ['/orders', 'オーダー一覧'],
  ['/order_tasks', '工程情報一覧'],
  ['/casting', '鋳込み一覧'],
  ['/facilities', '設備一覧'],
  ['/outsourcings', '外注一覧'],
  ['/employees', '社員一覧'],
  ['/import-history', '取込履歴'],
  ['/orders/1', 'オーダー詳細'],
  ['/order_tasks/1', '工程情報詳細'],
  ['/facilities/1', '設備編集'],
  ['/outsourcings/add', '外注登録'],
  ['/outsourcings/1', '外注編集'],
  ['/employees/1', '社員編集'],
  ['/not_found', 'ページが見つかりません'],
];

test('no page has an axe violation; what has colours of its own has none in dark ones either', { timeout: 600_000 }, async () => {
  const page = await visit('/imports');
  const found: string[] = [];
  const judge = async (path: string, rules?: string[]): Promise<void> => {
    found.push(...(await violations(page, rules)).map((violation) => `${path} ${violation}`));
  };
  const colours = async (wanted: 'light' | 'dark'): Promise<void> => {
    // Without the pointer, whose tooltip would be judged as well.
    await page.getByRole('button', { name: '配色を切り替える' }).evaluate((element) => (element as HTMLElement).click());
    await page.waitForFunction((scheme) => getComputedStyle(document.documentElement).colorScheme === scheme, wanted);
  };
  for (const [path, heading, dark] of process.env.LONG_TESTS ? [...PLACES, ...ALIKE] : PLACES) {
    await leadTo(page, path, heading);
    await judge(`${path} light`);
    if (!dark) continue;
    await colours('dark');
    // The same page in other colours: only what depends on them can have changed.
    await judge(`${path} dark`, ['color-contrast', 'link-in-text-block']);
    await colours('light');
  }
  expect(found).toEqual([]);
});
