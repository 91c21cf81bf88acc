import { explainLate, isBehindOthers, type LateOrder } from '../explain/causes.ts';
import { placedFirst } from '../first/preferring.ts';
import { priorityRules } from '../first/priorities.ts';
import { repairPresent } from '../first/repair.ts';
import { movesOf } from '../moves.ts';
import { createClockwork } from '../place/clockwork.ts';
import { AWAY, NONE, type Problem, stepsOf } from '../problem.ts';
import type { Budget, Solution, SolveOptions } from '../solution.ts';
import { solve } from '../solve.ts';
import { withOneMoreUnit, withPartnerFaster } from './changes.ts';
import { daysLate, type Effect, effectOf, standingEnds } from './effect.ts';

/** What makes an order less late; null: it does not. In each of the plans the order is placed first. */
export interface Advice {
  /** What planning again changes by itself, where the plan does not stand as it is: what follows is held against that. Null: it stands. */
  readonly replanned: Effect | null;
  readonly first: Effect | null;
  /** Its partner brings it back the next working morning; where that wins more than to place it first. */
  readonly partner: (Effect & { readonly order_task_id: number }) | null;
  /** A unit more of the facility at which it waits longest; where that wins more than to place it first, or the others lose less. */
  readonly capacity: (Effect & { readonly facility_id: number; readonly facility_name: string }) | null;
}

const NOTHING: Advice = { replanned: null, first: null, partner: null, capacity: null };

/** How the plans are made: as a run makes them. */
export interface AdviceOptions extends Pick<SolveOptions, 'seed' | 'moving' | 'elapsed' | 'cancelled'> {
  /** Of the plan in which others give way, and of each in which there is more room. */
  readonly budgets: { readonly first: Budget; readonly more: Budget };
  /** Is told what it costs to place the order first, before the plans with more room are made. */
  readonly onFirst?: (known: Pick<Advice, 'replanned' | 'first'>) => void;
}

/** What would make a late order of the standing plan less late: the plans are made, and held against it. */
export function advise(problem: Problem, orderId: number, options: AdviceOptions): Advice {
  const job = problem.plant!.orders.findIndex(({ order_id }) => order_id === orderId);
  if (job === NONE || !problem.present) return NOTHING;
  const stood = daysLate(problem, standingEnds(problem));
  if (!stood[job]) return NOTHING;
  const { budgets, onFirst, ...how } = options;
  const { solution, isRepaired } = standingPlan(problem, { ...how, budget: budgets.first });
  const late = daysLate(problem, solution.end);
  const replanned = isRepaired ? effectOf(problem, stood, solution, { job, promised: late[job] ?? stood[job] }) : null;
  const [why] = explainLate({ problem, solution }, job);
  if (!why) return { ...NOTHING, replanned };
  const tried = (changed: Problem): Effect | null => {
    const budget = changed === problem ? budgets.first : budgets.more;
    const effect = effectOf(problem, late, ...plannedFirst(changed, job, { ...how, budget }));
    return effect.gain_days > 0 ? effect : null;
  };
  const first = isBehindOthers(why) ? tried(problem) : null;
  onFirst?.({ replanned, first });
  return { replanned, first, partner: partnerOf(problem, why, first, tried), capacity: capacityOf(problem, why, first, tried) };
}

/** The plan that stands; where something of it can stand no longer, what planning again makes of it. */
function standingPlan(problem: Problem, options: SolveOptions): { solution: Solution; isRepaired: boolean } {
  const solution = repairPresent(problem, createClockwork(problem), priorityRules(problem)[0]!);
  const isRepaired = movesOf(problem, solution).entries > 0;
  return { solution: isRepaired ? solve(problem, options).solution : solution, isRepaired };
}

type Tried = (changed: Problem) => Effect | null;

function partnerOf(problem: Problem, why: LateOrder, first: Effect | null, tried: Tried): Advice['partner'] {
  const away = why.parts.some(({ cause }) => cause === 'outsourcing_lead') ? longestAway(problem, why.job) : NONE;
  const order_task_id = problem.plant!.tasks[away]?.order_task_id ?? null;
  if (order_task_id === null) return null;
  const effect = tried(withPartnerFaster(problem, why.job));
  return effect && effect.gain_days > (first?.gain_days ?? 0) ? { ...effect, order_task_id } : null;
}

/** The process of a job that is longest with a partner; NONE: none is. */
function longestAway(problem: Problem, job: number): number {
  const { activities, modes, present } = problem;
  let [longest, length] = [NONE, 0];
  const [from, to] = stepsOf(problem, job);
  for (let a = from; a < to; a += 1) {
    if (modes.kind[activities.modeFrom[a]!] !== AWAY) continue;
    const isFixed = activities.fixedStart[a] !== NONE;
    const own = isFixed ? activities.fixedEnd[a]! - Math.max(0, activities.fixedStart[a]!) : present!.end[a]! - present!.start[a]!;
    if (own > length) [longest, length] = [a, own];
  }
  return longest;
}

function capacityOf(problem: Problem, why: LateOrder, first: Effect | null, tried: Tried): Advice['capacity'] {
  const machine = isBehindOthers(why) ? problem.plant!.machines[why.wait?.machine ?? NONE] : undefined;
  if (!machine || machine.facility_id === null) return null;
  const effect = tried(withOneMoreUnit(problem, why.wait!.machine));
  const { facility_id, facility_name } = machine;
  const isMore = !first || (effect && (effect.gain_days > first.gain_days || effect.total_days < first.total_days));
  return effect && isMore ? { ...effect, facility_id, facility_name } : null;
}

/** A plan in which a job is placed first, and by how many days it is late there at most. */
function plannedFirst(problem: Problem, job: number, options: SolveOptions): [Solution, { job: number; promised: number }] {
  const placed = placedFirst(problem, createClockwork(problem), priorityRules(problem)[0]!, [job]);
  const promised = daysLate(problem, placed.end)[job] ?? Number.POSITIVE_INFINITY;
  const { solution } = solve(problem, { ...options, first: [job] });
  return [solution, { job, promised }];
}
