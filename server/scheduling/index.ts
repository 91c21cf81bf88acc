/** The one door of the engine: rows in, problem, plan, check, explanation out. Knows no database, no clock and no sentence. */

export type { Effect } from './advice/effect.ts';
export { type Advice, advise } from './advice/index.ts';
export { assist } from './assist.ts';
export { check } from './check.ts';
export { essence } from './essence.ts';
export { asItStands, type Stands } from './explain/as-it-stands.ts';
export { frozenGains } from './explain/frozen.ts';
export { explain } from './explain/index.ts';
export { fixedConflicts, ownConflicts, readyBefore, restsOf } from './explain/order.ts';
export type { Outcome, PlanFigures, PlannedEntry } from './explain/outcome.ts';
export { preferring } from './first/preferring.ts';
export { type MoveCause, moveCauses } from './moves.ts';
export type { KeptAs } from './plant.ts';
export type { Problem } from './problem.ts';
export { AWAY, FURNACE, type Machine, NEVER, NONE, type Objective, WORK } from './problem.ts';
export { costOfDay, type DayCost, daysToTry, undominated } from './promise/earlier.ts';
export {
  type AskedOrder,
  dateOf,
  dayOf,
  type Promised,
  type PromisedEntry,
  promise,
  type StandingPlan,
  standingPlan,
} from './promise/index.ts';
export { type Means, type MeansPremise, meansFor } from './promise/means.ts';
export { type PlacedBar, placedBars } from './promise/places.ts';
export { type Proposals, type ProposeOptions, tryProposals } from './propose/index.ts';
export type { Proposal } from './propose/proposal.ts';
export { TRIAL_KINDS, type Trial, type TrialCause, type TrialKind } from './propose/trial.ts';
export { trialsFor } from './propose/trials.ts';
export { readForRun, readForRunInSteps } from './read-for-run.ts';
export { createBuilder } from './reading/builder.ts';
export { type ReadingOptions, type ReadProblem, readProblem, readProblemInSteps } from './reading/index.ts';
export { closedDaysOf, planningStartOf } from './reading/rows/horizon.ts';
export type { PlanningRows } from './reading/rows/input.ts';
export {
  type AddedOrder,
  addedOrder,
  type Premise,
  type Routing,
  routingsOf,
  withPieces,
  withPremises,
  withSettings,
} from './reading/rows/premises.ts';
export { createTeam } from './search/team/team.ts';
export { type Chance, createSimulation, simulate } from './simulate/index.ts';
export type { Noise, Spread } from './simulate/noise.ts';
export type {
  Alternative,
  Budget,
  Moves,
  PlanMessage,
  Solution,
  SolveOptions,
  SolveResult,
  Team,
} from './solution.ts';
export { solve } from './solve.ts';
