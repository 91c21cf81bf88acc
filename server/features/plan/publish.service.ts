/** Plans as things: what a run or a person does to put one in the place of another. */

export { mergeStaged, type Published } from './merge.store.ts';
export { allMoved, forgetMoved, type Moved } from './moved.store.ts';
export {
  addCandidate,
  addScenario,
  countMissing,
  countPlans,
  dropFormer,
  dropOffered,
  dropPlan,
  dropScenario,
  idlestScenario,
  isPlannedOn,
  type KeptPlan,
  keepFigures,
  keepPremises,
  leave,
  lockBase,
  lockKept,
  type PlanPremise,
  premisesOf,
  renamePlan,
  takePlace,
  takePlaceAgain,
  textsOf,
} from './plans.store.ts';
export { adoptedProposals, forgetAdopted, keepProposed, noteStanding } from './proposed.store.ts';
export { rewriteScenario } from './rewrite.store.ts';
export { planColumns, stage, stageKept } from './stage.store.ts';
