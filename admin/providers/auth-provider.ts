import type { AuthProvider } from 'react-admin';
import type { OperationId } from '../../server/contract/handlers.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { mayCall } from '../../server/domain/permissions.ts';
import { call, endsSession, isTold, loseSession, whyLost } from './client.ts';
import { apiPath } from './data-provider.ts';
import { rolesOf } from './roles.ts';
import { clearSession, currentSession, keepToken, keepUser, type Me, renewToken } from './session.ts';

/** Signs in: keeps the token, then asks who it is. Throws HttpError with the field map. */
export async function signIn(employee_id: string, password: string): Promise<void> {
  const { token } = await call('login', { body: { employee_id, password } });
  keepToken(token);
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

const METHODS: Record<string, string> = { list: 'get', edit: 'get', show: 'get', create: 'post', delete: 'delete' };
const ON_ROWS = ['edit', 'show', 'delete'];

/** The operation of the contract behind an action of react-admin: an operation by its name, or what the resource's address answers. */
function operationOf(resource: string, action: string): OperationId | undefined {
  if (action in OPERATIONS) return action as OperationId;
  const path = `/api/${apiPath(resource)}/${ON_ROWS.includes(action) ? '{id}/' : ''}`;
  const found = Object.entries(OPERATIONS).find(([, one]) => one.path === path && one.method === METHODS[action]);
  return found?.[0] as OperationId | undefined;
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
    if (currentSession().token === null) throw { redirectTo: '/login', message: false };
  },
  checkError: async (error) => {
    // What a call of ours has seen to stays a refusal: react-admin would give its caller an empty answer for a success.
    if (!endsSession(error) || isTold(error)) return;
    // The layout hears of it and leaves, as it does for calls beside react-admin.
    loseSession(whyLost(error));
    throw { logoutUser: false, message: false };
  },
  canAccess: async ({ resource, action }) => {
    const operation = operationOf(resource, action);
    if (operation === undefined) return METHODS[action] === 'get';
    return mayCall((currentSession().user ?? (await me())).permission, rolesOf(operation));
  },
  getPermissions: async () => currentSession().user?.permission,
  getIdentity: async () => {
    const user = await me();
    return { id: user.id, fullName: user.name };
  },
};
