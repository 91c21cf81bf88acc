import type { Knex } from 'knex';
import type { Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { pageBounds, pageOf } from '../../db/list.ts';
import type { Clock } from '../../domain/ground/plant-time.ts';
import type { Desk } from '../runs/desk/desk.service.ts';
import { askPromise, promiseShown, promisesOf } from './promises.service.ts';

type PromiseOperations = 'askPromise' | 'getPromise' | 'listPromises' | 'listRoutings';

/** Handlers of 納期回答: asking when something could ship, and what was answered. */
export function promisesHandlers({ db, clock, desk }: { db: Knex; clock: Clock; desk: Desk }): Handlers<PromiseOperations> {
  return {
    askPromise: ({ body, user }) => askPromise({ db, clock, desk }, body, { actor: user.employee_id, wait: false }),
    getPromise: ({ params }) => promiseShown(db, params.id),
    listPromises: async ({ query }) => {
      const { count, rows } = await promisesOf(db, pageBounds(query));
      return pageOf(OPERATIONS.listPromises.path, query, count, rows);
    },
    listRoutings: async ({ params, query }) => {
      const known = await desk.ask('routings', { product_id: params.id });
      const { limit, offset } = pageBounds(query);
      const rows = known.slice(offset, offset + limit).map(({ product_id: _, ...routing }) => routing);
      return pageOf(OPERATIONS.listRoutings.path.replace('{id}', String(params.id)), query, known.length, rows);
    },
  };
}
