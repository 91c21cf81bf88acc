import { test } from 'vitest';
import { browserStage } from '../support/browser.ts';
import { AXE_TIMEOUT_MS, expectAccessible } from './axe-pages.ts';

const stage = browserStage('short');

test('no list has an axe violation; what all lists share has none in dark colours either', { timeout: AXE_TIMEOUT_MS }, async () => {
  await expectAccessible(stage, [
    ['/products', '製品一覧', 'dark'],
    ['/tasks', '工程一覧'],
    ['/orders', 'オーダー一覧'],
    ['/order_tasks', '工程情報一覧'],
    ['/casting', '鋳込み一覧'],
    ['/facilities', '設備一覧'],
    ['/outsourcings', '外注一覧'],
    ['/employees', '社員一覧'],
    ['/import-history', '取込履歴'],
    ['/audit', '変更履歴', 'dark'],
  ]);
});
