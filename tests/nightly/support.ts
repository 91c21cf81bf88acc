import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import type { Knex } from 'knex';
import { writeDemoFiles } from '../../seeds/demo/files.ts';
import { generateDemo } from '../../seeds/demo/index.ts';
import { claim, type Job, LEASE_SECONDS, sweep } from '../../server/db/jobs.ts';
import { epochMs } from '../../server/domain/plant-time.ts';
import type { NightPoint, NightSetting } from '../../server/features/nightly/context.ts';
import { runNight } from '../../server/features/nightly/night.ts';
import { requestNight } from '../../server/features/nightly/nightly.service.ts';
import { TODAY } from '../support/demos.ts';

export const clock = (): number => epochMs(`${TODAY}T02:30:00+09:00`);

/** Folders of a test's own, with the demo's dirty files and those that must be refused. */
export async function makeFolders(): Promise<{ root: string; inbox: string; outbox: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'planner-night-'));
  const [inbox, outbox] = [join(root, 'inbox'), join(root, 'outbox')];
  await mkdir(inbox);
  return { root, inbox, outbox, remove: () => rm(root, { recursive: true, force: true }) };
}

/** The dirty demo as import files in a folder; gives their names. */
export async function dirtyFiles(folder: string): Promise<{ good: string[]; errors: string }> {
  const demo = generateDemo({ today: TODAY, orders: 15, products: 15, dirty: 1 });
  const paths = await writeDemoFiles(folder, demo);
  return { good: paths.map((path) => basename(path)), errors: join(folder, 'errors') };
}

/** Puts files into the inbox, under their names or others. */
export async function putIn(inbox: string, from: string, names: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, source] of Object.entries(names)) await copyFile(join(from, source), join(inbox, name));
}

/** Every file under a folder with its content, the folder's own name left out. */
export async function contentOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // Workbooks bear the time of their making.
    found[relative(folder, path)] = path.endsWith('.txt')
      ? (await readFile(path, 'utf8')).slice(1)
      : path.endsWith('.xlsx')
        ? 'xlsx'
        : await readFile(path, 'base64');
  }
  return Object.fromEntries(Object.entries(found).sort());
}

export const write = (inbox: string, name: string, text: string): Promise<void> => writeFile(join(inbox, name), text);

/** Asks for a night and works it until it ends, or is cut off by what `at` throws. */
export async function night(db: Knex, setting: NightSetting): Promise<void> {
  const job = (await requestNight(db, { requested_by: 'cli', now_ms: clock() })) as Job;
  const mine = await claim(db, { kinds: ['nightly'], worker: 'test', id: job.id });
  if (!mine) throw new Error('the night is not there to be claimed');
  await runNight({ settleMs: 20, run: { time_limit_seconds: 1 }, ...setting }, { db, clock }, mine);
}

/** A worker was killed: its lease runs out, and its job is back in the queue. */
export async function leaseRunsOut(db: Knex): Promise<void> {
  await db('jobs')
    .where({ status: 'running' })
    .update({ heartbeat_at: db.raw('now() - make_interval(secs => ?)', [LEASE_SECONDS + 1]) });
  await sweep(db);
}

/** Thrown where a night is to be cut off. */
export class Crash extends Error {}

/** Throws at a point, the first time its subject comes by. */
export const crashAt = (point: NightPoint, subject = '') => {
  let isDone = false;
  return (at: NightPoint, about: string): void => {
    if (isDone || at !== point || !about.includes(subject)) return;
    isDone = true;
    throw new Crash(point);
  };
};
