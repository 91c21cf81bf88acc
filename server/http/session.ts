import { timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { CurrentUser } from '../contract/handlers.ts';
import { forbidden, unauthorized } from '../domain/ground/errors.ts';
import { mayCall, terminalMayCall } from '../domain/ground/permissions.ts';
import { HTTP } from '../domain/texts/program/http.ts';
import { routed } from './router/context.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
export const XSRF_COOKIE = 'XSRF-TOKEN';
const XSRF_HEADER = 'x-xsrf-token';

/** The bearer token of a request. */
function bearer(request: Request): string | undefined {
  return /^Bearer +([\w.~+/=-]{1,4096}) *$/i.exec(request.get('authorization') ?? '')?.[1];
}

/** The value of a cookie of the request. */
export function cookieOf(request: Request, name: string): string | undefined {
  for (const pair of (request.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** The cookie may be written percent-encoded, the header as it reads (or the other way round). */
function plain(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Double-submit cookie: a browser that holds the cookie must show it in the header too, which a foreign page cannot. */
function checkForgery(request: Request): void {
  if (SAFE.has(request.method)) return;
  const cookie = cookieOf(request, XSRF_COOKIE);
  if (cookie === undefined) return;
  const header = request.get(XSRF_HEADER);
  if (header === undefined || !same(plain(cookie), plain(header))) throw forbidden(HTTP.forged);
}

/** Says who calls, then whether they may: 401 before 403, both before anything of the body is read. */
export function guard(resolveUser: (token: string) => Promise<CurrentUser>): RequestHandler {
  return async (request: Request, _response: Response, next: NextFunction) => {
    const state = routed(request);
    const { roles } = state.operation;
    if (roles !== 'public') {
      const token = bearer(request);
      if (token === undefined) throw unauthorized(HTTP.signInNeeded);
      state.user = await resolveUser(token);
    }
    checkForgery(request);
    const may = state.user?.terminal ? terminalMayCall(state.operation) : mayCall(state.user?.permission, roles);
    if (!may) throw forbidden(HTTP.notAllowed);
    next();
  };
}
