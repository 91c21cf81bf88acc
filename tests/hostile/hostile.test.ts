import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { judge } from '../hazards/judge.ts';
import { tell } from '../support/figures.ts';
import { hostileArchives } from './archives.ts';
import { type HostileFile, KIND } from './parts.ts';
import { hostileTexts } from './texts.ts';
import { hostileWorkbooks } from './workbooks.ts';

/** In the long form each file is read by a process of its own, whose time and memory are bounded. */
const LONG = Boolean(process.env.LONG_TESTS);
const MOST = { ms: 2_000, megabytes: 300 };

const workbooks = [...hostileArchives(), ...hostileWorkbooks()];
const texts = hostileTexts();
const all = [...workbooks, ...texts];

test('there are enough of them, each with a name of its own', () => {
  expect(workbooks.length).toBeGreaterThanOrEqual(60);
  expect(texts.length).toBeGreaterThanOrEqual(40);
  expect(new Set(all.map(({ what }) => what)).size).toBe(all.length);
});

describe('a hostile file gets its verdict, and no row of it is lost in silence', () => {
  test.each(all.filter(({ large }) => LONG || !large).map((file) => [file.what, file] as const))('%s', (_, file) => {
    const { errors, warnings, rows } = judge({ kind: KIND, bytes: file.make() });
    const said = [...errors, ...warnings].map(({ text }) => text).join(' / ');
    expect({ said: said === '' ? null : said, rows: rows.length }).toEqual({ said: file.said, rows: file.rows });
    if (file.serial) expect(rows[0]?.values).toMatchObject({ serial_number: file.serial });
  });
});

interface Told {
  said: string | null;
  rows: number;
  /** Of processors, its thread's among them: what it takes where nothing else is done. */
  ms: number;
  kilobytes: number;
}

/** What a process of its own says of a file. */
async function toldOf({ make }: HostileFile, folder: string): Promise<Told> {
  const path = join(folder, 'file');
  await writeFile(path, make());
  const child = fork(fileURLToPath(new URL('./judge-child.ts', import.meta.url)), [path], { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process that judges ended with ${code}`);
  });
  const [told] = (await Promise.race([once(child, 'message'), ended])) as [Told];
  return told;
}

test.runIf(LONG)(
  'each is judged within two seconds of a processor and 300 MB',
  async ({ task }) => {
    const folder = await mkdtemp(join(tmpdir(), 'planner-hostile-'));
    const told: (Told & { what: string })[] = [];
    try {
      for (const file of all) {
        const one = await toldOf(file, folder);
        expect({ what: file.what, said: one.said, rows: one.rows }).toEqual({ what: file.what, said: file.said, rows: file.rows });
        told.push({ ...one, what: file.what });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const slowest = told.toSorted((a, b) => b.ms - a.ms)[0]!;
    const largest = told.toSorted((a, b) => b.kilobytes - a.kilobytes)[0]!;
    const part = 'bad input';
    const seconds = `${(slowest.ms / 1000).toFixed(1)} s (${slowest.what})`;
    tell(task, { part, what: `slowest of ${all.length} hostile files`, found: `${seconds} of a processor`, wanted: '≤ 2 s' });
    const megabytes = `${Math.round(largest.kilobytes / 1024)} MB (${largest.what})`;
    tell(task, { part, what: 'largest in memory', found: megabytes, wanted: '≤ 300 MB' });
    // Nothing read in nothing was not measured.
    expect(largest.kilobytes).toBeGreaterThan(10 * 1024);
    expect(told.filter(({ ms, kilobytes }) => ms > MOST.ms || kilobytes > MOST.megabytes * 1024)).toEqual([]);
  },
  1_200_000,
);
