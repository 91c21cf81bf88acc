import { IN_HOUSE_ARRANGEMENTS, OUTSOURCED_ARRANGEMENTS, PURCHASED_ARRANGEMENT, TEMPERING_NAME_PART } from '../ground/constants.ts';
import { codeKey, plainCode } from '../ground/fold.ts';

/** What a task is for, told by its code, its name or its order row: the one place that knows the plant's codes (functions of the database say the same in SQL). */

/** A task whose code contains one of these is a heat treatment. */
export const HEAT_TASK_PARTS = ['3123', '3153'] as const;
/** A task whose code contains this is machining. */
export const PROCESSING_TASK_PART = '5131';
/** The whole codes of the tasks that take a casting out of its mould. */
export const DEMOLDING_TASK_CODES = ['320-3121-060', '340-3151-040'] as const;
/** A facility whose code contains this is for machining. */
export const PROCESSING_FACILITY_PART = '320-07';

export type TaskPurpose = 'heat' | 'processing' | 'demolding' | 'other';

/** The purpose of a task by its code, compared as folded: full-width digits mean the same. */
export function taskPurpose(task_code: string): TaskPurpose {
  const code = codeKey(task_code);
  if (HEAT_TASK_PARTS.some((part) => code.includes(part))) return 'heat';
  if (code.includes(PROCESSING_TASK_PART)) return 'processing';
  return DEMOLDING_TASK_CODES.some((whole) => whole === code) ? 'demolding' : 'other';
}

/** Whether the code alone makes a task a heat treatment; a treatment row of the product makes it one too. */
export const isHeatCode = (task_code: string): boolean => taskPurpose(task_code) === 'heat';

export const isDemoldingCode = (task_code: string): boolean => taskPurpose(task_code) === 'demolding';

export const isProcessingFacility = (facility_code: string): boolean => codeKey(facility_code).includes(PROCESSING_FACILITY_PART);

/** Whether a task of this name is a tempering: its retention time is never merged with another. */
export const isTempering = (task_name: string): boolean => task_name.includes(TEMPERING_NAME_PART);

/** What an order row says of who does it; null where nothing is known. */
export interface ArrangedRow {
  arrangement: string | null;
  outsourcing_code: string | null;
}

const OUTSIDE: ReadonlySet<string> = new Set([...OUTSOURCED_ARRANGEMENTS, PURCHASED_ARRANGEMENT]);
const IN_HOUSE: ReadonlySet<string> = new Set(IN_HOUSE_ARRANGEMENTS);

/** Whether a partner or supplier does the row: it names one, or its arrangement says so, whatever else is said. */
export const isOutsourced = ({ arrangement, outsourcing_code }: ArrangedRow): boolean =>
  plainCode(outsourcing_code ?? '') !== '' || OUTSIDE.has(plainCode(arrangement ?? ''));

/** Whether the words for the arrangement are known; a row whose words are not, and which names no partner, is done in-house. */
export const isKnownArrangement = (row: ArrangedRow): boolean => isOutsourced(row) || IN_HOUSE.has(plainCode(row.arrangement ?? ''));
