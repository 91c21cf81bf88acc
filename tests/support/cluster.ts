import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
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
  /** Fills its file system to the last block; gives what frees it again. Undefined where it has none of its own. */
  fill: (() => () => void) | undefined;
  close(): Promise<void>;
}

/** Starts and migrates one, on a file system of so many MiB where this user may mount one. */
export async function ownCluster(megabytes: number, settings: readonly string[] = []): Promise<Cluster> {
  const { path, remove } = dataDir();
  const folder = join(path, 'plant');
  mkdirSync(folder, { mode: 0o700 });
  const mounted = mount(folder, megabytes);
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
    fill: mounted ? () => fill(folder) : undefined,
    close: async () => {
      await database.close();
      if (mounted) execFileSync('umount', ['-l', folder]);
      remove();
    },
  };
}

/** Not every user may, nor may root in every container. */
function mount(folder: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
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
