import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { MAX_BODY_BYTES } from '../../domain/ground/constants.ts';
import { type FieldErrors, invalid, refused } from '../../domain/ground/errors.ts';
import { storable } from '../../domain/ground/fold.ts';
import { FIELD_ERRORS, HTTP } from '../../domain/texts/program/http.ts';
import { httpError } from '../errors.ts';
import { routed } from './context.ts';

/** Bodies of ordinary calls: a product with 3,000 rows has 0.4 MB. */
const MAX_JSON_BYTES = 1024 * 1024;
const MULTIPART = 'multipart/form-data';

const json = express.json({ limit: MAX_JSON_BYTES, type: () => true, strict: true });
const raw = express.raw({ limit: MAX_BODY_BYTES, type: () => true });

/** The media type of the request, lower case, without parameters. */
const mediaType = (request: Request): string => (request.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
export const isMultipart = (request: Request): boolean => mediaType(request) === MULTIPART;

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/** The longest lists of the contract, of ids and of rows: what is longer would only make the validator complain of each of its members. */
const LONGEST = { ids: 10_000, rows: 1_000 };
/** No body of the contract is nested nearly as deep; what walks deeper may run out of stack. */
const DEEPEST = 100;

/** Names the field of every text that cannot be stored and of every list beyond reason, at any depth, without recursion: bodies come from anyone. */
export function refuseUnstorable(body: unknown): void {
  const errors: FieldErrors = {};
  const open: [string | undefined, unknown, number][] = [[undefined, body, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [field, value, depth] = next;
    if (depth > DEEPEST) throw refused(HTTP.unreadableBody);
    if (typeof value === 'string' && !storable(value)) errors[field ?? 'non_field_errors'] = [FIELD_ERRORS.characters];
    if (typeof value !== 'object' || value === null) continue;
    const longest = Array.isArray(value) && typeof value[0] === 'object' ? LONGEST.rows : LONGEST.ids;
    if (Array.isArray(value) && value.length > longest) {
      errors[field ?? 'non_field_errors'] = [FIELD_ERRORS.mostRows(String(longest))];
      continue;
    }
    for (const [key, inner] of Object.entries(value)) {
      if (!storable(key)) errors.non_field_errors = [FIELD_ERRORS.characters];
      open.push([field ?? key, inner, depth + 1]);
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** The validator takes `1e400` for a number, an endless one, and holds no maximum against it. */
export const refuseEndless: RequestHandler = (request, _response, next) => {
  const endless = Object.entries(request.query).filter(([, value]) => typeof value === 'number' && !Number.isFinite(value));
  if (endless.length > 0) throw invalid(Object.fromEntries(endless.map(([field]) => [field, [FIELD_ERRORS.integer]])));
  next();
};

/** The validator compiles its checks once for each content type it sees: parameters that a caller invents must not reach it. */
function settleType(request: Request, type: string): void {
  request.headers['content-type'] = type;
}

function settleMultipart(request: Request, next: NextFunction): void {
  const boundary = /;\s*boundary=("[^"]{1,70}"|[^;\s"]{1,70})/i.exec(request.get('content-type') ?? '')?.[1];
  if (!boundary) throw httpError(400, HTTP.unreadableUpload);
  settleType(request, `${MULTIPART}; boundary=${boundary}`);
  next();
}

/**
 * Lets a parser of Express read the body; false where the connection broke off before: Express takes such a body for one that has been read already.
 * What we throw afterwards must not stand in its callback, where nobody would catch it.
 */
const parsed = (parser: RequestHandler, request: Request, response: Response): Promise<boolean> =>
  new Promise((resolve, reject) => {
    parser(request, response, (error?: unknown) => (error ? reject(error) : resolve(request.body !== undefined)));
  });

/**
 * Reads the body as its operation wants it: JSON parsed, an import raw (the validator gets a stand-in; a worker thread judges the rows),
 * multipart left on the stream for the uploader. No body at all reads as `{}`, so that required fields are named one by one. A call that broke off
 * before its body was read ends here.
 */
export const readBody: RequestHandler = async (request: Request, response: Response, next: NextFunction) => {
  const state = routed(request);
  refuseUnstorable(request.query);
  if (!hasBody(request)) {
    request.body = {};
    state.raw = state.operation.raw ? Buffer.alloc(0) : undefined;
    settleType(request, 'application/json');
    return next();
  }
  if (isMultipart(request) && state.operation.raw) return settleMultipart(request, next);
  if (mediaType(request) !== 'application/json') throw httpError(415, HTTP.unsupportedType);
  if (state.operation.raw) {
    if (!(await parsed(raw, request, response))) return;
    state.raw = request.body as Buffer;
    request.body = { rows: [] };
  } else {
    if (!(await parsed(json, request, response))) return;
    refuseUnstorable(request.body);
  }
  settleType(request, 'application/json');
  next();
};
