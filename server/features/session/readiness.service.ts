import { statfs } from 'node:fs/promises';
import type { Knex } from 'knex';
import { workerAlive } from '../../db/jobs/jobs.ts';
import { migrationStatus } from '../../db/schema/migrate.ts';
import { unavailable } from '../../domain/ground/errors.ts';
import { SESSION } from '../../domain/texts/program/session.ts';

/** With less the database soon cannot write. */
const LEAST_FREE_BYTES = 256 * 1024 * 1024;

/** What a process knows of itself. */
export interface ProcessState {
  /** It was told to stop: no new calls should come. */
  stopping: boolean;
  /** Where its own database writes; undefined when the database is elsewhere. */
  dataDir: string | undefined;
  /** Its own worker; undefined in a process that only answers calls. */
  worker: { alive(): boolean } | undefined;
}

/** What was looked at, and whether it is as it should be. */
type Checks = Record<'database' | 'migrations' | 'disk' | 'worker', boolean>;

async function hasRoom(dataDir: string | undefined): Promise<boolean> {
  if (dataDir === undefined) return true;
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize >= LEAST_FREE_BYTES;
}

/** Judges database, schema, room on the disk and the process's own worker. Throws unavailable, naming what is not ready. */
export async function readiness(db: Knex, state: ProcessState): Promise<Checks> {
  if (state.stopping) throw unavailable(SESSION.stopping);
  const status = await migrationStatus(db).catch(() => undefined);
  // Of other processes' workers it is told, not judged: who only answers calls is ready without one.
  const worker = state.worker?.alive() ?? (await workerAlive(db).catch(() => false));
  const checks: Checks = {
    database: status !== undefined,
    migrations: status?.pending.length === 0 && status.unknown.length === 0,
    disk: await hasRoom(state.dataDir).catch(() => false),
    worker,
  };
  const judged = (['database', 'migrations', 'disk', ...(state.worker ? ['worker' as const] : [])] as const).filter(
    (name) => !checks[name],
  );
  if (judged.length > 0) throw unavailable(SESSION.notReady(judged.map((name) => SESSION.parts[name])));
  return checks;
}
