import type { Browser, Page } from 'playwright-core';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import { freezeMotion } from './stillness.ts';
import { PATIENCE_MS } from './wait.ts';

/** A tab that cannot be left in this time is given up. */
const LEAVING_MS = 2_000;

export interface TabOptions {
  /** The demo user who is signed in; null: nobody. */
  as?: string | null;
  width?: number;
  height?: number;
  /** Loaded anew, for a test of the load itself. */
  fresh?: boolean;
}

/** Signs a demo user in: what the admin keeps of a session. */
export async function signIn(url: string, employee_id: string): Promise<{ token: string; user: object }> {
  const body = JSON.stringify({ employee_id, password: DEMO_PASSWORD });
  const answer = await fetch(`${url}/api/login/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { token } = (await answer.json()) as { token: string };
  const me = await fetch(`${url}/api/me/`, { headers: { authorization: `Bearer ${token}` } });
  return { token, user: (await me.json()) as object };
}

/** A page without motion in a context of its own, which shows nothing yet. */
async function openTab(browser: Browser, url: string, { as = '1001', width = 1280, height = 900 }: TabOptions): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    acceptDownloads: true,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(freezeMotion);
  if (as !== null) {
    await context.addInitScript(
      (given) => {
        // Once a tab: a test that signs out must stay signed out.
        if (sessionStorage.getItem('test-signed-in')) return;
        sessionStorage.setItem('test-signed-in', '1');
        localStorage.setItem('production-planner.token', given.token);
        localStorage.setItem('production-planner.user', JSON.stringify(given.user));
      },
      await signIn(url, as),
    );
  }
  return context.newPage();
}

/** The tabs of a file of tests. */
export interface Tabs {
  /** A tab that shows this path as if it had just been loaded. */
  open(path: string, options: TabOptions): Promise<Page>;
  /** Puts a tab away after its test. */
  rest(page: Page): Promise<void>;
}

/**
 * Tabs on one server. To load the admin takes as long as what most tests do in it, so a tab in which somebody is signed in rests after its test, on an empty page and
 * with nothing remembered, and the next test of the same person goes on in it by the admin's own ways. `opened` hears of a new page before it loads.
 */
export function tabsOn(browser: Browser, url: string, opened: (page: Page) => void): Tabs {
  const persons = new Map<Page, string>();
  const resting = new Map<string, Page[]>();
  return {
    open: async (path, options) => {
      const { as = '1001', width = 1280, height = 900, fresh = false } = options;
      const rested = fresh || as === null ? undefined : resting.get(as)?.pop();
      if (rested) {
        await rested.setViewportSize({ width, height });
        await rested.evaluate(goTo, path);
        return rested;
      }
      const page = await openTab(browser, url, options);
      opened(page);
      if (as !== null) persons.set(page, as);
      await page.goto(`${url}${path}`);
      return page;
    },
    rest: async (page) => {
      const person = persons.get(page);
      if (person === undefined || !(await leaves(page, person))) return page.context().close();
      resting.set(person, [...(resting.get(person) ?? []), page]);
    },
  };
}

/** Goes to another page of the admin without loading it anew. Runs in the tab. */
export function goTo(path: string): void {
  // The router counts its steps here.
  const state = { usr: null, key: 'test', idx: (history.state?.idx ?? 0) + 1 };
  history.pushState(state, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state }));
}

/** Leads a tab to the page of this heading by the admin's own ways, without loading it anew. */
export async function leadTo(page: Page, path: string, heading: string, timeout = PATIENCE_MS): Promise<void> {
  await page.evaluate(goTo, path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor({ timeout });
}

/** Whether a tab came to rest as if nothing had been done in it. */
async function leaves(page: Page, person: string): Promise<boolean> {
  const context = page.context();
  if (page.isClosed() || context.pages().length > 1) return false;
  await Promise.all([page.unrouteAll(), context.unrouteAll(), page.emulateMedia({ media: null })]);
  try {
    // A page that is about to load itself anew would do so in the next test.
    if (await page.getByText('画面がリロードされます').isVisible()) return false;
    // What was told is put away: the next test must not take it for its own news.
    await page.keyboard.press('Escape');
    await page.waitForFunction(isQuiet, undefined, { polling: 'raf', timeout: LEAVING_MS });
    if (!(await page.evaluate(forget, person))) return false;
    await page.evaluate(goTo, '/not_found');
    const empty = page.getByRole('heading', { level: 1, name: 'ページが見つかりません' });
    const unsaved = page.getByRole('button', { name: /ずに移動$/ });
    await empty.or(unsaved).first().waitFor({ timeout: LEAVING_MS });
    if (await unsaved.isVisible()) await unsaved.click({ timeout: LEAVING_MS });
    await empty.waitFor({ timeout: LEAVING_MS });
    return (await page.getByRole('dialog').count()) === 0;
  } catch {
    return false;
  }
}

/** Whether a page tells nothing and asks nothing. Runs in the tab. */
function isQuiet(): boolean {
  const { asking } = (window as unknown as { watched: { asking: number } }).watched;
  return asking === 0 && document.querySelector('.MuiSnackbar-root') === null;
}

/** Forgets what the browser remembers but who is signed in; false where that is somebody else by now, or the page has a state of its own that stays. Runs in the tab. */
function forget(person: string): boolean {
  const signedIn = new Set(['production-planner.token', 'production-planner.user', 'test-signed-in']);
  const isUnfolded = document.querySelector('[aria-label="メニューを閉じる"]') !== null;
  const user = JSON.parse(localStorage.getItem('production-planner.user') ?? '{}') as { employee_id?: string };
  if (isUnfolded || localStorage.getItem('production-planner.token') === null || user.employee_id !== person) return false;
  for (const store of [localStorage, sessionStorage]) for (const key of Object.keys(store)) if (!signedIn.has(key)) store.removeItem(key);
  return true;
}
