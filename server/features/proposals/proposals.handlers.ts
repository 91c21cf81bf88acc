import type { Knex } from 'knex';
import { answer, type Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { pageBounds, pageOf } from '../../db/list.ts';
import type { Clock } from '../../domain/ground/plant-time.ts';
import { proposalsNow, tryProposal } from './proposals.service.ts';

/** Handlers of 改善提案: what was tried of its own accord beside the published plan. */
export function proposalsHandlers({ db, clock }: { db: Knex; clock: Clock }): Handlers<'listProposals' | 'tryProposal'> {
  return {
    listProposals: async ({ query }) => {
      const { count, results, ...told } = await proposalsNow(db, pageBounds(query));
      return { ...told, ...pageOf(OPERATIONS.listProposals.path, query, count, results) };
    },
    tryProposal: async ({ params, body, user }) =>
      answer(201, await tryProposal(db, { employee_id: user.employee_id, now_ms: clock() }, params.id, body)),
  };
}
