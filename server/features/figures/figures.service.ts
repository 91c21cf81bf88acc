/** The open orders that the published plan ships late: what the figures and the report of the night say alike. */
export { type LateOrder, lateOrders } from './plan.store.ts';
