import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const COOKIE = 'known-browser';
const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Persons whom one browser is known for: a shared machine of a workshop. */
const MOST_PERSONS = 20;
const MARK_CHARACTERS = 22;
const VALUE = new RegExp(`^([\\w-]{24})((?:\\.[\\w-]{${MARK_CHARACTERS}}){0,${MOST_PERSONS}})$`);

/** A browser from which someone has signed in with the right password (a device cookie, OWASP's answer to guessing that would keep the owner out). */
interface Browser {
  name: string;
  marks: string[];
}

const markOf = (secret: string, browser: string, employeeKey: string): string =>
  createHmac('sha256', secret).update(`known-browser\0${browser}\0${employeeKey}`).digest('base64url').slice(0, MARK_CHARACTERS);

const same = (one: string, other: string): boolean => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function browserOf(cookies: string | undefined): Browser | undefined {
  const pair = cookies?.split(';').find((part) => part.trim().startsWith(`${COOKIE}=`));
  const [, name, marks] = VALUE.exec(pair?.trim().slice(COOKIE.length + 1) ?? '') ?? [];
  return name === undefined ? undefined : { name, marks: marks?.split('.').slice(1) ?? [] };
}

/** The browser's name where its cookie proves that this employee has signed in from it; nobody else can make such a cookie. */
export function knownBrowser(cookies: string | undefined, employeeKey: string, secret: string): string | undefined {
  const browser = browserOf(cookies);
  if (!browser) return undefined;
  const mark = markOf(secret, browser.name, employeeKey);
  return browser.marks.some((one) => same(one, mark)) ? browser.name : undefined;
}

/** The `Set-Cookie` that makes the browser known for this employee too. It names nobody and opens nothing; it only says in which line its attempts wait. */
export function rememberBrowser(
  cookies: string | undefined,
  employeeKey: string,
  { secret, secure }: { secret: string; secure: boolean },
): string {
  const browser = browserOf(cookies) ?? { name: randomBytes(18).toString('base64url'), marks: [] };
  const mark = markOf(secret, browser.name, employeeKey);
  const marks = [mark, ...browser.marks.filter((one) => one !== mark)].slice(0, MOST_PERSONS);
  const value = [browser.name, ...marks].join('.');
  return `${COOKIE}=${value}; Path=/api/login; HttpOnly; SameSite=Strict; Max-Age=${YEAR_SECONDS}${secure ? '; Secure' : ''}`;
}
