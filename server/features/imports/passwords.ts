import type { Db } from '../../db/types.ts';
import type { Secret } from '../../files/judge-source.ts';
import { hashPassword, passwordFault, verifyPassword } from '../session/passwords.service.ts';
import { hashesOf } from './passwords.store.ts';

/** The passwords of an employee file: hashes of the new ones, and what is wrong with others. Nothing here holds a transaction open: a hash takes 30 ms. */
export interface Passwords {
  hashes: { row: number; hash: string }[];
  faults: { row: number; text: string }[];
}

/** Hashes what is new. A password that is the stored one already is no change, and ends no session. */
export async function preparePasswords(db: Db, secrets: readonly Secret[]): Promise<Passwords> {
  const stored = await hashesOf(
    db,
    secrets.map(({ key }) => key),
  );
  const passwords: Passwords = { hashes: [], faults: [] };
  for (const { row, key, secret } of secrets) {
    if (await verifiedAlready(stored.get(key), secret)) continue;
    const fault = passwordFault(secret, key);
    if (fault === undefined) passwords.hashes.push({ row, hash: await hashPassword(secret) });
    else passwords.faults.push({ row, text: fault });
  }
  return passwords;
}

const verifiedAlready = async (hash: string | undefined, secret: string): Promise<boolean> =>
  hash !== undefined && (await verifyPassword(hash, secret));
