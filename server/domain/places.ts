import { HEAT_TASK_PARTS, OUTSOURCED_ARRANGEMENTS, PROCESSING_TASK_PART } from './constants.ts';

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
export interface NextTask {
  /** Null: nothing is known of what is left to do. */
  task_code: string | null;
  arrangement: string | null;
  outsourcing_code: string | null;
}

/** Where a lot is whose next task this is. */
export function placeOf({ task_code, arrangement, outsourcing_code }: NextTask): Place {
  if (outsourcing_code || OUTSOURCED_ARRANGEMENTS.some((word) => word === arrangement)) return 'outsourced';
  return PARTS.find(([, parts]) => parts.some((part) => task_code?.includes(part)))?.[0] ?? 'other';
}
