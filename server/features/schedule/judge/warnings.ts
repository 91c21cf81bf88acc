import { namesAmong, warningsOf } from '../../../domain/bars/warnings.ts';
import type { Entry } from '../read/entries.store.ts';
import type { Write } from '../write/write.ts';
import { judgedBars } from './judged-bars.ts';

/** The warnings of bars that were saved, among the `results` of the save; each a sentence, of several it says of which. `asides`: what went along, by bar. */
export async function warningsOfBars(
  { trx, plan, today }: Write,
  ids: readonly number[],
  results: readonly Entry[],
  asides: ReadonlyMap<number, readonly string[]> = new Map(),
): Promise<string[]> {
  const judged = await judgedBars(trx, plan, ids, today);
  const byId = new Map(results.map((entry) => [entry.id, entry]));
  const saved = ids.flatMap((id) => byId.get(id) ?? []);
  const names = namesAmong(saved);
  const said = saved.map(({ id, past_deadline, late_days }, at) => {
    // The order's days, as everywhere; a bar in time is not to blame for them.
    const days_late = past_deadline ? late_days : 0;
    return { name: names[at]!, conflicts: judged.get(id)?.conflicts ?? [], days_late, asides: asides.get(id) ?? [] };
  });
  return warningsOf(said, ids.length > 1).map(({ text }) => text);
}

/** What speaks against locking these bars where they stand, in the words of a save; that they are late locks nothing in. Of several bars each sentence says of which. */
export async function warningsOfLocked({ trx, plan, today }: Write, entries: readonly Entry[]): Promise<string[]> {
  const locked = entries.filter((entry) => entry.locked && !entry.received_locked);
  if (locked.length === 0) return [];
  const judged = await judgedBars(
    trx,
    plan,
    locked.map(({ id }) => id),
    today,
  );
  const said = locked.map(({ id, unique_order, task_name }) => ({
    name: `${unique_order} ${task_name}`,
    conflicts: judged.get(id)?.conflicts ?? [],
  }));
  return warningsOf(said, entries.length > 1).map(({ text }) => text);
}
