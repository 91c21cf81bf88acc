import { completionOf } from './objective.ts';
import { NONE, type Problem } from './problem.ts';
import type { Moves, Repairs, Solution } from './solution.ts';

/**
 * Why a bar moved: it could not stay, or stands behind such a one in its lot · its order was placed first · it made room for that · for a
 * better plan.
 */
export type MoveCause = 'unfit' | 'first' | 'room' | 'plan';

/**
 * Steps that moved: in the plan their start, end, facility or furnace charge is another than in the standing one. What has no place in one
 * of both has not moved; what stands before the planning start has.
 */
export function movedSteps(problem: Problem, solution: Solution): Set<number> {
  const { activities, present } = problem;
  const moved = new Set<number>();
  if (!present) return moved;
  const charges = sameCharges(problem, solution);
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] !== NONE || solution.start[a] === NONE) continue;
    const stood = present.start[a] !== NONE;
    if (stood ? !stays(problem, solution, charges, a) : (problem.plant?.tasks[a]?.entry_id ?? null) !== null)
      moved.add(activities.lead[a]!);
  }
  return moved;
}

function stays({ present, modes }: Problem, { start, end, mode, furnaceRun }: Solution, charges: Int32Array, a: number): boolean {
  const { start: was, end: until, machine, furnaceRun: charge } = present!;
  const isThere = start[a] === was[a] && end[a] === until[a] && modes.machine[mode[a]!] === machine[a];
  return isThere && (charge[a] === NONE || charges[charge[a]!] === furnaceRun[a]);
}

/**
 * The charge of the plan that each charge of the standing plan has become, NONE: none. It is the one that starts then and there and has most of
 * its lots, as it has of that one's; units are alike.
 */
function sameCharges({ activities, present, modes }: Problem, { start, mode, furnaceRun }: Solution): Int32Array {
  const { furnaceRun: charge, start: was, machine } = present!;
  const shared = new Map<string, { from: number; to: number; lots: number }>();
  for (let a = 0; a < activities.count; a += 1) {
    const [from, to] = [charge[a]!, furnaceRun[a]!];
    if (from === NONE || to === NONE || start[a] !== was[a] || modes.machine[mode[a]!] !== machine[a]) continue;
    const key = `${from} ${to}`;
    shared.set(key, { from, to, lots: (shared.get(key)?.lots ?? 0) + 1 });
  }
  const became = new Int32Array(charge.reduce((most, each) => Math.max(most, each), NONE) + 1).fill(NONE);
  const taken = new Set<number>();
  for (const { from, to } of [...shared.values()].sort(
    (one, other) => other.lots - one.lots || one.from - other.from || one.to - other.to,
  )) {
    if (became[from] !== NONE || taken.has(to)) continue;
    became[from] = to;
    taken.add(to);
  }
  return became;
}

/** How a plan differs from the one that stands. Parts of a step are one. */
export function movesOf(problem: Problem, solution: Solution): Moves {
  const { activities, chains, present, day } = problem;
  const steps = movedSteps(problem, solution);
  const orders = new Set([...steps].map((step) => chains.job[activities.chain[step]!]!));
  const before = present && Int32Array.from(present.end, (each, a) => (activities.fixedStart[a] === NONE ? each : activities.fixedEnd[a]!));
  const dayOf = (ends: Int32Array, job: number): number => Math.ceil(completionOf(problem, ends, job) / (day?.ticks ?? 1));
  const later = before ? [...orders].filter((job) => dayOf(solution.end, job) > dayOf(before, job)) : [];
  return { entries: steps.size, orders: orders.size, later_orders: later.length };
}

/** Why each step that a plan moves does so. */
export function moveCauses(problem: Problem, solution: Solution, { repaired, kept, first }: Repairs): Map<number, MoveCause> {
  const { activities, chains } = problem;
  const unfit = fromThereOn(problem, movedSteps(problem, repaired));
  const pushed = kept === repaired ? unfit : fromThereOn(problem, movedSteps(problem, kept));
  const causeOf = (step: number): MoveCause => {
    if (first.includes(chains.job[activities.chain[step]!]!)) return 'first';
    if (unfit(step)) return 'unfit';
    return pushed(step) ? 'room' : 'plan';
  };
  return new Map([...movedSteps(problem, solution)].map((step) => [step, causeOf(step)]));
}

/** Whether a step is one of these, or stands behind one in its lot. */
function fromThereOn({ activities, chains }: Problem, steps: ReadonlySet<number>): (step: number) => boolean {
  const earliest = new Int32Array(chains.count).fill(activities.count);
  for (const step of steps) earliest[activities.chain[step]!] = Math.min(earliest[activities.chain[step]!]!, step);
  return (step) => step >= earliest[activities.chain[step]!]!;
}
