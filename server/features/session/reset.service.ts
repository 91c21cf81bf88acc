import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Attempt } from '../../contract/handlers.ts';
import { recordAudit } from '../../db/audit.ts';
import { transaction } from '../../db/errors.ts';
import { listPage, type Page } from '../../db/list.ts';
import type { Db } from '../../db/types.ts';
import { invalid, notFound } from '../../domain/ground/errors.ts';
import { codeKey } from '../../domain/ground/fold.ts';
import { type Clock, type Instant, toInstant } from '../../domain/ground/plant-time.ts';
import { HTTP } from '../../domain/texts/program/http.ts';
import { SESSION } from '../../domain/texts/program/session.ts';
import { type Actor, changePassword } from './accounts.service.ts';
import { hashPassword, passwordError } from './passwords.service.ts';
import { findLink, insertLink, insertRequest, openRequests, type ResetRow, useLink } from './reset.store.ts';
import { findAccount, lockAccount } from './session.store.ts';

const LINK_MS = 24 * 60 * 60_000;
/** The page of the admin that takes the token. */
const RESET_PATH = '/reset_password';

/** A request that nobody has answered yet. */
export interface ResetRequest {
  id: number;
  /** The employee's id; employee_id is what they sign in with. */
  employee: number;
  employee_id: string;
  name: string;
  requested_at: Instant;
}

const LIST = {
  filters: {},
  order: ['r.requested_at desc', 'r.id desc'],
  sortable: { id: 'r.id', employee_id: 'e.employee_id', name: 'e.name', requested_at: 'r.requested_at' },
  tie: 'r.id',
} as const;

/** Only the hash of a link's token is kept: who reads the database cannot use it. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** What is tried, and when. */
interface Trying {
  attempt: Attempt;
  clock: Clock;
}

/** Files a request; for an id that nobody has nothing happens, and the caller cannot tell. */
export async function requestReset(db: Knex, employeeId: string, { attempt, clock }: Trying): Promise<void> {
  // Anybody may ask and each writes a row: all of them count.
  await attempt.fail();
  const account = await findAccount(db, codeKey(employeeId));
  if (account) await insertRequest(db, account.id, clock());
}

/** Open requests, newest first. */
export const listRequests = (db: Knex, path: string, parameters: Record<string, unknown>): Promise<Page<ResetRequest>> =>
  listPage<ResetRequest>(openRequests(db), path, parameters, LIST);

/** Makes a link that is good once within 24 hours; earlier links of the employee die. `origin` stands before the path. Throws not found. */
export async function createLink(
  db: Knex,
  employee: number,
  origin: string,
  { actor, clock }: Actor & { clock: Clock },
): Promise<{ url: string; expires_at: Instant }> {
  const token = randomBytes(32).toString('base64url');
  const now = clock();
  await transaction(db, async (trx) => {
    const account = await lockAccount(trx, { id: employee });
    if (!account?.active) throw notFound(HTTP.notFound);
    await insertLink(trx, {
      employee,
      session_number: account.session_number,
      token_hash: hashOf(token),
      nowMs: now,
      expiresMs: now + LINK_MS,
    });
    const expires = { reset_link_until: toInstant(now + LINK_MS) };
    await recordAudit(trx, { actor, operation: 'createResetLink', kind: 'employees', key: account.employee_id, old: null, new: expires });
  });
  return { url: `${origin}${RESET_PATH}?token=${token}`, expires_at: toInstant(now + LINK_MS) };
}

/** The link of a token; undefined for one that is used, expired or unknown. */
export const goodLink = (db: Db, token: string, clock: Clock): Promise<ResetRow | undefined> => findLink(db, hashOf(token), clock());

/** What a good link is for. Throws not found for any other. */
export async function readLink(db: Knex, token: string, { attempt, clock }: Trying): Promise<Pick<ResetRow, 'employee_id' | 'expires_at'>> {
  const link = await goodLink(db, token, clock);
  if (!link) {
    await attempt.fail();
    throw notFound(SESSION.resetLinkDead);
  }
  return { employee_id: link.employee_id, expires_at: link.expires_at };
}

/** Sets the password and uses the link up. Throws field errors. */
export async function confirmReset(
  db: Knex,
  { token, password }: { token: string; password: string },
  { attempt, clock }: Trying,
): Promise<void> {
  const known = await goodLink(db, token, clock);
  if (!known) await attempt.fail();
  const error = passwordError(password, known?.employee_id ?? '');
  const errors = { ...(known ? {} : { token: [SESSION.resetLinkDead] }), ...(error ? { password: [error] } : {}) };
  if (!known || error) throw invalid(errors);
  const hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    // Read again under a lock: two calls with one link, and only the first may win.
    const link = await goodLink(trx, token, clock);
    if (!link) throw invalid({ token: [SESSION.resetLinkDead] });
    await useLink(trx, link.id, clock());
    await changePassword(trx, { id: link.employee, employee_id: link.employee_id }, hash, {
      actor: link.employee_id,
      operation: 'confirmPasswordReset',
    });
  });
}
