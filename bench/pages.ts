import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { generateDemo } from '../seeds/demo/index.ts';
import { readConfig } from '../server/config.ts';
import { SCREEN_NAMES } from '../server/domain/ground/screens.ts';
import { withServices } from '../server/services.ts';
import { startChromium } from '../tests/support/chromium.ts';
import { freezeMotion, isStill } from '../tests/support/stillness.ts';
import { signIn } from '../tests/support/tabs.ts';
import { buildProgram, ourServer } from './api/processes.ts';
import { withServer } from './server.ts';
import { textTable } from './text-table.ts';

const TODAY = '2026-04-01';
const VIEW = { width: 1440, height: 900 };
const PATIENCE_MS = 120_000;
const PAGES = SCREEN_NAMES.filter((name) => name !== 'logout');

/** One page at one size: milliseconds from its address to its last stroke, and what its calls answered. */
interface Measured {
  ms: number;
  bytes: number;
  /** The longest of its calls, milliseconds. */
  slowest: number;
}

/**
 * Every page of the menu in a browser, loaded anew, on the planned demo foundry at these sizes: time to its last stroke, bytes of its answers and its slowest
 * call. The last column is the growth of the time over the growth of the answers between the first and the last size: above 1 the page grows
 * faster than what it is told.
 */
export async function benchPages(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '1000,5000,10000' },
      pages: { type: 'string', default: PAGES.join(',') },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '20' },
    },
  });
  await buildProgram(['admin', 'server']);
  const sizes = values.orders.split(',').map(Number);
  const pages = values.pages.split(',');
  const took = new Map<string, Measured[]>(pages.map((page) => [page, []]));
  for (const orders of sizes)
    await onPlant(orders, Number(values.seconds), async (browser, url) => {
      const session = await signIn(url, '1001');
      for (const page of pages) took.get(page)?.push(await measured(browser, `${url}/${page}`, session, Number(values.rounds)));
    });
  const cell = ({ ms, bytes, slowest }: Measured): string =>
    `${ms.toFixed(0)} ms  ${(bytes / 1000).toFixed(0)} kB  ${slowest.toFixed(0)} ms`;
  const rows = [...took].map(([page, each]) => [page, ...each.map(cell), growth(each[0]!, each.at(-1)!).toFixed(2)]);
  console.log(textTable([['page', ...sizes.map((size) => `${size} orders: page, answers, slowest call`), 'time / answers'], ...rows]));
}

const growth = (first: Measured, last: Measured): number => last.ms / first.ms / Math.max(1, last.bytes / Math.max(1, first.bytes));

/** Works in a browser on the built program over a planned demo of this size. */
const onPlant = (orders: number, seconds: number, work: (browser: Browser, url: string) => Promise<void>): Promise<void> =>
  withServer(({ folder, database }) =>
    database(async (databaseUrl) => {
      const config = { ...readConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', TODAY }), dataDir: folder };
      await withServices(config, async ({ loadDemo, runs }) => {
        await loadDemo(generateDemo({ today: TODAY, orders }));
        await runs.runAndWait({ time_limit_seconds: seconds }, '1002');
      });
      const server = await ourServer(databaseUrl, folder, { TODAY });
      const browser = await startChromium(folder);
      try {
        await work(browser, `http://127.0.0.1:${server.port}`);
      } finally {
        await browser.close();
        await server.stop();
      }
    }),
  );

type Session = Awaited<ReturnType<typeof signIn>>;

/** The median of some loads in a context of their own, after one to warm. */
async function measured(browser: Browser, address: string, { token, user }: Session, rounds: number): Promise<Measured> {
  const context = await browser.newContext({ viewport: VIEW, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
  try {
    // What runs the bench from source names functions by a helper that no page has.
    await context.addInitScript('globalThis.__name = (named) => named');
    await context.addInitScript(freezeMotion);
    await context.addInitScript(
      (given) => {
        localStorage.setItem('production-planner.token', given.token);
        localStorage.setItem('production-planner.user', JSON.stringify(given.user));
      },
      { token, user },
    );
    const page = await context.newPage();
    await loaded(page, address);
    const each: Measured[] = [];
    for (let round = 0; round < rounds; round++) each.push(await loaded(page, address));
    return each.sort((one, other) => one.ms - other.ms)[Math.floor(rounds / 2)]!;
  } finally {
    await context.close();
  }
}

async function loaded(page: Page, address: string): Promise<Measured> {
  const began = performance.now();
  await page.goto(address);
  await page.waitForFunction(isStill, undefined, { polling: 'raf', timeout: PATIENCE_MS });
  const ms = performance.now() - began;
  const calls = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes('/api/') && !name.includes('/api/events/'))
      .map(({ encodedBodySize, duration }) => ({ bytes: encodedBodySize, ms: duration })),
  );
  return { ms, bytes: calls.reduce((sum, { bytes }) => sum + bytes, 0), slowest: Math.max(0, ...calls.map((call) => call.ms)) };
}
