import type { Plan } from '../../db/plan.ts';
import { ids, type Listed, ordered, own, part } from '../../db/rows.ts';

const ORDERS_WITH_PRODUCTS = 'orders left join products on products.id = orders.product_id';
const ORDER_TASKS_OF_LOTS = `order_tasks join lots on lots.id = order_tasks.lot_id join orders on orders.id = lots.order_id
  join tasks on tasks.id = order_tasks.task_id`;
const CASTINGS_OF_LOTS = 'castings join lots on lots.id = castings.lot_id join orders on orders.id = lots.order_id';

/** The order's own name of its product, else the master's. */
const ORDER_PRODUCT_NAME = `coalesce(nullif(orders.product_name, ''), products.product_name, '')`;
/** How many order tasks an order has. */
const TASK_NUMBER = '(select count(*) from lots join order_tasks on order_tasks.lot_id = lots.id where lots.order_id = orders.id)';
/** Whether an order is open, when it ships in a plan, and how many days late. */
function orderIn(plan: Plan): { open: string; shipping_date: string; late_days: string } {
  const of = (column: string): string => `(select ${column} from order_states s where s.layer = ${plan} and s.order_id = orders.id)`;
  return {
    open: `coalesce(${of('open')}, not is_delivered(orders.delivery_status))`,
    shipping_date: of('shipping_date'),
    late_days: `coalesce(${of('late_days')}, 0)`,
  };
}
/** The order task's own name, else the master's. */
const ORDER_TASK_NAME = `coalesce(nullif(order_tasks.task_name, ''), tasks.task_name)`;

/** Whether an order task is finished. */
const TASK_FINISHED = 'exists (select 1 from actuals where actuals.order_task_id = order_tasks.id and actuals.closed_by is not null)';

const ORDER_FIELDS = ['number', 'weight', 'delivery_status', 'material', 'delivery_date', 'casting_date', 'priority'];
/** The question that a provisional order answers, and until when it is held. */
const PROMISE = `(select jsonb_build_object('id', promise_id, 'expires_at', expires_at) from kept_promises where order_id = orders.id and state = 'kept')`;
/** Orders, with what has become of them by a plan. */
export function ordersOf(plan: Plan): Listed {
  const { open, shipping_date, late_days } = orderIn(plan);
  return {
    table: 'orders',
    from: ORDERS_WITH_PRODUCTS,
    columns: [
      ...Object.values(own('orders', 'id', 'version', 'serial_number', 'product_id', 'product_code', ...ORDER_FIELDS)),
      `${ORDER_PRODUCT_NAME} as product_name`,
      `${TASK_NUMBER} as task_number`,
      `${open} as open`,
      `${shipping_date} as shipping_date`,
      `${late_days} as late_days`,
      `${PROMISE} as promise`,
    ],
    list: {
      filters: {
        ids: ids('orders'),
        serial_number_search: { how: 'parts', column: 'orders.serial_number' },
        product_code_search: part('orders.product_code'),
        product_name_search: part(ORDER_PRODUCT_NAME),
        priority_search: { how: 'exact', column: 'orders.priority' },
      },
      ...ordered('orders', 'serial_number', {
        ...own('orders', 'serial_number', 'product_code', ...ORDER_FIELDS),
        product_name: ORDER_PRODUCT_NAME,
        task_number: TASK_NUMBER,
        shipping_date,
        late_days,
      }),
    },
  };
}

const ORDER_TASK_FIELDS = ['task_sort', 'arrangement', 'outsourcing_code', 'order_name', 'setup_hours', 'work_hours'];
const RECEPTION_FIELDS = ['solution_frame_days', 'received', 'last_reception_date', 'order_quantity', 'received_quantity'];
/** Order tasks, lot by lot. */
export const ORDER_TASKS: Listed = {
  table: 'order_tasks',
  from: ORDER_TASKS_OF_LOTS,
  columns: [
    'order_tasks.id',
    'orders.id as order',
    'orders.serial_number',
    'lots.lot_number',
    'orders.product_id',
    'order_tasks.task_id',
    'tasks.task_code',
    `${ORDER_TASK_NAME} as task_name`,
    ...Object.values(own('order_tasks', ...ORDER_TASK_FIELDS, ...RECEPTION_FIELDS)),
    `${TASK_FINISHED} as finished`,
    'order_tasks.origin',
  ],
  list: {
    filters: { order_ids: { how: 'ids', column: 'orders.id' } },
    order: ['orders.serial_number', 'orders.id', 'lots.lot_number', 'order_tasks.task_sort', 'order_tasks.id'],
    sortable: {
      id: 'order_tasks.id',
      serial_number: 'orders.serial_number',
      lot_number: 'lots.lot_number',
      task_code: 'tasks.task_code',
      task_name: ORDER_TASK_NAME,
      ...own('order_tasks', ...ORDER_TASK_FIELDS, ...RECEPTION_FIELDS),
    },
    tie: 'order_tasks.id',
    counted: { table: 'order_tasks', filters: [] },
  },
};

/** When lots are cast. */
export const CASTINGS: Listed = {
  table: 'castings',
  from: CASTINGS_OF_LOTS,
  columns: ['castings.id', 'orders.id as order', 'orders.serial_number', 'lots.lot_number', 'castings.casting_date'],
  list: {
    filters: {
      serial_number_search: { how: 'parts', column: 'orders.serial_number' },
      lot_number_search: part('lots.lot_number'),
      order_ids: { how: 'ids', column: 'orders.id' },
      casting_date_gte_search: { how: 'from', column: 'castings.casting_date' },
      casting_date_lte_search: { how: 'to', column: 'castings.casting_date' },
    },
    order: ['orders.serial_number', 'lots.lot_number', 'castings.id'],
    sortable: {
      id: 'castings.id',
      serial_number: 'orders.serial_number',
      lot_number: 'lots.lot_number',
      casting_date: 'castings.casting_date',
    },
    tie: 'castings.id',
    counted: { table: 'castings', filters: ['casting_date_gte_search', 'casting_date_lte_search'] },
  },
};
