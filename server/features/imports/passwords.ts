import type { Db } from '../../db/types.ts';
import type { Secret } from '../../files/judge-source.ts';
import { hashPassword, passwordError, verifyPassword } from '../session/passwords.service.ts';
import { hashesOf } from './staging.store.ts';

/** The passwords of an employee file: hashes of the new ones, and what is wrong with others. Nothing here holds a transaction open: a hash takes 30 ms. */
export interface Passwords {
  hashes: { row: number; hash: string }[];
  errors: { row: number; text: string }[];
}

/** Hashes what is new. A password that is the stored one already is no change, and ends no session. */
export async function preparePasswords(db: Db, secrets: readonly Secret[]): Promise<Passwords> {
  const stored = await hashesOf(
    db,
    secrets.map(({ key }) => key),
  );
  const passwords: Passwords = { hashes: [], errors: [] };
  for (const { row, key, secret } of secrets) {
    if (await verifiedAlready(stored.get(key), secret)) continue;
    const error = passwordError(secret, key);
    if (error === undefined) passwords.hashes.push({ row, hash: await hashPassword(secret) });
    else passwords.errors.push({ row, text: error });
  }
  return passwords;
}

const verifiedAlready = async (hash: string | undefined, secret: string): Promise<boolean> =>
  hash !== undefined && (await verifyPassword(hash, secret));
