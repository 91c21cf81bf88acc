import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of the test's own, readable by its owner only; `remove` deletes it. */
export function dataDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'planner-data-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
