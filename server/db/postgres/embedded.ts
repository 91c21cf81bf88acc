import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { refused } from '../../domain/ground/errors.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { chooseLauncher, type Launcher } from './postgres-binaries.ts';
import { createCluster, type Postmaster, runningPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { holderAlive, type Lock, readHolder, thisProcess, tryLock, usableFolder, waitForLock } from './process-lock.ts';
import { secretOfFile } from './secret-file.ts';

/** Everything about the embedded database lies in this folder of DATA_DIR. */
const FOLDER = 'database';
/** Longest wait for another process that creates, starts or stops the database: a crash recovery may stand behind it. */
const LOCK_WAIT_MS = 180_000;
const WATCH_MS = 2_000;

/** Where the embedded database answers at present. */
export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** This process's share in the embedded database of a DATA_DIR. */
export interface Embedded {
  /** Where it answers now; the port changes when it had to start again and the old one was taken meanwhile. */
  connection(): Connection;
  /** Gives the share back; the last user of the folder stops the database. */
  release(): Promise<void>;
}

interface Folder {
  root: string;
  cluster: string;
  leases: string;
  lock: string;
  launcher: Launcher;
  password: string;
  settings: readonly string[];
}

/** Refuses a second server on one DATA_DIR. Throws with the other's pid; a dead server's lock is taken over. */
export function lockDataDir(dataDir: string): Lock {
  usableFolder(dataDir);
  const lock = tryLock(join(resolve(dataDir), 'server.lock'));
  if ('pid' in lock) throw refused(databaseTexts.folderInUse(lock.pid));
  return lock;
}

/** Whether `dataDir` holds a database already. */
export const holdsDatabase = (dataDir: string): boolean => existsSync(join(resolve(dataDir), FOLDER, 'cluster', 'PG_VERSION'));

/**
 * Opens the embedded PostgreSQL under `dataDir`: creates it, starts it, or joins the one that runs (CLI and server share it).
 * It is started again when it dies while in use. `settings` are further `name=value` settings of the server process.
 */
export async function openEmbedded(dataDir: string, settings: readonly string[] = []): Promise<Embedded> {
  const folder = prepareFolder(resolve(dataDir), settings);
  const lease = join(folder.leases, `${process.pid}-${randomUUID()}`);
  let running = await withLock(folder, async () => {
    const postmaster = await ensureRunning(folder);
    writeFileSync(lease, JSON.stringify(thisProcess()), { mode: 0o600 });
    return postmaster;
  });
  let reviving: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (running.alive()) return;
    reviving ??= withLock(folder, async () => {
      running = await ensureRunning(folder);
    })
      .catch(() => undefined)
      .finally(() => {
        reviving = undefined;
      });
  }, WATCH_MS);
  watch.unref();
  return {
    connection: () => ({ host: '127.0.0.1', port: running.port, user: 'postgres', password: folder.password, database: 'postgres' }),
    release: async () => {
      clearInterval(watch);
      await reviving;
      await withLock(folder, async () => {
        rmSync(lease, { force: true });
        if (usersLeft(folder) === 0) await stopPostmaster(folder.cluster);
      });
    },
  };
}

function prepareFolder(dataDir: string, settings: readonly string[]): Folder {
  usableFolder(dataDir);
  const root = join(dataDir, FOLDER);
  const leases = join(dataDir, 'database-users');
  mkdirSync(root, { recursive: true, mode: 0o700 });
  mkdirSync(leases, { recursive: true, mode: 0o700 });
  return {
    root,
    leases,
    settings,
    cluster: join(root, 'cluster'),
    lock: join(dataDir, 'database.lock'),
    launcher: chooseLauncher(root),
    password: secretOfFile(join(dataDir, 'database.password'), () => randomBytes(24).toString('base64url')).trim(),
  };
}

async function withLock<Result>(folder: Folder, work: () => Promise<Result>): Promise<Result> {
  const lock = await waitForLock(folder.lock, LOCK_WAIT_MS);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function ensureRunning(folder: Folder): Promise<Postmaster> {
  await createCluster(folder.launcher, folder.cluster, folder.password);
  const running = await runningPostmaster(folder.cluster, folder.password);
  return running ?? startPostmaster(folder.launcher, folder.cluster, folder.password, folder.settings);
}

/** Living users of the folder; the leases of dead ones are cleared away. */
function usersLeft(folder: Folder): number {
  let users = 0;
  for (const name of readdirSync(folder.leases)) {
    const holder = readHolder(join(folder.leases, name));
    if (holder && holderAlive(holder)) users++;
    else rmSync(join(folder.leases, name), { force: true });
  }
  return users;
}
