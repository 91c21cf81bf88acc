import { createRequire } from 'node:module';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { isInstant } from '../../domain/ground/plant-time.ts';
import { pathOf, routed } from './context.ts';
import type { ContractDocument } from './document.ts';
import { UPLOAD_OPTIONS } from './upload.ts';

/** What the validator knows of the operation of a request. */
interface Metadata {
  pathParams: Record<string, string>;
  [known: string]: unknown;
}
type WithMetadata = Request & { openapi?: Metadata };

/** Path parameters of a path of the contract, decoded: the router has matched it, and decoded it once already. */
function pathParams(template: string, path: string): Record<string, string> {
  const words = path.split('/');
  const parameters = template
    .split('/')
    .flatMap((word, at) => (word.startsWith('{') ? [[word.slice(1, -1), decodeURIComponent(words[at] ?? '')]] : []));
  return Object.fromEntries(parameters) as Record<string, string>;
}

/**
 * The validator looks for the operation of each request by building and trying the patterns of all paths, one after another. Ours is known by now:
 * what was found for it once is given to its later calls, with their own path parameters.
 */
function remembered(look: RequestHandler): RequestHandler {
  const found = new Map<string, Metadata>();
  return (request: Request, response: Response, next: NextFunction) => {
    const { operationId, operation } = routed(request);
    const known = found.get(operationId);
    if (known) {
      const params = pathParams(operation.path, pathOf(request));
      (request as WithMetadata).openapi = { ...known, pathParams: params };
      request.params = params;
      return next();
    }
    return look(request, response, (error?: unknown) => {
      const metadata = (request as WithMetadata).openapi;
      if (!error && metadata) found.set(operationId, metadata);
      next(error);
    });
  };
}

/** How requests, and in tests and development answers, are held against the contract. */
export interface FormOptions {
  validateResponses: boolean;
}

/** The contract without what it says of answers: the validator would compile that at the start, whether answers are judged or not. */
function withoutAnswers(document: ContractDocument): ContractDocument {
  const silent = { responses: { default: { description: 'not judged' } } };
  const mute = (item: ContractDocument['paths'][string]): ContractDocument['paths'][string] =>
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, { ...operation, ...silent }]));
  return { ...document, paths: Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [path, mute(item)])) };
}

/**
 * The validator puts the whole contract beside every schema that it compiles, for references to find their aim, and its ajv walks all of that each time: 80 ms for
 * the first call of each operation. No reference is left (`dereference` below), so that walk passes over it.
 */
function passOverContract(): void {
  const from = (path: string) => createRequire(path);
  const ajv = from(from(import.meta.url).resolve('express-openapi-validator')).resolve('ajv');
  const { skipKeywords } = from(ajv)('json-schema-traverse') as { skipKeywords: Record<string, boolean> };
  skipKeywords.paths = true;
  skipKeywords.components = true;
}
passOverContract();

/** The validator's own steps; an answer that breaks the contract is a defect like any other. */
function validatorOf(document: ContractDocument, validateResponses: boolean): RequestHandler[] {
  const steps = OpenApiValidator.middleware({
    apiSpec: structuredClone(validateResponses ? document : withoutAnswers(document)) as unknown as Parameters<
      typeof OpenApiValidator.middleware
    >[0]['apiSpec'],
    // `npm run check` holds the contract against the rules of contracts.
    validateApiSpec: false,
    // Resolved once: the library would compile every schema to learn what its name stands for.
    $refParser: { mode: 'dereference' },
    validateSecurity: false,
    validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
    validateResponses: validateResponses
      ? {
          onError: (error: { message: string; errors?: unknown }) => {
            throw new Error(`an answer breaks the contract: ${error.message} ${JSON.stringify(error.errors)}`);
          },
        }
      : false,
    ajvFormats: { mode: 'full', keywords: true },
    formats: { instant: { type: 'string', validate: isInstant } },
    fileUploader: UPLOAD_OPTIONS,
  }) as unknown as RequestHandler[];
  const at = steps.findIndex(({ name }) => name === 'metadataMiddleware');
  if (at < 0) throw new Error('the validator has no metadataMiddleware');
  return steps.map((step, n) => (n === at ? remembered(step) : step));
}

/** What the validator makes of a document takes a third of a second: programs of one process, as tests have them, share it. */
const validators = { strict: new WeakMap<ContractDocument, RequestHandler>(), plain: new WeakMap<ContractDocument, RequestHandler>() };

/** One after another, without what a router would do around each. */
const inTurn =
  (steps: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    const go = (n: number): void => {
      const step = steps[n];
      if (step) step(request, response, (error?: unknown) => (error ? next(error) : go(n + 1)));
      else next();
    };
    go(0);
  };

const hasNoBody = ({ body }: Request): boolean => Object.keys(body ?? {}).length === 0;

/** Whether a call can have a form: one of an operation without parameters and body is as it should be. */
function formless(document: ContractDocument): (request: Request) => boolean {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const plain = operations.filter(({ parameters, requestBody }) => parameters === undefined && requestBody === undefined);
  const ids = new Set(plain.map(({ operationId }) => operationId));
  return (request) => ids.has(routed(request).operationId) && hasNoBody(request);
}

/** So many addresses are kept, none longer than this. */
const KEPT = { addresses: 1_000, letters: 500 };

/** Pages ask the same again and again: what the contract made of an address that is only read, its parameters as they are meant, is kept for the calls after it. */
function remembering(check: RequestHandler): RequestHandler {
  const kept = new Map<string, { query: object; openapi: Metadata | undefined }>();
  return (request: WithMetadata, response, next) => {
    const address = request.originalUrl;
    if (request.method !== 'GET' || address.length > KEPT.letters || !hasNoBody(request)) return check(request, response, next);
    const known = kept.get(address);
    if (!known)
      return check(request, response, (error?: unknown) => {
        if (error) return next(error);
        if (kept.size >= KEPT.addresses) kept.clear();
        kept.set(address, { query: request.query, openapi: request.openapi });
        next();
      });
    // Express has no way to set it; the validator does the same.
    Object.defineProperty(request, 'query', { writable: true, value: { ...known.query } });
    if (known.openapi) request.openapi = known.openapi;
    next();
  };
}

/** The check of every call's form against the contract. Throws at the start when the validator is built in another way than ours expects. */
export function formCheck(document: ContractDocument, { validateResponses }: FormOptions): RequestHandler {
  const known = validators[validateResponses ? 'strict' : 'plain'];
  const check = known.get(document) ?? inTurn(validatorOf(document, validateResponses));
  known.set(document, check);
  if (validateResponses) return check;
  const isFormless = formless(document);
  const checkOnce = remembering(check);
  return (request, response, next) => (isFormless(request) ? next() : checkOnce(request, response, next));
}
