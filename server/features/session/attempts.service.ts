import { createHash, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Knex } from 'knex';
import type { Call, Claim } from '../../contract/handlers.ts';
import { codeKey } from '../../domain/ground/fold.ts';
import type { Clock } from '../../domain/ground/plant-time.ts';
import { sharing } from '../../turns.ts';
import { attemptCounts, knownPlaces } from './attempts.store.ts';
import { goodLink } from './reset.service.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Whoever has one IPv6 address has its whole network. */
const placeOf = (address: ipaddr.IPv4 | ipaddr.IPv6): string =>
  address.kind() === 'ipv4' ? `${address}` : `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;

/** The name under which something is counted or remembered: of one length whatever was typed, and telling nothing to who reads the table. */
const nameOf = (kind: string, ...texts: string[]): string =>
  `${kind}:${createHash('sha256').update(texts.join('\0')).digest('base64url').slice(0, 32)}`;
const addressName = (kind: string, address: string): string => nameOf(kind, isIPv6(address) ? placeOf(ipaddr.process(address)) : address);
const browserName = (cookies = ''): string | undefined => /(?:^|; *)known-browser=([\w-]{24})(?![\w-])/.exec(cookies)?.[1];

/** The browser as a place of signing in; undefined for one that brings no cookie back. */
export function browserPlace(cookies: string | undefined): string | undefined {
  const name = browserName(cookies);
  return name && nameOf('browser', name);
}

/** The `Set-Cookie` that names the browser, or goes on naming it. It opens nothing; it only says under which limit the browser is. */
export function browserCookie(cookies: string | undefined, secure: boolean): string {
  const name = browserName(cookies) ?? randomBytes(18).toString('base64url');
  return `known-browser=${name}; Path=/api/login; HttpOnly; SameSite=Strict; Max-Age=${YEAR_SECONDS}${secure ? '; Secure' : ''}`;
}

/** Who tries a password or a token, for each operation that takes one, and where wrong ones are counted. */
export function attemptClaims({ db, clock }: { db: Knex; clock: Clock }) {
  const link = async ({ body: { token }, address }: Call<'validateResetToken'> | Call<'confirmPasswordReset'>): Promise<Claim> => ({
    address: addressName('reset', address),
    pair: nameOf('link', token),
    known: (await goodLink(db, token, clock)) !== undefined,
  });
  // A flood of ids is looked up at once, and does not stand before a right one on the way to the database.
  const known = sharing((asked: readonly { id: string; place: string }[][]) => knownPlaces(db, asked.flat()));
  return {
    counters: (size: { points: number; duration: number }) => attemptCounts(db, size),
    claims: {
      login: async ({ body, address, header }: Call<'login'>): Promise<Claim> => {
        const id = codeKey(body.employee_id);
        const [here, browser = ''] = [addressName('address', address), browserPlace(header('cookie'))];
        const places = (await known([here, browser].map((place) => ({ id, place })))).get(id);
        const [isHere, isBrowser] = [places?.has(here) === true, places?.has(browser) === true];
        return { address: here, pair: nameOf('pair', isBrowser ? browser : here, id), known: isHere || isBrowser };
      },
      changeOwnPassword: async ({ address, user }: Call<'changeOwnPassword'>): Promise<Claim> => ({
        address: addressName('address', address),
        pair: nameOf('session', user.jti),
        known: true,
      }),
      requestPasswordReset: async ({ body, address }: Call<'requestPasswordReset'>): Promise<Claim> => ({
        address: addressName('reset', address),
        pair: nameOf('request', address, codeKey(body.employee_id)),
        known: false,
      }),
      // Who guesses codes is held by address, as who guesses passwords is.
      pairTerminal: async ({ address }: Call<'pairTerminal'>): Promise<Claim> => ({
        address: addressName('address', address),
        pair: nameOf('terminal', address),
        known: false,
      }),
      validateResetToken: link,
      confirmPasswordReset: link,
    },
  };
}
