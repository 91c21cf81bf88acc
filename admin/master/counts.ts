import type { Query } from '../../server/contract/handlers.ts';
import { numeral } from '../parts/format.ts';
import type { PlannerDataProvider } from '../providers/data-provider.ts';
import { CASTING_WORDS, ORDER_TASK_WORDS, ORDER_WORDS } from '../texts/master.ts';

/** What the counts are asked through. */
export type Calls = Pick<PlannerDataProvider, 'call'>;

type Counted = 'listOrders' | 'listSchedules' | 'listOrderTasks' | 'listCastings';

const countOf = async ({ call }: Calls, operation: Counted, query: Query<'listSchedules'> = {}): Promise<number> =>
  (await call(operation, { query: { ...query, limit: 1 } })).count;

async function lockedSentence(calls: Calls): Promise<string[]> {
  const locked = await countOf(calls, 'listSchedules', { locked_only: 1 });
  return locked > 0 ? [ORDER_WORDS.deleteAllLocked(numeral(locked))] : [];
}

/** What goes with all orders, as sentences. */
export async function countsOfOrders(calls: Calls): Promise<string[]> {
  const [orders, entries, locked] = await Promise.all([
    countOf(calls, 'listOrders'),
    countOf(calls, 'listSchedules'),
    lockedSentence(calls),
  ]);
  return [ORDER_WORDS.deleteAllBody(numeral(orders), numeral(entries)), ...locked];
}

/** What goes with all order tasks, as sentences. */
export async function countsOfOrderTasks(calls: Calls): Promise<string[]> {
  const [tasks, entries, locked] = await Promise.all([
    countOf(calls, 'listOrderTasks'),
    countOf(calls, 'listSchedules'),
    lockedSentence(calls),
  ]);
  return [ORDER_TASK_WORDS.deleteAllBody(numeral(tasks), numeral(entries)), ...locked];
}

/** What goes with all castings, as sentences. */
export const countsOfCastings = async (calls: Calls): Promise<string[]> => [
  CASTING_WORDS.deleteAllBody(numeral(await countOf(calls, 'listCastings'))),
];
