import type { Knex } from 'knex';
import { conflict } from '../domain/ground/errors.ts';
import { HTTP } from '../domain/texts/program/http.ts';
import { withLastWord } from './last-word.ts';

/** A call under a key: caller, key, operation, and a hash of its body. */
interface KeyedCall {
  actor: string;
  key: string;
  operation: string;
  body_hash: string;
}
interface Answer {
  status: number;
  body?: unknown;
}

/** The contract says a day; a clock that is set forward by one forgets no key of the day before. */
const KEPT = `interval '3 days'`;

/** Where the answers to calls under an Idempotency-Key are kept, for a day and longer. */
export function idempotencyStore(db: Knex) {
  /** The answer that the call has been given. Throws a conflict where the key was used for another. */
  const answerTo = async ({ actor, key, operation, body_hash }: KeyedCall): Promise<Answer | undefined> => {
    const { rows } = await db.raw(
      `with passed as (delete from idempotency_keys where created_at < now() - ${KEPT})
       select operation, body_hash, status, answer from idempotency_keys
       where actor = ? and key = ? and created_at >= now() - ${KEPT}`,
      [actor, key],
    );
    const [known] = rows;
    if (!known) return undefined;
    if (known.operation !== operation || known.body_hash !== body_hash) throw conflict(HTTP.keyUsedForAnotherCall);
    return { status: known.status, body: known.answer ?? undefined };
  };
  return {
    /** Does the work of a call once: its answer is kept in the transaction of the work, and given again (`replayed`). A refused call leaves its key free. */
    async once<Given extends Answer>(call: KeyedCall, work: () => Promise<Given>): Promise<Given | (Answer & { replayed: true })> {
      const known = await answerTo(call);
      if (known) return { ...known, replayed: true };
      try {
        return await withLastWord(db, work, (trx, { status, body }) =>
          trx('idempotency_keys').insert({ ...call, status, answer: body === undefined ? null : JSON.stringify(body) }),
        );
      } catch (error) {
        // The same call came twice and the other one was quicker, or all was done but the word of it was lost.
        const kept = await answerTo(call).catch(() => undefined);
        if (kept) return { ...kept, replayed: true };
        throw error;
      }
    },
  };
}
