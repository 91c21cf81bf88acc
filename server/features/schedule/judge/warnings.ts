import type { Conflict } from '../../../domain/bars/conflicts.ts';
import { namesAmong, warningsOf } from '../../../domain/bars/warnings.ts';
import { processesText } from '../../../domain/texts/plan/marks.ts';
import type { Judge } from '../../runs/judge/judge.service.ts';
import type { Entry } from '../read/entries.store.ts';
import type { Write } from '../write/write.ts';
import { finishedOverOpen } from './skipped.store.ts';

/** What is wrong with bars as this write leaves them, by their ids: where they stand, and that one was finished over processes of its lot that are open. */
async function conflictsOf(judge: Judge, { trx, plan, today }: Write, ids: readonly number[]): Promise<Map<number, Conflict[]>> {
  const judged = await judge.inWrite(trx, plan, ids, today);
  const over = new Map((await finishedOverOpen(trx, plan, ids)).map(({ entry_id, task_names }) => [entry_id, processesText(task_names)]));
  return new Map(
    ids.map((id) => {
      const task_name = over.get(id);
      return [
        id,
        [...(judged.get(id)?.conflicts ?? []), ...(task_name === undefined ? [] : [{ kind: 'previous_open' as const, task_name }])],
      ];
    }),
  );
}

/** The warnings of bars that were saved, among the `results` of the save; each a sentence, of several it says of which. `asides`: what went along, by bar. */
export async function warningsOfBars(
  judge: Judge,
  write: Write,
  ids: readonly number[],
  results: readonly Entry[],
  asides: ReadonlyMap<number, readonly string[]> = new Map(),
): Promise<string[]> {
  const conflicts = await conflictsOf(judge, write, ids);
  const byId = new Map(results.map((entry) => [entry.id, entry]));
  const saved = ids.flatMap((id) => byId.get(id) ?? []);
  const names = namesAmong(saved);
  const said = saved.map(({ id, past_deadline, late_days }, at) => {
    // The order's days, as everywhere; a bar in time is not to blame for them.
    const days_late = past_deadline ? late_days : 0;
    return { name: names[at]!, conflicts: conflicts.get(id) ?? [], days_late, asides: asides.get(id) ?? [] };
  });
  return warningsOf(said, ids.length > 1).map(({ text }) => text);
}

/** What speaks against locking these bars where they stand, in the words of a save; that they are late locks nothing in. Of several bars each sentence says of which. */
export async function warningsOfLocked(judge: Judge, write: Write, entries: readonly Entry[]): Promise<string[]> {
  const locked = entries.filter((entry) => entry.locked && !entry.received_locked);
  if (locked.length === 0) return [];
  const conflicts = await conflictsOf(
    judge,
    write,
    locked.map(({ id }) => id),
  );
  const said = locked.map(({ id, unique_order, task_name }) => ({
    name: `${unique_order} ${task_name}`,
    conflicts: conflicts.get(id) ?? [],
  }));
  return warningsOf(said, entries.length > 1).map(({ text }) => text);
}
