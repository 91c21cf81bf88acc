import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Answer, Call, CurrentUser, Handler, Handlers, OperationId } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { HTTP } from '../../domain/texts/program/http.ts';
import { httpError } from '../errors.ts';
import { type IdempotencyStore, keyedOperations, once } from '../idempotency.ts';
import { attemptLimits, type Limits, type Unlimited, type WithinLimits } from '../limits.ts';
import { guard } from '../session.ts';
import { readBody, refuseEndless } from './body.ts';
import { pathOf, routed, setState } from './context.ts';
import { type ContractDocument, contractDocument } from './document.ts';
import { type FormOptions, formCheck } from './form.ts';
import { declared, orderedRanges, plainIntegers, type QueryForm, queryForms } from './query.ts';
import { checkOperations, createMatcher } from './routes.ts';
import { takeUpload, type Uploads, uploadGate } from './upload.ts';

/** What the router needs from the rest of the program. */
export interface RouterOptions extends FormOptions {
  handlers: Handlers;
  /** The user of a bearer token, read from the database. Throws unauthorized. */
  resolveUser(token: string): Promise<CurrentUser>;
  idempotency?: IdempotencyStore;
  limits: Limits;
  /** What is counted of uploads, for monitoring. */
  uploads?: Uploads;
  /** The operations that this process answers; all without it. */
  only?: readonly OperationId[] | undefined;
  /** Tests only: another contract. */
  document?: ContractDocument;
}

/** The value as the validator wants it: percent-encoded, commas and all. What cannot be decoded is taken letter by letter. */
function encoded(value: string): string {
  let plain = value.replaceAll('+', ' ');
  try {
    plain = decodeURIComponent(plain);
  } catch {
    // A lone % is itself.
  }
  return encodeURIComponent(plain).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** Adds the last slash where it is missing, drops parameters without a value and settles the spelling of the others. */
const normalize: RequestHandler = (request, _response, next) => {
  const [path = '', query = ''] = request.originalUrl.split(/\?(.*)/s, 2);
  const pairs = query.split('&').flatMap((pair) => {
    const [name, value] = pair.split(/=(.*)/s, 2);
    return name && value ? [`${name}=${encoded(value)}`] : [];
  });
  const url = `${path.endsWith('/') ? path : `${path}/`}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
  if (url !== request.originalUrl) {
    request.url = url;
    request.originalUrl = url;
  }
  next();
};

function decodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** An id in a path is a plain decimal that a number holds: what numbers are written like besides (`0x1`, `1e3`, ` 1`, `01`) is no address. */
function hasPlainIds(template: string, path: string): boolean {
  const words = path.split('/');
  const isPlain = (word = ''): boolean => /^[1-9][0-9]*$/.test(word) && Number.isSafeInteger(Number(word));
  return template.split('/').every((word, at) => word !== '{id}' || isPlain(words[at]));
}

/** Refuses addresses with other ids. It stands behind the guard, so that strangers learn nothing of existing rows. */
const plainIds: RequestHandler = (request, _response, next) => {
  if (!hasPlainIds(routed(request).operation.path, pathOf(request))) throw httpError(404, HTTP.notFound);
  next();
};

const findOperation = (only: readonly OperationId[] | undefined): RequestHandler => {
  const match = createMatcher();
  return (request, response, next) => {
    const path = pathOf(request);
    const found = decodable(path) ? match(request.method, path) : undefined;
    if (!found) throw httpError(404, HTTP.notFound);
    if ('allow' in found) throw httpError(405, HTTP.methodNotAllowed, { Allow: found.allow });
    if (only && !only.includes(found.operationId)) throw httpError(404, HTTP.notFound);
    // The validator knows the contract's methods only.
    response.locals.head = request.method === 'HEAD';
    if (response.locals.head) request.method = 'GET';
    setState(request, { ...found, user: undefined, raw: undefined, file: undefined, handling: false });
    next();
  };
};

function reachedBy({ localAddress = '', localPort }: Socket): string {
  const host = localAddress.replace(/^::ffff:/, '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${localPort}`;
}

/** The validated call, free of Express. */
function callOf(request: Request, fields: Record<string, string>, form: QueryForm | undefined): Unlimited {
  const state = routed(request);
  const { id, kind } = (request as { openapi?: { pathParams: Record<string, unknown> } }).openapi?.pathParams ?? {};
  return {
    params: { id: Number(id ?? 0), kind: String(kind ?? '') },
    query: declared(request.query, form) as Call['query'],
    body: request.body as Call['body'],
    fields,
    file: state.file,
    raw: state.raw,
    user: state.user as CurrentUser,
    address: request.ip ?? '',
    reached: reachedBy(request.socket),
    gone: () => request.socket.destroyed,
    header: (name) => request.get(name),
  };
}

/** A bare value is 200, nothing at all 204; `answer()` says it itself. */
function answerOf(result: unknown): Answer {
  const reply = (result as { reply?: Answer } | undefined)?.reply;
  if (typeof reply?.status === 'number') return reply;
  return result === undefined ? { status: 204 } : { status: 200, body: result };
}

function send(response: Response, { status, body, headers, stream }: Answer): void {
  response.status(status).set(headers ?? {});
  if (stream && response.locals.head) {
    stream.destroy();
    response.end();
  } else if (stream) {
    response.flushHeaders();
    // Either side may go first: the other is let go of with it.
    pipeline(stream, response, () => undefined);
  } else if (body === undefined) response.end();
  else if (body instanceof Uint8Array) response.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  else response.json(body);
}

const invoke =
  (
    handlers: Handlers,
    forms: ReadonlyMap<string, QueryForm>,
    idempotency: IdempotencyStore | undefined,
    keyed: ReadonlySet<string>,
    withinLimits: WithinLimits,
  ): RequestHandler =>
  async (request: Request, response: Response, _next: NextFunction) => {
    const state = routed(request);
    const fields = takeUpload(request, state);
    state.handling = true;
    const handler = handlers[state.operationId] as Handler<OperationId>;
    const store = keyed.has(state.operationId) ? idempotency : undefined;
    try {
      const call = callOf(request, fields, forms.get(state.operationId));
      const answer = await once(request, store, async () => answerOf(await withinLimits(state.operationId, call, handler)));
      send(response, answer);
    } finally {
      state.leave?.();
    }
  };

/**
 * The API under /api/: path → operation → session and roles → room for uploads → body → form → handler. Throws at the start when contract and handlers
 * differ or an operation has no roles.
 */
export function createRouter(options: RouterOptions): Router {
  const document = options.document ?? contractDocument();
  checkOperations(document, OPERATIONS, options.handlers);
  const forms = queryForms(document);
  const router = Router();
  router.use(
    normalize,
    findOperation(options.only),
    guard((token) => options.resolveUser(token)),
    uploadGate(options.uploads ?? { inside: 0 }),
    readBody,
  );
  router.use(plainIds, plainIntegers(forms), formCheck(document, options), orderedRanges(forms));
  router.use(refuseEndless, invoke(options.handlers, forms, options.idempotency, keyedOperations(document), attemptLimits(options.limits)));
  return router;
}
