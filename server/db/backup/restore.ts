import type { Knex } from 'knex';
import { refused } from '../../domain/ground/errors.ts';
import { BACKUP } from '../../domain/texts/program/backup.ts';
import { definitionsHash } from '../schema/definitions.ts';
import { migrateFrom, migrationStatus, migrationsAmong } from '../schema/migrate.ts';
import { backup, copyTarget } from './backup.ts';
import {
  type BackupContent,
  type BackupSequence,
  type BackupTable,
  checkBackupFile,
  type Frame,
  parsed,
  readBackupFile,
} from './backup-file.ts';
import { copyFrom } from './copy.ts';

/** How a restore goes. */
export interface RestoreOptions {
  /** Where the present data goes first when the database is not empty; without it such a database is refused. */
  safety?: string | undefined;
  program: string;
  now_ms: number;
}

/** What a restore did. */
export interface Restored extends BackupContent {
  /** Where the data that was there before lies now. */
  safety: string | undefined;
  /** Migrations that the backup did not have yet. */
  migrated: string[];
}

/**
 * Puts a backup in the place of what is there, in one transaction: the file is read to its end before anything is touched, an older schema
 * is brought up to date afterwards. Throws refused, with nothing changed, for a damaged file, a newer one, one too old, and a database that is not empty.
 */
export async function restore(db: Knex, path: string, options: RestoreOptions): Promise<Restored> {
  const content = await checkBackupFile(path);
  const { schema, program, definitions } = content.header;
  const { reached, unknown, former, outdated } = migrationsAmong(schema);
  if (unknown.length > 0) throw refused(BACKUP.newer(path, program));
  if (outdated) throw refused(BACKUP.outdated(path));
  const filled = !(await isEmpty(db));
  if (filled && options.safety === undefined) throw refused(BACKUP.notEmpty);
  if (filled && options.safety !== undefined) await backup(db, options.safety, options);
  const migrated = await migrateFrom(db, {
    schema: reached,
    former,
    sameDefinitions: definitions === definitionsHash(),
    fill: async (trx) => {
      await load(trx, path);
      await trx.raw(
        `update jobs set status = 'error', error = ?, finished_at = now(), worker = null where status in ('queued','running')`,
        [BACKUP.jobOver],
      );
    },
  });
  return { ...content, safety: filled ? options.safety : undefined, migrated };
}

/** Nobody and nothing has been entered yet. */
async function isEmpty(db: Knex): Promise<boolean> {
  if ((await migrationStatus(db)).applied.length === 0) return true;
  const { rows } = await db.raw(
    `select exists (select from employees) or exists (select from orders) or exists (select from products) as filled`,
  );
  return rows[0].filled === false;
}

/** Fills every table from the file. Triggers rest meanwhile: what they would do stands in the file already. */
async function load(trx: Knex.Transaction, path: string): Promise<void> {
  const frames = readBackupFile(path);
  const filled: string[] = [];
  for await (const frame of frames) {
    if (frame.kind === 'T') {
      const table = parsed<BackupTable>(frame, path);
      // What the migrations put there themselves; nothing that came before refers to it yet.
      await trx.raw('alter table ?? disable trigger user', [table.name]);
      await trx(table.name).delete();
      await copyFrom(trx, `copy ${copyTarget(table)} from stdin`, rowsOf(frames));
      filled.push(table.name);
    }
    if (frame.kind === 'S') {
      for (const { name, value, called } of parsed<BackupSequence[]>(frame, path)) {
        await trx.raw('select setval(?::regclass, ?, ?)', [`"${name}"`, value, called]);
      }
    }
  }
  // What is judged at the end of a transaction is judged now: a table that waits for it cannot be altered.
  await trx.raw('set constraints all immediate');
  for (const name of filled) await trx.raw('alter table ?? enable trigger user', [name]);
}

/** The pieces of one table, up to its end. */
async function* rowsOf(frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await frames.next();
    if (done || value.kind === 'E') return;
    yield value.bytes;
  }
}
