/** Plans as things: what a run or a person does to put one in the place of another. */

export { mergeStaged, type Published } from './merge.store.ts';
export { allMoved, forgetMoved, type Moved } from './moved.store.ts';
export {
  addCandidate,
  countMissing,
  dropFormer,
  dropOffered,
  dropPlan,
  type KeptPlan,
  keepFigures,
  leave,
  lockKept,
  takePlace,
  takePlaceAgain,
} from './plans.store.ts';
export { planColumns, stage, stageKept } from './stage.store.ts';
