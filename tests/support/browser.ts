import axe from 'axe-core';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import type { Config } from '../../server/config.ts';
import { startChromium } from './chromium.ts';
import type { DemoName } from './demos.ts';
import { type TestServer, testServer } from './server.ts';
import { isStill, stillFromNow } from './stillness.ts';
import { type TabOptions, type Tabs, tabsOn } from './tabs.ts';

export { eventually } from './wait.ts';

/** What the browser tests of a file work with. */
export interface Stage {
  /** A server of the file's own, over a copy of a loaded demo. */
  readonly server: TestServer;
  /** What the server answers a GET of 1001. */
  read<Body>(path: string): Promise<Body>;
  /** The rows of a list, as 1001 gets them. */
  list<Row>(path: string): Promise<Row[]>;
  /** What somebody does elsewhere meanwhile; gives the answer. */
  elsewhere<Body = unknown>(as: string, method: string, path: string, body?: object): Promise<Body>;
  /** Ends the session of a tab on the server, which the tab does not know yet. */
  endSession(page: Page): Promise<void>;
  /** A tab of its own context at this path. After the test, which fails when anything went wrong in the tab (messages on the console, exceptions,
   * answers of 500 and above, calls without the anti-forgery header), it is no more. */
  visit(path: string, options?: TabOptions): Promise<Page>;
}

/** Answers that a test provokes on purpose show up on the console as well. */
const isRefusal = (text: string): boolean =>
  /status of (400|401|403|404|409|413|429)|ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/.test(
    text,
  );

/** The code on its way to each page. */
const coming = new WeakMap<Page, Set<Request>>();

/** Writes down what goes wrong in a page, and which of its code is on its way. */
function listen(page: Page, troubles: string[]): void {
  const code = new Set<Request>();
  coming.set(page, code);
  page.on('request', (request) => request.resourceType() === 'script' && code.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', (request) => code.delete(request));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isRefusal(message.text())) troubles.push(`${page.url()} ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`${page.url()} ${error.message}`));
  page.on('request', (request) => {
    const isCall = request.resourceType() === 'fetch' && new URL(request.url()).pathname.startsWith('/api/');
    if (isCall && !request.headers()['x-xsrf-token']) troubles.push(`${request.method()} ${request.url()} without the anti-forgery header`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) troubles.push(`${response.status()} ${response.url()}`);
  });
}

/** The one of a worker: its files come to it one after another, and no other process stands between it and them. */
let started: Promise<Browser> | undefined;

/** Prepares a file of browser tests: to be called once. */
export function browserStage(demo: DemoName, config: Partial<Config> = {}): Stage {
  let browser: Browser;
  let server: TestServer;
  let tabs: Tabs;
  const open: Page[] = [];
  const troubles: string[] = [];
  beforeAll(async () => {
    server = await testServer({ demo, config });
    started ??= startChromium(inject('browserHome'));
    browser = await started;
    tabs = tabsOn(browser, server.url, (page) => listen(page, troubles));
  });
  afterEach(async () => {
    const found = troubles.splice(0);
    await Promise.all(open.splice(0).map((page) => tabs.rest(page)));
    // What a tab says when it is called away from the middle of something is no trouble of the test's.
    troubles.length = 0;
    expect(found).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
    await server?.close();
  });
  const read = async <Body>(path: string) => (await server.call('GET', path, { token: await server.token() })).body as Body;
  return {
    get server() {
      return server;
    },
    read,
    list: async <Row>(path: string) => (await read<{ results: Row[] }>(path)).results,
    elsewhere: async <Body>(as: string, method: string, path: string, body?: object) => {
      const answer = await server.call(method, path, { token: await server.token(as), ...(body && { body }) });
      expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      return answer.body as Body;
    },
    endSession: async (page) => {
      const token = await page.evaluate(() => localStorage.getItem('production-planner.token'));
      expect((await server.call('POST', '/api/logout/', { token: String(token) })).status).toBeLessThan(300);
    },
    visit: async (path, options = {}) => {
      const page = await tabs.open(path, options);
      open.push(page);
      // A browser without windows begins with its pointer in the left upper corner, where a button has a tooltip.
      await page.mouse.move((options.width ?? 1280) - 2, (options.height ?? 900) - 2);
      return page;
    },
  };
}

/** Waits until a page asks the server nothing, waits for no code, shows no placeholder and has drawn what it knows: for looks that are judged as a whole
 * (axe, positions). Whatever single thing a test expects it waits for by name instead. */
export async function still(page: Page): Promise<void> {
  do {
    await expect.poll(() => coming.get(page)?.size ?? 0, { interval: 20 }).toBe(0);
    await page.evaluate(stillFromNow);
    await page.waitForFunction(isStill, undefined, { polling: 'raf' });
  } while (coming.get(page)?.size);
}

/**
 * axe, as it judges one moment: by itself it waits for a timer after each rule, and what closes meanwhile (a tooltip, a menu) is judged half gone. A tooltip belongs to
 * what it describes and needs no region around it.
 */
const AXE = `(() => { const setTimeout = (done) => queueMicrotask(done); ${axe.source} })();
  axe.configure({ checks: [{ id: 'region', options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=tooltip], svg' } }] });`;

/** Runs in the page, which has no frames. */
const judge = (part: Element, runOnly?: string[]) =>
  (window as unknown as { axe: typeof axe }).axe.run(part, {
    resultTypes: ['violations'],
    iframes: false,
    preload: false,
    performanceTimer: false,
    ...(runOnly && { runOnly }),
  });

/** What axe finds on a page that has come to rest, or in a part of it alone, which takes a fraction of the time: a line a rule, with the first elements. */
export async function violations(of: Page | Locator, rules?: string[]): Promise<string[]> {
  const [page, part] = 'goto' in of ? [of, of.locator('html')] : [of.page(), of];
  await still(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await part.evaluate(judge, rules);
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
