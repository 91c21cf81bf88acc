import type { Knex } from 'knex';
import type { Handlers } from '../../../contract/handlers.ts';
import type { Clock } from '../../../domain/plant-time.ts';
import { overview } from './overview.service.ts';

/** Late orders and conflicts of the plan. */
export function overviewHandlers({ db, clock }: { db: Knex; clock: Clock }): Handlers<'getScheduleOverview'> {
  return { getScheduleOverview: () => overview(db, clock) };
}
