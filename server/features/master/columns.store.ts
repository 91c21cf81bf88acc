/** The SQL of the resources beyond plain columns: the sources of their lists, their computed columns, and their searches. */

export const ORDERS_WITH_PRODUCTS = 'orders left join products on products.id = orders.product_id';
export const ORDER_TASKS_OF_LOTS = `order_tasks join lots on lots.id = order_tasks.lot_id join orders on orders.id = lots.order_id
  join tasks on tasks.id = order_tasks.task_id`;
export const CASTINGS_OF_LOTS = 'castings join lots on lots.id = castings.lot_id join orders on orders.id = lots.order_id';

/** The order's own name of its product, else the master's. */
export const ORDER_PRODUCT_NAME = `coalesce(nullif(orders.product_name, ''), products.product_name, '')`;
/** How many order tasks an order has. */
export const TASK_NUMBER = '(select count(*) from lots join order_tasks on order_tasks.lot_id = lots.id where lots.order_id = orders.id)';
const ofState = (column: string): string => `(select ${column} from order_states where order_states.order_id = orders.id)`;
/** Whether an order is open, when it ships in the plan, and how many days late. */
export const ORDER_OPEN = `coalesce(${ofState('open')}, not is_delivered(orders.delivery_status))`;
export const SHIPPING_DATE = ofState('shipping_date');
export const LATE_DAYS = `coalesce(${ofState('late_days')}, 0)`;
/** The order task's own name, else the master's. */
export const ORDER_TASK_NAME = `coalesce(nullif(order_tasks.task_name, ''), tasks.task_name)`;

/** Whether an order task is finished. */
export const TASK_FINISHED = '(select lot_steps.finished from lot_steps where lot_steps.order_task_id = order_tasks.id)';

/** Whether a facility does a task of which this, folded, is a part of the name. */
export const DOES_TASK = `exists (select 1 from facility_tasks join tasks on tasks.id = facility_tasks.task_id
  where facility_tasks.facility_id = facilities.id and strpos(search_fold(tasks.task_name), ?) > 0)`;
/** Whether an order task names the partner. */
export const PARTNER_IN_USE = 'exists (select 1 from order_tasks where order_tasks.outsourcing_code = outsourcings.outsourcing_code)';
