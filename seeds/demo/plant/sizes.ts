import { isDelivered } from '../../../server/domain/plant/lateness.ts';
import { DEMO_SEED, generateDemo } from '../index.ts';
import type { Demo, DemoOptions, OrderTaskRow } from '../types.ts';

/** Named settings of the generator. */
export const PRESETS: { readonly [name: string]: Partial<DemoOptions> } = {
  tiny: { orders: 5, products: 3 },
  demo: {},
  overload: { orders: 1500, capacity: 1 },
  // Without a slack second month to work off the first one's backlog a plant needs more units.
  'clean-year': { orders: 6000, months: 12, capacity: 1.3 },
  dirty: { dirty: 1 },
};

/** The processes that a run has to plan: not received, of orders that are not closed. */
export function openTasks(demo: Pick<Demo, 'orders' | 'order-tasks'>): OrderTaskRow[] {
  const closed = new Set(demo.orders.filter((order) => isDelivered(order.delivery_status)).map((order) => order.serial_number));
  return demo['order-tasks'].filter((task) => !task.received && !closed.has(task.serial_number));
}

/** Processes still open a thousand orders of the usual mix. */
const OPEN_TASKS_PER_ORDER = 10.4;
/** Below this many orders the units of a facility cannot shrink any more; the same load then arrives in fewer days. */
const FULL_PLANT_ORDERS = 600;

function loadOf(orders: number): Partial<DemoOptions> {
  // Plants of all sizes are measured by what they have to do, not by what they did.
  if (orders >= FULL_PLANT_ORDERS) return { capacity: orders / 1000, past_days: 0 };
  const months = Math.max(0.03, (2 * orders) / 1000);
  const dense = { months, from_days: -10, casting_days: [5, 7] as const, lead: orders < 150 ? 0.4 : 0.7 };
  return { capacity: orders / FULL_PLANT_ORDERS, past_days: 0, ...dense };
}

/** A foundry with as many open processes as asked (a few less: whole orders only), loaded as the demo is at every size: for benches. */
export function demoOfTasks({ tasks, seed = DEMO_SEED, today }: { tasks: number; seed?: number; today: string }): Demo {
  let orders = Math.max(4, Math.ceil((tasks / OPEN_TASKS_PER_ORDER) * 1.1));
  let demo = generateDemo({ ...loadOf(orders), orders, seed, today });
  while (openTasks(demo).length < tasks) {
    orders = Math.ceil(orders * 1.2);
    demo = generateDemo({ ...loadOf(orders), orders, seed, today });
  }
  return withFewerOrders(demo, tasks);
}

/** The demo with only so many of its orders that no more than `tasks` processes are open. */
function withFewerOrders(demo: Demo, tasks: number): Demo {
  const open = new Map<string, number>();
  for (const task of openTasks(demo)) open.set(task.serial_number, (open.get(task.serial_number) ?? 0) + 1);
  const kept = new Set<string>();
  let count = 0;
  for (const { serial_number } of demo.orders) {
    const more = open.get(serial_number) ?? 0;
    if (count + more > tasks) continue;
    count += more;
    kept.add(serial_number);
  }
  const stays = (row: { serial_number: string }): boolean => kept.has(row.serial_number);
  return {
    ...demo,
    orders: demo.orders.filter(stays),
    'order-tasks': demo['order-tasks'].filter(stays),
    castings: demo.castings.filter(stays),
  };
}
