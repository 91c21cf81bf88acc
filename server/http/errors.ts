import type { ErrorRequestHandler, Request, Response } from 'express';
import { DomainError, type ErrorKind } from '../domain/ground/errors.ts';
import { HTTP } from '../domain/texts/program/http.ts';
import { requestIdOf } from './request-id.ts';
import { answered, pathOf, stateOf } from './router/context.ts';
import { refusalOf, type ValidationItem } from './router/validation.ts';

/** An answer that refuses: status, body and headers. */
interface Refusal {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const OWN = Symbol('http error');
type HttpError = Error & { [OWN]: { status: number; headers: Record<string, string> } };

/** An error of the HTTP layer itself (405, 415 …), with a sentence of ours. */
export const httpError = (status: number, message: string, headers: Record<string, string> = {}): Error =>
  Object.assign(new Error(message), { [OWN]: { status, headers } });

const STATUS: Record<ErrorKind, number> = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  invalid: 400,
  refused: 400,
  conflict: 409,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
};

/** The only switch on the kinds of errors: a kind becomes a status. */
function ofDomain(error: DomainError): Refusal {
  const headers: Record<string, string> = {};
  if (error.kind === 'unauthorized') headers['WWW-Authenticate'] = 'Bearer';
  if (error.retryAfterSeconds !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(error.retryAfterSeconds)));
  const body = error.fields ?? { error: error.message, ...(error.current === undefined ? {} : { current: error.current }) };
  return { status: STATUS[error.kind], body, headers };
}

/** What a status of a library means, in our words; its own message never leaves. */
function ofStatus(status: number, request: Request): Refusal {
  if (status === 413) return { status, body: { error: HTTP.tooLarge } };
  if (status === 415) return { status, body: { error: HTTP.unsupportedType } };
  if (status === 404) return { status, body: { error: HTTP.notFound } };
  if (status === 405) return { status, body: { error: HTTP.methodNotAllowed } };
  const upload = (request.get('content-type') ?? '').startsWith('multipart/');
  return { status: 400, body: { error: upload ? HTTP.unreadableUpload : HTTP.unreadableBody } };
}

const TOO_MUCH = /^(Field (name|value) too long|Too many fields)$/;

/** The refusal for any error; undefined for a defect. */
function refusalFor(error: unknown, request: Request): Refusal | undefined {
  if (error instanceof DomainError) return ofDomain(error);
  if (!(error instanceof Error)) return undefined;
  if (OWN in error) return { ...(error as HttpError)[OWN], body: { error: error.message } };
  const state = stateOf(request);
  // Once the handler has begun, an error with a status is a defect of ours (or an answer that breaks the contract).
  if (state?.handling) return undefined;
  const { status, errors } = error as { status?: unknown; errors?: readonly ValidationItem[] };
  // The uploader calls too much of anything but a file a bad request.
  if (status === 400 && TOO_MUCH.test(error.message)) return ofStatus(413, request);
  if (status === 400 && errors?.length)
    return ofDomain(refusalOf(errors, { body: request.body, query: request.query, path: pathOf(request) }));
  // The uploader calls a broken multipart body an error of the server.
  if (status === 500 && state?.operation.raw && (request.get('content-type') ?? '').startsWith('multipart/')) return ofStatus(400, request);
  return typeof status === 'number' && status >= 400 && status < 500 ? ofStatus(status, request) : undefined;
}

/** How defects are told to whoever runs the server. */
export interface ErrorLog {
  error(context: object, message: string): void;
}

/** Who hears of a defect: the log, and whoever counts them. */
interface Told {
  log: ErrorLog | undefined;
  counted: ((operation: string | undefined) => void) | undefined;
}

/** Turns every error into its answer. Nothing of a stack, a statement or a library's message reaches the caller; defects go to the log. */
export function errorAnswers({ log, counted }: Told, translate: (error: unknown) => unknown): ErrorRequestHandler {
  return (thrown: unknown, request: Request, response: Response, _next) => {
    const error = translate(thrown);
    const known = refusalFor(error, request);
    if (!known) {
      const { method } = request;
      const operation = stateOf(request)?.operationId;
      counted?.(operation);
      log?.error({ request: requestIdOf(response), operation, method, path: pathOf(request), err: thrown }, 'defect');
    }
    if (answered(response)) {
      response.destroy();
      return;
    }
    const { status, body, headers } = known ?? { status: 500, body: { error: HTTP.failed }, headers: {} };
    response.removeHeader('Content-Type');
    response
      .status(status)
      .set(headers ?? {})
      .json(body);
  };
}
