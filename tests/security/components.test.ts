import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { tell } from '../support/figures.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = (file: string, args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
const locked = async (): Promise<Record<string, { version: string; dev?: boolean }>> =>
  JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')).packages;
const licences = (...args: string[]) => run(process.execPath, [join(ROOT, 'cli/licences.mjs'), ...args]);

test('every part stands under a licence that is allowed', async ({ task }) => {
  const { code, out, err } = await licences();
  expect([code, err]).toEqual([0, '']);
  const lines = out.trim().split('\n');
  expect(lines.length).toBe(Object.keys(await locked()).length - 1);
  tell(task, { part: 'security', what: 'licences of packages', found: `${lines.length} allowed`, wanted: 'all' });
});

test('a part under another licence, or under none, is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'planner-licences-'));
  const packages = {
    '': {},
    'node_modules/free': { version: '1.0.0', license: '(MIT OR GPL-3.0-only)' },
    'node_modules/both': { version: '1.0.0', license: 'MIT AND GPL-3.0-only' },
    'node_modules/bound': { version: '1.0.0', license: 'GPL-3.0-only' },
    'node_modules/silent': { version: '1.0.0' },
    'node_modules/tool': { version: '1.0.0', license: 'MPL-2.0', dev: true },
    'node_modules/shipped': { version: '1.0.0', license: 'MPL-2.0' },
  };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  const { code, err } = await licences(folder);
  await rm(folder, { recursive: true });
  expect(code).toBe(1);
  expect(err.trim().split('\n')).toEqual([
    'both: MIT AND GPL-3.0-only is not allowed',
    'bound: GPL-3.0-only is not allowed',
    'shipped: MPL-2.0 is not allowed',
    'silent: unknown is not allowed',
  ]);
});

test('the bill of materials is CycloneDX and names every package that runs', async ({ task }) => {
  const { code, out } = await run('npm', ['run', '-s', 'sbom']);
  expect(code).toBe(0);
  const bill = JSON.parse(out) as { bomFormat: string; specVersion: string; components: { name: string; version: string; purl: string }[] };
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\./) });
  const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  const wanted = Object.entries(await locked())
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);
  expect(wanted.filter((one) => !named.has(one))).toEqual([]);
  // What the pages are built of is shipped too.
  expect([...named].some((one) => one.startsWith('react-admin@'))).toBe(true);
  tell(task, {
    part: 'security',
    what: 'bill of materials',
    found: `${bill.components.length} components`,
    wanted: 'every package that runs',
  });
});
