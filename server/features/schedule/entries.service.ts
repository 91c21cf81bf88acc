/** The bars of orders, for the features that show an order whole. */
export { entriesOfOrders } from './entries.store.ts';
