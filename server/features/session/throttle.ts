import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ipKeyGenerator } from 'express-rate-limit';
import type { Db } from '../../db/types.ts';
import { tooMany } from '../../domain/errors.ts';
import type { Clock } from '../../domain/plant-time.ts';
import { SESSION } from '../../domain/texts/session.ts';
import { countFailure, forgive, readFailures } from './throttle.store.ts';
import { createWaitingRoom, type Terms } from './waiting-room.ts';

/** Wrong attempts that cost nothing: on one subject (an id), and from one source (an address; a plant may share one). */
const FREE = { subject: 3, source: 100 };
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;
/** Attempts of a line after each delay. */
const BUNCH = 10;
/** Attempts that may wait in a room; each holds a socket and some hundred bytes. */
const MOST_WAITING = 1_000;
/** Whoever has one IPv6 address has its whole network. */
const IPV6_NETWORK_BITS = 64;

/** Milliseconds to wait after so many wrong attempts: doubling, capped. */
export const delayAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(10, failures - free));

/** Whose attempt it is: its room, its source in the room, and the subject it is made on. */
export interface Claimant {
  room: 'known' | 'unknown';
  source: string;
  subject: string;
}

/** The name under which something is counted: of one length whatever was typed, and telling nothing to who reads the table. */
const nameOf = (kind: string, ...texts: string[]): string =>
  `${kind}:${createHash('sha256').update(texts.join('\0')).digest('base64url').slice(0, 32)}`;

/** Someone at an address who says to be this employee. */
export const stranger = (employeeKey: string, address: string): Claimant => ({
  room: 'unknown',
  source: nameOf('address', ipKeyGenerator(address, IPV6_NETWORK_BITS)),
  subject: nameOf('id', employeeKey),
});

/** Someone at a browser from which this employee has signed in before. */
export const acquaintance = (employeeKey: string, browser: string): Claimant => ({
  room: 'known',
  source: nameOf('browser', browser),
  subject: nameOf('browser-id', browser, employeeKey),
});

/** Someone who is signed in and says the password again. */
export const holder = (employee: number, jti: string): Claimant => ({
  room: 'known',
  source: nameOf('session', jti),
  subject: nameOf('session-id', jti, String(employee)),
});

/** Judges an attempt when its turn comes; undefined means a wrong one. */
export type Throttle = <Result>(who: Claimant, judge: () => Promise<Result | undefined>) => Promise<Result | undefined>;

/**
 * Slows guessing down and keeps nobody out. What each part is for:
 *
 * - **Delay, no lockout.** After three wrong attempts on an id, or a hundred from an address, a line waits 250 ms, 500 ms … 5 s before its next attempts, right or wrong
 *   alike: a guess costs time and says nothing sooner. Counters stand in the database, so that processes share them and a restart forgives nothing; 15 minutes forget them.
 * - **A line for each id and address**, served in turn (waiting-room): ten thousand attempts from one address are one source among others; another address waits for one attempt
 *   of it. Someone else at the same address, with an id of his own, waits for one attempt of each line there. An id that is attacked from many addresses: the owner's line
 *   has its own delay, five seconds at most, and one turn in each round.
 * - **The owner's own browser** carries a cookie that only a right password gives (known-browser) and waits in a room of its own, where its own failures count and nobody else's.
 *   No flood of strangers, from whatever addresses and on whatever id, stands before it.
 * - **Of attempts that nothing tells apart** (same id, same address, no cookie) the owner's shares the line's pace: ten after each delay, oldest and newest by turns.
 * - **Bounded.** A room holds a thousand; then the longest line of the fullest source loses one, with 429. One attempt at a time is judged in a room, database and argon2 included,
 *   so logins hold two connections and two threads at most and nobody else waits for them.
 */
export function createThrottle({
  db,
  clock,
  wait,
}: {
  db: Db;
  clock: Clock;
  wait?: ((ms: number) => Promise<unknown>) | undefined;
}): Throttle {
  async function terms(source: string, subject: string): Promise<Terms> {
    const failures = await readFailures(db, [subject, source], clock());
    const [ofSubject, ofSource] = [failures.get(subject) ?? 0, failures.get(source) ?? 0];
    return {
      delayMs: Math.max(delayAfter(ofSubject, FREE.subject), delayAfter(ofSource, FREE.source)),
      attempts: ofSubject < FREE.subject ? FREE.subject - ofSubject : BUNCH,
    };
  }
  const room = () =>
    createWaitingRoom({
      most: MOST_WAITING,
      terms,
      // Someone who waits does not hold the process up when it is to end.
      wait: wait ?? ((ms) => sleep(ms, undefined, { ref: false })),
      full: () => tooMany(SESSION.tooManyAttempts, LONGEST_DELAY_MS / 1000),
    });
  const rooms = { known: room(), unknown: room() };

  return ({ room, source, subject }, judge) =>
    new Promise((resolve, reject) => {
      const judged = async () => {
        const result = await judge();
        if (result === undefined) await countFailure(db, [subject, source], clock());
        else await forgive(db, subject, clock());
        return result;
      };
      rooms[room](source, subject, { judge: () => judged().then(resolve, reject), turnAway: reject });
    });
}
