import { NEVER, NONE, type Objective, type Problem } from './problem.ts';
import { SCORE_PARTS, type Score, type ScoreParts, type Solution, sumOf } from './solution.ts';

/** Cost of an unplaced activity: more than any lateness. */
export const UNPLACED_COST = 1e6;

/** Calendar days from the due tick (24:00 of the delivery date) to an end; 0 where in time. */
export function lateDays(problem: Problem, due: number, end: number): number {
  if (due === NEVER || end <= due) return 0;
  return problem.day ? Math.ceil((end - due) / problem.day.ticks) : end - due;
}

/** Calendar days by which a job is late in a plan of these ends. */
export const daysLateIn = (problem: Problem, end: Int32Array, job: number): number =>
  lateDays(problem, problem.jobs.due[job]!, completionOf(problem, end, job));

/** Tardiness part of one order: its days, their square, and the order itself. */
export function tardinessCost({ weights }: Objective, days: number): number {
  return days > 0 ? days * weights.tardiness_day + (days * days) / weights.tardiness_square_divisor + weights.late_order : 0;
}

/** Cost of the lateness of a job that ends at a tick. */
export const jobCost = (problem: Problem, job: number, end: number): number =>
  lateCost(problem, job, lateDays(problem, problem.jobs.due[job]!, end));

/** Cost of a job that is so many days late. */
export const lateCost = ({ objective, jobs }: Problem, job: number, days: number): number =>
  tardinessCost(objective, days) * jobs.weight[job]!;

/** Place of an entry: start and machine. */
interface Position {
  readonly start: number;
  readonly machine: number;
}

/** From so many days after the planning start on moving costs less, half for each further so many. */
const FADING_DAYS = 28;

/** Slack part of one order: what it costs to end so few calendar days before the due tick. A late order has none left. */
export function slackCost(problem: Problem, { weights, slackDays }: Objective, due: number, end: number): number {
  if (due === NEVER || slackDays === 0) return 0;
  const left = Math.floor((due - end) / (problem.day?.ticks ?? 1));
  return left >= slackDays ? 0 : weights.slack * Math.min(1, (slackDays - left) / slackDays) ** 2;
}

/** Whether an activity stands elsewhere than the standing plan has it, or nowhere; what has no place there has not moved. */
export function hasMoved({ present, modes }: Problem, { start, mode }: Pick<Solution, 'start' | 'mode'>, activity: number): boolean {
  if (!present || present.start[activity] === NONE) return false;
  return present.start[activity] !== start[activity] || present.machine[activity] !== modes.machine[mode[activity]!];
}

/** Stability part of one entry that stood at `was` in the standing plan and stands at `now`; the nearer of the two says how near it is. */
export function stabilityCost({ present, planningStart, day }: Problem, { weights }: Objective, was: Position, now: Position): number {
  if (!present || !day) return 0;
  if (now.start === was.start && now.machine === was.machine) return 0;
  const halfDays = Math.min(Math.abs(now.start - was.start) / (day.ticks / 2), weights.moved_half_days_counted);
  const raw = weights.moved_bar + halfDays * weights.moved_half_day + (now.machine === was.machine ? 0 : weights.moved_facility);
  const nearer = Math.min(was.start, now.start);
  if (nearer < present.nearUntil) return raw * weights.near_factor;
  const periods = (nearer - planningStart) / (FADING_DAYS * day.ticks);
  return periods > 1 ? raw * 2 ** (1 - periods) : raw;
}

/** Completion of a job: the last end of its chains and of its tasks fixed outside them; the horizon where an activity is not placed. */
export function completionOf(problem: Problem, end: Int32Array, job: number): number {
  const { jobs, chains } = problem;
  let last = jobs.floor[job]!;
  for (let c = jobs.chainFrom[job]!; c < jobs.chainFrom[job + 1]!; c += 1) {
    for (let a = chains.activityFrom[c]!; a < chains.activityFrom[c + 1]!; a += 1) {
      if (end[a] === NONE) return problem.horizon;
      if (end[a]! > last) last = end[a]!;
    }
  }
  return last;
}

/** Days in work of a chain: from its first start, or since it is in work, to its last end. */
function daysInWork(problem: Problem, start: Int32Array, end: Int32Array, chain: number): number {
  let last = NONE;
  for (let a = problem.chains.activityFrom[chain]!; a < problem.chains.activityFrom[chain + 1]!; a += 1) last = Math.max(last, end[a]!);
  return daysUntil(problem, start, chain, last);
}

