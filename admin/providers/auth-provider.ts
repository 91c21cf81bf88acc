import type { AuthProvider } from 'react-admin';
import { call, endsSession, isTold, loseSession, whyLost } from './client.ts';
import { mayAct } from './roles.ts';
import { clearSession, currentSession, keepLeft, keepToken, keepUser, type Me, ON_TERMINAL, renewToken } from './session.ts';

/** Signs in: keeps the token, then asks who it is. Throws HttpError with the field map. */
export async function signIn(employee_id: string, password: string): Promise<void> {
  const { token } = await call('login', { body: { employee_id, password } });
  keepToken(token);
  keepUser(await call('getMe'));
}

/** Signs in again whoever was signed in: the page stays as it is. Throws HttpError with the field map. */
export async function renewSession(password: string): Promise<void> {
  const { token } = await call('login', { body: { employee_id: currentSession().user?.employee_id ?? '', password } });
  renewToken(token);
  keepUser(await call('getMe'));
}

/** Signs out on the server as far as it can be reached, and here always. */
async function signOut(): Promise<void> {
  // A session that was lost keeps the reason for the login page.
  if (currentSession().token === null) return;
  await call('logout').catch(() => undefined);
  clearSession();
}

/** Changes one's own password; this browser goes on with the new token, every other is signed out. Throws HttpError with the field map. */
export async function changeOwnPassword(passwords: { current_password: string; password: string }): Promise<void> {
  const { token } = await call('changeOwnPassword', { body: passwords });
  renewToken(token);
}

let asked: Promise<Me> | undefined;

/** Who is signed in, asked anew once a load. */
function me(): Promise<Me> {
  // Nobody is signed in on a terminal: what it is, it knows.
  const { user } = currentSession();
  if (ON_TERMINAL && user) return Promise.resolve(user);
  asked ??= call('getMe').then(
    (user) => {
      keepUser(user);
      return user;
    },
    (error: unknown) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

/** What react-admin asks about the session and the roles. */
export const authProvider: AuthProvider = {
  login: ({ employee_id, password }: { employee_id: string; password: string }) => signIn(employee_id, password),
  logout: async () => {
    await signOut();
    return '/login';
  },
  checkAuth: async () => {
    // Before the first page: the role may have changed since, and the server's clock comes with the answer. Who cannot reach it stays.
    if (currentSession().token !== null) await me().catch(() => undefined);
    if (currentSession().token !== null) return;
    keepLeft();
    throw { redirectTo: '/login', message: false };
  },
  checkError: async (error) => {
    // What a call of ours has seen to stays a refusal: react-admin would give its caller an empty answer for a success.
    if (!endsSession(error) || isTold(error)) return;
    // The layout hears of it and leaves, as it does for calls beside react-admin.
    loseSession(whyLost(error));
    throw { logoutUser: false, message: false };
  },
  canAccess: async ({ resource, action }) => mayAct((currentSession().user ?? (await me())).permission, resource, action),
  getPermissions: async () => currentSession().user?.permission,
  getIdentity: async () => {
    const user = await me();
    return { id: user.id, fullName: user.name };
  },
};
