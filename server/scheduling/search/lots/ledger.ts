import { daysUntil, jobCost, slackCost, stabilityCost, stepStart, UNPLACED_COST } from '../../objective.ts';
import type { Draft } from '../../place/occupancy.ts';
import { firstStartOf, lastEndOf, openParts } from '../../place/parts.ts';
import { NONE, type Objective, type Problem } from '../../problem.ts';
import { SCORE_PARTS, type ScorePart, type ScoreParts, STRICT_SCALES } from '../../solution.ts';

/** The objective of a draft, kept up to date chain by chain: only what a move touched is counted again. */
export interface Ledger {
  readonly chainEnd: Int32Array;
  /** Work in progress, stability, unplaced and conflicts of each chain. */
  readonly chainFlow: Float64Array;
  readonly chainStability: Float64Array;
  /** Steps of each chain that stand elsewhere than in the standing plan. */
  readonly chainMoved: Int32Array;
  readonly chainInfeasibility: Float64Array;
  readonly jobTardiness: Float64Array;
  readonly jobSlack: Float64Array;
  price: Price;
  /** Lateness of each lot by itself and by the hour. It steers the search where whole days and last lots say nothing. */
  readonly chainLateness: Float64Array;
  lotLateness: number;
  tardiness: number;
  flow: number;
  stability: number;
  moved: number;
  slack: number;
  infeasibility: number;
}

/** What moving a bar costs: so many times what it weighs, and so much besides for each step that stands elsewhere than in the standing plan. */
export interface Price {
  readonly moving: number;
  readonly moved: number;
}

/** What moving costs by the objective. */
export const USUAL_PRICE: Price = { moving: 1, moved: 0 };

/** Cost of a free activity that ends after its fixed successor starts: it steers the search and is no part of the score. */
const CONFLICT_COST = 50;

export function createLedger(problem: Problem, price: Price): Ledger {
  const { jobs, chains } = problem;
  return {
    price,
    chainEnd: new Int32Array(chains.count),
    chainFlow: new Float64Array(chains.count),
    chainStability: new Float64Array(chains.count),
    chainMoved: new Int32Array(chains.count),
    chainInfeasibility: new Float64Array(chains.count),
    jobTardiness: new Float64Array(jobs.count),
    jobSlack: new Float64Array(jobs.count),
    chainLateness: new Float64Array(chains.count),
    lotLateness: 0,
    tardiness: 0,
    flow: 0,
    stability: 0,
    moved: 0,
    slack: 0,
    infeasibility: 0,
  };
}

/** How much a part weighs in the one number that the search sees: the same for `weighted`, far apart for `strict`, unless moving costs more than usual. */
export function scaleOf(part: ScorePart, { order }: Objective, { moving, moved }: Price): number {
  const scale = order === 'strict' && moving <= 1 && moved === 0 ? STRICT_SCALES[part] : 1;
  return part === 'stability' ? scale * moving : scale;
}

/** The draft's cost as the search sees it, after every touched chain has been counted again. */
export function settle(draft: Draft, ledger: Ledger): number {
  for (const chain of draft.touched) {
    draft.isTouched[chain] = 0;
    countChain(draft, ledger, chain);
  }
  for (const chain of draft.touched) countJob(draft, ledger, draft.problem.chains.job[chain]!);
  draft.touched.length = 0;
  return scaledParts(draft, ledger).reduce((sum, part) => sum + part, 0);
}

/** The parts of the cost as they were last counted. Between two plans a part that has not changed differs by exactly 0, however large the sum. */
export function scaledParts(draft: Draft, ledger: Ledger): readonly number[] {
  const { objective } = draft.problem;
  const { tardiness, flow, stability, slack, infeasibility, price } = ledger;
  const parts: ScoreParts = { tardiness, furnace: draft.furnace, work_in_progress: flow, stability, slack };
  const scaled = SCORE_PARTS.map((part) => scaleOf(part, objective, price) * parts[part]);
  scaled.push(scaleOf('tardiness', objective, price) * infeasibility, price.moved * ledger.moved);
  return scaled;
}

