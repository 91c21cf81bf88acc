import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/types.ts';
import { tooMany } from '../../domain/errors.ts';
import { SESSION } from '../../domain/texts/session.ts';
import { countAttempts, forgive } from './throttle.store.ts';

/** Wrong attempts that cost nothing: of one person, and of one address (a plant may share one). */
const FREE = { id: 3, address: 100 };
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;
/** Attempts that may wait at one moment: for one id from one address, and from one address. Others are sent away, never the id locked. */
const WAITING = { pair: 5, address: 50 };

const waiting = new Map<string, number>();

/** Milliseconds to wait after so many wrong attempts: doubling, capped. */
export const delayAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(10, failures - free));

const subjectOf = (kind: string, text: string): string => `${kind}:${createHash('sha256').update(text).digest('base64url').slice(0, 32)}`;

function take(place: string, most: number): () => void {
  const count = waiting.get(place) ?? 0;
  if (count >= most) throw tooMany(SESSION.tooManyAttempts, LONGEST_DELAY_MS / 1000);
  waiting.set(place, count + 1);
  return () => {
    const left = (waiting.get(place) ?? 1) - 1;
    if (left > 0) waiting.set(place, left);
    else waiting.delete(place);
  };
}

/**
 * Judges a login attempt after the delay that earlier failures of this id or this address have earned; a right one clears the id's.
 * Throws too many when more attempts than a person makes wait at one moment.
 */
export async function throttled<Result>(
  db: Db,
  who: { employeeId: string; address: string },
  clock: () => number,
  judge: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const id = subjectOf('id', who.employeeId.normalize('NFKC').trim());
  const address = subjectOf('address', who.address);
  const leavePair = take(`${id} ${address}`, WAITING.pair);
  let leaveAddress: (() => void) | undefined;
  try {
    leaveAddress = take(address, WAITING.address);
    const before = await countAttempts(db, [id, address], clock());
    const delay = Math.max(delayAfter(before.get(id) ?? 0, FREE.id), delayAfter(before.get(address) ?? 0, FREE.address));
    if (delay > 0) await sleep(delay);
    const result = await judge();
    if (result !== undefined) await forgive(db, id, address, clock());
    return result;
  } finally {
    leavePair();
    leaveAddress?.();
  }
}
