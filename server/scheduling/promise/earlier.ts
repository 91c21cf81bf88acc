import { daysLate, type Effect, effectOf } from '../advice/effect.ts';
import { changed } from '../changed.ts';
import { placedFirst } from '../first/preferring.ts';
import { priorityRules } from '../first/priorities.ts';
import { daysLateIn } from '../objective.ts';
import { createClockwork } from '../place/clockwork.ts';
import { NEVER, NONE, type PresentPlan, type Problem } from '../problem.ts';
import type { Solution, SolveOptions } from '../solution.ts';
import { solve } from '../solve.ts';
import { dayDone } from './gaps.ts';

/** A day of the horizon on which a job can be done, and what that costs the others. */
export interface DayCost extends Pick<Effect, 'moved_entries' | 'moved_orders' | 'pays'> {
  readonly day: number;
  /** Orders that are late by it, and the days by which all orders end later than they should and did. */
  readonly newly_late: number;
  readonly more_late_days: number;
}

/** As many earlier days as are tried, the wished one among them. */
const MOST_TRIED = 5;

/**
 * The problem beside a plan that stands: what it knows of is where the plan has it, and the job is due on a day of the horizon. Only the job itself, and what
 * the plan does not know, has no place yet.
 */
function beside(problem: Problem, { start, end, mode, furnaceRun }: Solution, job: number, day: number | null): Problem {
  const { jobs, chains, modes } = problem;
  const isKnown = (a: number): boolean => start[a] !== undefined && start[a] !== NONE && chains.job[problem.activities.chain[a]!] !== job;
  const column = (of: (a: number) => number): Int32Array =>
    Int32Array.from({ length: problem.activities.count }, (_, a) => (isKnown(a) ? of(a) : NONE));
  const present: PresentPlan = {
    start: column((a) => start[a]!),
    end: column((a) => end[a]!),
    machine: column((a) => modes.machine[mode[a]!]!),
    furnaceRun: column((a) => furnaceRun[a]!),
    nearUntil: problem.present?.nearUntil ?? problem.planningStart,
  };
  const due = jobs.due.slice();
  due[job] = day === null ? NEVER : (day + 1) * problem.day!.ticks;
  return changed(problem, { present, jobs: { due } });
}

/** Days before one, the latest first, that are worth trying for a job: between the first on which it could be done at all and the one at no cost, `wished` among them. */
export function daysToTry(
  problem: Problem,
  standing: Solution,
  job: number,
  { free, wished }: { free: number; wished: number | null },
): number[] {
  const { ticks, working } = problem.day!;
  const wanted = beside(problem, standing, job, Math.floor(problem.planningStart / ticks));
  const first = dayDone(problem, placedFirst(wanted, createClockwork(wanted), priorityRules(wanted)[0]!, [job]), job);
  if (first === null || first >= free) return [];
  const between = Array.from({ length: free - first }, (_, at) => first + at).filter((day) => working[day] !== 0 || day === first);
  const even = Array.from({ length: MOST_TRIED - 1 }, (_, at) => between[Math.floor((at * between.length) / (MOST_TRIED - 1))]!);
  const days = new Set(even);
  if (wished !== null && wished > first && wished < free) days.add(wished);
  return [...days].sort((a, b) => b - a);
}

/**
 * What it costs the orders of a plan that stands to have a job done by a day; null where it cannot be. `solution`: the plan with the other orders that are asked about,
 * which pay nothing.
 */
export function costOfDay(
  problem: Problem,
  { standing, solution: asked }: { standing: Solution; solution: Solution },
  { job, day }: { job: number; day: number },
  options: SolveOptions,
): DayCost | null {
  const wanted = beside(problem, asked, job, day);
  const placed = placedFirst(wanted, createClockwork(wanted), priorityRules(wanted)[0]!, [job]);
  if (daysLateIn(wanted, placed.end, job) > 0) return null;
  const { solution } = solve(wanted, { ...options, first: [job] });
  const stood = beside(problem, standing, job, null);
  const late = daysLate(stood, standingEndsOf(stood));
  const { moved_entries, moved_orders, pays } = effectOf(stood, late, solution, { job, promised: 0 });
  const newly_late = pays.filter(({ days_before }) => days_before === 0).length;
  const more_late_days = pays.reduce((sum, { days_before, days_after }) => sum + days_after - days_before, 0);
  return { day: dayDone(problem, solution, job) ?? day, moved_entries, moved_orders, pays, newly_late, more_late_days };
}

const standingEndsOf = ({ present, activities }: Problem): Int32Array =>
  activities.fixedEnd.map((end, a) => (activities.fixedStart[a] === NONE ? present!.end[a]! : end));

/** Days of which none costs at least as much as an earlier one, the latest first; of one day that which delays fewest, least, and moves fewest. */
export function undominated(costs: readonly DayCost[]): DayCost[] {
  const dearer = (one: DayCost, other: DayCost): number =>
    one.newly_late - other.newly_late || one.more_late_days - other.more_late_days || one.moved_orders - other.moved_orders;
  const cheapest = new Map<number, DayCost>();
  for (const cost of [...costs].sort(dearer)) if (!cheapest.has(cost.day)) cheapest.set(cost.day, cost);
  const isWorse = (one: DayCost, other: DayCost): boolean =>
    other.day < one.day &&
    other.newly_late <= one.newly_late &&
    other.more_late_days <= one.more_late_days &&
    other.moved_orders <= one.moved_orders;
  const days = [...cheapest.values()];
  return days.filter((one) => !days.some((other) => isWorse(one, other))).sort((a, b) => b.day - a.day);
}
