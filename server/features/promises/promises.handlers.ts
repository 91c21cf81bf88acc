import type { Knex } from 'knex';
import type { Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { pageBounds, pageOf } from '../../db/list.ts';
import type { Clock } from '../../domain/ground/plant-time.ts';
import type { Desk } from '../runs/desk/desk.service.ts';
import { extendPromise, fulfilPromise, keepPromise, releasePromise } from './keep.service.ts';
import { askPromise, promiseShown, promisesOf, routingsOf, wantPromise } from './promises.service.ts';

type PromiseOperations =
  | 'askPromise'
  | 'extendPromise'
  | 'fulfilPromise'
  | 'getPromise'
  | 'keepPromise'
  | 'listPromises'
  | 'listRoutings'
  | 'releasePromise'
  | 'wantPromise';

/** Handlers of 納期回答: asking when something could ship, what was answered, and days that are held. */
export function promisesHandlers({ db, clock, desk }: { db: Knex; clock: Clock; desk: Desk }): Handlers<PromiseOperations> {
  return {
    askPromise: ({ body, user }) => askPromise({ db, clock, desk }, body, { actor: user.employee_id, wait: false }),
    getPromise: ({ params }) => promiseShown(db, params.id),
    listPromises: async ({ query, user }) => {
      const mayHold = (OPERATIONS.keepPromise.roles as readonly string[]).includes(user.permission);
      const person = { employee_id: user.employee_id, mayHold };
      const { count, rows } = await promisesOf({ db, clock }, pageBounds(query), query, person);
      return pageOf(OPERATIONS.listPromises.path, query, count, rows);
    },
    wantPromise: ({ params, body, user }) => wantPromise(db, params.id, body, user.employee_id),
    keepPromise: ({ params, body, user, gone }) =>
      keepPromise({ db, clock, desk }, { user, operation: 'keepPromise', clock, gone }, params.id, body),
    extendPromise: ({ params, body, user, gone }) => extendPromise(db, { user, operation: 'extendPromise', clock, gone }, params.id, body),
    releasePromise: ({ params, body, user, gone }) =>
      releasePromise(db, { user, operation: 'releasePromise', clock, gone }, params.id, body),
    fulfilPromise: ({ params, body, user, gone }) => fulfilPromise(db, { user, operation: 'fulfilPromise', clock, gone }, params.id, body),
    listRoutings: async ({ params, query }) => {
      const known = await routingsOf({ db, desk }, params.id);
      const { limit, offset } = pageBounds(query);
      const path = OPERATIONS.listRoutings.path.replace('{id}', String(params.id));
      return pageOf(path, query, known.length, known.slice(offset, offset + limit));
    },
  };
}
