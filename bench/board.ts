import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright-core';
import { build, preview } from 'vite';
import { startChromium } from '../tests/support/chromium.ts';
import { type Frames, framesOf } from './board/trace.ts';
import { textTable } from './text-table.ts';

const CHARTS = ['ours', 'frappe', 'dhtmlx', 'svar', 'vis'];
const NAMES: Record<string, string> = {
  ours: 'this board',
  frappe: 'frappe-gantt 1.2.2',
  dhtmlx: 'DHTMLX 10.0.3',
  svar: 'SVAR 2.7.3',
  vis: 'vis-timeline 8.5.4',
};
const ROOT = fileURLToPath(new URL('./board', import.meta.url));
const VIEW = { width: 1440, height: 900 };
/** Where the pointer lies while the wheel turns. */
const OVER = { x: 900, y: 400 };
const WHEEL_PX = 60;
const DRAG_PX = 4;
const WARM_STEPS = 10;
const CATEGORIES = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'blink.user_timing', '__metadata'];

/** What was measured of one chart at one size: milliseconds; undefined where the chart does not do it. */
interface Measured {
  mount: number;
  across: Frames | undefined;
  down: Frames | undefined;
  drag: Frames | undefined;
}

/**
 * The board beside stock frappe-gantt, DHTMLX, SVAR and vis-timeline in the same browser with the same bars: time to the first drawing, and the main
 * thread's own time a frame while the wheel turns across and down and while a bar is dragged, from the browser's trace.
 */
export async function benchBoard(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      bars: { type: 'string', default: '200,1000,5000,10000' },
      charts: { type: 'string', default: CHARTS.join(',') },
      patience: { type: 'string', default: '120' },
      rounds: { type: 'string', default: '1' },
      frames: { type: 'string', default: '60' },
    },
  });
  const outDir = await mkdtemp(join(tmpdir(), 'planner-board-'));
  const common = {
    root: ROOT,
    configFile: false as const,
    logLevel: 'error' as const,
    build: { outDir, emptyOutDir: true, target: 'es2022' },
  };
  await build({ ...common, plugins: [react()] });
  const server = await preview({ ...common, preview: { port: 0, host: '127.0.0.1' } });
  const browser = await startChromium(outDir, ['--disable-smooth-scrolling']);
  try {
    const url = `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/`;
    console.log(
      `${cpus()[0]?.model}, ${cpus().length} cores, Chromium ${browser.version()}; ms, thread time a frame as median / 95th percentile`,
    );
    for (const bars of values.bars.split(',').map(Number)) {
      const rows = new Map<string, Measured | undefined>();
      for (let round = 0; round < Number(values.rounds); round++)
        for (const name of values.charts.split(','))
          rows.set(
            name,
            better(
              rows.get(name),
              await within(Number(values.patience), browser, (page) =>
                measure(browser, page, url, { name, bars, frames: Number(values.frames) }),
              ),
            ),
          );
      console.log(`\n${bars} bars${tableOf(rows, values.patience)}`);
    }
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Works on a fresh page for so many seconds at most; undefined when that was not enough. */
async function within<Result>(seconds: number, browser: Browser, work: (page: Page) => Promise<Result>): Promise<Result | undefined> {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), seconds * 1000);
  });
  const working = work(page);
  try {
    return await Promise.race([working, late]);
  } finally {
    clearTimeout(timer);
    working.catch(() => undefined);
    if (browser.isConnected()) await browser.stopTracing().catch(() => undefined);
    await context.close();
  }
}

/** A chart, how many bars it draws, and how many frames of each kind are measured. */
interface Asked {
  name: string;
  bars: number;
  frames: number;
}

