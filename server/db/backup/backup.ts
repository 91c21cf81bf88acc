import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { refused } from '../../domain/ground/errors.ts';
import { BACKUP } from '../../domain/texts/program/backup.ts';
import { definitionsHash } from '../schema/definitions.ts';
import { MIGRATION_TABLES, migrationStatus } from '../schema/migrate.ts';
import { type BackupContent, type BackupSequence, type BackupTableEnd, writeBackupFile } from './backup-file.ts';
import { copyTo } from './copy.ts';

/** What only the moment needs. Sessions and reset links above all: one that has ended since must not live again. */
const PASSING = ['token_activity', 'revoked_tokens', 'attempt_counts', 'known_places', 'password_resets', 'idempotency_keys', 'workers'];
const LEFT_OUT = [...PASSING, ...MIGRATION_TABLES];

/** The tables of a backup, referenced ones first, with their columns (computed ones apart). */
const TABLES = `
  with recursive kept as (
    select c.oid, c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all(?)
  ), refers as (
    select distinct f.conrelid as child, f.confrelid as parent from pg_constraint f
    where f.contype = 'f' and f.conrelid <> f.confrelid
  ), depths as (
    select oid, 0 as depth from kept
    union select r.child, d.depth + 1 from depths d join refers r on r.parent = d.oid where d.depth < 100
  )
  select k.name, max(d.depth) as depth,
    (select json_agg(a.attname order by a.attnum) from pg_attribute a
     where a.attrelid = k.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from kept k join depths d on d.oid = k.oid group by k.oid, k.name order by depth, k.name`;

const SEQUENCES = `
  select s.relname as name from pg_class s
  join pg_depend d on d.objid = s.oid and d.deptype in ('a','i') join pg_class t on t.oid = d.refobjid
  where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace and t.relname <> all(?) order by 1`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** `"table" ("column", …)` as COPY takes it. */
export const copyTarget = ({ name, columns }: { name: string; columns: readonly string[] }): string =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/**
 * Writes the whole database, as it stands at one moment, to a file: one snapshot, whoever writes meanwhile; the file appears whole or not
 * at all. Left out is what only the moment needs (sessions, attempts at login, keys of repeated calls).
 */
export async function backup(db: Knex, path: string, made: { program: string; now_ms: number }): Promise<BackupContent> {
  const { applied: schema, pending } = await migrationStatus(db);
  const definitions = pending.length === 0 ? definitionsHash() : undefined;
  const header = { program: made.program, made_at: new Date(made.now_ms).toISOString(), schema, definitions };
  const tables: BackupTableEnd[] = [];
  const fill = (trx: Knex.Transaction) =>
    writeBackupFile(path, header, async (write) => {
      const found = (await trx.raw(TABLES, [LEFT_OUT])).rows as { name: string; columns: string[] }[];
      for (const { name, columns } of found) {
        await write('T', { name, columns });
        const hash = createHash('sha256');
        const rows = await copyTo(trx, `copy ${copyTarget({ name, columns })} to stdout`, async (piece) => {
          hash.update(piece);
          await write('D', piece);
        });
        const end = { name, rows, sha256: hash.digest('hex') };
        tables.push(end);
        await write('E', end);
      }
      await write('S', await sequencesOf(trx));
    });
  try {
    await db.transaction(
      async (trx) => {
        // Rows in the order in which they lie: a restored table gives the same bytes again.
        await trx.raw(
          'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local synchronize_seqscans = off',
        );
        await fill(trx);
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'EACCES', 'ENOSPC', 'EROFS', 'ENOTDIR', 'EISDIR'].includes(code)) throw refused(BACKUP.unwritable(path, code));
    throw error;
  }
  return { header: { format: 1, ...header }, tables };
}

/** Read last: a sequence stands in no snapshot, and a later value is never too small. */
async function sequencesOf(trx: Knex.Transaction): Promise<BackupSequence[]> {
  const { rows } = await trx.raw(SEQUENCES, [LEFT_OUT]);
  const sequences: BackupSequence[] = [];
  for (const { name } of rows as { name: string }[]) {
    const read = await trx.raw(`select last_value as value, is_called as called from ${quoted(name)}`);
    sequences.push({ name, ...read.rows[0] });
  }
  return sequences;
}
