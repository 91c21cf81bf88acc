import type { Request, Response } from 'express';
import { type AugmentedRequest, rateLimit, type Store } from 'express-rate-limit';
import type { Attempt, Call, Claim, Handler, OperationId } from '../contract/handlers.ts';
import { tooMany } from '../domain/ground/errors.ts';
import { HTTP } from '../domain/texts/program/http.ts';
import { routed } from './router/context.ts';

const WINDOW_MS = 10 * 60_000;
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
  counters(size: { most: number; windowMs: number }): Store;
}

/** Hands a call to its handler, within the limits where it tries a password or a token. */
export type WithinLimits = (request: Request, response: Response, call: Call, handler: Handler<OperationId>) => Promise<unknown>;

const refusal = (ms: number): Error => tooMany(HTTP.tooManyAttempts(Math.ceil(ms / 60_000)), ms / 1000);

/** Counts calls under one name of their attempts; throws too many where that is over its limit. */
function countBy(name: keyof typeof MOST, store: Store): (request: Request, response: Response) => Promise<void> {
  const limiter = rateLimit({
    windowMs: WINDOW_MS,
    limit: MOST[name],
    store,
    keyGenerator: (request) => routed(request).attempt?.[name] ?? '',
    handler: (request, _response, next) => next(refusal(Number((request as AugmentedRequest).rateLimit?.resetTime) - Date.now())),
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
  });
  return (request, response) =>
    new Promise((resolve, reject) => {
      void limiter(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
    });
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
  const addresses = counters({ most: MOST.address, windowMs: WINDOW_MS });
  const pairs = counters({ most: MOST.pair, windowMs: WINDOW_MS });
  const [countAddress, countPair] = [countBy('address', addresses), countBy('pair', pairs)];
  const inTurn = turnsByName();
  let strangers = 0;

  return async (request, response, call, handler) => {
    const state = routed(request);
    const claimOf = claims[state.operationId] as ((call: Call) => Promise<Claim>) | undefined;
    if (!claimOf) return handler(call);
    const { address, pair, known } = await claimOf(call);
    let wrong = false;
    const fail = async (): Promise<void> => {
      wrong = true;
      if (known) await countAddress(request, response);
    };
    const attempt: Attempt = { address, pair, known, fail };
    state.attempt = attempt;
    const judge = async (): Promise<unknown> => {
      await countPair(request, response);
      try {
        const answer = await handler({ ...call, attempt });
        if (!wrong) await pairs.resetKey(pair);
        return answer;
      } catch (error) {
        if (!wrong) await pairs.decrement(pair);
        throw error;
      }
    };
    if (known) return inTurn(pair, judge);
    await inTurn(address, () => countAddress(request, response));
    strangers += 1;
    try {
      if (strangers > MOST_STRANGERS) throw refusal(STRANGERS_RETRY_MS);
      return await inTurn(`judge ${address}`, judge);
    } finally {
      strangers -= 1;
      if (!wrong) await addresses.decrement(address);
    }
  };
}
