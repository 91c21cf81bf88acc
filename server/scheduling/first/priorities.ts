import { rankOf } from '../../domain/plant/priority.ts';
import { PLAIN_TASTE, type Taste } from '../place/placement.ts';
import { AWAY, NEVER, NONE, type Problem, WORK } from '../problem.ts';

/** Ticks of calendar time that a working tick takes on average in a plant of 8 of 24 hours on 5 of 7 days. */
const STRETCH = 4.2;

/** A way to choose what is placed next: the smallest key first. `ready` is the tick the activity could start. */
export interface Rule {
  readonly name: string;
  readonly taste: Taste;
  key(activity: number, ready: number): number;
}

/** Estimated calendar ticks of each activity by its shortest mode, and of everything behind it in its chain. */
export function estimateTails(problem: Problem): { own: Float64Array; tail: Float64Array } {
  const { activities, chains } = problem;
  const own = new Float64Array(activities.count);
  const tail = new Float64Array(activities.count);
  for (let a = 0; a < activities.count; a += 1) {
    let best = Number.POSITIVE_INFINITY;
    for (let m = activities.modeFrom[a]!; m < activities.modeFrom[a + 1]!; m += 1) best = Math.min(best, estimate(problem, m));
    own[a] = best;
  }
  for (let c = 0; c < chains.count; c += 1) {
    let behind = 0;
    for (let a = chains.activityFrom[c + 1]! - 1; a >= chains.activityFrom[c]!; a -= 1) {
      tail[a] = behind;
      behind += own[a]!;
    }
  }
  return { own, tail };
}

function estimate(problem: Problem, mode: number): number {
  const { modes, recipes, day } = problem;
  const ticks = day?.ticks ?? 0;
  const wait = Math.max(modes.lag[mode]!, modes.waitDays[mode]! * ticks);
  const duration = modes.duration[mode]!;
  if (modes.kind[mode] === WORK) return duration * (day ? STRETCH : 1) + wait;
  if (modes.kind[mode] === AWAY) return Math.max(1, duration) * ticks * 1.2 + wait;
  return modes.setup[mode]! + duration + recipes.hold[modes.recipe[mode]!]! + wait;
}

/** Last tick at which each activity should start: its job's due less what is still to do, or the start of a fixed successor. */
export function dueStarts(problem: Problem, { own, tail }: { own: Float64Array; tail: Float64Array }): Float64Array {
  const { activities, chains, jobs } = problem;
  const due = new Float64Array(activities.count);
  for (let c = 0; c < chains.count; c += 1) {
    let limit = jobs.due[chains.job[c]!]!;
    let behind = 0;
    for (let a = chains.activityFrom[c + 1]! - 1; a >= chains.activityFrom[c]!; a -= 1) {
      due[a] = limit - behind - own[a]!;
      behind += own[a]!;
      if (activities.fixedStart[a] === NONE || activities.fixedStart[a]! > limit - tail[a]!) continue;
      limit = activities.fixedStart[a]!;
      behind = 0;
    }
  }
  return due;
}

/** A shared run may release the lot so much later than a run of its own: one and two days (BATC's look-ahead, in serial generation). */
const SHARING: Taste = { joinAllowance: 48, runDelay: 0 };
const PATIENT: Taste = { joinAllowance: 96, runDelay: 0 };

/** Share of its delay that an activity behind its due start keeps as urgency. */
const OVERDUE_URGENCY = 0.3;

/** A rule under which every rush order goes before all others and every deferred one behind them; the same rule where no order is either. */
export function byPriority({ plant, chains, activities }: Problem, rule: Rule): Rule {
  if (!plant || plant.orders.every(({ priority }) => priority === 'normal')) return rule;
  const offset = plant.orders.map(({ priority }) => (rankOf(priority) - rankOf('normal')) * APART);
  return { ...rule, key: (a, ready) => rule.key(a, ready) + offset[chains.job[activities.chain[a]!]!]! };
}

/** All keys of a rule lie nearer to each other. */
const APART = 2 * NEVER;

/**
 * Priority rules of the first plans, the best of trials on generated plants first. The first is the serial form of ATC: an activity competes by its due start,
 * or by the tick at which it is ready if that is later.
 */
export function priorityRules(problem: Problem): Rule[] {
  const due = dueStarts(problem, estimateTails(problem));
  const overdue = (a: number, ready: number): number => {
    const start = due[a]!;
    return start < ready ? ready - OVERDUE_URGENCY * (ready - start) : start;
  };
  const rules: Rule[] = [
    { name: 'due_start_or_ready', taste: SHARING, key: (a, ready) => Math.max(due[a]!, ready) },
    { name: 'overdue_first', taste: PATIENT, key: overdue },
    { name: 'due_start', taste: PATIENT, key: (a) => due[a]! },
    { name: 'ready', taste: PLAIN_TASTE, key: (_, ready) => ready },
  ];
  return rules.map((rule) => byPriority(problem, rule));
}