/** Days in work of a chain whose last end is known. */
export function daysUntil(problem: Problem, start: Int32Array, chain: number, last: number): number {
  const from = problem.chains.activityFrom[chain]!;
  if (from === problem.chains.activityFrom[chain + 1]) return 0;
  let first = problem.chains.begun[chain]!;
  if (first === NONE) first = start[from] === NONE ? problem.horizon : start[from]!;
  return Math.max(0, last - first) / (problem.day?.ticks ?? 48);
}

/** Cost of a furnace run: the run itself, its set-up, and its hours of heat (as long as its members need, without the rounding of its end). */
export function runCost(problem: Problem, recipe: number, setup: number, duration: number): number {
  const { weights } = problem.objective;
  const hours = ((setup + duration + problem.recipes.hold[recipe]!) * 24) / (problem.day?.ticks ?? 48);
  return weights.furnace_run + (setup > 0 ? weights.furnace_setup : 0) + weights.furnace_hour * hours * problem.recipes.heat[recipe]!;
}

/** Start of a step's entry: the earliest of its parts. */
export function stepStart(problem: Problem, start: Int32Array, lead: number): number {
  const { activities } = problem;
  let first = start[lead]!;
  for (let a = lead + 1; a < activities.count && activities.lead[a] === lead; a += 1) {
    if (start[a] !== NONE && start[a]! < first) first = start[a]!;
  }
  return first;
}

/** The score of a solution, from nothing but problem and solution. */
export function scoreOf(problem: Problem, solution: Solution): Score {
  const { objective } = problem;
  const { jobs, chains } = problem;
  let [tardiness, slack, lateOrders, lateTotal, weighted, wip, unplaced] = [0, 0, 0, 0, 0, 0, 0];
  for (let j = 0; j < jobs.count; j += 1) {
    const end = completionOf(problem, solution.end, j);
    const days = lateDays(problem, jobs.due[j]!, end);
    slack += slackCost(problem, objective, jobs.due[j]!, end);
    if (days > 0) lateOrders += 1;
    lateTotal += days;
    weighted += days * jobs.weight[j]!;
    tardiness += lateCost(problem, j, days);
  }
  for (let c = 0; c < chains.count; c += 1) {
    wip += daysInWork(problem, solution.start, solution.end, c) * objective.weights.work_in_progress_day;
  }
  for (let a = 0; a < problem.activities.count; a += 1) if (solution.start[a] === NONE) unplaced += 1;
  const furnace = furnaceScore(problem, solution);
  const stability = stabilityScore(problem, objective, solution);
  const parts: ScoreParts = { tardiness, furnace, work_in_progress: wip, stability, slack };
  return {
    total: sumOf(parts) + unplaced * UNPLACED_COST,
    ...parts,
    late_orders: lateOrders,
    late_days: lateTotal,
    weighted_late_days: weighted,
    unplaced,
  };
}

/** Fixed runs cost nothing: no plan can change them. */
function furnaceScore(problem: Problem, solution: Solution): number {
  const { modes } = problem;
  let total = 0;
  for (let b = problem.fixedFurnaceRuns.length; b < solution.furnaceRuns.length; b += 1) {
    const { recipe, members } = solution.furnaceRuns[b]!;
    const setup = Math.max(...members.map((member) => modes.setup[solution.mode[member]!]!));
    const duration = Math.max(...members.map((member) => modes.duration[solution.mode[member]!]!));
    total += runCost(problem, recipe, setup, duration);
  }
  return total;
}

function stabilityScore(problem: Problem, objective: Objective, solution: Solution): number {
  const { present, activities, modes } = problem;
  if (!present) return 0;
  let total = 0;
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.lead[a] !== a || present.start[a] === NONE || solution.start[a] === NONE || activities.fixedStart[a] !== NONE) continue;
    const now = { start: stepStart(problem, solution.start, a), machine: modes.machine[solution.mode[a]!]! };
    const was = { start: stepStart(problem, present.start, a), machine: present.machine[a]! };
    total += stabilityCost(problem, objective, was, now);
  }
  return total;
}

/** Whether a is a better plan than b. `strict` compares the parts in their order. */
export function isBetter(problem: Problem, a: Score, b: Score): boolean {
  if (a.unplaced !== b.unplaced) return a.unplaced < b.unplaced;
  const { objective } = problem;
  if (objective.order === 'weighted') return a.total < b.total - 1e-9;
  for (const part of SCORE_PARTS) {
    if (Math.abs(a[part] - b[part]) > 1e-9) return a[part] < b[part];
  }
  return false;
}
