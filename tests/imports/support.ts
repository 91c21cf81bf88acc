import type { Knex } from 'knex';
import { type ImportKindName, importKind } from '../../server/domain/files/imports.ts';
import { epochMs } from '../../server/domain/ground/plant-time.ts';
import type { ImportAnswer } from '../../server/features/imports/answer.ts';
import { type ImportOptions, importFile, importRows } from '../../server/features/imports/imports.service.ts';
import { oneSheet, type RawCell } from '../files/raw-workbook.ts';

export const clock = (): number => epochMs('2026-04-01T08:00:00+09:00');

/** Imports on a database of the test's own. */
export function importer(knex: Knex) {
  const all = (more: Partial<ImportOptions>): ImportOptions => ({ actor: '1001', clock, ...more });
  return {
    rows: (kind: ImportKindName, rows: readonly object[], more: Partial<ImportOptions> = {}): Promise<ImportAnswer> =>
      importRows(knex, kind, new TextEncoder().encode(JSON.stringify({ rows })), all(more)),
    file: (kind: ImportKindName, bytes: Uint8Array, more: Partial<ImportOptions> = {}): Promise<ImportAnswer> =>
      importFile(knex, kind, { name: `${kind}.xlsx`, bytes }, all(more)),
  };
}

/** A workbook of a kind from rows keyed by field, with every header of the kind. */
export function workbookOf(
  kind: ImportKindName,
  rows: readonly Readonly<Record<string, RawCell>>[],
  fields?: readonly string[],
): Uint8Array {
  const columns = (importKind(kind)?.columns ?? []).filter(({ field }) => fields === undefined || fields.includes(field));
  return oneSheet([columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ field }) => row[field] ?? null))]);
}

/** Which tables a statement has looked at to change them, though it may have changed nothing. */
const TOLD = 'table_changes';

/** Every row of every table with its place on disk and its writer, and every counter: two equal dumps are one database. */
export async function dumpOf(knex: Knex): Promise<Record<string, unknown>> {
  const tables = (
    await knex.raw(`select tablename as name from pg_tables where schemaname = 'public' and tablename <> '${TOLD}' order by 1`)
  ).rows as {
    name: string;
  }[];
  const dump: Record<string, unknown> = {};
  for (const { name } of tables) {
    dump[name] = (
      await knex.raw(`select t.ctid::text as at, t.xmin::text as by, to_jsonb(t) as row from "${name}" t order by t.ctid`)
    ).rows;
  }
  dump.sequences = (
    await knex.raw(
      `select sequencename, last_value from pg_sequences where schemaname = 'public' and sequencename <> '${TOLD}_id_seq' order by 1`,
    )
  ).rows;
  return dump;
}

/** A dump without the history of imports: what a refused one must leave as it was. */
export function withoutHistory({ import_log: _, sequences, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...rest,
    sequences: (sequences as { sequencename: string }[]).filter(({ sequencename }) => sequencename !== 'import_log_id_seq'),
  };
}

/** Sends a file as a browser does. */
export async function upload(
  server: { url: string },
  token: string,
  path: string,
  { name, bytes }: { name: string; bytes: Uint8Array },
  fields: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData();
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** What says that something was done, and counts on; what is reckoned from the rest; and who serves. */
const TRACES = 'audit import_log import_left_out import_effects input_changes kept_orders noted_orders token_activity workers'.split(' ');
const COUNTERS = `'{version,session_number}'::text[]`;

/** Every row of every table but its traces and counters. */
export async function stateOf(knex: Knex): Promise<Record<string, string[]>> {
  const { rows } = await knex.raw(`select tablename as name from pg_tables where schemaname = 'public' and tablename <> '${TOLD}'`);
  const tables = (rows as { name: string }[]).map(({ name }) => name).filter((name) => !TRACES.includes(name));
  const found = await knex.raw(
    tables.map((name) => `select '${name}' as name, (to_jsonb(t) - ${COUNTERS})::text as row from "${name}" t`).join(' union all ') +
      ' order by 1, 2',
  );
  const state: Record<string, string[]> = {};
  for (const { name, row } of found.rows as { name: string; row: string }[]) state[name] = [...(state[name] ?? []), row];
  return state;
}
