import type { Db } from '../../db/types.ts';
import { toInstant } from '../../domain/plant-time.ts';

/** Failures older than this are forgotten. */
const MEMORY_MS = 15 * 60_000;

/**
 * Counts an attempt for each subject before it is judged, so that attempts made at one moment see each other, and gives how many
 * counted before it.
 */
export async function countAttempts(db: Db, subjects: readonly string[], nowMs: number): Promise<Map<string, number>> {
  const now = toInstant(nowMs);
  const forgotten = toInstant(nowMs - MEMORY_MS);
  const { rows } = await db.raw(
    `insert into login_failures as known (subject, failures, last_failed_at)
     select subject, 1, :now::timestamptz from unnest(:subjects::text[]) as subject order by subject
     on conflict (subject) do update
       set failures = case when known.last_failed_at < :forgotten::timestamptz then 1 else known.failures + 1 end, last_failed_at = :now::timestamptz
     returning subject, failures - 1 as before`,
    { now, forgotten, subjects: [...subjects] },
  );
  return new Map((rows as { subject: string; before: number }[]).map((row) => [row.subject, row.before]));
}

/** A right password: the id starts anew, the attempt no longer counts against the address; what is forgotten goes. */
export async function forgive(db: Db, id: string, address: string, nowMs: number): Promise<void> {
  await db.raw(`delete from login_failures where subject = :id or last_failed_at < :forgotten::timestamptz`, {
    id,
    forgotten: toInstant(nowMs - MEMORY_MS),
  });
  await db.raw('update login_failures set failures = greatest(failures - 1, 0) where subject = :address', { address });
}
