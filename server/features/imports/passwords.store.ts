import type { Db } from '../../db/types.ts';

/** The stored hashes of these employees (active ones), by the folded form of their ids. */
export async function hashesOf(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.raw(
    'select employee_key as key, password_hash as hash from employees where active and password_hash is not null and employee_key = any (?)',
    [keys as string[]],
  );
  return new Map(rows.map(({ key, hash }: { key: string; hash: string }) => [key, hash]));
}
