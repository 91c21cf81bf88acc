import { test } from 'vitest';
import { browserStage } from '../support/browser.ts';
import { AXE_TIMEOUT_MS, expectAccessible } from './axe-pages.ts';

const stage = browserStage('short');

test('no form has an axe violation; what all forms share has none in dark colours either', { timeout: AXE_TIMEOUT_MS }, async () => {
  await expectAccessible(stage, [
    ['/products/1', '製品編集', 'dark'],
    ['/orders/1', 'オーダー詳細'],
    ['/order_tasks/1', '工程情報詳細'],
    ['/facilities/1', '設備編集'],
    ['/outsourcings/add', '外注登録'],
    ['/outsourcings/1', '外注編集'],
    ['/employees/add', '社員登録'],
    ['/employees/1', '社員編集'],
  ]);
});
