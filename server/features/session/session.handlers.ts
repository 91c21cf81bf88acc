import type { Knex } from 'knex';
import type { Call, Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { verifyPassword } from './passwords.service.ts';
import { confirmReset, createLink, listRequests, readLink, requestReset } from './reset.service.ts';
import { type SessionContext, signIn, signOut } from './session.service.ts';

export interface SessionOptions extends SessionContext {
  db: Knex;
  /** Where people reach the server (`https://plan.example`); without it the Host of the admin's own call stands in reset links. */
  publicUrl?: string | undefined;
}

type SessionOperation =
  | 'login'
  | 'logout'
  | 'getMe'
  | 'requestPasswordReset'
  | 'listPasswordResetRequests'
  | 'createResetLink'
  | 'validateResetToken'
  | 'confirmPasswordReset';

const originOf = (call: Call<'createResetLink'>, publicUrl: string | undefined): string =>
  publicUrl?.replace(/\/$/, '') ?? `http://${call.header('host') ?? ''}`;

/** Sign-in, sign-out, who am I, and new passwords. */
export function sessionHandlers({ db, clock, secret, publicUrl }: SessionOptions): Handlers<SessionOperation> {
  // The first unknown id must not take longer than the others: the hash to compare with is made now.
  void verifyPassword(undefined, '');
  return {
    login: async ({ body, address }) => ({ token: await signIn(db, body, address, { clock, secret }) }),
    logout: ({ user }) => signOut(db, user) as Promise<undefined>,
    getMe: async ({ user: { id, employee_id, name, name_furigana, permission } }) => ({
      id,
      employee_id,
      name,
      name_furigana,
      permission,
    }),
    requestPasswordReset: ({ body }) => requestReset(db, body.employee_id, clock) as Promise<undefined>,
    listPasswordResetRequests: ({ query }) => listRequests(db, OPERATIONS.listPasswordResetRequests.path, query),
    createResetLink: (call) => createLink(db, call.params.id, originOf(call, publicUrl), { actor: call.user.employee_id, clock }),
    validateResetToken: ({ body }) => readLink(db, body.token, clock),
    confirmPasswordReset: ({ body }) => confirmReset(db, body.token, body.password, clock) as Promise<undefined>,
  };
}
