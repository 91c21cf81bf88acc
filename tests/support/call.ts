import type { Body, Call, CurrentUser, Handlers, OperationId, Query, Success } from '../../server/contract/handlers.ts';

/** What a call is given; an operation without a JSON body may be given any, which it passes over. */
type Given<Id extends OperationId> = Partial<{
  params: { id: number };
  query: Partial<Query<Id>>;
  body: Body<Id> | (undefined extends Body<Id> ? object : never);
}>;

/** Calls handlers as the HTTP layer does, past router and session, and gives what they return: a body, or a reply with its status. */
export const replier =
  <Ids extends OperationId>(handlers: Handlers<Ids>, user: Partial<CurrentUser> = { employee_id: '1002' }) =>
  <Id extends Ids>(id: Id, given: Given<Id> = {}) =>
    handlers[id]({ params: {}, query: {}, body: {}, user, ...given } as unknown as Call<Id>);

/** Calls handlers, and gives the body they answer. */
export function caller<Ids extends OperationId>(handlers: Handlers<Ids>, user?: Partial<CurrentUser>) {
  const reply = replier(handlers, user);
  return async <Id extends Ids>(id: Id, given: Given<Id> = {}) => {
    const result = await reply(id, given);
    const body = typeof result === 'object' && result !== null && 'reply' in result ? result.reply.body : result;
    return body as Success<Id>;
  };
}