function countChain(draft: Draft, ledger: Ledger, chain: number): void {
  const { problem } = draft;
  const { chains } = problem;
  const { parts } = draft;
  let infeasibility = 0;
  let last = NONE;
  for (let lead = chains.activityFrom[chain]!; lead < chains.activityFrom[chain + 1]!; lead += parts.size[lead]!) {
    const end = lastEndOf(parts, lead);
    if (end > last) last = end;
    infeasibility += openParts(parts, lead) * UNPLACED_COST + stepConflicts(draft, lead);
  }
  const { objective } = problem;
  const flow = infeasibility < UNPLACED_COST ? daysUntil(problem, draft.start, chain, last) * objective.weights.work_in_progress_day : 0;
  const { stability, moved } = stabilityOf(draft, objective, chain);
  ledger.chainEnd[chain] = infeasibility >= UNPLACED_COST ? problem.horizon : last;
  countLotLateness(problem, ledger, chain);
  ledger.infeasibility += infeasibility - ledger.chainInfeasibility[chain]!;
  ledger.flow += flow - ledger.chainFlow[chain]!;
  ledger.stability += stability - ledger.chainStability[chain]!;
  ledger.moved += moved - ledger.chainMoved[chain]!;
  ledger.chainInfeasibility[chain] = infeasibility;
  ledger.chainFlow[chain] = flow;
  ledger.chainStability[chain] = stability;
  ledger.chainMoved[chain] = moved;
}

/** Lateness of a lot by itself and by the hour, its share of what its order would cost. */
function latenessOf({ objective, jobs, chains, day }: Problem, chain: number, end: number): number {
  const job = chains.job[chain]!;
  const over = (end - jobs.due[job]!) / (day?.ticks ?? 1);
  if (over <= 0) return 0;
  const { tardiness_day, tardiness_square_divisor, late_order } = objective.weights;
  const lots = jobs.chainFrom[job + 1]! - jobs.chainFrom[job]!;
  return ((over * tardiness_day + (over * over) / tardiness_square_divisor + Math.min(1, over) * late_order) * jobs.weight[job]!) / lots;
}

function countLotLateness(problem: Problem, ledger: Ledger, chain: number): void {
  const lateness = latenessOf(problem, chain, ledger.chainEnd[chain]!);
  ledger.lotLateness += lateness - ledger.chainLateness[chain]!;
  ledger.chainLateness[chain] = lateness;
}

/** A step is fixed with all its parts, or not at all. */
function stepConflicts(draft: Draft, lead: number): number {
  if (draft.problem.activities.fixedStart[lead] === NONE) return 0;
  let cost = 0;
  for (let a = lead; a < lead + draft.parts.size[lead]!; a += 1) cost += conflicts(draft, a);
  return cost;
}

function conflicts(draft: Draft, fixed: number): number {
  const { activities, day } = draft.problem;
  const start = activities.fixedStart[fixed]!;
  let cost = 0;
  for (let p = activities.predFrom[fixed]!; p < activities.predTo[fixed]!; p += 1) {
    if (activities.fixedStart[p] !== NONE || draft.start[p] === NONE) continue;
    const over = draft.after[p]! - start;
    if (over > 0) cost += CONFLICT_COST + over / (day?.ticks ?? 48);
  }
  return cost;
}

/** What the moved steps of a chain cost, and how many they are. */
function stabilityOf(draft: Draft, objective: Objective, chain: number): { stability: number; moved: number } {
  const { present, activities, modes, chains } = draft.problem;
  let [stability, moved] = [0, 0];
  if (!present) return { stability, moved };
  for (let a = chains.activityFrom[chain]!; a < chains.activityFrom[chain + 1]!; a += draft.parts.size[a]!) {
    if (present.start[a] === NONE || draft.start[a] === NONE || activities.fixedStart[a] !== NONE) continue;
    const start = firstStartOf(draft.parts, a);
    const machine = modes.machine[draft.mode[a]!]!;
    const was = present.start[a]!;
    if (start === was && machine === present.machine[a]) continue;
    const present_ = { start: stepStart(draft.problem, present.start, a), machine: present.machine[a]! };
    stability += stabilityCost(draft.problem, objective, present_, { start, machine });
    moved += 1;
  }
  return { stability, moved };
}

function countJob(draft: Draft, ledger: Ledger, job: number): void {
  const { jobs, objective } = draft.problem;
  let end = jobs.floor[job]!;
  for (let c = jobs.chainFrom[job]!; c < jobs.chainFrom[job + 1]!; c += 1) {
    if (ledger.chainEnd[c]! > end) end = ledger.chainEnd[c]!;
  }
  const cost = jobCost(draft.problem, job, end);
  ledger.tardiness += cost - ledger.jobTardiness[job]!;
  ledger.jobTardiness[job] = cost;
  const slack = slackCost(draft.problem, objective, jobs.due[job]!, end);
  ledger.slack += slack - ledger.jobSlack[job]!;
  ledger.jobSlack[job] = slack;
}
