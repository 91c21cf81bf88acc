import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterAll, beforeAll } from 'vitest';
import type { CurrentUser, Handlers, OperationId } from '../../server/contract/handlers.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { unauthorized } from '../../server/domain/ground/errors.ts';
import { PERMISSIONS, type Permission } from '../../server/domain/ground/permissions.ts';
import { createHttp, type HttpOptions, SERVER_OPTIONS } from '../../server/http/http.ts';

/** Handlers for every operation: those given, else one that answers 204. */
export function handlersWith(given: Partial<Record<OperationId, (call: never) => Promise<unknown>>>): Handlers {
  const all = Object.keys(OPERATIONS).map((id) => [id, given[id as OperationId] ?? (async () => undefined)]);
  return Object.fromEntries(all) as Handlers;
}

/** In these tests the token is the role. */
export async function userOfRole(token: string): Promise<CurrentUser> {
  if (!(PERMISSIONS as readonly string[]).includes(token)) throw unauthorized('ログインしてください。');
  const permission = token as Permission;
  return { id: 1, employee_id: '1001', name: '山田 太郎', name_furigana: '', permission, jti: 'j', token_expires_at: 0 };
}

/** No operation is limited. */
export const NO_LIMITS: HttpOptions['limits'] = { claims: {}, counters: (size) => new RateLimiterMemory(size) };

const ignore = (): void => undefined;
/** A log that nobody reads. */
export const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** A running server of the HTTP layer alone. */
export async function startHttp(options: Partial<HttpOptions> = {}): Promise<{ url: string; close(): Promise<void> }> {
  const { http } = createHttp({
    handlers: handlersWith({}),
    resolveUser: userOfRole,
    limits: NO_LIMITS,
    validateResponses: true,
    clock: () => Date.parse('2026-04-01T08:30:00+09:00'),
    ...options,
  });
  const server: Server = createServer(SERVER_OPTIONS, http);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** One for all tests of the file, or of the suite, that calls this; `options` are asked for once they begin. */
export function httpHere(options: () => Partial<HttpOptions> = () => ({})): { readonly url: string } {
  const here = {} as Awaited<ReturnType<typeof startHttp>>;
  beforeAll(async () => void Object.assign(here, await startHttp(options())));
  afterAll(() => here.close());
  return here;
}

/** A call with a token, here that of a role, and a JSON body. */
export async function send(
  url: string,
  method: string,
  options: { role?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: unknown; headers: Headers }> {
  const headers: Record<string, string> = { ...options.headers };
  if (options.role) headers.authorization = `Bearer ${options.role}`;
  const text = options.body === undefined || typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
  if (text !== undefined && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')) {
    headers['content-type'] = 'application/json';
  }
  const response = await fetch(url, { method, headers, ...(text === undefined ? {} : { body: text }) });
  const answer = await response.text();
  let body: unknown = answer;
  try {
    body = answer === '' ? undefined : JSON.parse(answer);
  } catch {
    // Not JSON: the text itself.
  }
  return { status: response.status, body, headers: response.headers };
}
