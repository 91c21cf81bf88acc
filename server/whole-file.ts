import { randomUUID } from 'node:crypto';
import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const isPart = (name: string): boolean => name.startsWith('.planner-') && name.endsWith('.part');
/** No file is under way for so long: one that is older was left by a process that was killed. */
const LEFT_MS = 24 * 60 * 60_000;

/** Takes away what killed processes have left in a folder. */
async function sweep(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isPart)) {
    const path = join(folder, name);
    if (Date.now() - (await stat(path)).mtimeMs > LEFT_MS) await rm(path, { force: true });
  }
}

/** Puts the file that `fill` writes beside `path` in its place in one moment, once it is on disk, with this mode if any; after an error nothing is left. */
export async function putWhole(path: string, fill: (part: string) => Promise<unknown>, mode?: number): Promise<void> {
  // Its name does not hang on that of the file, which may be as long as names can be.
  const part = join(dirname(path), `.planner-${randomUUID()}.part`);
  try {
    await fill(part);
    // Windows syncs only what may be written; a copy of a file that may not be written may only be read.
    const file = await open(part, 'r+').catch(() => open(part, 'r'));
    await file.sync().finally(() => file.close());
    if (mode !== undefined) await chmod(part, mode);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
  await sweep(dirname(path)).catch(() => undefined);
}
