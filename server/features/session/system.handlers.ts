import type { Knex } from 'knex';
import type { Handlers } from '../../contract/handlers.ts';
import { workerAlive } from '../../db/jobs.ts';
import { migrationStatus } from '../../db/migrate.ts';
import { unavailable } from '../../domain/errors.ts';
import type { Clock } from '../../domain/plant-time.ts';
import { SESSION } from '../../domain/texts/session.ts';

/** Whether the process answers, and whether it can work. */
export function systemHandlers({ db }: { db: Knex; clock?: Clock }): Handlers<'getHealth' | 'getReady'> {
  return {
    getHealth: async () => ({ status: 'ok' }),
    getReady: async () => {
      const status = await migrationStatus(db).catch(() => undefined);
      if (!status || status.pending.length > 0 || status.unknown.length > 0) throw unavailable(SESSION.notReady);
      // Told, not judged: a process that only answers calls is ready without a worker.
      const worker = await workerAlive(db);
      return { status: 'ok', checks: { database: true, migrations: true, worker } };
    },
  };
}
