import type { Knex } from 'knex';
import type { Attempt, CurrentUser } from '../../contract/handlers.ts';
import { recordAudit } from '../../db/audit.ts';
import { transaction } from '../../db/errors.ts';
import { invalid, notFound, unauthorized } from '../../domain/ground/errors.ts';
import { codeKey, plainCode, trimmed } from '../../domain/ground/fold.ts';
import type { Permission } from '../../domain/ground/permissions.ts';
import { SESSION } from '../../domain/texts/program/session.ts';
import { hashPassword, makePassword, passwordError, verifyPassword } from './passwords.service.ts';
import { beginSession, killSessions, type SessionContext } from './session.service.ts';
import { type Account, countRows, lockAccount, readAccount, selectAccounts, writeAccount, writePassword } from './session.store.ts';

/** Who changes something, as the audit names them. */
export interface Actor {
  actor: string;
}

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
  const employee_id = plainCode(employee.employee_id);
  const employee_key = codeKey(employee_id);
  const name = trimmed(employee.name);
  const password = employee.password ?? makePassword();
  if (employee_id === '') throw invalid({ employee_id: [SESSION.required] });
  if (name === '') throw invalid({ name: [SESSION.required] });
  const error = passwordError(password, employee_id);
  if (error) throw invalid({ password: [error] });
  const password_hash = await hashPassword(password);
  const row = { employee_id, name, permission: employee.permission };
  await transaction(db, async (trx) => {
    const known = await lockAccount(trx, { employee_key });
    if (known?.active) throw invalid({ employee_id: [SESSION.employeeExists(employee_id)] });
    await writeAccount(trx, { ...row, employee_key, password_hash });
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
  const error = passwordError(password, employeeId);
  if (error) throw invalid({ password: [error] });
  const password_hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    const account = await lockAccount(trx, { employee_key: codeKey(employeeId) });
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

/**
 * Changes one's own password, the present one being said again (within limits, as a login), and gives a new token: every other one dies with the old
 * password, the one of this call too. Throws field errors.
 */
export async function changeOwnPassword(
  db: Knex,
  user: CurrentUser,
  given: { current_password: string; password: string },
  { attempt, ...context }: SessionContext & { attempt: Attempt },
): Promise<string> {
  const error =
    passwordError(given.password, user.employee_id) ?? (given.password === given.current_password ? SESSION.samePassword : undefined);
  const known = await readAccount(db, user.id);
  const right = await verifyPassword(known?.password_hash, given.current_password, attempt);
  if (!right) await attempt.fail();
  if (!known || !right || error !== undefined) {
    throw invalid({
      ...(right ? {} : { current_password: [SESSION.wrongCurrent] }),
      ...(error === undefined ? {} : { password: [error] }),
    });
  }
  const password_hash = await hashPassword(given.password);
  return transaction(db, async (trx) => {
    const account = await lockAccount(trx, { id: user.id });
    // Someone else was quicker: what was proved is not so any more.
    if (!account?.active || !sameSession(account, known)) throw unauthorized(SESSION.signInAgain);
    await changePassword(trx, account, password_hash, { actor: account.employee_id, operation: 'changeOwnPassword' });
    return beginSession(trx, { id: account.id, session_number: account.session_number + 1 }, context);
  });
}

const sameSession = (one: Account, other: Account): boolean =>
  one.session_number === other.session_number && one.password_hash === other.password_hash;
