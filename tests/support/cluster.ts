import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/schema/migrate.ts';
import { dataDir } from './data-dir.ts';

/** An embedded database of a test's own, which it may kill. */
export interface Cluster {
  /** DATA_DIR of whoever joins it. */
  folder: string;
  database: Database;
  /** Ends the server and each of its processes at once. */
  kill9(): void;
  /** Tells the server to stop: SIGINT in good order, SIGQUIT at once. */
  signal(name: 'SIGINT' | 'SIGQUIT'): void;
  /** Fills its file system to the last block; gives what frees it again. */
  fill(): () => void;
  close(): Promise<void>;
}

/** Starts and migrates one, on a file system of its own of so many MiB; undefined: on that of everybody, which is never filled. */
export async function ownCluster(megabytes: number | undefined, settings: readonly string[] = []): Promise<Cluster> {
  const { path, remove } = dataDir();
  const folder = join(path, 'plant');
  mkdirSync(folder, { mode: 0o700 });
  if (megabytes !== undefined) mount(folder, megabytes);
  const database = await openDatabase({ dataDir: folder, settings });
  await migrate(database.knex);
  const postmaster = (): number => Number(readFileSync(join(folder, 'database/cluster/postmaster.pid'), 'utf8').split('\n', 1)[0]);
  return {
    folder,
    database,
    kill9: () => {
      const pid = postmaster();
      for (const one of [pid, ...childrenOf(pid)]) kill(one, 'SIGKILL');
    },
    signal: (name) => kill(postmaster(), name),
    fill: () => {
      if (megabytes === undefined) throw new Error('only a file system of its own is filled');
      return fill(folder);
    },
    close: async () => {
      await database.close();
      if (megabytes !== undefined) unmount(folder);
      remove();
    },
  };
}

function mount(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder], { stdio: 'ignore' });
}
const unmount = (folder: string): unknown => execFileSync('umount', ['-l', folder]);

/**
 * Whether a file system can be mounted, said loudly where it cannot: not every user may, nor may root in every container. With CI_STRICT=1 that is an error: the
 * whole proof fills a disk.
 */
export function mayMount(): boolean {
  const { path, remove } = dataDir();
  try {
    mount(path, 1);
    unmount(path);
    return true;
  } catch (error) {
    if (process.env.CI_STRICT === '1') throw error;
    process.stderr.write('\n!!! NO FILE SYSTEM CAN BE MOUNTED: NO DISK IS FILLED !!!\n\n');
    return false;
  } finally {
    remove();
  }
}

function fill(folder: string): () => void {
  const ballast = join(folder, 'ballast');
  for (let size = 2 ** 20, n = 0; size >= 4096; ) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < size) size /= 2;
    else
      try {
        writeFileSync(`${ballast}.${n++}`, Buffer.alloc(size));
      } catch {
        size /= 2;
      }
  }
  return () => {
    for (const name of readdirSync(folder)) if (name.startsWith('ballast')) rmSync(join(folder, name));
  };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function kill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended on its own meanwhile.
  }
}
