import { randomUUID } from 'node:crypto';
import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { codeOf } from '../errors.ts';
import { tryLock } from './process-lock.ts';

const WAIT_MS = 20;
/** A file system has no hard links: there the file may be cut off by a crash in this moment, and two that begin in it may differ. */
const LINKLESS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** What the file says; empty where there is none, or where a crash or a full disk has left nothing in it. */
function said(path: string): string {
  try {
    const text = readFileSync(path, 'utf8');
    return text.trim() === '' ? '' : text;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

function lockOf(path: string): ReturnType<typeof tryLock> | 'linkless' {
  try {
    return tryLock(`${path}.taking`);
  } catch (error) {
    if (LINKLESS.has(codeOf(error) ?? '')) return 'linkless';
    throw error;
  }
}

/** Puts the file in its place unless one is there already. */
function place(own: string, path: string): void {
  try {
    linkSync(own, path);
  } catch (error) {
    if (LINKLESS.has(codeOf(error) ?? '')) copyFileSync(own, path, constants.COPYFILE_EXCL);
    else throw error;
  }
}

/** Puts the file in the place of an empty one: one process at a time where there are links, and whoever comes second finds what the first has put there. */
function replaceEmpty(own: string, path: string): void {
  for (;;) {
    const lock = lockOf(path);
    if (lock === 'linkless' || 'release' in lock) {
      // In one moment: where there was none in between, somebody else could begin with his own.
      if (said(path) === '') renameSync(own, path);
      if (lock !== 'linkless') lock.release();
      return;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
}

/**
 * The secret of a file, made on first use and readable by the owner only. The file appears whole or not at all, and two first starts agree on the one that came
 * first; an empty one is no secret and is made anew.
 */
export function secretOfFile(path: string, make: () => string): string {
  const known = said(path);
  if (known !== '') return known;
  const own = `${path}.${randomUUID()}`;
  try {
    writeFileSync(own, make(), { mode: 0o600, flush: true });
    place(own, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (said(path) === '') replaceEmpty(own, path);
  } finally {
    rmSync(own, { force: true });
  }
  return said(path);
}
