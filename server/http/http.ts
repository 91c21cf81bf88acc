import express, { type Express, type RequestHandler, type Response } from 'express';
import { apiHeaders, builtAdmin, securityHeaders } from './browser.ts';
import { type Calls, type EndedCall, watchCalls } from './calls.ts';
import { docsPage } from './docs.ts';
import { errorAnswers } from './errors.ts';
import type { Metrics } from './metrics.ts';
import { requestId } from './request-id.ts';
import { contractDocument } from './router/document.ts';
import { createRouter, type RouterOptions } from './router/router.ts';
import type { Uploads } from './router/upload.ts';
import { unknownAddress } from './unknown.ts';

/** Node's own limit of 16 KB is too small for "everything ticked": request lines up to 64 KB are read. For `http.createServer`. */
const MAX_HEADER_BYTES = 80 * 1024;

/** Of the server: connections that wait for a next call outlive those of a proxy in front (60 s as a rule), else it meets closed ones. */
export const SERVER_OPTIONS = { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: 65_000, headersTimeout: 66_000 };

const PROBES = new Set(['/api/health/', '/api/health', '/api/ready/', '/api/ready', '/metrics']);

/** What the HTTP layer writes to the log. */
export interface HttpLog {
  debug(context: object, message: string): void;
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
  /** What is counted and shown under /metrics. */
  metrics?: Metrics;
  /** Errors of the database in business terms (db/errors `toDomainError`). */
  translateError?(error: unknown): unknown;
}

/** One line for each call: what, who, how it ended, how long it took. What monitoring asks every few seconds is told at debug only. */
function tell(log: HttpLog | undefined, { broken, stream, ...call }: EndedCall): void {
  const line = { ...call, ...(broken ? { broken } : {}), ...(stream ? { stream } : {}) };
  if (call.status < 500 && PROBES.has(call.path)) log?.debug(line, 'call');
  else log?.info(line, 'call');
}

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

/** JSON as it is, at once: Express would look for escapes, spaces and tags that nobody has asked for. */
function answerJson(this: Response, body?: unknown): Response {
  if (!this.hasHeader('Content-Type')) this.setHeader('Content-Type', 'application/json; charset=utf-8');
  const text = JSON.stringify(body ?? null);
  return this.setHeader('Content-Length', Buffer.byteLength(text)).end(text);
}

/** The whole HTTP side: API, documentation page, metrics and built admin. Throws at the start when contract and handlers differ. */
export function createHttp(options: HttpOptions): { http: Express; calls: Calls; uploads: Uploads } {
  const uploads: Uploads = { inside: 0 };
  const document = options.document ?? contractDocument();
  const calls = watchCalls((call) => {
    options.metrics?.count(call);
    tell(options.log, call);
  });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.response.json = answerJson;
  app.set('trust proxy', options.trustProxy ?? 0);
  app.use((_request, response, next) => {
    response.set('Date', new Date(options.clock()).toUTCString());
    next();
  });
  if (!options.trustProxy) app.use(proxyWarning(options.log));
  app.use(requestId, securityHeaders());
  if (options.metrics) app.get('/metrics', options.metrics.answer);
  app.use('/api', apiHeaders, calls.watch);
  if (!options.only) app.use('/api/docs', docsPage(document));
  const router = createRouter({ ...options, document, uploads });
  // Mounted by hand: a mount path would be cut off the URL, which the validator reads whole.
  app.use((request, response, next) => (/^\/api(\/|$)/.test(request.path) ? router(request, response, next) : next()));
  app.use(builtAdmin(options.adminDir), unknownAddress);
  app.use(errorAnswers({ log: options.log, counted: options.metrics?.defect }, options.translateError ?? ((error) => error)));
  return { http: app, calls, uploads };
}
