import type { Knex } from 'knex';
import type { CurrentUser } from '../../contract/handlers.ts';
import { recordAudit } from '../../db/audit.ts';
import { transaction } from '../../db/errors.ts';
import type { Db } from '../../db/types.ts';
import { invalid, notFound, unauthorized } from '../../domain/errors.ts';
import type { Permission } from '../../domain/permissions.ts';
import { type Clock, epochMs } from '../../domain/plant-time.ts';
import { SESSION } from '../../domain/texts/session.ts';
import { hashPassword, makePassword, passwordFault, verifyPassword } from './passwords.service.ts';
import {
  countRows,
  findAccount,
  findToken,
  insertToken,
  lockAccount,
  raiseSessionNumber,
  revokeToken,
  selectAccounts,
  touchToken,
  writeAccount,
  writePassword,
} from './session.store.ts';
import { throttled } from './throttle.ts';
import { readToken, signToken } from './tokens.ts';

export { hashPassword, passwordFault } from './passwords.service.ts';

/** A session ends after so long without a call; use is noted at most every five minutes, not at each call. */
const IDLE_MS = 12 * 60 * 60_000;
const NOTED_MS = 5 * 60_000;

/** What sessions need from outside. */
export interface SessionContext {
  clock: Clock;
  /** Signs the tokens. */
  secret: string;
}

/** Who changes something, as the audit names them. */
export interface Actor {
  actor: string;
}

/** Signs in and gives the token. Throws one and the same field error for a wrong password and an unknown id, after the same time. */
export async function signIn(
  db: Knex,
  pair: { employee_id: string; password: string },
  address: string,
  { clock, secret }: SessionContext,
): Promise<string> {
  const account = await throttled(db, { employeeId: pair.employee_id, address }, clock, async () => {
    const found = await findAccount(db, pair.employee_id);
    return (await verifyPassword(found?.password_hash, pair.password)) ? found : undefined;
  });
  if (!account) throw invalid({ password: [SESSION.wrongPair] });
  const now = clock();
  const { token, claims } = signToken(account, secret, now);
  await insertToken(db, { jti: claims.jti, employee_id: account.id, nowMs: now, expiresMs: claims.expires_at * 1000 });
  return token;
}

/** Ends the token of this call. */
export const signOut = (db: Knex, user: CurrentUser): Promise<void> =>
  transaction(db, (trx) => revokeToken(trx, user.jti, user.token_expires_at * 1000));

/**
 * The user of a bearer token, as the database knows them now. Throws unauthorized for a token that is not ours, has expired, was revoked,
 * lay idle for twelve hours, or belongs to an earlier session number (password or role changed) or to nobody any more.
 */
export async function resolveUser(db: Db, token: string, { clock, secret }: SessionContext): Promise<CurrentUser> {
  const now = clock();
  const claims = readToken(token, secret, now);
  const state = claims && (await findToken(db, claims.jti, claims.employee));
  if (!claims || !state?.active || state.revoked || state.session_number !== claims.session_number) throw unauthorized(SESSION.signInAgain);
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
}

/** Kills every token of an employee; stands in the transaction that changes the password, the role or the employee. */
export const killSessions = (trx: Db, employeeId: number): Promise<void> => raiseSessionNumber(trx, employeeId);

/** Every active employee, for the command line. */
export const listAccounts = selectAccounts;
/** How many employees there are; none at all means an empty database. */
export const countEmployees = countRows;

/**
 * Adds an employee who can sign in (an inactive one comes back) and gives the password, made up when none is given.
 * Throws field errors: an id that is in use, a password too weak.
 */
export async function createEmployeeAccount(
  db: Knex,
  employee: { employee_id: string; name: string; permission: Permission; password?: string | undefined },
  { actor }: Actor,
): Promise<{ password: string }> {
  const employee_id = employee.employee_id.trim();
  const name = employee.name.trim();
  const password = employee.password ?? makePassword();
  if (employee_id === '') throw invalid({ employee_id: [SESSION.required] });
  if (name === '') throw invalid({ name: [SESSION.required] });
  const fault = passwordFault(password, employee_id);
  if (fault) throw invalid({ password: [fault] });
  const password_hash = await hashPassword(password);
  const row = { employee_id, name, permission: employee.permission };
  await transaction(db, async (trx) => {
    const known = await lockAccount(trx, { employee_id });
    if (known?.active) throw invalid({ employee_id: [SESSION.employeeExists(employee_id)] });
    await writeAccount(trx, { ...row, password_hash });
    if (known) await killSessions(trx, known.id);
    await recordAudit(trx, { actor, operation: 'user add', kind: 'employees', key: employee_id, old: null, new: row });
  });
  return { password };
}

/** Sets a password (made up when none is given), kills the employee's tokens and gives the password. Throws not found. */
export async function resetPassword(
  db: Knex,
  employeeId: string,
  given: string | undefined,
  { actor }: Actor,
): Promise<{ password: string }> {
  const password = given ?? makePassword();
  const fault = passwordFault(password, employeeId);
  if (fault) throw invalid({ password: [fault] });
  const password_hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    const account = await lockAccount(trx, { employee_id: employeeId.trim() });
    if (!account?.active) throw notFound(SESSION.employeeUnknown(employeeId));
    await changePassword(trx, account, password_hash, { actor, operation: 'user reset-password' });
  });
  return { password };
}

/** Writes a new hash, kills the tokens and leaves a trace that names no secret; inside the caller's transaction. */
export async function changePassword(
  trx: Knex.Transaction,
  account: { id: number; employee_id: string },
  passwordHash: string,
  by: Actor & { operation: string },
): Promise<void> {
  await writePassword(trx, account.id, passwordHash);
  await killSessions(trx, account.id);
  await recordAudit(trx, { ...by, kind: 'employees', key: account.employee_id, old: null, new: { password_changed: true } });
}
