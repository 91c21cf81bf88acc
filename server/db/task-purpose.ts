import { OUTSOURCED_ARRANGEMENTS, PURCHASED_ARRANGEMENT } from '../domain/constants.ts';
import { DEMOLDING_TASK_CODES, HEAT_TASK_PARTS, PROCESSING_TASK_PART } from '../domain/task-purpose.ts';

/** What a task is for as conditions in SQL, made of the codes and words of domain/task-purpose, which decides (tests/db/task-purpose.test.ts compares them). */

const listOf = (texts: readonly string[]): string => texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ');

/** Whether the row `task` of tasks is a heat treatment by its code. */
export const heatTask = (task: string): string =>
  `(${HEAT_TASK_PARTS.map((part) => `strpos(${task}.code_key, ${listOf([part])}) > 0`).join(' or ')})`;

/** Whether the row `task` of tasks is a heat treatment for a product: by its code, or because the product has a treatment for it. */
export const heatTaskOf = (product: string, task: string): string =>
  `(${heatTask(task)} or exists (select 1 from heat_treatments heat where heat.product_id = ${product} and heat.task_id = ${task}.id))`;

/** Whether the row `facility` of facilities is a furnace: it may do a task that is a heat treatment, by its own list or by a product's rows. */
export const furnace = (facility: string): string => {
  const heat = `(${heatTask('task')} or task.id in (select task_id from heat_treatments))`;
  return `(exists (select 1 from facility_tasks able join tasks task on task.id = able.task_id where able.facility_id = ${facility}.id and ${heat})
    or exists (select 1 from heat_treatments named where named.facility_id = ${facility}.id)
    or exists (select 1 from product_processings named join tasks task on task.id = named.task_id where named.facility_id = ${facility}.id and ${heat}))`;
};

/** Whether the row `task` of tasks is machining. */
export const processingTask = (task: string): string =>
  `(not ${heatTask(task)} and strpos(${task}.code_key, ${listOf([PROCESSING_TASK_PART])}) > 0)`;

/** Whether the row `task` of tasks takes a casting out of its mould. */
export const demoldingTask = (task: string): string => `(${task}.code_key in (${listOf(DEMOLDING_TASK_CODES)}))`;

/** Whether a partner or supplier does the row `row` of order_tasks. */
export const outsourcedRow = (row: string): string =>
  `(btrim(normalize(${row}.outsourcing_code, NFKC)) <> '' or btrim(normalize(${row}.arrangement, NFKC)) in (${listOf([...OUTSOURCED_ARRANGEMENTS, PURCHASED_ARRANGEMENT])}))`;
