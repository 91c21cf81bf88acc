import { OUTSOURCED_ARRANGEMENTS, PURCHASED_ARRANGEMENT } from '../domain/constants.ts';
import { DEMOLDING_TASK_CODES, HEAT_TASK_PARTS, PROCESSING_TASK_PART } from '../domain/task-purpose.ts';

/** What a task is for as conditions in SQL, made of the codes and words of domain/task-purpose, which decides (tests/db/task-purpose.test.ts compares them). */

const listOf = (texts: readonly string[]): string => texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ');

/** Whether the row `task` of tasks is a heat treatment by its code. */
export const heatTask = (task: string): string =>
  `(${HEAT_TASK_PARTS.map((part) => `strpos(${task}.code_key, ${listOf([part])}) > 0`).join(' or ')})`;

/** Whether the row `task` of tasks is machining. */
export const processingTask = (task: string): string =>
  `(not ${heatTask(task)} and strpos(${task}.code_key, ${listOf([PROCESSING_TASK_PART])}) > 0)`;

/** Whether the row `task` of tasks takes a casting out of its mould. */
export const demoldingTask = (task: string): string => `(${task}.code_key in (${listOf(DEMOLDING_TASK_CODES)}))`;

/** Whether a partner or supplier does the row `row` of order_tasks. */
export const outsourcedRow = (row: string): string =>
  `(btrim(normalize(${row}.outsourcing_code, NFKC)) <> '' or btrim(normalize(${row}.arrangement, NFKC)) in (${listOf([...OUTSOURCED_ARRANGEMENTS, PURCHASED_ARRANGEMENT])}))`;
