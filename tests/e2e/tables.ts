import type { Locator, Page } from 'playwright-core';

/** The rows of a table that have come: the placeholders of a list on its way are empty. */
export const rowsOf = (page: Page): Locator => page.locator('tbody tr').filter({ hasText: /\S/ });
/** How many there are and which of them are shown. */
export const status = (page: Page): Locator => page.getByRole('status').first();
/** The cells of a column, the first being 1. */
export const column = (page: Page, place: number): Locator => rowsOf(page).locator(`td:nth-child(${place})`);

/** Fills search boxes by their labels and presses the button. */
export async function search(page: Page, boxes: Record<string, string>): Promise<void> {
  const form = page.getByRole('search');
  for (const [label, text] of Object.entries(boxes)) await form.getByLabel(label, { exact: true }).fill(text);
  await form.getByRole('button', { name: '検索' }).click();
}
