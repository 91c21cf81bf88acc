/** The one door of the engine: rows in, problem, plan, check, explanation out. Knows no database, no clock and no sentence. */

export { assist } from './assist.ts';
export { check } from './check.ts';
export { essence } from './essence.ts';
export { frozenGains } from './explain/frozen.ts';
export { explain } from './explain/index.ts';
export { fixedConflicts, ownConflicts, readyBefore, restsOf } from './explain/order.ts';
export type { LateNote, LateStretch, Outcome, PlanFigures, PlannedEntry, PlannedMember, PlannedRun } from './explain/outcome.ts';
export { displacedMoves } from './first/displaced.ts';
export type { KeptAs, Plant } from './plant.ts';
export type { Problem } from './problem.ts';
export { AWAY, type DayShape, FURNACE, type Machine, NEVER, NONE, type Objective, WORK } from './problem.ts';
export { readForRun } from './read-for-run.ts';
export { createBuilder, type ProblemBuilder } from './reading/builder.ts';
export { type ReadingOptions, readProblem } from './reading/index.ts';
export { planningStartOf } from './reading/rows/horizon.ts';
export type { PlanningRows } from './reading/rows/input.ts';
export { createTeam } from './search/team/team.ts';
export { completeSettings, DEFAULT_PLAN_SETTINGS, type PlanSettings, type PlantSettings, type PlantWeights } from './settings.ts';
export type {
  Budget,
  FurnaceRun,
  PlanMessage,
  Score,
  Solution,
  SolveOptions,
  SolveResult,
  Statistics,
  Status,
  Team,
  Violation,
} from './solution.ts';
export { solve } from './solve.ts';
