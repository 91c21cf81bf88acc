import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import argon2 from 'argon2';
import { codeKey } from '../../domain/ground/fold.ts';
import { CLI } from '../../domain/texts/program/cli.ts';
import { SESSION } from '../../domain/texts/program/session.ts';
import { turns } from '../../turns.ts';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane; about 30 ms. */
const ARGON2 = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MIN_PASSWORD_LENGTH = 8;
/** ASVS 5.0 6.2.4: at least so many of the commonest passwords are refused, among those that are long enough to be chosen. */
const COMMON_PASSWORDS = 3_000;

/**
 * Hashing uses the few threads that files and sockets need too: who is known has one, so that no stranger stands before them, strangers have one,
 * making hashes has one (an import has hundreds).
 */
const [verifyingKnown, verifyingStrangers, hashing] = [turns(1), turns(1), turns(1)];

/** The argon2id hash of a password. */
export const hashPassword = (plain: string): Promise<string> => hashing(() => argon2.hash(plain, ARGON2));

let dummy: Promise<string> | undefined;
/** A hash that no password has, for people who do not exist. */
const dummyHash = (): Promise<string> => {
  dummy ??= argon2.hash(randomBytes(32).toString('base64'), ARGON2);
  return dummy;
};

/** Whether the password is the one of the hash. Without a hash it is not, and takes as long to say so. */
export async function verifyPassword(hash: string | null | undefined, plain: string, { known } = { known: true }): Promise<boolean> {
  const against = hash ?? (await dummyHash());
  const verifying = known ? verifyingKnown : verifyingStrangers;
  const right = await verifying(() => argon2.verify(against, plain).catch(() => false));
  return right && hash !== null && hash !== undefined;
}

/** The dictionary takes 7 MB: only a process in which a password is chosen reads it. */
const readDictionary = () => {
  const read = createRequire(import.meta.url);
  return (read('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')).dictionary;
};

let common: ReadonlySet<string> | undefined;
/** The commonest passwords, folded; the list of zxcvbn-ts goes from the commonest down. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readDictionary()
      ['passwords-common'].filter((word) => word.length >= MIN_PASSWORD_LENGTH)
      .slice(0, COMMON_PASSWORDS)
      .map(codeKey),
  );
  return common;
}

/** What everybody at the plant would try first (ASVS 5.0 6.2.11), without spaces: the program's own names, and the plant's once it is known. */
const HERE = new Set([CLI.program, 'planner', 'production-planner'].map(codeKey));

/** Company and works as they are configured: the whole and each of its words are no password from now on. */
export function refusePlantName(plantName: string): void {
  for (const word of [plantName.replaceAll(/\s/g, ''), ...plantName.split(/\s+/)]) if (word !== '') HERE.add(codeKey(word));
}

/**
 * Why a password that someone chose is refused; undefined: it is not. Compared as people mean it (ＰＡＳＳＷＯＲＤ is password), stored as it was typed.
 */
export function passwordError(plain: string, employeeId: string): string | undefined {
  if ([...plain].length < MIN_PASSWORD_LENGTH) return SESSION.passwordTooShort(MIN_PASSWORD_LENGTH);
  const [folded, id] = [codeKey(plain), codeKey(employeeId)];
  if (id !== '' && folded.replaceAll(id, '') === '') return SESSION.passwordIsId;
  if (new Set(folded).size <= 1) return SESSION.passwordOneCharacter;
  if (HERE.has(folded.replaceAll(' ', ''))) return SESSION.passwordOfPlant;
  return commonPasswords().has(folded) ? SESSION.passwordCommon : undefined;
}

/** A password that nobody chose, for a first sign-in. */
export const makePassword = (): string => randomBytes(12).toString('base64url');
