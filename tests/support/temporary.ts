import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A file system in memory, as Linux has it, and the room that the tests want there. */
const MEMORY = '/dev/shm';
const WANTED_BYTES = 4 * 2 ** 30;

/** Where tests keep databases and other files: in memory where there is room, which spares the kernel half of its work. */
export function temporaryFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= WANTED_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
