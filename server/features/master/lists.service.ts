/** The nine resources and their lists, for the features that hold some of them (calendar, orders). */
export { listRows, rowById, rowsOf } from './master.store.ts';
export { CASTINGS, FACILITIES, HOLIDAYS, ORDER_TASKS, ORDERS, type Resource } from './resources.ts';
