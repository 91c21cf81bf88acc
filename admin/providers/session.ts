import { useEffect, useSyncExternalStore } from 'react';
import type { Success } from '../../server/contract/handlers.ts';
import { POST_LOGIN_PATH } from '../../server/domain/ground/constants.ts';
import { SHELL } from '../texts/shell.ts';

/** Who is signed in, as `GET /api/me/` answers. */
export type Me = Success<'getMe'>;

/** The page after a login, as the plant wants it. */
export const landingPath = (): string => currentSession().user?.landing ?? POST_LOGIN_PATH;

/** Heard by the shell: nobody is signed in any more. */
export const SESSION_LOST = 'planner-session-lost';

/** This page is that of a terminal of the shop floor, which is no person: it has a token of its own, whoever is signed in beside it. */
export const ON_TERMINAL = window.location.pathname.split('/')[1] === 'terminal';

const OF = ON_TERMINAL ? 'production-planner.terminal' : 'production-planner';
const TOKEN_KEY = `${OF}.token`;
const USER_KEY = `${OF}.user`;
const LEFT_KEY = `${OF}.left`;

interface Session {
  token: string | null;
  user: Me | null;
  /** Why nobody is signed in any more, where there is more to say than that one left. */
  left?: string | undefined;
}

const listeners = new Set<() => void>();
let session: Session = read();

function read(): Session {
  const token = localStorage.getItem(TOKEN_KEY);
  const stored = localStorage.getItem(USER_KEY);
  try {
    return { token, user: token && stored ? (JSON.parse(stored) as Me) : null };
  } catch {
    return { token, user: null };
  }
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Follows another tab: whoever signs out there is signed out here, and nothing of another person stays. */
function follow({ key }: StorageEvent): void {
  if (key !== null && key !== TOKEN_KEY && key !== USER_KEY) return;
  const before = session;
  const now = read();
  if (now.token === null) {
    if (before.token === null) return;
    keepLeft();
    change({ ...now, left: SHELL.leftElsewhere });
    window.dispatchEvent(new Event(SESSION_LOST));
    return;
  }
  change(now);
  if (before.user && now.user && before.user.id !== now.user.id) window.location.reload();
}

window.addEventListener('storage', follow);

/** The session of this browser: the token and the user in local storage, each under a key of its own. */
export const currentSession = (): Session => session;

/** Keeps the token of a login. */
export function keepToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
  change({ token, user: null });
}

/** Keeps the user whom the token belongs to. */
export function keepUser(user: Me): void {
  localStorage.setItem(USER_KEY, JSON.stringify(user));
  change({ token: session.token, user });
}

/** Puts a new token in the place of the one that has died; the user stays. */
export function renewToken(token: string): void {
  localStorage.setItem(TOKEN_KEY, token);
  change({ token, user: session.user });
}

/** A page that one was sent away from: its address, its place in the history of the tab, and who was there. */
interface Left {
  path: string;
  key: string | undefined;
  user: number | undefined;
}

/** Pages that nobody comes back to. */
const PASSED = ['/login', '/logout', '/reset_password', '/reset_password_token'];

/** Keeps where one stands, before one is sent away to the login page. */
export function keepLeft(): void {
  const { pathname, search } = window.location;
  if (PASSED.includes(pathname)) return;
  const { key } = (window.history.state ?? {}) as { key?: string };
  const left: Left = { path: pathname + search, key, user: session.user?.id };
  // Asked again when nobody is signed in any more: whose page it was is known already.
  if (readLeft()?.path !== left.path) sessionStorage.setItem(LEFT_KEY, JSON.stringify(left));
}

const readLeft = (): Left | undefined => JSON.parse(sessionStorage.getItem(LEFT_KEY) ?? 'null') ?? undefined;

/** Loads the page that one was sent away from, scrolled as it was left; false where there is none, or it was somebody else's. */
export function backToLeft(): boolean {
  const left = readLeft();
  sessionStorage.removeItem(LEFT_KEY);
  if (!left || (left.user !== undefined && left.user !== session.user?.id)) return false;
  const { path, key } = left;
  // Under its former key everything that was kept of the page is found again.
  window.history.replaceState({ ...window.history.state, usr: null, key }, '', path);
  window.location.reload();
  return true;
}

/** Forgets token and user. */
export function clearSession(left?: string): void {
  // Who was sent away comes back; who has left does not.
  if (left === undefined) sessionStorage.removeItem(LEFT_KEY);
  else keepLeft();
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(USER_KEY);
  change({ token: null, user: null, left });
}

/** Calls back at each change of the session; the answer ends that. */
export const onSession = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The session, live. */
export const useSession = (): Session => useSyncExternalStore(onSession, currentSession);

let held = 0;
let asked: { why: string; answer(goesOn: boolean): void } | undefined;
let answered: Promise<boolean> | undefined;
const askers = new Set<() => void>();

function ask(next: typeof asked): void {
  asked = next;
  for (const listener of askers) listener();
}

/** While something is not saved, the page is not left for the login page. */
export function useHeldPage(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    held += 1;
    return () => {
      held -= 1;
    };
  }, [isUnsaved]);
}

/** Asks for the password in place, once for all calls that were refused; false where nothing would be lost, or nobody wants to go on. */
export function signsInAgain(why: string): Promise<boolean> {
  if (answered) return answered;
  if (held === 0 || askers.size === 0) return Promise.resolve(false);
  answered = new Promise((resolve) => {
    ask({
      why,
      answer: (goesOn) => {
        answered = undefined;
        ask(undefined);
        resolve(goesOn);
      },
    });
  });
  return answered;
}

const followQuestion = (listener: () => void): (() => void) => {
  askers.add(listener);
  return () => askers.delete(listener);
};

/** The question as it stands; undefined while nothing is asked. */
export const useSignInQuestion = (): typeof asked => useSyncExternalStore(followQuestion, () => asked);
