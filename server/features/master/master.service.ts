import type { Knex } from 'knex';
import { recordAudit } from '../../db/audit.ts';
import { codeOf, constraintOf, transaction, UNIQUE_VIOLATION } from '../../db/errors.ts';
import { rowById } from '../../db/rows.ts';
import { columnDefault, insertRow, lockRow, type Row, removeOrDeactivate, updateRow } from '../../db/table.ts';
import type { Db } from '../../db/types.ts';
import { type FieldErrors, invalid, notFound } from '../../domain/ground/errors.ts';
import { codeKey, trimmed } from '../../domain/ground/fold.ts';
import { masterTexts } from '../../domain/texts/master.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { nestedRows, replaceNested } from './master.store.ts';
import { nestedErrors } from './nested.rules.ts';
import type { Nested, Resource } from './resources.ts';

/** Who asks for a change, and by which operation: for the history. */
export interface By {
  actor: string;
  operation: string;
}

/** The ways of one resource beyond those of all. Everything runs inside the transaction of the change. */
export interface Extras {
  /** Further refusals; `before` is undefined for a new row. */
  check?(trx: Knex.Transaction, body: Body, before: Row | undefined): Promise<FieldErrors>;
  /** Whether the body changes something beyond columns and nested rows; `old` as it is shown. */
  changes?(body: Body, old: Row): boolean;
  /** Further columns to write. */
  values?(body: Body): Promise<Record<string, unknown>>;
  /** After the row is written, before it is read again. */
  written?(trx: Knex.Transaction, row: Row, body: Body, before: Row | undefined): Promise<void>;
  /** Before the row goes; throws a refusal. */
  removing?(trx: Knex.Transaction, row: Row): Promise<void>;
  /** What the wire and the history show beyond columns and nested rows. */
  shown?(db: Db, row: Row): Promise<Record<string, unknown>>;
}

/** Who asks, and what is particular to the resource. */
export interface Asked {
  by: By;
  extras?: Extras;
}

type Body = Record<string, unknown>;

/** The row as its page shows it, nested rows included. Throws not found. */
export async function readRow(db: Db, resource: Resource, id: number, extras: Extras = {}): Promise<Row> {
  const row = await rowById(db, resource, id);
  if (!row) throw notFound(databaseTexts.notFound);
  const nested: Record<string, unknown> = {};
  for (const list of resource.nested ?? []) nested[list.field] = await nestedRows(db, list, id);
  return { ...row, ...nested, ...(await extras.shown?.(db, row)) };
}

/** Adds a row, or wakes the inactive one of the same code. Throws a field map. */
export async function createRow(db: Db, resource: Resource, body: Body, { by, extras = {} }: Asked): Promise<Row> {
  const columns = { ...ownColumns(resource, body), ...(await extras.values?.(body)) };
  return guarded(resource, body, () =>
    transaction(db, async (trx) => {
      const sleeping = await sameKey(trx, resource, columns);
      const taken = sleeping?.active === true;
      await refuse(trx, resource, { body, before: taken ? undefined : sleeping, taken }, extras);
      const old = sleeping ? await readRow(trx, resource, sleeping.id, extras) : null;
      const row = sleeping
        ? await updateRow(trx, resource.table, sleeping.id, awake(trx, resource, columns))
        : await insertRow(trx, resource.table, columns);
      for (const list of resource.nested ?? []) await replaceNested(trx, list, row.id, (body[list.field] as Body[] | undefined) ?? []);
      await extras.written?.(trx, row, body, sleeping);
      return recorded(trx, resource, { row, old }, by, extras);
    }),
  );
}

/**
 * Changes a row: absent fields stay, a nested list that is there is replaced as a whole; a body that says nothing new changes nothing,
 * version and history neither. Throws not found, a conflict, a field map.
 */
export async function changeRow(db: Db, resource: Resource, id: number, body: Body, { by, extras = {} }: Asked): Promise<Row> {
  const columns = { ...ownColumns(resource, body), ...(await extras.values?.(body)) };
  return guarded(resource, body, () =>
    transaction(db, async (trx) => {
      const before = await lockRow(trx, resource.table, id, body.version as number | null | undefined, () =>
        readRow(trx, resource, id, extras),
      );
      const other = await sameKey(trx, resource, columns);
      await refuse(trx, resource, { body, before, taken: other !== undefined && other.id !== id }, extras);
      const old = await readRow(trx, resource, id, extras);
      const changed = changedColumns(columns, before);
      const lists = (resource.nested ?? []).filter((list) =>
        changesRows(list, old[list.field] as Row[], body[list.field] as Body[] | undefined),
      );
      if (Object.keys(changed).length === 0 && lists.length === 0 && !extras.changes?.(body, old)) return old;
      const row = await updateRow(trx, resource.table, id, changed);
      for (const list of lists) await replaceNested(trx, list, id, body[list.field] as Body[]);
      await extras.written?.(trx, row, body, before);
      return recorded(trx, resource, { row, old }, by, extras);
    }),
  );
}

