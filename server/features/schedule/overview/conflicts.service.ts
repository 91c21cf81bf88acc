import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import type { Conflict } from '../../../domain/bars/conflicts.ts';
import { warningsOf } from '../../../domain/bars/warnings.ts';
import { plantDate } from '../../../domain/ground/plant-time.ts';
import type { Judge, JudgedBar } from '../../runs/judge/judge.service.ts';
import { skippedBars } from '../judge/skipped.store.ts';
import { type NamedBar, namesOf } from './overview.store.ts';

/** An open bar that contradicts the rest of the plan, or breaks a rule where it stands. */
export interface ConflictingBar extends NamedBar {
  kinds: Exclude<Conflict['kind'], 'previous_open'>[];
  sentences: string[];
}

/**
 * The open bars with which something is wrong, by start: where they stand, or in the order of what happened: what was finished over an open process stands on the open one, until
 * that is finished, too. `now` in epoch ms.
 */
export async function conflictingBars(db: Db, judge: Pick<Judge, 'conflicts'>, plan: Plan, now: number): Promise<ConflictingBar[]> {
  const [found, skipped] = await Promise.all([judge.conflicts(plan, { today: plantDate(now), now }), skippedBars(db, plan)]);
  const judged = new Map(found.map((one) => [one.id, one]));
  for (const { entry_id: id, task_name } of skipped) {
    const { conflicts, next_id } = judged.get(id) ?? { conflicts: [], next_id: undefined };
    judged.set(id, { id, conflicts: [{ kind: 'later_finished', task_name }, ...conflicts], next_id });
  }
  return judged.size === 0 ? [] : conflictsAmong(await namesOf(db, plan, [...judged.keys()]), judged);
}

/** Two processes of a lot in the wrong order are one conflict: it stands on the one that starts too early. */
function conflictsAmong(named: readonly NamedBar[], found: ReadonlyMap<number, JudgedBar>): ConflictingBar[] {
  const judged = named.map((bar) => ({ bar, ...found.get(bar.entry_id)! }));
  const early = new Set(judged.flatMap(({ id, conflicts }) => (conflicts.some(({ kind }) => kind === 'before_previous') ? id : [])));
  return judged.flatMap(({ bar, next_id, conflicts }) => {
    const own = conflicts.filter(({ kind }) => kind !== 'after_next' || !early.has(next_id ?? 0));
    const sentences = warningsOf([{ name: bar.task_name, conflicts: own }], false).map(({ text }) => text);
    if (sentences.length === 0) return [];
    // Of a finished bar alone, and none is open.
    const kinds = new Set(own.flatMap(({ kind }) => (kind === 'previous_open' ? [] : kind)));
    return [{ ...bar, kinds: [...kinds], sentences }];
  });
}
