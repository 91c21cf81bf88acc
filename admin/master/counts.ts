import type { OperationId, Query } from '../../server/contract/handlers.ts';
import { numeral } from '../parts/format.ts';
import { callRaw } from '../providers/client.ts';
import { CASTING_WORDS, ORDER_TASK_WORDS, ORDER_WORDS } from '../texts/master.ts';

async function countOf<Id extends OperationId>(operation: Id, query: Partial<Query<Id>> = {}): Promise<number> {
  const response = await callRaw(operation, { query: { ...query, limit: 1 } as never });
  return ((await response.json()) as { count: number }).count;
}

async function lockedSentence(): Promise<string[]> {
  const locked = await countOf('listSchedules', { locked_only: 1 });
  return locked > 0 ? [ORDER_WORDS.deleteAllLocked(numeral(locked))] : [];
}

/** What goes with all orders, as sentences. */
export async function countsOfOrders(): Promise<string[]> {
  const [orders, entries, locked] = await Promise.all([countOf('listOrders'), countOf('listSchedules'), lockedSentence()]);
  return [ORDER_WORDS.deleteAllBody(numeral(orders), numeral(entries)), ...locked];
}

/** What goes with all order tasks, as sentences. */
export async function countsOfOrderTasks(): Promise<string[]> {
  const [tasks, entries, locked] = await Promise.all([countOf('listOrderTasks'), countOf('listSchedules'), lockedSentence()]);
  return [ORDER_TASK_WORDS.deleteAllBody(numeral(tasks), numeral(entries)), ...locked];
}

/** What goes with all castings, as sentences. */
export const countsOfCastings = async (): Promise<string[]> => [CASTING_WORDS.deleteAllBody(numeral(await countOf('listCastings')))];
