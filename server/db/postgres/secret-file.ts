import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const readIf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
};

/**
 * The secret of a file: made on first use from so many random bytes, readable by the owner only. The file appears whole or not at all, and two first starts agree on the
 * one that came first; an empty one, which a crash or a full disk has left, is made anew.
 */
export function secretOfFile(path: string, bytes: number): string {
  const known = readIf(path);
  if (known !== '') return known;
  const own = `${path}.${randomUUID()}`;
  try {
    writeFileSync(own, randomBytes(bytes).toString('base64url'), { mode: 0o600, flush: true });
    if (readIf(path) === '') rmSync(path, { force: true });
    linkSync(own, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return readIf(path);
}
