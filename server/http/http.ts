import express, { type Express, type RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { tooMany } from '../domain/errors.ts';
import { HTTP } from '../domain/texts/http.ts';
import { apiHeaders, builtAdmin, securityHeaders } from './browser.ts';
import { pathOf, stateOf } from './context.ts';
import { docsPage } from './docs.ts';
import { readDocument } from './document.ts';
import { errorAnswers, fault } from './errors.ts';
import { createRouter, type RouterOptions } from './router.ts';

/** Node's own limit of 16 KB is too small for "everything ticked": request lines up to 64 KB are read. For `http.createServer`. */
export const MAX_HEADER_BYTES = 80 * 1024;

const RESETS_PER_MINUTE = 30;

/** What the HTTP layer writes to the log. */
export interface HttpLog {
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
  error(context: object, message: string): void;
}

export interface HttpOptions extends RouterOptions {
  /** The folder of the built admin; without it only the API answers. */
  adminDir?: string | undefined;
  /** The present, epoch milliseconds; also what the Date header says, which the admin follows. */
  clock(): number;
  log?: HttpLog;
  /** Reverse proxies in front of the server whose word on the client's address counts. */
  trustProxy?: number;
  /** Errors of the database in business terms (db/errors `toDomainError`). */
  translateError?(error: unknown): unknown;
}

/** One line for each call: what, who, how it ended, how long it took. No query, no body, no token. */
const accessLog =
  (log: HttpLog | undefined): RequestHandler =>
  (request, response, next) => {
    if (!log) return next();
    const began = performance.now();
    const path = pathOf(request);
    response.once('close', () => {
      const state = stateOf(request);
      const ms = Math.round(performance.now() - began);
      log.info({ method: request.method, path, status: response.statusCode, ms, user: state?.user?.employee_id }, 'call');
    });
    next();
  };

/** Behind a proxy that the program does not know of, all callers are one address: said once. */
function proxyWarning(log: HttpLog | undefined): RequestHandler {
  let told = false;
  return (request, _response, next) => {
    if (!told && request.headers['x-forwarded-for'] !== undefined) {
      told = true;
      const address = request.socket.remoteAddress;
      log?.warn({ address }, 'X-Forwarded-For arrives while TRUST_PROXY is 0: behind a proxy set it to the number of proxies');
    }
    next();
  };
}

/** Reset calls are public and write rows: bounded for each address. */
const resetLimit = (): RequestHandler =>
  rateLimit({
    windowMs: 60_000,
    limit: RESETS_PER_MINUTE,
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
    skip: (request) => request.method !== 'POST',
    handler: (_request, _response, next) => next(tooMany(HTTP.tooMany, 60)),
  });

/** The whole HTTP side: API, documentation page and built admin. Throws at the start when contract and handlers differ. */
export function createHttp(options: HttpOptions): Express {
  const document = options.document ?? readDocument();
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', options.trustProxy ?? 0);
  app.use((_request, response, next) => {
    response.set('Date', new Date(options.clock()).toUTCString());
    next();
  });
  if (!options.trustProxy) app.use(proxyWarning(options.log));
  app.use(securityHeaders());
  app.use('/api', apiHeaders, accessLog(options.log));
  app.use('/api/docs', docsPage(document));
  app.use('/api/password_reset', resetLimit());
  const router = createRouter({
    ...options,
    document,
    onBrokenAnswer: (operation, problem) => options.log?.error({ operation, problem }, 'an answer breaks the contract'),
  });
  // Mounted by hand: a mount path would be cut off the URL, which the validator reads whole.
  app.use((request, response, next) => (/^\/api(\/|$)/.test(request.path) ? router(request, response, next) : next()));
  app.use(builtAdmin(options.adminDir));
  app.use(() => {
    throw fault(404, HTTP.notFound);
  });
  app.use(errorAnswers(options.log, options.translateError ?? ((error) => error)));
  return app;
}
