import type { Handlers, OperationId } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { PUBLISHED } from '../../db/plan.ts';
import { type Listed, listRows } from '../../db/rows.ts';
import type { Db } from '../../db/types.ts';
import type { Clock } from '../../domain/ground/plant-time.ts';
import { CASTINGS, ORDER_TASKS, ordersOf } from './lists.store.ts';
import { deleteAll, deleteOne, deliveryDateMap, orderDetail, setPriority } from './orders.service.ts';

/** The operations of this feature. */
export type OrdersOperation =
  | 'listOrders'
  | 'getOrder'
  | 'setOrderPriority'
  | 'deleteAllOrders'
  | 'listOrderTasks'
  | 'deleteAllOrderTasks'
  | 'getDeliveryDates'
  | 'listCastings'
  | 'deleteAllCastings'
  | 'deleteOrder'
  | 'deleteLot'
  | 'deleteCasting';

type Caller = { user: { employee_id: string } };
type RowCaller = Caller & { params: { id: number } };

/** The handlers of orders, their tasks and castings. */
export function ordersHandlers({ db, clock }: { db: Db; clock: Clock }): Handlers<OrdersOperation> {
  const list = (listed: Listed, operation: OperationId) => (call: { query: object }) =>
    listRows<never>(db, listed, OPERATIONS[operation].path, call.query);
  const empty = (table: 'orders' | 'order_tasks' | 'castings', operation: OperationId) => (call: Caller) =>
    deleteAll(db, table, { actor: call.user.employee_id, operation, now_ms: clock() });
  const one = (table: 'orders' | 'lots' | 'castings', operation: OperationId) => async (call: RowCaller) => {
    await deleteOne(db, table, call.params.id, { actor: call.user.employee_id, operation, now_ms: clock() });
    return undefined;
  };
  return {
    deleteOrder: one('orders', 'deleteOrder'),
    deleteLot: one('lots', 'deleteLot'),
    deleteCasting: one('castings', 'deleteCasting'),
    listOrders: list(ordersOf(PUBLISHED), 'listOrders'),
    setOrderPriority: (call) => setPriority(db, call.user.employee_id, call.body),
    getOrder: async (call) => await orderDetail(db, PUBLISHED, call.params.id),
    deleteAllOrders: empty('orders', 'deleteAllOrders'),
    listOrderTasks: list(ORDER_TASKS, 'listOrderTasks'),
    deleteAllOrderTasks: empty('order_tasks', 'deleteAllOrderTasks'),
    getDeliveryDates: () => deliveryDateMap(db),
    listCastings: list(CASTINGS, 'listCastings'),
    deleteAllCastings: empty('castings', 'deleteAllCastings'),
  };
}