async function measure(browser: Browser, page: Page, url: string, { name, bars, frames }: Asked): Promise<Measured> {
  await page.goto(url);
  await page.evaluate((chart) => window.bench.load(chart), name);
  const mount = await page.evaluate((count) => window.bench.mount(count), bars);
  await page.mouse.move(OVER.x, OVER.y);
  const place = (): Promise<string> => page.evaluate(() => window.bench.place());
  const wheel = async (dx: number, dy: number): Promise<Frames | undefined> => {
    const before = await place();
    await steps(page, WARM_STEPS, () => page.mouse.wheel(dx, dy));
    if ((await place()) === before) return undefined;
    return traced(browser, page, () => steps(page, frames, () => page.mouse.wheel(dx, dy)));
  };
  // As far back as it went, in larger turns.
  const turn = (WARM_STEPS + frames) / WARM_STEPS;
  const back = (dx: number, dy: number): Promise<void> => steps(page, WARM_STEPS, () => page.mouse.wheel(-dx * turn, -dy * turn));
  const down = await wheel(0, WHEEL_PX);
  await back(0, WHEEL_PX);
  const across = await wheel(WHEEL_PX, 0);
  await back(WHEEL_PX, 0);
  return { mount, down, across, drag: await drag(browser, page, frames) };
}

async function drag(browser: Browser, page: Page, frames: number): Promise<Frames | undefined> {
  const bar = await page.evaluate(() => window.bench.bar());
  if (!bar) return undefined;
  await page.mouse.move(bar.x, bar.y);
  await page.mouse.down();
  let { x } = bar;
  const by = (dx: number) => {
    x += dx;
    return page.mouse.move(x, bar.y);
  };
  // The first steps take the bar up; what follows is the drag itself.
  await steps(page, WARM_STEPS, () => by(DRAG_PX));
  const taken = await traced(browser, page, () => steps(page, frames, (at) => by(at < frames / 2 ? DRAG_PX : -DRAG_PX)));
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return taken;
}

/** Does something a frame, marked in the trace. */
async function steps(page: Page, count: number, step: (at: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < count; at++) {
    await step(at);
    await page.evaluate(async () => {
      await window.bench.frame();
      performance.mark('bench-step');
    });
  }
}

async function traced(browser: Browser, page: Page, work: () => Promise<void>): Promise<Frames> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  return framesOf(await browser.stopTracing(), 'bench-step');
}

/** The quicker of two measurements of the same, figure by figure. */
function better(one: Measured | undefined, other: Measured | undefined): Measured | undefined {
  if (!one || !other) return one ?? other;
  const quicker = (a: Frames | undefined, b: Frames | undefined): Frames | undefined =>
    a && b ? (a.median <= b.median ? a : b) : (a ?? b);
  return {
    mount: Math.min(one.mount, other.mount),
    across: quicker(one.across, other.across),
    down: quicker(one.down, other.down),
    drag: quicker(one.drag, other.drag),
  };
}

const HEAD = ['chart', 'mount', 'across', 'down', 'drag', '/ ours: mount', 'across', 'down', 'drag'];

function tableOf(rows: ReadonlyMap<string, Measured | undefined>, patience: string): string {
  const ours = rows.get('ours');
  const frames = (of: Frames | undefined): string => (of ? `${of.median.toFixed(1)} / ${of.p95.toFixed(1)}` : '-');
  const ratio = (value: number | undefined, base: number | undefined): string => (value && base ? (value / base).toFixed(1) : '-');
  const lines = [...rows].map(([name, row]) => {
    if (!row) return [NAMES[name] ?? name, `> ${patience} s`, ...Array<string>(HEAD.length - 2).fill('-')];
    const { mount, across, down, drag: dragged } = row;
    return [
      NAMES[name] ?? name,
      mount.toFixed(0),
      ...[across, down, dragged].map(frames),
      ratio(mount, ours?.mount),
      ratio(across?.median, ours?.across?.median),
      ratio(down?.median, ours?.down?.median),
      ratio(dragged?.median, ours?.drag?.median),
    ];
  });
  return textTable([HEAD, ...lines]);
}
