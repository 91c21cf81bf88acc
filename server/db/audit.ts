import type { Knex } from 'knex';
import { partOfKind } from '../domain/plant/plan-inputs.ts';
import { announce } from './events.ts';
import type { Db } from './types.ts';

/** One change as the history keeps it. `old` is null for what was added, `new` for what was removed. */
export interface AuditEntry {
  /** Employee id of who did it, or the name of a program (cli, nightly). */
  actor: string;
  /** operationId, or the CLI's command. */
  operation: string;
  /** The resource, as its table is called. */
  kind: string;
  /** What people call the row: its code, number or date. */
  key: string;
  old: object | null;
  new: object | null;
}

/** Columns that no history shows: secrets, and the folded keys, which nobody asks for. */
export const AUDIT_HIDDEN: readonly string[] = [
  'password',
  'password_hash',
  'token',
  'token_hash',
  'code_key',
  'employee_key',
  'serial_key',
  'lot_key',
  'product_key',
];
const HIDDEN = new Set(AUDIT_HIDDEN);

/** Without secrets and without the folded keys, which nobody asks for. */
function shown(row: object | null): Record<string, unknown> | null {
  return row && Object.fromEntries(Object.entries(row).filter(([field]) => !HIDDEN.has(field)));
}

/** Writes one audit row; stands in the transaction of the change. */
export const recordAudit = (trx: Db, entry: AuditEntry): Promise<void> => recordAuditMany(trx, [entry]);

/** Writes the row under which the rows of one import stand, before them; gives its id. `closeAudit` says what came of it. */
export async function openAudit(trx: Db, entry: Omit<AuditEntry, 'old' | 'new'>): Promise<number> {
  const [row] = (await trx('audit').insert(entry).returning('id')) as { id: number }[];
  return row!.id;
}

/** Says what came of what `openAudit` began; null: nothing changed, and the history says nothing. */
export async function closeAudit(trx: Db, id: number, now: object | null): Promise<void> {
  const row = trx('audit').where({ id });
  if (now === null) return void (await row.delete());
  const [{ kind }] = (await row.update({ new: JSON.stringify(now) }).returning('kind')) as [{ kind: string }];
  await noteInputs(trx, [{ id, kind }]);
}

/** Remembers until the next run that what plans are made from has changed, and tells everybody. */
async function noteInputs(trx: Db, rows: readonly { id: number; kind: string }[]): Promise<void> {
  const changes = rows.flatMap(({ id, kind }) => {
    const part = partOfKind(kind);
    return part ? [{ audit_id: id, part }] : [];
  });
  if (changes.length === 0) return;
  await trx('input_changes').insert(changes);
  await announce(trx, { kind: 'inputs' });
}

/** Writes many audit rows in one statement, in the transaction of the change. */
export async function recordAuditMany(trx: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ ...entry, old: shown(entry.old), new: shown(entry.new) }));
  const { rows: written } = await trx.raw(
    `insert into audit (actor, operation, kind, key, old, new)
     select actor, operation, kind, key, nullif(old, 'null'), nullif(new, 'null')
     from jsonb_to_recordset(?::jsonb) as row (actor text, operation text, kind text, key text, old jsonb, new jsonb) returning id, kind`,
    [JSON.stringify(rows)],
  );
  await noteInputs(trx, written as { id: number; kind: string }[]);
}

/** The changes, as a query to be listed. */
export const auditRows = (db: Db): Knex.QueryBuilder => db('audit');
