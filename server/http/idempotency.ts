import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Answer } from '../contract/handlers.ts';
import { conflict } from '../domain/errors.ts';
import { HTTP } from '../domain/texts/http.ts';
import { pathOf, routed } from './context.ts';
import type { ContractDocument } from './document.ts';

/** Who asks for what under which key. */
export interface IdempotentCall {
  actor: string;
  key: string;
  operation: string;
  body_hash: string;
}

/** What is known of a key when a call comes with it. */
export type Claim =
  /** It is this call's now. */
  | { state: 'claimed' }
  /** The same call has been answered. */
  | { state: 'answered'; status: number; body: unknown }
  /** The same call is at work elsewhere. */
  | { state: 'working' }
  /** The key was used for something else. */
  | { state: 'other' };

/** Where keys are kept for 24 hours. */
export interface IdempotencyStore {
  claim(call: IdempotentCall): Promise<Claim>;
  /** Keeps the answer of a claimed call. */
  keep(call: IdempotentCall, status: number, body: unknown): Promise<void>;
  /** Frees the key of a claimed call that was refused. */
  free(call: IdempotentCall): Promise<void>;
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

/**
 * Does the work of a keyed POST at most once for a key. The same key and body give the first answer again, another body is a 409;
 * a refused call frees its key.
 */
export async function once(request: Request, store: IdempotencyStore | undefined, work: () => Promise<Answer>): Promise<Answer> {
  const key = request.get('idempotency-key');
  const { user, operationId } = routed(request);
  if (!store || !user || key === undefined) return work();
  const call = { actor: user.employee_id, key, operation: operationId, body_hash: hashOf(request) };
  const claim = await store.claim(call);
  if (claim.state === 'answered')
    return { status: claim.status, body: claim.body ?? undefined, headers: { 'Idempotent-Replayed': 'true' } };
  if (claim.state === 'working') throw conflict(HTTP.keyInProgress);
  if (claim.state === 'other') throw conflict(HTTP.keyUsedForAnotherCall);
  try {
    const answer = await work();
    await store.keep(call, answer.status, answer.body);
    return answer;
  } catch (error) {
    await store.free(call).catch(() => undefined);
    throw error;
  }
}
