import type { Knex } from 'knex';
import { answer, type Call, type Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { codeKey } from '../../domain/fold.ts';
import { changeOwnPassword } from './accounts.service.ts';
import { rememberBrowser } from './known-browser.ts';
import { verifyPassword } from './passwords.service.ts';
import { confirmReset, createLink, listRequests, readLink, requestReset } from './reset.service.ts';
import { type SessionContext, signIn, signOut } from './session.service.ts';
import { createThrottle } from './throttle.ts';

export interface SessionOptions extends SessionContext {
  db: Knex;
  /** Where people reach the server (`https://plan.example`); without it the Host of the admin's own call stands in reset links. */
  publicUrl?: string | undefined;
  /** Tests only: how a delay is waited for. */
  wait?: ((ms: number) => Promise<unknown>) | undefined;
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

const originOf = (call: Call<'createResetLink'>, publicUrl: string | undefined): string =>
  publicUrl?.replace(/\/$/, '') ?? `http://${call.header('host') ?? ''}`;

/** Sign-in, sign-out, who am I, and new passwords. */
export function sessionHandlers({ db, clock, secret, publicUrl, wait }: SessionOptions): Handlers<SessionOperation> {
  const throttle = createThrottle({ db, clock, wait });
  const secure = publicUrl?.startsWith('https:') ?? false;
  // The first unknown id must not take longer than the others: the hash to compare with is made now.
  void verifyPassword(undefined, '');
  return {
    login: async ({ body, address, header }) => {
      const cookies = header('cookie');
      const token = await signIn(db, body, { address, cookies }, { clock, secret, throttle });
      return answer(200, { token }, { 'Set-Cookie': rememberBrowser(cookies, codeKey(body.employee_id), { secret, secure }) });
    },
    logout: ({ user }) => signOut(db, user) as Promise<undefined>,
    getMe: async ({ user: { id, employee_id, name, name_furigana, permission } }) => ({
      id,
      employee_id,
      name,
      name_furigana,
      permission,
    }),
    changeOwnPassword: async ({ body, user }) => ({ token: await changeOwnPassword(db, user, body, { clock, secret, throttle }) }),
    requestPasswordReset: ({ body }) => requestReset(db, body.employee_id, clock) as Promise<undefined>,
    listPasswordResetRequests: ({ query }) => listRequests(db, OPERATIONS.listPasswordResetRequests.path, query),
    createResetLink: (call) => createLink(db, call.params.id, originOf(call, publicUrl), { actor: call.user.employee_id, clock }),
    validateResetToken: ({ body }) => readLink(db, body.token, clock),
    confirmPasswordReset: ({ body }) => confirmReset(db, body.token, body.password, clock) as Promise<undefined>,
  };
}
