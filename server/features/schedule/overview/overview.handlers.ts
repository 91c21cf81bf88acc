import type { Handlers } from '../../../contract/handlers.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { integers, pageBounds, pageOf } from '../../../db/list.ts';
import { plantDate } from '../../../domain/ground/plant-time.ts';
import { planOf } from '../../plan/plan.service.ts';
import { listedLate } from './late.service.ts';
import { lateness } from './lateness.service.ts';
import { misfitRows, type OverviewContext, overviewOf } from './overview.service.ts';

type Overviews = 'getLateness' | 'getScheduleOverview' | 'listLateOrders' | 'listMisfits' | 'listScheduleConflicts';

/** Late orders and conflicts of a plan, why one is late, and what no longer fits what it was made from. */
export function overviewHandlers(context: OverviewContext): Handlers<Overviews> {
  const { db, clock } = context;
  const { overview, conflictPage } = overviewOf(context);
  return {
    getScheduleOverview: async ({ query }) => overview(await planOf(db, query.plan)),
    getLateness: async ({ query }) => lateness(db, await planOf(db, query.plan), clock, query.order_id),
    listLateOrders: async ({ query }) => {
      const orderIds = query.order_ids === undefined ? undefined : integers(query.order_ids);
      const { count, rows } = await listedLate(db, await planOf(db, query.plan), plantDate(clock()), {
        ...pageBounds(query),
        orderIds,
        entry: query.entry_id,
      });
      return pageOf(OPERATIONS.listLateOrders.path, query, count, rows);
    },
    listScheduleConflicts: async ({ query }) => {
      const { count, rows } = await conflictPage(await planOf(db, query.plan), pageBounds(query));
      return pageOf(OPERATIONS.listScheduleConflicts.path, query, count, rows);
    },
    listMisfits: async ({ query }) => {
      const found = await misfitRows(context, await planOf(db, query.plan), pageBounds(query));
      const { count, rows } = found ?? { count: 0, rows: [] };
      return { ...pageOf(OPERATIONS.listMisfits.path, query, count, rows), known: found !== null };
    },
  };
}
