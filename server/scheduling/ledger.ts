import type { Board } from './decode.ts';
import { daysInWork, lateDays, stabilityCost, stepStart, tardinessCost, UNPLACED_COST } from './objective.ts';
import { NONE, type PlantObjective, type Problem } from './problem.ts';

/** The plant objective of a board, kept up to date chain by chain: only what a move touched is counted again. */
export interface Ledger {
  readonly chainEnd: Int32Array;
  /** Work in progress, stability, unplaced and conflicts of each chain. */
  readonly chainFlow: Float64Array;
  readonly chainStability: Float64Array;
  readonly chainTrouble: Float64Array;
  readonly jobTardiness: Float64Array;
  /** Lateness of each lot by itself and by the hour: what the search follows where whole days and last lots say nothing. */
  readonly chainGuide: Float64Array;
  guide: number;
  tardiness: number;
  flow: number;
  stability: number;
  trouble: number;
}

/** What a free activity costs that ends after its fixed successor starts: steers the search, is no part of the score. */
const CONFLICT_COST = 50;

export function createLedger(problem: Problem): Ledger {
  const { jobs, chains } = problem;
  return {
    chainEnd: new Int32Array(chains.count),
    chainFlow: new Float64Array(chains.count),
    chainStability: new Float64Array(chains.count),
    chainTrouble: new Float64Array(chains.count),
    jobTardiness: new Float64Array(jobs.count),
    chainGuide: new Float64Array(chains.count),
    guide: 0,
    tardiness: 0,
    flow: 0,
    stability: 0,
    trouble: 0,
  };
}

/** Weights of the four parts in one number: plain for `weighted`, far apart for `strict`. */
export function partScales(objective: PlantObjective): readonly [number, number, number, number] {
  return objective.order === 'weighted' ? [1, 1, 1, 1] : [1e6, 1e3, 1, 1e-3];
}

/** The board's cost as the search sees it, after every touched chain has been counted again. */
export function settle(board: Board, ledger: Ledger, objective: PlantObjective): number {
  for (const chain of board.touched) {
    board.isTouched[chain] = 0;
    countChain(board, ledger, objective, chain);
  }
  for (const chain of board.touched) countJob(board, ledger, objective, board.problem.chains.job[chain] as number);
  board.touched.length = 0;
  const [late, furnace, flow, stability] = partScales(objective);
  return late * ledger.tardiness + furnace * board.furnace + flow * ledger.flow + stability * ledger.stability + late * ledger.trouble;
}

function countChain(board: Board, ledger: Ledger, objective: PlantObjective, chain: number): void {
  const { problem } = board;
  const { activities, chains } = problem;
  let trouble = 0;
  let last = NONE;
  for (let a = chains.activityFrom[chain] as number; a < (chains.activityFrom[chain + 1] as number); a += 1) {
    const end = board.end[a] as number;
    if (end === NONE) trouble += UNPLACED_COST;
    else if (end > last) last = end;
    if (activities.fixedStart[a] !== NONE) trouble += conflicts(board, a);
  }
  const flow = trouble >= UNPLACED_COST ? 0 : daysInWork(problem, board.start, board.end, chain) * objective.weights.work_in_progress_day;
  const stability = stabilityOf(board, objective, chain);
  ledger.chainEnd[chain] = trouble >= UNPLACED_COST ? problem.horizon : last;
  countGuide(problem, ledger, objective, chain);
  ledger.trouble += trouble - (ledger.chainTrouble[chain] as number);
  ledger.flow += flow - (ledger.chainFlow[chain] as number);
  ledger.stability += stability - (ledger.chainStability[chain] as number);
  ledger.chainTrouble[chain] = trouble;
  ledger.chainFlow[chain] = flow;
  ledger.chainStability[chain] = stability;
}

function countGuide({ jobs, chains, day }: Problem, ledger: Ledger, objective: PlantObjective, chain: number): void {
  const job = chains.job[chain] as number;
  const over = ((ledger.chainEnd[chain] as number) - (jobs.due[job] as number)) / (day?.ticks ?? 1);
  const { tardiness_day, tardiness_square_divisor, late_order } = objective.weights;
  const lots = (jobs.chainFrom[job + 1] as number) - (jobs.chainFrom[job] as number);
  const guide = over <= 0 ? 0 : (over * tardiness_day + (over * over) / tardiness_square_divisor + Math.min(1, over) * late_order) / lots;
  ledger.guide += guide - (ledger.chainGuide[chain] as number);
  ledger.chainGuide[chain] = guide;
}

function conflicts(board: Board, fixed: number): number {
  const { activities, day } = board.problem;
  const start = activities.fixedStart[fixed] as number;
  let cost = 0;
  for (let p = activities.predFrom[fixed] as number; p < (activities.predTo[fixed] as number); p += 1) {
    if (activities.fixedStart[p] !== NONE || board.start[p] === NONE) continue;
    const over = (board.after[p] as number) - start;
    if (over > 0) cost += CONFLICT_COST + over / (day?.ticks ?? 48);
  }
  return cost;
}

function stabilityOf(board: Board, objective: PlantObjective, chain: number): number {
  const { present, activities, modes, chains, day } = board.problem;
  if (!present || !day) return 0;
  let total = 0;
  for (let a = chains.activityFrom[chain] as number; a < (chains.activityFrom[chain + 1] as number); a += 1) {
    if (activities.lead[a] !== a || present.start[a] === NONE || board.start[a] === NONE || activities.fixedStart[a] !== NONE) continue;
    const start = stepStart(board.problem, board.start, a);
    const machine = modes.machine[board.mode[a] as number] as number;
    const was = present.start[a] as number;
    if (start === was && machine === present.machine[a]) continue;
    const present_ = { start: stepStart(board.problem, present.start, a), machine: present.machine[a] as number };
    total += stabilityCost(objective, day.ticks / 2, present.nearUntil, present_, { start, machine });
  }
  return total;
}

function countJob(board: Board, ledger: Ledger, objective: PlantObjective, job: number): void {
  const { jobs } = board.problem;
  let end = jobs.floor[job] as number;
  for (let c = jobs.chainFrom[job] as number; c < (jobs.chainFrom[job + 1] as number); c += 1) {
    if ((ledger.chainEnd[c] as number) > end) end = ledger.chainEnd[c] as number;
  }
  const cost = tardinessCost(objective, lateDays(board.problem, jobs.due[job] as number, end));
  ledger.tardiness += cost - (ledger.jobTardiness[job] as number);
  ledger.jobTardiness[job] = cost;
}
