import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { type Conflict, ruleOf } from '../../../domain/bars/conflicts.ts';
import { sayOnce } from '../../../domain/bars/judge.ts';
import { warningsOf } from '../../../domain/bars/warnings.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import type { Misfit } from '../../runs/misfits/misfits.service.ts';
import { type JudgedBar, judgedBars } from '../judge/judged-bars.ts';
import { skippedBars } from '../judge/skipped.store.ts';
import { type NamedBar, namesOf, suspectIds } from './overview.store.ts';

/** An open bar that contradicts the rest of the plan, or breaks a rule where it stands. */
export interface ConflictingBar extends NamedBar {
  kinds: Exclude<Conflict['kind'], 'previous_open'>[];
  sentences: string[];
}

/** What no run moves contradicts the plan; all else is for the next run to mend. */
export const isKept = ({ kept }: Misfit): boolean => kept !== null;

/** So many suspects are judged: of a plan that was put together by hand all would be. */
const MOST_JUDGED = 200;

/** Bars in conflict by start; `more`: later ones were not judged. */
export interface Conflicts {
  bars: ConflictingBar[];
  more: boolean;
}

/**
 * The first suspects of the plan are judged where they stand; what no run moves and breaks a rule since something has changed (`broken`) was, for the whole plan. What was finished
 * over an open process is read of what happened: it stands on the open one, until that is finished, too.
 */
export async function conflictingBars(db: Db, plan: Plan, today: PlantDate, broken: readonly Misfit[]): Promise<Conflicts> {
  const { ids: suspected, more } = await suspectIds(db, plan, MOST_JUDGED);
  const unsound = [...suspected].flatMap(([id, isUnsound]) => (isUnsound ? [id] : []));
  const judged = suspected.size === 0 ? new Map<number, JudgedBar>() : await judgedBars(db, plan, [...suspected.keys()], today, unsound);
  for (const { entry_id, task_name } of await skippedBars(db, plan)) {
    const { conflicts, next_id } = judged.get(entry_id) ?? { conflicts: [], next_id: undefined };
    judged.set(entry_id, { conflicts: [{ kind: 'later_finished', task_name }, ...conflicts], next_id });
  }
  for (const misfit of broken) judged.set(misfit.entry_id, withConflicts(judged.get(misfit.entry_id), misfit));
  return { bars: judged.size === 0 ? [] : conflictsAmong(await namesOf(db, plan, [...judged.keys()]), judged), more };
}

/** What depends on where others stand, who may have been moved since the plan was read: only who looks now knows. */
const OF_OTHERS: ReadonlySet<Conflict['kind']> = new Set(['before_previous', 'over_capacity']);

/** The rules that it breaks beside what was judged already. */
function withConflicts(judged: JudgedBar | undefined, { conflicts }: Misfit): JudgedBar {
  const own = judged?.conflicts ?? [];
  const known = new Set(own.map(ruleOf));
  const more = conflicts.filter((conflict) => !OF_OTHERS.has(conflict.kind) && !known.has(ruleOf(conflict)));
  return { conflicts: sayOnce([...own, ...more]), next_id: judged?.next_id };
}

/** Two processes of a lot in the wrong order are one conflict: it stands on the one that starts too early. */
function conflictsAmong(suspected: readonly NamedBar[], found: ReadonlyMap<number, JudgedBar>): ConflictingBar[] {
  const judged = suspected.flatMap((bar) => {
    const one = found.get(bar.entry_id);
    return one ? [{ bar, ...one }] : [];
  });
  const early = new Set(
    judged.filter(({ conflicts }) => conflicts.some(({ kind }) => kind === 'before_previous')).map(({ bar }) => bar.entry_id),
  );
  return judged.flatMap(({ bar, next_id, conflicts }) => {
    const own = conflicts.filter(({ kind }) => kind !== 'after_next' || !early.has(next_id ?? 0));
    const sentences = warningsOf([{ name: bar.task_name, conflicts: own }], false).map(({ text }) => text);
    if (sentences.length === 0) return [];
    // Of a finished bar alone, and none is suspected.
    const kinds = new Set(own.flatMap(({ kind }) => (kind === 'previous_open' ? [] : kind)));
    return [{ ...bar, kinds: [...kinds], sentences }];
  });
}
