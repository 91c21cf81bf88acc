import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

let root: string;
const write = (path: string, text: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  write('package.json', '{ "type": "module" }');
  write('server/good.ts', 'export const good = 1;');
  write('migrations/views/bars.sql', 'create view bars as select 1;');
  write('migrations/functions/fold.sql', 'create function fold() …');
  write('openapi.yaml', 'openapi: 3.1.0');
  write(
    'tsconfig.build.json',
    '{ "compilerOptions": { "noCheck": true, "outDir": "dist", "rootDir": ".", "types": [] }, "include": ["server"] }',
  );
  mkdirSync(join(root, 'cli'));
  copyFileSync('cli/build.mjs', join(root, 'cli/build.mjs'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a build that did not come to its end is not fresh, though the sources are again what they were', async () => {
  const { buildStale, isFresh } = (await import(pathToFileURL(join(root, 'cli/build.mjs')).href)) as {
    buildStale(parts: string[]): Promise<string[]>;
    isFresh(part: string): boolean;
  };
  expect(await buildStale(['server'])).toEqual(['server']);
  expect(isFresh('server')).toBe(true);
  for (const file of ['views/bars.sql', 'functions/fold.sql']) expect(existsSync(join(root, 'dist/migrations', file))).toBe(true);
  write('server/bad.ts', 'export const bad = ;');
  await expect(buildStale(['server'])).rejects.toThrow('bad.ts');
  rmSync(join(root, 'server/bad.ts'));
  expect(isFresh('server')).toBe(false);
  expect(await buildStale(['server'])).toEqual(['server']);
  expect(isFresh('server')).toBe(true);
});
