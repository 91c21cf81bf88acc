import { codeKey } from '../ground/fold.ts';
import { type ArrangedRow, HEAT_TASK_PARTS, isOutsourced, PROCESSING_TASK_PART } from './task-purpose.ts';

/** Where in the plant a lot is, in the order in which it passes. */
export const PLACES = ['casting', 'shakeout', 'finishing', 'heat', 'machining', 'inspection', 'shipping', 'outsourced', 'other'] as const;
export type Place = (typeof PLACES)[number];

/** What a task code contains where the task belongs to a place; matched by `includes`, never parsed. */
const PARTS: readonly (readonly [Place, readonly string[]])[] = [
  ['casting', ['3121', '3151']],
  ['shakeout', ['3122', '3152']],
  ['finishing', ['3124', '3125', '3154', '3155']],
  ['heat', HEAT_TASK_PARTS],
  ['machining', [PROCESSING_TASK_PART]],
  ['inspection', ['4111']],
  ['shipping', ['6111']],
];

/** The next task of a lot, as far as it says where the lot is. */
export interface NextTask extends ArrangedRow {
  /** Null: nothing is known of what is left to do. */
  task_code: string | null;
}

/** Where a lot is whose next task this is. */
export const placeOf = (next: NextTask): Place => (isOutsourced(next) ? 'outsourced' : placeOfTask(next.task_code ?? ''));

/** Where in the plant a task of this code is done. */
export function placeOfTask(task_code: string): Place {
  const code = codeKey(task_code);
  return PARTS.find(([, parts]) => parts.some((part) => code.includes(part)))?.[0] ?? 'other';
}
