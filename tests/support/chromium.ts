import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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

/** Starts Chromium, headless and off the network, which ends with this process; `home` is the folder of its user. */
export function startChromium(home: string, more: readonly string[] = []): Promise<Browser> {
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath: chromiumPath() as string,
    args: [...root, ...FLAGS, ...more],
    env: { ...process.env, LANGUAGE: 'ja', HOME: home } as Record<string, string>,
  });
}
