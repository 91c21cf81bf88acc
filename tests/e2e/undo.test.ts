import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserStage, eventually, still, violations } from '../support/browser.ts';
import { barOf, drawn, press, runButton } from './board.ts';

// Without a worker: a run stays where it is.
const stage = browserStage('planned', { role: 'api' });

const PENDING = '工程計画が作成されています。しばらくお待ちください。';
const button = (page: Page, name: '元に戻す' | 'やり直す'): Locator =>
  page.locator('.MuiIconButton-root').and(page.getByLabel(name, { exact: true }));
const said = (page: Page, text: string): Promise<void> => page.getByRole('alert').filter({ hasText: text }).waitFor();
const row = (id: string) => stage.server.db('plan_entries').where({ id }).first();
const isLocked = async (id: string): Promise<boolean> => (await row(id)).locked;
const showsLock = (page: Page, id: string) => eventually(() => barOf(page, id).evaluate((group) => group.classList.contains('is-locked')));
/** A page with a bar in view that is open and more than a day long: its lock has room on it. */
async function atBar(): Promise<{ page: Page; id: string }> {
  const { id } = await stage.server
    .db('bars')
    .where({ locked: false, finished: false, outsourced: false })
    .whereRaw("end_at - start_at > interval '30 hours' and start_at > '2026-04-03'")
    .orderBy('start_at')
    .orderBy('id')
    .first('id');
  const page = await stage.visit(`/gantt?bar=${id}`, { as: '1002', width: 1440 });
  await barOf(page, id).waitFor();
  await still(page);
  return { page, id: String(id) };
}
const JUNE = { start_date_date: '2026-06-01', start_date_hour: '08:00', end_date_date: '2026-06-02', end_date_hour: '16:00' };

test('what was done is taken back by snackbar, button and keys, done again, and stays so after a reload', async () => {
  const { page, id } = await atBar();
  await eventually(() => button(page, '元に戻す').isDisabled()).toBe(true);

  await press(page, id, 'lock');
  await said(page, 'をロックしました。');
  await showsLock(page, id).toBe(true);
  await eventually(() => button(page, '元に戻す').isEnabled()).toBe(true);
  // It stays for as long as the pointer is on it.
  const snackbar = page.locator('.MuiSnackbar-root');
  await snackbar.hover();
  expect(await violations(snackbar)).toEqual([]);
  // What is out of sight is shown where it was taken back.
  await page.locator('.gantt-container').evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  await barOf(page, id).waitFor({ state: 'detached' });
  await snackbar.getByRole('button', { name: /^元に戻す/ }).click();
  await said(page, '元に戻しました。ロック: ');
  await showsLock(page, id).toBe(false);
  expect(await isLocked(id)).toBe(false);

  await page.keyboard.press('Control+y');
  await said(page, 'やり直しました。ロック: ');
  await eventually(() => isLocked(id)).toBe(true);
  await page.reload();
  await drawn(page);
  await button(page, '元に戻す').hover();
  await page.getByRole('tooltip', { name: /^ロック: .* を元に戻す \(Ctrl\+Z\)$/ }).waitFor();
  await page.keyboard.press('Control+z');
  await eventually(() => isLocked(id)).toBe(false);

  // A move, done elsewhere by the same person.
  const was = await row(id);
  await stage.elsewhere('1002', 'POST', `/api/schedules/${id}/modify_schedule/`, JUNE);
  await eventually(() => button(page, 'やり直す').isDisabled()).toBe(true);
  await button(page, '元に戻す').click();
  await said(page, '元に戻しました。移動: ');
  const now = await row(id);
  expect([now.start_at, now.end_at, now.facility_id]).toEqual([was.start_at, was.end_at, was.facility_id]);
  await eventually(() => button(page, '元に戻す').isDisabled()).toBe(true);

  // In a field the keys belong to the field.
  await page.getByRole('button', { name: '検索', exact: true }).click();
  const panel = page.getByRole('dialog', { name: '検索条件' });
  await panel.getByLabel('製番').fill('12');
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await still(page);
  expect((await row(id)).start_at).toEqual(was.start_at);
  await page.keyboard.press('Control+Shift+z');
  await eventually(async () => (await row(id)).start_at).not.toEqual(was.start_at);
});

test('a lock that comes too late brings the fresh bar, and one during a run the run, without any event', async () => {
  const { page, id } = await atBar();
  await page.route('**/api/events/', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }));
  await page.reload();
  await barOf(page, id).waitFor();
  await still(page);
  await stage.elsewhere('1001', 'POST', `/api/schedules/${id}/switch_lock_status/`, {});
  await press(page, id, 'lock');
  await said(page, '先に');
  await showsLock(page, id).toBe(true);
  expect(await isLocked(id)).toBe(true);

  await stage.elsewhere('1001', 'POST', '/api/schedules/', {});
  await press(page, id, 'lock');
  await said(page, '立案中のため変更できません。');
  await page.getByText(PENDING).waitFor();
  await eventually(() => runButton(page).isDisabled()).toBe(true);
  await eventually(() => button(page, '元に戻す').isDisabled()).toBe(true);
});
