import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';

/** Where a Chromium is: CHROMIUM_PATH, Debian's, or playwright's own; undefined when there is none. */
export function chromiumPath(): string | undefined {
  const own = (): string | undefined => {
    try {
      return chromium.executablePath();
    } catch {
      return undefined;
    }
  };
  return [process.env.CHROMIUM_PATH, '/usr/bin/chromium', own()].find((path) => path && existsSync(path));
}

/** Whether browser tests can run here; says it loudly where they cannot. */
export const HAS_BROWSER = ((): boolean => {
  if (chromiumPath()) return true;
  process.stderr.write('\n!!! NO CHROMIUM FOUND: BROWSER TESTS ARE LEFT OUT (set CHROMIUM_PATH) !!!\n\n');
  return false;
})();

const LOCK = join(tmpdir(), `planner-admin-build-${process.getuid?.() ?? 0}`);
const LOCK_STALE_MS = 180_000;

/** Test files run side by side, and a build empties its folder first: one at a time. */
async function alone(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      mkdirSync(LOCK);
      break;
    } catch {
      const since = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs;
      if (since !== undefined && Date.now() - since > LOCK_STALE_MS) rmSync(LOCK, { recursive: true, force: true });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  try {
    await work();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

/** Builds the admin when what is built is not what stands in the sources. Call before the test server starts: it reads the files once. */
export async function builtAdmin(): Promise<void> {
  // @ts-expect-error a launcher, plain JavaScript
  const { buildStale } = (await import('../../cli/build.mjs')) as { buildStale(parts: string[]): Promise<unknown> };
  await alone(() => buildStale(['admin']));
}

export interface BrowserOptions {
  width?: number;
  height?: number;
  dark?: boolean;
}

/** A page, and what went wrong in it: messages on the console, exceptions, answers of 500 and above. */
export interface Tab {
  page: Page;
  context: BrowserContext;
  troubles: string[];
}

export interface TestBrowser {
  /** A tab of its own context, signed in as a demo user (null: nobody). */
  open(url: string, employeeId: string | null, options?: BrowserOptions): Promise<Tab>;
  close(): Promise<void>;
}

/** Answers that a test provokes on purpose show up on the console as well. */
const isRefusal = (text: string): boolean => /status of (400|401|403|404|409|413|429)/.test(text);

async function signIn(url: string, employee_id: string): Promise<{ token: string; user: object }> {
  const body = JSON.stringify({ employee_id, password: DEMO_PASSWORD });
  const answer = await fetch(`${url}/api/login/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { token } = (await answer.json()) as { token: string };
  const me = await fetch(`${url}/api/me/`, { headers: { authorization: `Bearer ${token}` } });
  return { token, user: (await me.json()) as object };
}

/** Starts Chromium, headless and off the network. */
export async function testBrowser(): Promise<TestBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'planner-browser-'));
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser: Browser = await chromium.launch({
    executablePath: chromiumPath() as string,
    args: [
      ...root,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--lang=ja',
    ],
    env: { ...process.env, LANGUAGE: 'ja', HOME: profile } as Record<string, string>,
  });
  const open: TestBrowser['open'] = async (url, employeeId, { width = 1280, height = 900, dark = false } = {}) => {
    const context = await browser.newContext({
      viewport: { width, height },
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      acceptDownloads: true,
      reducedMotion: 'reduce',
    });
    const session = employeeId === null ? null : await signIn(url, employeeId);
    await context.addInitScript(
      ([given, isDark]) => {
        // Once a tab: a test that signs out must stay signed out.
        if (sessionStorage.getItem('test-signed-in')) return;
        sessionStorage.setItem('test-signed-in', '1');
        if (isDark) localStorage.setItem('RaStoreproduction-planner.theme', '"dark"');
        if (!given) return;
        localStorage.setItem('production-planner.token', given.token);
        localStorage.setItem('production-planner.user', JSON.stringify(given.user));
      },
      [session, dark] as const,
    );
    const page = await context.newPage();
    const troubles: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !isRefusal(message.text())) troubles.push(`${page.url()} ${message.text()}`);
    });
    page.on('pageerror', (error) => troubles.push(`${page.url()} ${error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 500) troubles.push(`${response.status()} ${response.url()}`);
    });
    page.setDefaultTimeout(30_000);
    return { page, context, troubles };
  };
  const close = async (): Promise<void> => {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { open, close };
}

/** Expects of what a page will show soon; a busy machine takes its time. */
export const eventually = <Value>(probe: () => Value | Promise<Value>) => expect.poll(probe, { timeout: 20_000, interval: 100 });
