import type { Call, CurrentUser, Handlers, OperationId, Success } from '../../server/contract/handlers.ts';

/** Calls handlers as the HTTP layer does, past router and session, and gives the body they answer. */
export function caller<Ids extends OperationId>(handlers: Handlers<Ids>, user: Partial<CurrentUser> = { employee_id: '1002' }) {
  return async <Id extends Ids>(
    id: Id,
    given: Partial<{ params: { id: number }; query: Call<Id>['query']; body: Call<Id>['body'] }> = {},
  ) => {
    const call = { params: {}, query: {}, body: {}, user, ...given } as unknown as Call<Id>;
    const result = await handlers[id](call);
    const body = typeof result === 'object' && result !== null && 'reply' in result ? result.reply.body : result;
    return body as Success<Id>;
  };
}
