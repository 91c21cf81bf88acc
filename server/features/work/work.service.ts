/** What happened, for whoever plans or counts: facts are written here alone, and no plan, import or deletion takes them back. */
export {
  CLOSING,
  closeByCasting,
  closeByHand,
  followBars,
  forgetOutside,
  MARK,
  type MarkRow,
  reopen,
  restoreClosings,
  writeMark,
} from './actuals.store.ts';
export { type FurnaceDay, furnaceDays, liveRuns, rememberLoads, writeLoad } from './loads.store.ts';
export { openStops, type StopRow } from './stops.store.ts';
