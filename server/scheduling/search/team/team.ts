import type { Problem } from '../../problem.ts';
import type { Team } from '../../solution.ts';
import type { Memory } from '../lots/workspace.ts';
import {
  awaitGone,
  awaitPlan,
  type Course,
  close,
  courseOf,
  createShared,
  GAINS,
  giveSign,
  isOver,
  leavePlan,
  markGone,
  type Offer,
  setCourse,
  takeNewest,
  takePlan,
  tellShare,
  toldShare,
  type View,
  versionOf,
  viewOf,
} from './team-memory.ts';

export type { Offer } from './team-memory.ts';

/** The other threads as a kernel sees them. */
export interface Exchange {
  /** Which of the threads this is; 0 leads. */
  readonly member: number;
  readonly members: number;
  /** Share of the budget of seconds that is used: the leader says it, the others ask for it. */
  share: number;
  /**
   * Leaves the own plan for the others and gives what they left since the last time, by member; valid until the next call. By rounds all wait for each
   * other, so that every thread gets the same whatever the machine does; by seconds nobody waits.
   */
  trade(mine: Offer): readonly Offer[];
  /** The same once the budget has ended: the leader ends the search of the others and gets the last they found. */
  conclude(mine: Offer): readonly Offer[];
}

/** A thread's place in the team. */
export interface Seat extends Exchange {
  /** The leader hands on the plan to begin with. */
  begin(start: Memory, course: Course): void;
  /** Another waits for it; null: the run ended before. */
  awaitBeginning(): { start: Memory; course: Course } | null;
  /** Whether the run has ended; a sign of life as well. */
  isOver(): boolean;
  /** The leader ends the run; another takes part no longer. */
  leave(): void;
  /** How many threads have left a plan. */
  present(): number;
}

const LEADER = 0;
/** By rounds: one that gives no sign of life for so long is gone. Far longer than any machine stands still. */
const PATIENCE_MS = 30_000;
/** By seconds: how long the leader waits for the last plans. The others look whether it is over every few dozen moves. */
const LAST_MS = 200;

/**
 * A team of `members` threads for a problem. The engine starts no thread: whoever hands `solve` a team has `assist` called in as many threads as it has
 * members besides the leader.
 */
export function createTeam(problem: Problem, members: number): Team {
  const { count } = problem.activities;
  return { shared: createShared(members, count), members, activities: count };
}

/** Takes a place in a team. `cancelled` is asked while waiting. */
export function joinTeam(team: Team, member: number, cancelled: () => boolean = () => false): Seat {
  const view = viewOf(team, member, cancelled);
  const others = Array.from({ length: team.members }, (_, of) => of).filter((of) => of !== member);
  return {
    member,
    members: team.members,
    get share() {
      return toldShare(view);
    },
    set share(share) {
      tellShare(view, share);
    },
    ...tradeIn(view, member, others),
    isOver() {
      giveSign(view);
      return isOver(view);
    },
    leave() {
      if (member === LEADER) close(view);
      else markGone(view, member);
    },
    present: () => 1 + others.filter((of) => versionOf(view, of) > 0).length,
  };
}

/** The plans that a thread hands on and gets, from the first to the last. They are numbered: by rounds those of one number belong together. */
function tradeIn(view: View, member: number, others: readonly number[]): Pick<Seat, 'begin' | 'awaitBeginning' | 'trade' | 'conclude'> {
  let version = 0;
  const next = (mine: Offer): void => {
    version += 1;
    leavePlan(view, version, mine);
  };
  const trade = (mine: Offer): readonly Offer[] => {
    next(mine);
    return collect(view, others, version);
  };
  return {
    begin(start, course) {
      setCourse(view, course);
      next({ cost: Number.POSITIVE_INFINITY, plan: start, gains: new Int32Array(GAINS) });
    },
    awaitBeginning() {
      if (!awaitPlan(view, LEADER, 1, Number.POSITIVE_INFINITY)) return null;
      version = 1;
      const first = isByRounds(view) ? takePlan(view, LEADER, 1) : takeNewest(view, LEADER);
      return first && { start: first.plan, course: courseOf(view) };
    },
    trade,
    conclude(mine) {
      if (member === LEADER && isByRounds(view)) return trade(mine);
      if (member === LEADER) return collectLast(view, others);
      next(mine);
      return [];
    },
  };
}

const isByRounds = (view: View): boolean => Number.isFinite(courseOf(view).rounds);

/** Plans that the others left: by rounds those of the same number, else the newest. */
function collect(view: View, others: readonly number[], version: number): readonly Offer[] {
  const offers = isByRounds(view)
    ? others.map((of) => (awaitPlan(view, of, version, PATIENCE_MS) ? takePlan(view, of, version) : null))
    : others.map((of) => takeNewest(view, of));
  return offers.filter((offer) => offer !== null);
}

/** By seconds: ends the search of the others and waits a moment for what they leave. */
function collectLast(view: View, others: readonly number[]): readonly Offer[] {
  close(view);
  const late = others.filter((of) => versionOf(view, of) > 0);
  if (!view.cancelled()) for (const of of late) awaitGone(view, of, LAST_MS / late.length);
  return others.map((of) => takeNewest(view, of)).filter((offer) => offer !== null);
}
