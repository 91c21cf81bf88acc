import type { OperationId, Success } from '../../server/contract/handlers.ts';
import { numeral } from '../parts/format.ts';
import { call, callRaw } from '../providers/client.ts';
import { CASTING_WORDS, ORDER_TASK_WORDS, ORDER_WORDS } from '../texts/master.ts';

async function countOf(operation: OperationId): Promise<number> {
  const response = await callRaw(operation, { query: { limit: 1 } as never });
  return ((await response.json()) as { count: number }).count;
}

async function lockedOrders(): Promise<number> {
  const orders: Success<'getScheduleOrderInfo'> = await call('getScheduleOrderInfo');
  return Object.values(orders).filter(({ locked }) => locked).length;
}

async function lockedSentence(): Promise<string[]> {
  const locked = await lockedOrders();
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
