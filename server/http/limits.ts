import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Call, Claim, Handler, OperationId } from '../contract/handlers.ts';
import { tooMany } from '../domain/ground/errors.ts';
import { HTTP } from '../domain/texts/program/http.ts';

const WINDOW_S = 10 * 60;
/** Wrong attempts of a window: from one address, which a whole plant may share, and of one pair. */
const MOST = { address: 100, pair: 10 };
/** Strangers who are judged or wait for it, from however many addresses: each holds a socket. */
const MOST_STRANGERS = 300;
const STRANGERS_RETRY_MS = 10_000;

/** What the limits on wrong passwords and tokens ask of the rest of the program. */
export interface Limits {
  /** Who tries one, for each operation that takes one. */
  claims: { [Id in OperationId]?: (call: Call<Id>) => Promise<Claim> };
  /** Counters that all processes share. */
  counters(size: { points: number; duration: number }): RateLimiterAbstract;
}

/** A call before anything is known of what it tries. */
export type Unlimited = Omit<Call, 'attempt'>;
/** Hands a call to its handler, within the limits where it tries a password or a token. */
export type WithinLimits = (operation: OperationId, call: Unlimited, handler: Handler<OperationId>) => Promise<unknown>;

const refusal = (ms: number): Error => tooMany(HTTP.tooManyAttempts(Math.ceil(ms / 60_000)), ms / 1000);

/**
 * Counts an attempt; throws too many beyond the limit, where nothing more is written: the rest of a flood waits for no row. What it gives takes the attempt back.
 */
async function count(attempts: RateLimiterAbstract, name: string): Promise<() => Promise<void>> {
  const before = await attempts.get(name);
  // The window was begun before the clock was set back; those of several machines may differ a little.
  const isOfLater = before !== null && before.msBeforeNext > 2 * WINDOW_S * 1000;
  if (isOfLater) await attempts.delete(name);
  const isOver = before !== null && !isOfLater && before.consumedPoints > attempts.points;
  const { consumedPoints, msBeforeNext } = isOver ? before : await attempts.penalty(name);
  if (consumedPoints > attempts.points) throw refusal(msBeforeNext);
  const ends = Date.now() + msBeforeNext;
  return async () => {
    if (Date.now() < ends) await attempts.reward(name);
  };
}

/** Lets works of one name be done one after another. */
function turnsByName(): <Result>(name: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}

/**
 * Holds wrong passwords and tokens within two limits, by address and by pair:
 *
 * - An attempt counts before it is judged and is taken back unless it was wrong, so that a flood that comes all at once ends at its limit.
 * - One of each known pair and one stranger of each address is judged at a time: right ones that come together do not hold each other, and no address
 *   stands before another with more than one.
 * - A known pair is held by its own limit alone. A wrong one counts for its address too and is told the same as everybody there: nobody learns which ids there are.
 */
export function attemptLimits({ claims, counters }: Limits): WithinLimits {
  const addresses = counters({ points: MOST.address, duration: WINDOW_S });
  const pairs = counters({ points: MOST.pair, duration: WINDOW_S });
  const inTurn = turnsByName();
  let strangers = 0;

  return async (operation, call, handler) => {
    const claimOf = claims[operation] as ((call: Unlimited) => Promise<Claim>) | undefined;
    if (!claimOf) return handler(call as Call);
    const { address, pair, known } = await claimOf(call);
    let wrong = false;
    const fail = async (): Promise<void> => {
      wrong = true;
      if (known) await count(addresses, address);
    };
    const judge = async (): Promise<unknown> => {
      const takeBack = await count(pairs, pair);
      try {
        const answer = await handler({ ...call, attempt: { address, pair, known, fail } });
        if (!wrong) await pairs.delete(pair);
        return answer;
      } catch (error) {
        if (!wrong) await takeBack();
        throw error;
      }
    };
    if (known) return inTurn(pair, judge);
    const takeBack = await inTurn(address, () => count(addresses, address));
    strangers += 1;
    try {
      if (strangers > MOST_STRANGERS) throw refusal(STRANGERS_RETRY_MS);
      return await inTurn(`judge ${address}`, judge);
    } finally {
      strangers -= 1;
      if (!wrong) await takeBack();
    }
  };
}
