import type { Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Db } from '../../db/types.ts';
import { listActuals } from './actuals.store.ts';

/** The operations of what happened. */
export type WorkOperation = 'listActuals';

/** The handlers of what happened. */
export const workHandlers = ({ db }: { db: Db }): Handlers<WorkOperation> => ({
  listActuals: ({ query }) => listActuals<never>(db, OPERATIONS.listActuals.path, query),
});
