import type { Handlers } from '../../../contract/handlers.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { pageBounds, pageOf } from '../../../db/list.ts';
import type { MisfitsContext } from '../../runs/misfits/misfits.service.ts';
import { lateness } from './lateness.service.ts';
import { misfitRows, overview } from './overview.service.ts';

/** Late orders and conflicts of the plan, why one is late, and what no longer fits what it was made from. */
export function overviewHandlers(context: MisfitsContext): Handlers<'getLateness' | 'getScheduleOverview' | 'listMisfits'> {
  return {
    getScheduleOverview: () => overview(context),
    getLateness: ({ query }) => lateness(context.db, context.clock, query.order_id),
    listMisfits: async ({ query }) => {
      const found = await misfitRows(context, pageBounds(query));
      const { count, rows } = found ?? { count: 0, rows: [] };
      return { ...pageOf(OPERATIONS.listMisfits.path, query, count, rows), known: found !== null };
    },
  };
}
