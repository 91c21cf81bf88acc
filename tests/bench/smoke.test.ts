import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { BENCHES } from '../../bench/benches.ts';
import { makeRows } from '../../bench/imports/made-rows.ts';
import { IMPORT_KINDS } from '../../server/domain/files/imports.ts';
import { judgeSource } from '../../server/files/judge-source.ts';
import { chromiumPath } from '../support/chromium.ts';
import { dataDir } from '../support/data-dir.ts';

/** Every bench at its smallest: it runs to its end and measures something. Its figures mean nothing here; the board's stands in tests/e2e. */
const SMALLEST: Record<string, string> = {
  engine: '--set jsp-twt,foundry --only la21,tasks-100 --seconds 0.1 --seeds 1 --plants 5,7 --shapes demo,dense',
  replan: '--tasks 100 --rounds 5 --only finished --plants 5 --shapes dense --ways punctual',
  causes: '--tasks 100 --seconds 0.1 --only demo --sample 1',
  prices: '--tasks 100 --rounds 1 --only demo --seeds 1 --sample 1',
  promises: '--tasks 100 --questions 2 --searched 1 --seconds 0.1',
  proposals: '--plants 1 --rounds 20 --only lock',
  threads: '--tasks 100 --rounds 2 --seeds 1 --plants 5',
  product: '--days 2 --tasks 60 --seconds 0.2',
  twin: '--days 3 --tasks 100 --seeds 1 --plants demo --rounds 1',
  api: '--orders 30 --calls set_work_time --connections 2 --seconds 0.1 --rounds 1',
  login: '--made-up 3',
  pages: '--orders 10 --pages tasks --rounds 1 --seconds 1',
  exports: '--tasks 100 --days 10',
  imports: '--kinds order-tasks --sizes 20',
  runs: '--tasks 100 --seconds 1 --threads 1',
};

let said = '';
beforeEach(() => {
  said = '';
  const hear = (text: unknown): boolean => {
    said += `${String(text)}\n`;
    return true;
  };
  vi.spyOn(console, 'log').mockImplementation(hear);
  vi.spyOn(process.stdout, 'write').mockImplementation(hear);
  // The server of this run, for those that make a database of their own.
  const server = new URL(inject('templateUrl'));
  server.pathname = '/postgres';
  vi.stubEnv('DATABASE_URL', server.href);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A published shop as the engine's bench finds it, though a smaller one. */
function instances(): { path: string; remove(): void } {
  const folder = dataDir();
  mkdirSync(join(folder.path, 'jsp'));
  writeFileSync(join(folder.path, 'jsp', 'la21.txt'), '2 2\n0 3 1 2\n1 2 0 4\n');
  writeFileSync(join(folder.path, 'best-known.json'), JSON.stringify({ jsp: { la21: { file: 'la21.txt' } } }));
  return folder;
}

it('stands in the menu with a smoke of its own, each of them', () => {
  expect(Object.keys(BENCHES).sort()).toEqual([...Object.keys(SMALLEST), 'board'].sort());
});

/** Where no browser is, the leg of the browser tests has said so already. */
const runnable = Object.entries(SMALLEST).filter(([name]) => name !== 'pages' || chromiumPath());

it.each(runnable)('%s runs to its end', async (name, options) => {
  const folder = instances();
  try {
    await BENCHES[name]?.run([...options.split(' '), ...(name === 'engine' ? ['--instances', folder.path] : [])]);
  } finally {
    folder.remove();
  }
  expect(said).toMatch(/\d/);
  expect(said).not.toMatch(/NaN|undefined|[Ee]rror|\bNO\b|NOT FEASIBLE|INFEASIBLE|"4\d\d"|"5\d\d"/);
});

it('engine says how far foundries are above the best of longer searches, and knows no other shapes than its own', async () => {
  const folder = dataDir();
  try {
    const bench = (options: string): Promise<unknown> => BENCHES.engine!.run(`--only tasks-100 --seeds 1 --plants 5 ${options}`.split(' '));
    const known = join(folder.path, 'known.json');
    await bench(`--rounds 3000 --out ${known}`);
    const [longer] = JSON.parse(readFileSync(known, 'utf8'));
    expect(longer).toMatchObject({ instance: 'demo tasks-100 plant 5', best_known: null });
    const out = join(folder.path, 'out.json');
    await bench(`--rounds 0 --known ${known} --out ${out}`);
    const [first] = JSON.parse(readFileSync(out, 'utf8'));
    expect(first).toMatchObject({ best_known: longer.objective, gap: first.objective / longer.objective - 1 });
    expect(first.gap).toBeGreaterThan(0);
    await expect(bench('--rounds 0 --shapes round')).rejects.toThrow(RangeError);
  } finally {
    folder.remove();
  }
});

it.each(IMPORT_KINDS)('imports makes rows of $name that can be imported', ({ name }) => {
  const bytes = new TextEncoder().encode(JSON.stringify({ rows: makeRows(name, 100) }));
  const { summary } = judgeSource(
    { form: 'json', name: '', bytes },
    { kind: name, today: '2026-04-01', skip_rows: [], repairs: [], keep_source: false },
  );
  expect(summary.errors).toEqual([]);
});
