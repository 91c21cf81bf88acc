import type { Db } from './types.ts';

/** A call under a key: who, which key, which operation, and the hash of what was sent. */
interface KeyedCall {
  actor: string;
  key: string;
  operation: string;
  body_hash: string;
}
type Claim = { state: 'claimed' | 'working' | 'other' } | { state: 'answered'; status: number; body: unknown };

/** Status of a key whose call is at work. */
const WORKING = 0;

/** Where the HTTP layer keeps Idempotency-Keys for 24 hours. A claim that was never settled (its process died) falls free after two minutes. */
export function idempotencyStore(db: Db) {
  const mine = (call: KeyedCall) => db('idempotency_keys').where({ actor: call.actor, key: call.key });
  return {
    async claim(call: KeyedCall): Promise<Claim> {
      await db.raw(
        `delete from idempotency_keys where created_at < now() - interval '24 hours'
           or (status = ? and created_at < now() - interval '2 minutes')`,
        [WORKING],
      );
      const { rows } = await db.raw(
        `insert into idempotency_keys (actor, key, operation, body_hash, status) values (?, ?, ?, ?, ?)
         on conflict (actor, key) do nothing returning key`,
        [call.actor, call.key, call.operation, call.body_hash, WORKING],
      );
      if (rows.length > 0) return { state: 'claimed' };
      const known = (await mine(call).first()) as (KeyedCall & { status: number; answer: unknown }) | undefined;
      if (!known) return { state: 'working' };
      if (known.operation !== call.operation || known.body_hash !== call.body_hash) return { state: 'other' };
      return known.status === WORKING ? { state: 'working' } : { state: 'answered', status: known.status, body: known.answer };
    },
    async keep(call: KeyedCall, status: number, body: unknown): Promise<void> {
      await mine(call).update({ status, answer: body === undefined ? null : JSON.stringify(body) });
    },
    async free(call: KeyedCall): Promise<void> {
      await mine(call).where({ status: WORKING }).delete();
    },
  };
}
