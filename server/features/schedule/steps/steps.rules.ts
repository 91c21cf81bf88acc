import type { STEP_KINDS } from '../../../domain/texts/plan/steps.ts';
import type { Entry } from '../read/entries.store.ts';

/** What a step was, in one word. */
export type StepKind = keyof typeof STEP_KINDS;

/** A bar before and after a write; null where there was none. */
export interface BarChange {
  old: Entry | null;
  now: Entry | null;
}

const BY_OPERATION: Partial<Record<string, StepKind>> = { lockOrder: 'order_lock', unlockOrder: 'order_unlock', setWorkTime: 'work_time' };

/** What a write was: its most telling change. A form may change several things at once; that the bar stands elsewhere weighs most. */
export function kindOf(operation: string, changes: readonly BarChange[]): StepKind {
  const some = (test: (old: Entry, now: Entry) => boolean): boolean => changes.some(({ old, now }) => old && now && test(old, now));
  const known = BY_OPERATION[operation];
  if (known) return known;
  if (changes.some(({ now }) => !now)) return 'delete';
  if (changes.some(({ old }) => !old)) return 'add';
  if (some((old, now) => old.start_date !== now.start_date || old.end_date !== now.end_date || old.facility !== now.facility))
    return 'move';
  if (some((old, now) => old.received_locked !== now.received_locked)) return some((_, now) => now.received_locked) ? 'finish' : 'unfinish';
  return some((old, now) => !old.locked && now.locked) ? 'lock' : 'unlock';
}
