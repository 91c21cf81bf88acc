import { randomUUID } from 'node:crypto';
import { accessSync, constants, linkSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { refused } from '../../domain/ground/errors.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';

/** Who holds a lock file or a lease: the pid, and when that process started, since pids are used again. */
export interface Holder {
  pid: number;
  started: string;
}

/** A lock that is held until released. */
export interface Lock {
  release(): void;
}

/** State letter and start of a process as Linux tells them; undefined elsewhere and for a pid that is gone. */
function processStat(pid: number): { state: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Whether a process of this pid exists and is no zombie. */
export function pidAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return processStat(pid)?.state !== 'Z';
}

/** This process as a holder. */
export const thisProcess = (): Holder => ({ pid: process.pid, started: processStat(process.pid)?.started ?? '' });

/** Whether the very process that wrote the record still lives. */
export function holderAlive(holder: Holder): boolean {
  if (!pidAlive(holder.pid)) return false;
  const stat = processStat(holder.pid);
  return stat === undefined || holder.started === '' || stat.started === holder.started;
}

/** The record in a lock file or lease; undefined when the file is gone or was never whole. */
export function readHolder(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Holder;
    return typeof holder.pid === 'number' ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Makes the folder where it is missing. Throws refused, with the folder's name, where nothing can be written to it. */
export function usableFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refused(databaseTexts.folderUnusable(folder, (error as NodeJS.ErrnoException).code ?? String(error)));
  }
}

/** Takes the lock file, or gives its living holder. The file appears whole or not at all (hard link), a dead holder's is taken over by one process only. */
export function tryLock(path: string): Lock | Holder {
  const own = `${path}.${process.pid}.${randomUUID()}`;
  writeFileSync(own, JSON.stringify(thisProcess()), { mode: 0o600 });
  try {
    for (;;) {
      try {
        linkSync(own, path);
        return { release: () => rmSync(path, { force: true }) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const holder = readHolder(path);
      if (holder && holderAlive(holder)) return holder;
      const taking = tryLock(`${path}.taking`);
      if ('pid' in taking) return taking;
      // Looked at again under the second lock: whoever was first may have put a fresh one there.
      const left = readHolder(path);
      if (!left || !holderAlive(left)) rmSync(path, { force: true });
      taking.release();
    }
  } finally {
    unlinkSync(own);
  }
}

/** Waits for the lock file. Throws after `waitMs`. */
export async function waitForLock(path: string, waitMs: number): Promise<Lock> {
  const until = performance.now() + waitMs;
  for (;;) {
    const lock = tryLock(path);
    if ('release' in lock) return lock;
    if (performance.now() > until) throw refused(databaseTexts.folderInUse(lock.pid));
    await sleep(20 + Math.floor(Math.random() * 30));
  }
}
