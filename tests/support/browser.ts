import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import type { Config } from '../../server/config.ts';
import type { DemoName } from './demos.ts';
import { type TestServer, testServer } from './server.ts';
import { freezeMotion, isStill, stillFromNow } from './stillness.ts';
import { PATIENCE_MS } from './wait.ts';

export { eventually } from './wait.ts';

export interface TabOptions {
  /** The demo user who is signed in; null: nobody. */
  as?: string | null;
  width?: number;
  height?: number;
}

/** What the browser tests of a file work with. */
export interface Stage {
  /** A server of the file's own, over a copy of a loaded demo. */
  readonly server: TestServer;
  /** What the server answers a GET of 1001. */
  read<Body>(path: string): Promise<Body>;
  /** A tab of its own context at this path. It is closed after the test, which fails when anything went wrong in the tab: messages on the
   * console, exceptions, answers of 500 and above. */
  visit(path: string, options?: TabOptions): Promise<Page>;
}

/** Answers that a test provokes on purpose show up on the console as well. */
const isRefusal = (text: string): boolean => /status of (400|401|403|404|409|413|429)|ERR_INTERNET_DISCONNECTED/.test(text);

async function signIn(url: string, employee_id: string): Promise<{ token: string; user: object }> {
  const body = JSON.stringify({ employee_id, password: DEMO_PASSWORD });
  const answer = await fetch(`${url}/api/login/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { token } = (await answer.json()) as { token: string };
  const me = await fetch(`${url}/api/me/`, { headers: { authorization: `Bearer ${token}` } });
  return { token, user: (await me.json()) as object };
}

/** Writes down what goes wrong in a page. */
function listen(page: Page, troubles: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isRefusal(message.text())) troubles.push(`${page.url()} ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`${page.url()} ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) troubles.push(`${response.status()} ${response.url()}`);
  });
}

/** A page without motion in a context of its own. */
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

/** Prepares a file of browser tests: to be called once. */
export function browserStage(demo: DemoName, config: Partial<Config> = {}): Stage {
  let browser: Browser;
  let server: TestServer;
  const open: Page[] = [];
  const troubles: string[] = [];
  beforeAll(async () => {
    server = await testServer({ demo, config });
    browser = await chromium.connect(inject('browserUrl'));
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((page) => page.context().close()));
    expect(troubles.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get server() {
      return server;
    },
    read: async <Body>(path: string) => (await server.call('GET', path, { token: await server.token() })).body as Body,
    visit: async (path, options = {}) => {
      const page = await openTab(browser, server.url, options);
      open.push(page);
      listen(page, troubles);
      await page.goto(`${server.url}${path}`);
      // A browser without windows begins with its pointer in the left upper corner, where a button has a tooltip.
      await page.mouse.move((options.width ?? 1280) - 2, (options.height ?? 900) - 2);
      return page;
    },
  };
}

/** Waits until a page asks the server nothing, shows no placeholder and has drawn what it knows: for looks that are judged as a whole
 * (axe, positions). Whatever single thing a test expects it waits for by name instead. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(stillFromNow);
  await page.waitForFunction(isStill, undefined, { polling: 'raf' });
}

/** What axe finds on a page that has come to rest: a line a rule, with the first elements. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await still(page);
  // The pages have no frames: axe need not join what it finds in a page of its own, which takes as long as judging.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const found = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.violations.map(({ id, nodes }) => {
    const elements = nodes.slice(0, 3).map(({ html }) => html.slice(0, 160));
    return `${id}: ${elements.join(' | ')}`;
  });
}

/** The file that a click gives. */
export async function downloaded(page: Page, trigger: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), trigger.click()]);
  const stream = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}
