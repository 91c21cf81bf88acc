import type { Db } from './types.ts';

/** A kept setting of the plant, or undefined. */
export async function getSetting<Value>(db: Db, key: string): Promise<Value | undefined> {
  const row = (await db('settings').where({ key }).first('value')) as { value: Value } | undefined;
  return row?.value;
}

/** Keeps a setting, replacing what was there. */
export async function setSetting(db: Db, key: string, value: unknown): Promise<void> {
  await db('settings')
    .insert({ key, value: JSON.stringify(value) })
    .onConflict('key')
    .merge();
}

/** Forgets a setting. */
export async function removeSetting(db: Db, key: string): Promise<void> {
  await db('settings').where({ key }).delete();
}
