import { createHash, type Hash } from 'node:crypto';

/** Parts of a problem that say where the plan stands, not what is to be planned. */
const STANDING = new Set(['present', 'entry_id']);

/**
 * A hash of everything that decides a plan: the problem after reading (fixed and hand-made entries, settings, planning start among it) and
 * the run's own options. Where the standing plan has its bars is no part of it.
 */
export function fingerprint(...parts: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const part of parts) add(hash, part);
  return hash.digest('hex');
}

function add(hash: Hash, value: unknown): void {
  if (ArrayBuffer.isView(value)) {
    hash.update(`${value.constructor.name}${value.byteLength}:`);
    hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  } else if (Array.isArray(value)) {
    hash.update(`[${value.length}:`);
    for (const item of value) add(hash, item);
  } else if (typeof value === 'object' && value !== null) {
    hash.update('{');
    for (const [key, item] of Object.entries(value)) {
      if (STANDING.has(key)) continue;
      hash.update(`${key}=`);
      add(hash, item);
    }
    hash.update('}');
  } else hash.update(`${typeof value}${String(value)};`);
}
