import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Answer } from '../contract/handlers.ts';
import { pathOf, routed } from './router/context.ts';
import type { ContractDocument } from './router/document.ts';

/** The caller, the key and the call. */
interface KeyedCall {
  actor: string;
  key: string;
  operation: string;
  body_hash: string;
}

/** Where answers to calls under keys are kept. */
export interface IdempotencyStore {
  /** Does the work of a call once; gives its answer, or again the one it has been given (`replayed`). Throws a conflict where the key was used for another call. */
  once(call: KeyedCall, work: () => Promise<Answer>): Promise<Answer & { replayed?: true }>;
}

/** A fast hash of a password must not lie in a table. */
const withoutPassword = (key: string, value: unknown): unknown => (key === 'password' ? '' : value);

/** The body as it counts for "the same call": what was sent, and where to. */
function hashOf(request: Request): string {
  const state = routed(request);
  const hash = createHash('sha256').update(`${request.method} ${pathOf(request)}?${JSON.stringify(request.query)}\n`);
  hash.update(JSON.stringify(request.body ?? null, withoutPassword));
  if (state.raw) hash.update(state.raw);
  if (state.file) hash.update(state.file.name).update(state.file.bytes);
  return hash.digest('hex');
}

/** The operations whose calls may carry a key: those that declare the header. */
export function keyedOperations(document: ContractDocument): ReadonlySet<string> {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const keyed = operations.filter(({ parameters }) =>
    (parameters as { $ref?: string }[] | undefined)?.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
  );
  return new Set(keyed.map(({ operationId }) => operationId ?? ''));
}

/** Does the work of a POST, under a key once: the same key and body give the first answer again. */
export async function once(request: Request, store: IdempotencyStore | undefined, work: () => Promise<Answer>): Promise<Answer> {
  const key = request.get('idempotency-key');
  const { user, operationId } = routed(request);
  if (!store || !user || key === undefined) return work();
  const call = { actor: user.employee_id, key, operation: operationId, body_hash: hashOf(request) };
  const { replayed, ...answer } = await store.once(call, work);
  return replayed ? { ...answer, headers: { 'Idempotent-Replayed': 'true' } } : answer;
}
