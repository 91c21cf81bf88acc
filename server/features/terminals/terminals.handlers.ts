import type { Knex } from 'knex';
import { answer, type Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { pageBounds, pageOf } from '../../db/list.ts';
import type { Clock } from '../../domain/ground/plant-time.ts';
import { addTerminal, changeTerminal, listTerminals, newCode, ownTerminal, pair, removeTerminal } from './terminals.service.ts';

type TerminalOperation =
  | 'listTerminals'
  | 'createTerminal'
  | 'updateTerminal'
  | 'deleteTerminal'
  | 'createTerminalCode'
  | 'pairTerminal'
  | 'getOwnTerminal';

/** 現場端末: devices of the shop floor, added and cut off by an admin, paired by a code. */
export function terminalsHandlers({ db, clock }: { db: Knex; clock: Clock }): Handlers<TerminalOperation> {
  return {
    listTerminals: async ({ query }) => {
      const { count, rows } = await listTerminals(db, pageBounds(query));
      return pageOf(OPERATIONS.listTerminals.path, query, count, rows);
    },
    createTerminal: async ({ body, user }) => answer(201, await addTerminal(db, body, { actor: user.employee_id })),
    updateTerminal: ({ params, body, user }) => changeTerminal(db, params.id, body, { actor: user.employee_id }),
    deleteTerminal: ({ params, query, user }) =>
      removeTerminal(db, params.id, query.version, { actor: user.employee_id }) as Promise<undefined>,
    createTerminalCode: ({ params, user }) => newCode(db, params.id, { actor: user.employee_id, clock }),
    pairTerminal: ({ body, attempt }) => pair(db, body.code, { attempt, clock }),
    getOwnTerminal: ({ user }) => ownTerminal(db, user),
  };
}
