import type { Success } from '../../../server/contract/handlers.ts';

/** An order as its page shows it. */
export type Order = Success<'getOrder'>;
export type Entry = Order['entries'][number];
export type Lot = Order['lots'][number];
type OrderTask = Order['order_tasks'][number];

/** One process of a lot: its bar, or the order task that has none. */
export interface LotTask {
  key: string;
  task_sort: number | null;
  task_name: string;
  origin: OrderTask['origin'];
  entry: Entry | undefined;
  /** Nothing is left to do of it. */
  finished: boolean;
}

/** A lot with its processes in their order. */
export interface LotPlan {
  lot: Lot;
  tasks: LotTask[];
}

const ofEntry = (entry: Entry): LotTask => ({
  key: `entry:${entry.id}`,
  task_sort: entry.task_sort,
  task_name: entry.task_name,
  origin: entry.origin,
  entry,
  finished: entry.received_locked,
});
const ofTask = (task: OrderTask): LotTask => ({
  key: `task:${task.id}`,
  task_sort: task.task_sort,
  task_name: task.task_name,
  origin: task.origin,
  entry: undefined,
  finished: task.finished,
});

const sortOf = ({ task_sort }: LotTask): number => task_sort ?? Number.MAX_SAFE_INTEGER;

function lotPlan(lot: Lot, order: Order): LotPlan {
  const entries = order.entries.filter((entry) => entry.lot_number === lot.lot_number);
  const planned = new Set(entries.map(({ order_task_id }) => order_task_id));
  const without = order.order_tasks.filter((task) => task.lot_number === lot.lot_number && !planned.has(task.id));
  return { lot, tasks: [...entries.map(ofEntry), ...without.map(ofTask)].sort((a, b) => sortOf(a) - sortOf(b)) };
}

/** The lots of an order with every process, planned or not; those of which nothing is known are left out. */
export const lotPlans = (order: Order): LotPlan[] => order.lots.map((lot) => lotPlan(lot, order)).filter(({ tasks }) => tasks.length > 0);

/** The bar to look at: the order's first open one, else its last. */
export function firstOpen(plans: readonly LotPlan[]): Entry | undefined {
  const entries = plans.flatMap(({ tasks }) => tasks.flatMap(({ entry }) => entry ?? []));
  const byStart = [...entries].sort((a, b) => Date.parse(a.start_date) - Date.parse(b.start_date));
  return byStart.find(({ received_locked }) => !received_locked) ?? byStart.at(-1);
}
