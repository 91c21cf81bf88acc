import type { Locator, Page } from 'playwright-core';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import { eventually } from './wait.ts';

/** What an address says under a name. */
export const asked = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);

/** Waits until the keyboard is on an element. */
export const isFocused = (locator: Locator): Promise<void> =>
  eventually(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);

/** What is held back until it is let go. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Types who one is on the login page, and goes in. */
export async function logIn(page: Page, employeeId: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByPlaceholder('社員ID').fill(employeeId);
  await page.getByLabel('パスワード').fill(password);
  await page.getByLabel('パスワード').press('Enter');
}

/** Takes hold of a place in the window and draws it so far in so many steps, without letting go. */
export async function grab(page: Page, { x, y }: { x: number; y: number }, dx: number, dy = 0, steps = 6): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps });
}

/** How far a page is wider and higher than its window. */
export const beyond = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return [scrollWidth - clientWidth, scrollHeight - clientHeight];
  });
