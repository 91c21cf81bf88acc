import { HttpError } from 'react-admin';
import type { Body, OperationId, Query, Success } from '../../server/contract/handlers.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { MAX_LIMIT } from '../../server/domain/ground/constants.ts';
import type { FieldErrors } from '../../server/domain/ground/errors.ts';
import { ERRORS, SHELL } from '../texts/shell.ts';
import { followServer } from './clock.ts';
import { fieldMapOf } from './form-errors.ts';
import { queryString } from './query.ts';
import { clearSession, currentSession, ON_TERMINAL, SESSION_LOST, signsInAgain } from './session.ts';

/** What a refused call carries: the answer's body as it came, and the status (0: the server was not reached). */
export interface Refusal {
  error?: string;
  current?: unknown;
  fields?: FieldErrors;
}

const cookie = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

async function refusalOf(response: Response): Promise<HttpError> {
  const body: unknown = await response.json().catch(() => undefined);
  const error = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : undefined;
  const fields = response.status === 400 ? fieldMapOf(body) : undefined;
  const general = fields?.non_field_errors?.[0];
  const message = error ?? (typeof general === 'string' ? general : fields ? ERRORS.invalidForm : ERRORS.failed);
  return new HttpError(message, response.status, { ...(typeof body === 'object' ? body : {}), fields });
}

const LOGIN = OPERATIONS.login.path;

/**
 * One request with the bearer token and the anti-forgery header. Throws HttpError (message in Japanese, body of Refusal) for every status
 * that is no success; status 0 when the server was not reached.
 */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const { token } = currentSession();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const xsrf = cookie('XSRF-TOKEN');
  if (xsrf) headers.set('X-XSRF-TOKEN', decodeURIComponent(xsrf));
  if (typeof init.body === 'string' && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  const response = await fetch(path, { ...init, headers }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new HttpError(ERRORS.offline, 0, {});
  });
  followServer(response.headers.get('date'));
  // The token has been renewed meanwhile (a changed password): what the old one could not do, the new one can.
  const now = currentSession().token;
  if (response.status === 401 && token && now && now !== token) return request(path, init);
  if (response.ok) return response;
  const refusal = await refusalOf(response);
  if (response.status === 401 && token && now && !ON_TERMINAL && path !== LOGIN && (await signsInAgain(whyLost(refusal))))
    return request(path, init);
  throw refusal;
}

/** Why a refusal ends the session: the server says it of a token, not of a role. */
export const whyLost = (error: unknown): string =>
  error instanceof HttpError && error.status === 401 ? error.message : SHELL.sessionExpired;

/** Whether the refusal ends the session. */
export const endsSession = (error: unknown): boolean => error instanceof HttpError && (error.status === 401 || error.status === 403);

const told = new WeakSet<HttpError>();
/** Whether the loss of the session has been seen to where the call was refused. */
export const isTold = (error: unknown): boolean => error instanceof HttpError && told.has(error);

/** Forgets the session once and tells the shell, which goes to the login page; that says why. */
export function loseSession(why: string): void {
  if (currentSession().token === null) return;
  clearSession(why);
  window.dispatchEvent(new Event(SESSION_LOST));
}

/** Sees to a refusal that ends the session: it is forgotten, and the shell told. */
export function seeTo(error: unknown): void {
  if (!endsSession(error)) return;
  loseSession(whyLost(error));
  told.add(error as HttpError);
}

interface Sent {
  id?: number | string;
  kind?: string;
  query?: object;
  body?: unknown;
  /** A file instead of a JSON body. */
  form?: FormData;
  /** A JSON body that is text already. */
  text?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}
/** What an operation of the contract is called with. */
export interface CallOptions<Id extends OperationId> extends Omit<Sent, 'query' | 'body'> {
  query?: Query<Id>;
  body?: Body<Id>;
}

/** The path of an operation, with its parameters filled in. */
export function pathOf(operation: OperationId, { id = '', kind = '', query = {} }: Sent = {}): string {
  const path = OPERATIONS[operation].path.replace('{id}', encodeURIComponent(id)).replace('{kind}', kind);
  return `${path.startsWith('/api/') ? '' : '/api'}${path}${queryString(query)}`;
}

/** Sends a call as it is. A refused session is forgotten, and the shell told. */
async function send(
  operation: OperationId,
  { form, text, body, signal = null, headers = {}, ...address }: Omit<Sent, 'signal'> & { signal?: AbortSignal | null },
): Promise<Response> {
  const sent = form ?? text ?? (body === undefined ? null : JSON.stringify(body));
  try {
    return await request(pathOf(operation, address), { method: OPERATIONS[operation].method.toUpperCase(), body: sent, signal, headers });
  } catch (error) {
    if (operation !== 'login') seeTo(error);
    throw error;
  }
}

/** Calls an operation of the contract and gives its raw answer. */
export const callRaw = <Id extends OperationId>(operation: Id, options: CallOptions<Id> = {}): Promise<Response> =>
  send(operation, options);

/** Calls an operation of the contract and gives its JSON answer; undefined for an empty one. Throws as `request` does. */
export async function call<Id extends OperationId>(operation: Id, options: CallOptions<Id> = {}): Promise<Success<Id>> {
  const response = await callRaw(operation, options);
  if (response.status === 204) return undefined as Success<Id>;
  return (await response.json()) as Success<Id>;
}

/** The operations that answer a list page by page. */
type ListId = { [Id in OperationId]: Success<Id> extends { count: number; results: unknown[] } ? Id : never }[OperationId];
/** A row of a list. */
type RowOf<Id extends ListId> = Success<Id> extends { results: (infer Row)[] } ? Row : never;

/** Every row of a list operation, following the pages to the end. */
export async function callAll<Id extends ListId>(
  operation: Id,
  query: Partial<Query<Id>> = {},
  signal?: AbortSignal,
): Promise<RowOf<Id>[]> {
  const rows: RowOf<Id>[] = [];
  for (;;) {
    const paged = { limit: MAX_LIMIT, ...query, offset: rows.length };
    const response = await send(operation, { query: paged, signal: signal ?? null });
    const page = (await response.json()) as { next?: string | null; results: RowOf<Id>[] };
    rows.push(...page.results);
    if (!page.next || page.results.length === 0) return rows;
  }
}

/** The message to show for a refused call. */
export const messageOf = (error: unknown): string => (error instanceof HttpError && error.message ? error.message : ERRORS.failed);
/** The field map of a refused call. */
export const fieldsOf = (error: unknown): FieldErrors => (error instanceof HttpError ? ((error.body as Refusal)?.fields ?? {}) : {});

/** An id of a tap: random, also where the page came over plain http. */
export function clientId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
