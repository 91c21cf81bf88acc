import type { Knex } from 'knex';
import type { Db } from '../../db/types.ts';
import { type Instant, toInstant } from '../../domain/ground/plant-time.ts';

/** A link that sets a new password, with its employee. */
export interface ResetRow {
  id: number;
  employee: number;
  employee_id: string;
  expires_at: Instant;
}

/** Files a request unless one is open. */
export async function insertRequest(db: Db, employee: number, nowMs: number): Promise<void> {
  await db.raw(
    `insert into password_resets (employee_id, requested_at)
     select :employee, :now::timestamptz
     where not exists (select from password_resets where employee_id = :employee and issued_at is null and used_at is null)`,
    { employee, now: toInstant(nowMs) },
  );
}

/** Open requests, as a query to be listed. */
export const openRequests = (db: Db): Knex.QueryBuilder =>
  db('password_resets as r')
    .join('employees as e', 'e.id', 'r.employee_id')
    .select('r.id', 'e.id as employee', 'e.employee_id', 'e.name', 'r.requested_at')
    .whereNull('r.issued_at')
    .whereNull('r.used_at')
    .where('e.active', true);

/** Puts a new link in the place of every request and link of the employee. */
export async function insertLink(
  trx: Db,
  link: { employee: number; session_number: number; token_hash: string; nowMs: number; expiresMs: number },
): Promise<void> {
  await trx('password_resets').where({ employee_id: link.employee }).whereNull('used_at').delete();
  const now = toInstant(link.nowMs);
  await trx('password_resets').insert({
    employee_id: link.employee,
    session_number: link.session_number,
    token_hash: link.token_hash,
    requested_at: now,
    issued_at: now,
    expires_at: toInstant(link.expiresMs),
  });
}

/** The good link of this hash, locked where a transaction is given. What ended the employee's sessions since it was made has ended it too. */
export async function findLink(db: Db, token_hash: string, nowMs: number): Promise<ResetRow | undefined> {
  const query = db('password_resets as r')
    .join('employees as e', 'e.id', 'r.employee_id')
    .select('r.id', 'e.id as employee', 'e.employee_id', 'r.expires_at')
    .where({ 'r.token_hash': token_hash, 'e.active': true })
    .whereNull('r.used_at')
    .whereRaw('r.session_number = e.session_number')
    .where('r.expires_at', '>', toInstant(nowMs));
  const rows = (await (db.isTransaction ? query.forUpdate('r') : query)) as ResetRow[];
  return rows[0];
}

/** Uses a link up. */
export const useLink = async (trx: Db, id: number, nowMs: number): Promise<void> => {
  await trx('password_resets')
    .where({ id })
    .update({ used_at: toInstant(nowMs) });
};
