import type { Knex } from 'knex';
import type { Attempt, CurrentUser } from '../../contract/handlers.ts';
import { transaction } from '../../db/errors.ts';
import type { Db } from '../../db/types.ts';
import { invalid, unauthorized } from '../../domain/ground/errors.ts';
import { codeKey } from '../../domain/ground/fold.ts';
import { type Clock, epochMs } from '../../domain/ground/plant-time.ts';
import { SESSION } from '../../domain/texts/program/session.ts';
import { sharing } from '../../turns.ts';
import { heldTokens } from '../terminals/terminals.service.ts';
import { rememberPlaces } from './attempts.store.ts';
import { verifyPassword } from './passwords.service.ts';
import { findAccount, findTokens, insertToken, raiseSessionNumber, revokeToken, tokensNotEnded, touchToken } from './session.store.ts';
import { readToken, signToken, type TokenClaims } from './tokens.ts';

/** A session ends after so long without a call; use is noted at most every five minutes, not at each call. */
const IDLE_MS = 12 * 60 * 60_000;
const NOTED_MS = 5 * 60_000;

/** What sessions need from outside. */
export interface SessionContext {
  clock: Clock;
  /** Signs the tokens. */
  secret: string;
}

/** Signs in, remembers where, and gives the token. Throws one and the same error for a wrong password and an unknown id, after the same time. */
export async function signIn(
  db: Knex,
  pair: { employee_id: string; password: string },
  { attempt, browser }: { attempt: Attempt; browser: string | undefined },
  context: SessionContext,
): Promise<string> {
  const account = await findAccount(db, codeKey(pair.employee_id));
  const right = await verifyPassword(account?.password_hash, pair.password, attempt);
  if (!account || !right) {
    await attempt.fail();
    throw invalid({ password: [SESSION.wrongPair] });
  }
  const places = browser === undefined ? [attempt.address] : [attempt.address, browser];
  const [token] = await Promise.all([beginSession(db, account, context), rememberPlaces(db, account.id, places)]);
  return token;
}

/** Begins a session of an account and gives its token. */
export async function beginSession(
  db: Db,
  account: { id: number; session_number: number },
  { clock, secret }: SessionContext,
): Promise<string> {
  const now = clock();
  const { token, claims } = signToken(account, secret, now);
  await insertToken(db, { jti: claims.jti, employee_id: account.id, nowMs: now, expiresMs: claims.expires_at * 1000 });
  return token;
}

/** Ends the token of this call. */
export const signOut = (db: Knex, user: CurrentUser): Promise<void> =>
  transaction(db, (trx) => revokeToken(trx, user.jti, user.token_expires_at * 1000));

/**
 * Tells the user of a bearer token, as the database knows them now. Throws unauthorized for a token that is not ours, has expired, was
 * revoked, lay idle for twelve hours, or belongs to an earlier session number (password or role changed) or to nobody any more.
 */
export function userOfToken(db: Db, { clock, secret }: SessionContext): (token: string) => Promise<CurrentUser> {
  const states = sharing((tokens: readonly TokenClaims[]) =>
    findTokens(db, [...new Map(tokens.map((token) => [token.jti, token])).values()]),
  );
  return async (token) => {
    const now = clock();
    const claims = readToken(token, secret, now);
    const state = claims && (await states(claims)).get(claims.jti);
    if (!claims || state?.revoked) throw unauthorized(SESSION.signInAgain);
    // The token was ours and is not expired: whoever holds it may know why it ended.
    if (!state?.active) throw unauthorized(SESSION.removedMeanwhile);
    if (state.session_number !== claims.session_number) throw unauthorized(SESSION.changedMeanwhile);
    const idle = state.last_seen_at === null ? Number.POSITIVE_INFINITY : now - epochMs(state.last_seen_at);
    if (idle > IDLE_MS) throw unauthorized(SESSION.signInAgain);
    if (idle > NOTED_MS) await touchToken(db, claims.jti, now);
    return {
      id: state.id,
      employee_id: state.employee_id,
      name: state.name,
      name_furigana: state.name_furigana,
      permission: state.permission,
      jti: claims.jti,
      token_expires_at: claims.expires_at,
    };
  };
}

/** Kills every token and reset link of an employee; stands in the transaction that changes the id, the password, the role or the employee. */
export const killSessions = (trx: Db, employeeId: number): Promise<void> => raiseSessionNumber(trx, employeeId);

/** Until when each of the given tokens lives, if nothing ends or uses it meanwhile (epoch milliseconds; a terminal's for ever). Asking is no use of them. */
export async function livingTokens(db: Db, jtis: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const [people, terminals] = await Promise.all([tokensNotEnded(db, jtis), heldTokens(db, jtis)]);
  return new Map([
    ...people.map(({ jti, last_seen_at, expires_at }): [string, number] => [
      jti,
      Math.min(epochMs(expires_at), epochMs(last_seen_at) + IDLE_MS),
    ]),
    ...terminals.map((jti): [string, number] => [jti, Number.POSITIVE_INFINITY]),
  ]);
}
