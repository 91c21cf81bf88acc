import type { Success } from '../../../server/contract/handlers.ts';
import { endDate, type PlantDate } from '../../../server/domain/plant-time.ts';

/** An order as its page shows it. */
export type Order = Success<'getOrder'>;
export type Entry = Order['entries'][number];
type OrderTask = Order['order_tasks'][number];

/** One process of a lot: its bar, or the order task that has none. */
export interface LotTask {
  key: string;
  task_sort: number | null;
  task_name: string;
  entry: Entry | undefined;
  /** Nothing is left to do of it. */
  finished: boolean;
}

/** A lot with its processes in their order. */
export interface LotPlan {
  lot_number: string;
  tasks: LotTask[];
  finished: number;
  /** The day its last bar ends; null while an open process is not planned. */
  shipping_date: PlantDate | null;
}

const ofEntry = (entry: Entry): LotTask => ({
  key: `entry:${entry.id}`,
  task_sort: entry.task_sort,
  task_name: entry.task_name,
  entry,
  finished: entry.received_locked,
});
const ofTask = (task: OrderTask): LotTask => ({
  key: `task:${task.id}`,
  task_sort: task.task_sort,
  task_name: task.task_name,
  entry: undefined,
  finished: task.received,
});

const sortOf = ({ task_sort }: LotTask): number => task_sort ?? Number.MAX_SAFE_INTEGER;

function lotPlan(lot_number: string, order: Order): LotPlan {
  const entries = order.entries.filter((entry) => entry.lot_number === lot_number);
  const planned = new Set(entries.map(({ order_task_id }) => order_task_id));
  const without = order.order_tasks.filter((task) => task.lot_number === lot_number && !planned.has(task.id));
  const tasks = [...entries.map(ofEntry), ...without.map(ofTask)].sort((a, b) => sortOf(a) - sortOf(b));
  const days = entries.map((entry) => endDate(entry.end_date)).sort();
  const open = tasks.some(({ entry, finished }) => !entry && !finished);
  return {
    lot_number,
    tasks,
    finished: tasks.filter(({ finished }) => finished).length,
    shipping_date: open ? null : (days.at(-1) ?? null),
  };
}

/** The lots of an order with every process, planned or not; those of which nothing is known are left out. */
export function lotPlans(order: Order): LotPlan[] {
  const numbers = [...order.lots, ...order.order_tasks, ...order.entries].map(({ lot_number }) => lot_number);
  return [...new Set(numbers)].map((lot) => lotPlan(lot, order)).filter(({ tasks }) => tasks.length > 0);
}

/** The bar to look at: the order's first open one, else its last. */
export function firstOpen(plans: readonly LotPlan[]): Entry | undefined {
  const entries = plans.flatMap(({ tasks }) => tasks.flatMap(({ entry }) => entry ?? []));
  const byStart = [...entries].sort((a, b) => Date.parse(a.start_date) - Date.parse(b.start_date));
  return byStart.find(({ received_locked }) => !received_locked) ?? byStart.at(-1);
}
