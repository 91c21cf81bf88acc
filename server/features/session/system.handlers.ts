import type { Knex } from 'knex';
import type { Handlers } from '../../contract/handlers.ts';
import { type ProcessState, readiness } from './readiness.service.ts';

/** Whether the process answers, and whether it can work. */
export function systemHandlers({ db, state }: { db: Knex; state: ProcessState }): Handlers<'getHealth' | 'getReady'> {
  return {
    getHealth: async () => ({ status: 'ok' }),
    getReady: async () => ({ status: 'ok', checks: await readiness(db, state) }),
  };
}