/** Deletes a row; one that is in use becomes inactive instead. Throws not found, a conflict, a refusal. */
export async function deleteRow(
  db: Db,
  resource: Resource,
  id: number,
  version: number | null | undefined,
  { by, extras = {} }: Asked,
): Promise<void> {
  await transaction(db, async (trx) => {
    const row = await lockRow(trx, resource.table, id, version, () => readRow(trx, resource, id, extras));
    const old = await readRow(trx, resource, id, extras);
    await extras.removing?.(trx, row);
    const used = resource.inUse ? await trx(resource.table).where({ id }).whereRaw(resource.inUse).first('id') : undefined;
    const done = await removeOrDeactivate(trx, resource.table, id, used !== undefined);
    const left = done === 'removed' ? null : { ...old, active: false };
    await recordAudit(trx, { ...by, kind: resource.table, key: String(old[resource.key]), old, new: left });
  });
}

/** The row as it is now, and the change in the history. */
async function recorded(
  trx: Knex.Transaction,
  resource: Resource,
  { row, old }: { row: Row; old: object | null },
  by: By,
  extras: Extras,
): Promise<Row> {
  const now = await readRow(trx, resource, row.id, extras);
  await recordAudit(trx, { ...by, kind: resource.table, key: String(now[resource.key]), old, new: now });
  return now;
}

/** The columns that the body names; texts trimmed, spelling kept; null in an optional text is ''. */
function ownColumns(resource: Resource, body: Body): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const field of resource.requiredTexts ?? []) if (body[field] !== undefined) columns[field] = trimmed(String(body[field] ?? ''));
  for (const field of resource.texts ?? []) if (body[field] !== undefined) columns[field] = trimmed(String(body[field] ?? ''));
  for (const field of resource.values ?? []) if (body[field] !== undefined) columns[field] = body[field];
  if (resource.foldedKey && columns[resource.key] !== undefined) columns[resource.foldedKey] = codeKey(String(columns[resource.key]));
  return columns;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The columns that are to hold something else than they do. */
const changedColumns = (columns: Record<string, unknown>, before: Row): Record<string, unknown> =>
  Object.fromEntries(Object.entries(columns).filter(([column, value]) => !same(value, before[column])));

/** Whether a nested list of a body says anything else than the rows that are there. */
function changesRows(nested: Nested, old: readonly Row[], rows: readonly Body[] | undefined): boolean {
  if (rows === undefined) return false;
  const known = new Map(old.map((row) => [row.id, row]));
  const unchanged = (row: Body): boolean => {
    const stands = known.get(row.id as number);
    return (
      stands !== undefined && Object.keys(nested.columns).every((field) => row[field] === undefined || same(row[field], stands[field]))
    );
  };
  return rows.length !== old.length || !rows.every(unchanged);
}

/** A row that is made active again starts like a new one: what the body lacks takes its default. */
function awake(trx: Knex.Transaction, resource: Resource, columns: Record<string, unknown>): Record<string, unknown> {
  const all = [...(resource.texts ?? []), ...(resource.values ?? [])];
  return { ...Object.fromEntries(all.map((field) => [field, columnDefault(trx)])), ...columns, active: true };
}

/** The row that has the same key, locked. */
async function sameKey(trx: Knex.Transaction, resource: Resource, columns: Record<string, unknown>): Promise<Row | undefined> {
  const column = resource.foldedKey ?? resource.key;
  if (!columns[column]) return undefined;
  return (await trx(resource.table)
    .where(column, columns[column] as string)
    .forUpdate()
    .first()) as Row | undefined;
}

const takenText = ({ key, takenText: own }: Resource, body: Body): string => own?.(String(body[key])) ?? masterTexts.taken;

/** Throws the errors of the business rules, all fields at once; `taken`: another row has the key. */
async function refuse(
  trx: Knex.Transaction,
  resource: Resource,
  { body, before, taken }: { body: Body; before: Row | undefined; taken: boolean },
  extras: Extras,
): Promise<void> {
  const errors: FieldErrors = {};
  for (const field of resource.requiredTexts ?? []) {
    if (body[field] !== undefined && trimmed(String(body[field] ?? '')) === '') errors[field] = [masterTexts.required];
  }
  if (taken) errors[resource.key] = [takenText(resource, body)];
  Object.assign(errors, await nestedErrors(trx, resource, body, before), await extras.check?.(trx, body, before));
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Two calls at one moment: the unique key of the database has the last word, said as the same field error. */
async function guarded<Result>(resource: Resource, body: Body, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    const constraint = codeOf(cause) === UNIQUE_VIOLATION ? constraintOf(cause) : undefined;
    const field = constraint?.replace(`${resource.table}_`, '').replace(/_key$/, '');
    if (field && body[field] !== undefined)
      throw invalid({ [field]: [field === resource.key ? takenText(resource, body) : masterTexts.sameName] });
    throw error;
  }
}
