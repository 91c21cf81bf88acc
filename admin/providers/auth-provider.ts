import type { AuthProvider } from 'react-admin';
import { SHELL } from '../texts/shell.ts';
import { call, endsSession } from './client.ts';
import { clearSession, currentSession, keepToken, keepUser } from './session.ts';

/** Signs in: keeps the token, then asks who it is. Throws HttpError with the field map. */
export async function signIn(employee_id: string, password: string): Promise<void> {
  const { token } = await call('login', { body: { employee_id, password } });
  keepToken(token);
  keepUser(await call('getMe'));
}

/** Signs out on the server as far as it can be reached, and here always. */
export async function signOut(): Promise<void> {
  if (currentSession().token !== null) await call('logout').catch(() => undefined);
  clearSession();
}

/** What react-admin asks about the session. */
export const authProvider: AuthProvider = {
  login: ({ employee_id, password }: { employee_id: string; password: string }) => signIn(employee_id, password),
  logout: async () => {
    await signOut();
    return '/login';
  },
  checkAuth: async () => {
    if (currentSession().token === null) throw { redirectTo: '/login', message: false };
  },
  checkError: async (error) => {
    if (!endsSession(error)) return;
    // Before the rejection: react-admin asks for permissions again while it leaves the page.
    clearSession();
    throw { redirectTo: '/login', message: SHELL.sessionExpired };
  },
  getPermissions: async () => currentSession().user?.permission,
  getIdentity: async () => {
    const { user } = currentSession();
    return { id: user?.id ?? 0, fullName: user?.name ?? '' };
  },
};
