import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserServer, chromium } from 'playwright-core';

/** Where a Chromium is: CHROMIUM_PATH, Debian's (the one without windows first: a quarter quicker), or playwright's own; undefined when there is none. */
export function chromiumPath(): string | undefined {
  const own = (): string | undefined => {
    try {
      return chromium.executablePath();
    } catch {
      return undefined;
    }
  };
  return [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium', own()].find(
    (path) => path && existsSync(path),
  );
}

/** Whether browser tests can run here; says it loudly where they cannot. */
export function hasBrowser(): boolean {
  if (chromiumPath()) return true;
  process.stderr.write('\n!!! NO CHROMIUM FOUND: BROWSER TESTS ARE LEFT OUT (set CHROMIUM_PATH) !!!\n\n');
  return false;
}

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--lang=ja',
];

/** Starts Chromium, headless and off the network, to connect to. */
export async function startChromium(more: readonly string[] = []): Promise<{ url: string; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'planner-browser-'));
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const server: BrowserServer = await chromium.launchServer({
    executablePath: chromiumPath() as string,
    host: '127.0.0.1',
    args: [...root, ...FLAGS, ...more],
    env: { ...process.env, LANGUAGE: 'ja', HOME: profile } as Record<string, string>,
  });
  const close = async (): Promise<void> => {
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { url: server.wsEndpoint(), close };
}
