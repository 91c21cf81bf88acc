/** The bars that are shown, for the features that print them or show an order whole. */

export type { ScheduleFilters } from '../filters.store.ts';
export { countByFacility, type Entry, entriesOfOrders, everyEntry, hasEntry, rowsByWindow, type WindowRows } from './entries.store.ts';
