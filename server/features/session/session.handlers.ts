import type { Knex } from 'knex';
import { answer, type Call, type Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { POST_LOGIN_PATH } from '../../domain/ground/constants.ts';
import { changeOwnPassword } from './accounts.service.ts';
import { browserCookie, browserPlace } from './attempts.service.ts';
import { verifyPassword } from './passwords.service.ts';
import { confirmReset, createLink, listRequests, readLink, requestReset } from './reset.service.ts';
import { type SessionContext, signIn, signOut } from './session.service.ts';

export interface SessionOptions extends SessionContext {
  db: Knex;
  /** Where people reach the server (`https://plan.example`); without it the address at which the server was called stands in reset links. */
  publicUrl?: string | undefined;
  /** The page after a login. */
  landing?: string | undefined;
}

type SessionOperation =
  | 'login'
  | 'logout'
  | 'getMe'
  | 'changeOwnPassword'
  | 'requestPasswordReset'
  | 'listPasswordResetRequests'
  | 'createResetLink'
  | 'validateResetToken'
  | 'confirmPasswordReset';

const originOf = (call: Call<'createResetLink'>, publicUrl: string | undefined): string => publicUrl?.replace(/\/$/, '') ?? call.reached;

/** Sign-in, sign-out, who am I, and new passwords. */
export function sessionHandlers({ db, clock, secret, publicUrl, landing = POST_LOGIN_PATH }: SessionOptions): Handlers<SessionOperation> {
  const secure = publicUrl?.startsWith('https:') ?? false;
  // The first unknown id must not take longer than the others: the hash to compare with is made now.
  void verifyPassword(undefined, '');
  return {
    login: async ({ body, attempt, header }) => {
      const cookies = header('cookie');
      const token = await signIn(db, body, { attempt, browser: browserPlace(cookies) }, { clock, secret });
      return answer(200, { token }, { 'Set-Cookie': browserCookie(cookies, secure) });
    },
    logout: ({ user }) => signOut(db, user) as Promise<undefined>,
    getMe: async ({ user: { id, employee_id, name, name_furigana, permission } }) => ({
      id,
      employee_id,
      name,
      name_furigana,
      permission,
      ...(landing === POST_LOGIN_PATH ? {} : { landing }),
    }),
    changeOwnPassword: async ({ body, user, attempt }) => ({ token: await changeOwnPassword(db, user, body, { attempt, clock, secret }) }),
    requestPasswordReset: ({ body, attempt }) => requestReset(db, body.employee_id, { attempt, clock }) as Promise<undefined>,
    listPasswordResetRequests: ({ query }) => listRequests(db, OPERATIONS.listPasswordResetRequests.path, query),
    createResetLink: (call) => createLink(db, call.params.id, originOf(call, publicUrl), { actor: call.user.employee_id, clock }),
    validateResetToken: ({ body, attempt }) => readLink(db, body.token, { attempt, clock }),
    confirmPasswordReset: ({ body, attempt }) => confirmReset(db, body, { attempt, clock }) as Promise<undefined>,
  };
}
