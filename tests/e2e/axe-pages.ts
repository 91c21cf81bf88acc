import { expect } from 'vitest';
import { type Stage, violations } from '../support/browser.ts';
import { leadTo } from '../support/tabs.ts';

/** For many pages in a row, each judged twice. */
export const AXE_TIMEOUT_MS = 600_000;

/** A page with the heading that tells that it is there; `dark`: it has colours of its own, to be judged in the dark as well. */
export type Place = readonly [path: string, heading: string, dark?: 'dark'];

/** Expects no axe violation on these pages, in light colours and, where they have their own, in dark ones. */
export async function expectAccessible(stage: Stage, places: readonly Place[]): Promise<void> {
  const page = await stage.visit('/not_found');
  const found: string[] = [];
  const judge = async (path: string, rules?: string[]): Promise<void> => {
    found.push(...(await violations(page, rules)).map((violation) => `${path} ${violation}`));
  };
  const colours = async (wanted: 'light' | 'dark'): Promise<void> => {
    // Without the pointer, whose tooltip would be judged as well.
    await page.getByRole('button', { name: '配色を切り替える' }).evaluate((element) => (element as HTMLElement).click());
    await page.waitForFunction((scheme) => getComputedStyle(document.documentElement).colorScheme === scheme, wanted);
  };
  for (const [path, heading, dark] of places) {
    await leadTo(page, path, heading);
    await judge(`${path} light`);
    if (!dark) continue;
    await colours('dark');
    // The same page in other colours: only what depends on them can have changed.
    await judge(`${path} dark`, ['color-contrast', 'link-in-text-block']);
    await colours('light');
  }
  expect(found).toEqual([]);
}
