import type { Db } from '../../db/types.ts';
import { toInstant } from '../../domain/plant-time.ts';

/** Failures older than this are forgotten. */
const MEMORY_MS = 15 * 60_000;

/** How many wrong attempts each of these has behind it. */
export async function readFailures(db: Db, subjects: readonly string[], nowMs: number): Promise<Map<string, number>> {
  const rows = (await db('login_failures')
    .select('subject', 'failures')
    .whereIn('subject', [...subjects])
    .where('last_failed_at', '>=', toInstant(nowMs - MEMORY_MS))) as { subject: string; failures: number }[];
  return new Map(rows.map(({ subject, failures }) => [subject, failures]));
}

/** Counts a wrong attempt for each of these. */
export async function countFailure(db: Db, subjects: readonly string[], nowMs: number): Promise<void> {
  await db.raw(
    `insert into login_failures as known (subject, failures, last_failed_at)
     select subject, 1, :now::timestamptz from unnest(:subjects::text[]) as subject order by subject
     on conflict (subject) do update
       set failures = case when known.last_failed_at < :forgotten::timestamptz then 1 else known.failures + 1 end, last_failed_at = :now::timestamptz`,
    { now: toInstant(nowMs), forgotten: toInstant(nowMs - MEMORY_MS), subjects: [...subjects] },
  );
}

/** A right password: this one starts anew; what is forgotten goes. */
export async function forgive(db: Db, subject: string, nowMs: number): Promise<void> {
  await db('login_failures')
    .where({ subject })
    .orWhere('last_failed_at', '<', toInstant(nowMs - MEMORY_MS))
    .delete();
}
