import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/types.ts';
import type { Permission } from '../../domain/ground/permissions.ts';
import { type Instant, toInstant } from '../../domain/ground/plant-time.ts';

/** An employee as signing in needs them. */
export interface Account {
  id: number;
  employee_id: string;
  name: string;
  name_furigana: string;
  permission: Permission;
  session_number: number;
  password_hash: string | null;
  active: boolean;
}

const COLUMNS = ['id', 'employee_id', 'name', 'name_furigana', 'permission', 'session_number', 'password_hash', 'active'] as const;

/** The active employee whose id folds to this key. */
export const findAccount = (db: Db, employeeKey: string): Promise<Account | undefined> =>
  db('employees').select(COLUMNS).where({ employee_key: employeeKey, active: true }).first() as unknown as Promise<Account | undefined>;

/** The employee of this row. */
export const readAccount = (db: Db, id: number): Promise<Account | undefined> =>
  db('employees').select(COLUMNS).where({ id, active: true }).first() as unknown as Promise<Account | undefined>;

/** The employee of this row or this folded id, active or not, locked for a change. */
export const lockAccount = (trx: Knex.Transaction, where: { id: number } | { employee_key: string }): Promise<Account | undefined> =>
  trx('employees').select(COLUMNS).where(where).forUpdate().first() as unknown as Promise<Account | undefined>;

/** Every active employee by id. */
export const selectAccounts = (db: Db): Promise<Pick<Account, 'employee_id' | 'name' | 'permission'>[]> =>
  db('employees').select('employee_id', 'name', 'permission').where({ active: true }).orderBy('employee_id');

/** How many employees there are, inactive ones too. */
export async function countRows(db: Db): Promise<number> {
  const row = await db('employees').count({ count: '*' }).first();
  return Number(row?.count ?? 0);
}

/** Adds an employee, or brings an inactive one back under the new data. */
export async function writeAccount(
  trx: Knex.Transaction,
  employee: { employee_id: string; employee_key: string; name: string; permission: Permission; password_hash: string },
): Promise<void> {
  await trx('employees')
    .insert(employee)
    .onConflict('employee_key')
    .merge({ ...employee, active: true, version: trx.raw('employees.version + 1'), updated_at: trx.fn.now() });
}

/** Sets a password hash. */
export const writePassword = async (trx: Knex.Transaction, id: number, password_hash: string): Promise<void> => {
  await trx('employees')
    .where({ id })
    .update({ password_hash, version: trx.raw('version + 1'), updated_at: trx.fn.now() });
};

/** Makes every token of the employee worthless, reset links included: both keep the number. */
export async function raiseSessionNumber(trx: Db, id: number): Promise<void> {
  await trx('employees')
    .where({ id })
    .update({ session_number: trx.raw('session_number + 1') });
}

/** What the database says of a token. */
export interface TokenState extends Account {
  revoked: boolean;
  last_seen_at: string | null;
}

/** The tokens among these of which the database knows the employee, with both marks of their life, by jti: in one query. */
export async function findTokens(db: Db, tokens: readonly { jti: string; employee: number }[]): Promise<Map<string, TokenState>> {
  const { rows } = await prepared<TokenState & { jti: string }>(
    db,
    `select given.jti, e.id, e.employee_id, e.name, e.name_furigana, e.permission, e.session_number, e.active,
            exists (select from revoked_tokens r where r.jti = given.jti) as revoked, a.last_seen_at
     from unnest(?::uuid[], ?::bigint[]) as given (jti, employee) join employees e on e.id = given.employee
       left join token_activity a on a.jti = given.jti and a.employee_id = e.id`,
    [tokens.map(({ jti }) => jti), tokens.map(({ employee }) => employee)],
  );
  return new Map(rows.map(({ jti, ...state }) => [jti, state]));
}

/** Begins the life of a token and forgets those that have expired. */
export async function insertToken(trx: Db, token: { jti: string; employee_id: number; nowMs: number; expiresMs: number }): Promise<void> {
  const now = toInstant(token.nowMs);
  await trx('token_activity').where('expires_at', '<', now).delete();
  await trx('revoked_tokens').where('expires_at', '<', now).delete();
  await trx('token_activity').insert({
    jti: token.jti,
    employee_id: token.employee_id,
    last_seen_at: now,
    expires_at: toInstant(token.expiresMs),
  });
}

/** Notes that a token was used. */
export const touchToken = async (db: Db, jti: string, nowMs: number): Promise<void> => {
  await db('token_activity')
    .where({ jti })
    .update({ last_seen_at: toInstant(nowMs) });
};

/** Ends a token. */
export async function revokeToken(trx: Db, jti: string, expiresMs: number): Promise<void> {
  await trx('revoked_tokens')
    .insert({ jti, expires_at: toInstant(expiresMs) })
    .onConflict('jti')
    .ignore();
  await trx('token_activity').where({ jti }).delete();
}

/** A token that nobody has ended: when it was used last, and when it expires. */
export interface LivingToken {
  jti: string;
  last_seen_at: Instant;
  expires_at: Instant;
}

/** Those of the given tokens that nobody has ended; nothing counts as a use. */
export async function tokensNotEnded(db: Db, jtis: readonly string[]): Promise<LivingToken[]> {
  const { rows } = await db.raw(
    `select a.jti, a.last_seen_at, a.expires_at from token_activity a join employees e on e.id = a.employee_id and e.active
     where a.jti = any(?::uuid[]) and not exists (select from revoked_tokens r where r.jti = a.jti)`,
    bound([jtis]),
  );
  return rows;
}
