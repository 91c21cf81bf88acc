import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually } from '../support/browser.ts';
import { field, save } from './forms.ts';

const stage = browserStage('short');
const { visit } = stage;

interface Facility {
  id: number;
  task_names: string[];
}
const someFacility = async (): Promise<Facility> => {
  const { results } = await stage.read<{ results: Facility[] }>('/api/facilities/?active_only=1');
  return results[0] as Facility;
};

test('after a save the form leads back to the Gantt chart when it was opened from there', async () => {
  const page = await visit('/products/1?from_gantt=true');
  await field(page, '得意先名').fill('みなと重機');
  await save(page).click();
  await page.waitForURL('**/gantt');
  const facility = await someFacility();
  await page.goto(`${stage.server.url}/facilities/${facility.id}?from_gantt=true`);
  await field(page, '最大重量(kg)').fill('1234');
  await save(page).click();
  await page.getByText('設備を変更しました。').waitFor();
  await page.waitForURL('**/gantt');
});

test('a facility takes its tasks by name', async () => {
  const facility = await someFacility();
  const page = await visit(`/facilities/${facility.id}`);
  await page.getByRole('combobox', { name: '対応工程' }).fill('ショット');
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await save(page).click();
  await page.getByText('設備を変更しました。').waitFor();
  const saved = await stage.read<Facility>(`/api/facilities/${facility.id}/`);
  expect(saved.task_names.some((name) => name.includes('ショット'))).toBe(true);
});

/** Waits for a sentence in the colour of a success. */
const told = (page: Page, text: string): Promise<void> => page.locator('.RaNotification-success').getByText(text).waitFor();

test('an outsourcing partner is added, changed and deleted; what was typed before the deletion is not asked about', async () => {
  const page = await visit('/outsourcings');
  await page.getByRole('link', { name: '追加' }).click();
  await field(page, '外注コード').fill('G999');
  await field(page, '外注名').fill('試験加工');
  await save(page).click();
  await told(page, '外注を追加しました。');
  await page.getByRole('link', { name: '試験加工 詳細' }).click();
  await field(page, '外注名').fill('試験加工所');
  await save(page).click();
  await told(page, '外注を変更しました。');
  await page.getByRole('link', { name: '試験加工所 詳細' }).click();
  await field(page, '外注名').fill('書きかけ');
  await page.getByRole('button', { name: '削除', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '削除' }).click();
  await told(page, '外注を削除しました。');
  await page.waitForURL(/\/outsourcings(\?|$)/);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('an employee is added as 一般, signs in, is changed and deleted', async () => {
  const page = await visit('/employees');
  await page.getByRole('link', { name: '追加' }).click();
  await eventually(() => page.getByRole('combobox', { name: '権限' }).innerText()).toBe('一般(閲覧)');
  await field(page, '社員ID').fill('1001');
  await field(page, '氏名').fill('試験 太郎');
  await field(page, 'フリガナ').fill('シケン タロウ');
  await field(page, 'パスワード').fill('himitsu-no-kagi');
  expect(await field(page, 'パスワード').getAttribute('type')).toBe('password');
  await save(page).click();
  await page.getByText(/登録されています。$/).waitFor();
  await field(page, '社員ID').fill('2001');
  await save(page).click();
  await page.getByText('社員を追加しました。').waitFor();
  const login = await stage.server.call('POST', '/api/login/', { body: { employee_id: '2001', password: 'himitsu-no-kagi' } });
  expect(login.status).toBe(200);
  await page.getByRole('link', { name: '試験 太郎 詳細' }).click();
  await page.getByText('変更する場合のみ入力').waitFor();
  await field(page, '氏名').fill('試験 次郎');
  await save(page).click();
  await page.getByText('社員を変更しました。').waitFor();
  await page.getByRole('link', { name: '試験 次郎 詳細' }).click();
  await page.getByRole('button', { name: '削除', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '削除' }).click();
  await page.getByText('社員を削除しました。').waitFor();
});

test('what the end of a session kept from being written is called neither changed nor deleted', async () => {
  const partner = await stage.read<{ results: { id: number }[] }>('/api/outsourcings/?limit=1');
  for (const [press, done] of [
    ['保存', '外注を変更しました。'],
    ['削除', '外注を削除しました。'],
  ] as const) {
    const page = await visit(`/outsourcings/${partner.results[0]?.id}`);
    await field(page, '外注名').fill('保存されない名');
    const token = await page.evaluate(() => localStorage.getItem('production-planner.token'));
    expect((await stage.server.call('POST', '/api/logout/', { token: String(token) })).status).toBeLessThan(300);
    await page.getByRole('button', { name: press, exact: true }).click();
    if (press === '削除') await page.getByRole('dialog').getByRole('button', { name: press }).click();
    // The password is asked for in place; who does not want that leaves what he typed.
    await page.getByRole('button', { name: '入力を破棄してログイン画面へ' }).click();
    await page.waitForURL('**/login');
    await page.getByText('もう一度ログインしてください。').first().waitFor();
    expect(await page.getByText(done).count()).toBe(0);
  }
});
