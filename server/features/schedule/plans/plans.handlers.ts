import type { Knex } from 'knex';
import type { Handlers } from '../../../contract/handlers.ts';
import { OPERATIONS } from '../../../contract/operations.ts';
import { pageBounds, pageOf } from '../../../db/list.ts';
import type { Clock } from '../../../domain/ground/plant-time.ts';
import type { Standing } from '../../runs/misfits/misfits.service.ts';
import { stalenessOf, staleOf } from '../../runs/story/stale.service.ts';
import { adoptPlan } from '../steps/adopt.service.ts';
import { comparePlans } from './compare.service.ts';
import { planShown, plansOf } from './plans.service.ts';

type PlanOperations = 'listPlans' | 'getPlan' | 'adoptPlan' | 'comparePlans';

/** Handlers of plans as things: which there are, two or three held against each other, and the one verb that publishes. */
export function plansHandlers({ db, clock, standing }: { db: Knex; clock: Clock; standing: Standing }): Handlers<PlanOperations> {
  const { staleness } = standing;
  return {
    listPlans: async ({ query }) => {
      const { count, rows } = await plansOf(db, staleness, query.kind, pageBounds(query));
      return pageOf(OPERATIONS.listPlans.path, query, count, rows);
    },
    getPlan: ({ params }) => planShown(db, staleness, params.id),
    adoptPlan: async ({ params, body, user, gone }) => {
      const wanted = { plan: params.id, from: body.from, ...(body.anyway ? {} : { staleOf: (id: number) => staleOf(db, staleness, id) }) };
      const author = { user, operation: 'adoptPlan', clock, gone };
      return adoptPlan(db, author, wanted, (trx) => planShown(trx, stalenessOf(trx), params.id));
    },
    comparePlans: async ({ params, query }) => {
      const { count, orders, ...compared } = await comparePlans({ db, clock }, params.id, query, pageBounds(query));
      const path = OPERATIONS.comparePlans.path.replace('{id}', String(params.id));
      const { next, previous } = pageOf(path, query, count, orders);
      return { ...compared, count, next, previous, orders };
    },
  };
}
