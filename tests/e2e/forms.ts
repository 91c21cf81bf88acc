import type { Locator, Page } from 'playwright-core';

export const field = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label });
export const save = (page: Page): Locator => page.getByRole('button', { name: '保存' });

/** Opens a choice and gives its options. */
export async function optionsOf(page: Page, box: Locator): Promise<string[]> {
  await box.click();
  await page.getByRole('option').first().waitFor();
  return page.getByRole('option').allInnerTexts();
}

const MOST_STOPS = 80;

/** Presses Tab until one of these has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return;
  }
  throw new Error(`${wanted} is not reached by Tab`);
}
