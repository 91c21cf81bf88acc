import type { Clockwork } from '../../place/clockwork.ts';
import type { Span } from '../../place/spans.ts';
import { NONE, type Problem } from '../../problem.ts';
import { createJournal, type Journal, write } from './journal.ts';
import type { Unit, Units } from './units.ts';

/**
 * A plan as queues: in front of every unit of a machine stand turns one behind the other, each as early as those before it and its lots allow. A turn is one
 * activity, or a furnace run with its members. `order` lists all turns so that whatever a turn waits for stands before it. Every number is changed through the
 * journal, at the index of its field (`AT`) times the number of activities.
 */
export interface Queues {
  readonly problem: Problem;
  readonly clockwork: Clockwork;
  readonly count: number;
  readonly units: readonly Unit[];
  /** Units [unitFrom[machine], unitFrom[machine + 1]). */
  readonly unitFrom: Int32Array;
  /** By activity, from the problem; `isFree`: nothing fixes it. */
  readonly release: Int32Array;
  readonly predFrom: Int32Array;
  readonly predTo: Int32Array;
  readonly chain: Int32Array;
  readonly isFree: Uint8Array;
  /** By mode: what follows may start at the end. */
  readonly isPlain: Uint8Array;
  /** Activities [followerFrom, followerTo) wait for an activity. */
  readonly followerFrom: Int32Array;
  readonly followerTo: Int32Array;
  readonly journal: Journal;
  /** By activity. */
  readonly turn: Int32Array;
  readonly mode: Int32Array;
  readonly after: Int32Array;
  readonly nextMember: Int32Array;
  /** By turn: the unit (NONE: none is needed), neighbours in its queue, place in `order`, first member (NONE: the turn is not in use), span. */
  readonly unit: Int32Array;
  readonly previous: Int32Array;
  readonly next: Int32Array;
  readonly place: Int32Array;
  readonly firstMember: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** By turn, of furnace runs: largest set-up and duration of the members, weekdays all of them may start on; load, cost. */
  readonly setup: Int32Array;
  readonly duration: Int32Array;
  readonly weekdays: Int32Array;
  readonly weight: Float64Array;
  readonly volume: Float64Array;
  readonly cost: Float64Array;
  readonly order: Int32Array;
  /** Turns not in use: [0] says how many follow. */
  readonly spare: Int32Array;
  /** By unit. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly spareAt: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Turns that wait to be timed again, and in which way (`DUE`): how many, how many that may end earlier, and the first of their places. */
  readonly due: Uint8Array;
  waiting: number;
  hopeful: number;
  waitingFrom: number;
  /** Chains whose end may have changed, some of them twice; what they cost has been counted for the first `counted` of them. */
  readonly touched: number[];
  readonly isTouched: Uint8Array;
  touchedCount: number;
  counted: number;
  /** Σ of what the runs cost. */
  furnace: number;
  /** Turns that find no room before the horizon. */
  overflows: number;
  /** Room to reorder turns in: those that change places with others, and the others. */
  readonly isMarked: Uint8Array;
  readonly passed: number[];
  /** Where the turn that was timed last can stand. */
  readonly span: Span;
  /** Turns timed since the beginning: what the search costs. */
  timed: number;
}

/** Ways to wait for timing: all that a turn waits for got later, and so can it only; or who knows. */
export const DUE = { later: 1, anyhow: 2 } as const;

/** Fields of the journal's banks. */
export const AT = {
  turn: 0,
  mode: 1,
  after: 2,
  nextMember: 3,
  unit: 4,
  previous: 5,
  next: 6,
  place: 7,
  firstMember: 8,
  start: 9,
  end: 10,
  setup: 11,
  duration: 12,
  weekdays: 13,
  order: 14,
} as const;
const WHOLE_FIELDS = 15;
export const FRACTIONAL_AT = { weight: 0, volume: 1, cost: 2 } as const;
const FRACTIONAL_FIELDS = 3;

/** Queues without a turn. */
export function createQueues(problem: Problem, clockwork: Clockwork, { list: units, from: unitFrom }: Units): Queues {
  const { activities } = problem;
  const { count, predFrom, predTo, release, chain, fixedStart } = activities;
  const { lag, waitDays } = problem.modes;
  const { journal, spareAt, firstAt, lastAt } = emptyJournal(count, units.length);
  const view = (field: number): Int32Array => journal.whole.subarray(field * count, (field + 1) * count);
  const fraction = (field: number): Float64Array => journal.fractional.subarray(field * count, (field + 1) * count);
  const { followerFrom, followerTo } = followersOf(activities);
  return {
    problem,
    clockwork,
    count,
    units,
    unitFrom,
    release,
    predFrom,
    predTo,
    chain,
    isFree: Uint8Array.from(fixedStart, (start) => (start === NONE ? 1 : 0)),
    isPlain: Uint8Array.from(lag, (ticks, mode) => (ticks === 0 && waitDays[mode] === 0 ? 1 : 0)),
    followerFrom,
    followerTo,
    journal,
    turn: view(AT.turn),
    mode: view(AT.mode),
    after: view(AT.after),
    nextMember: view(AT.nextMember),
    unit: view(AT.unit),
    previous: view(AT.previous),
    next: view(AT.next),
    place: view(AT.place),
    firstMember: view(AT.firstMember),
    start: view(AT.start),
    end: view(AT.end),
    setup: view(AT.setup),
    duration: view(AT.duration),
    weekdays: view(AT.weekdays),
    weight: fraction(FRACTIONAL_AT.weight),
    volume: fraction(FRACTIONAL_AT.volume),
    cost: fraction(FRACTIONAL_AT.cost),
    order: view(AT.order),
    spare: journal.whole.subarray(spareAt, firstAt),
    first: journal.whole.subarray(firstAt, lastAt),
    last: journal.whole.subarray(lastAt),
    spareAt,
    firstAt,
    lastAt,
    due: new Uint8Array(count),
    waiting: 0,
    hopeful: 0,
    waitingFrom: count,
    touched: [],
    isTouched: new Uint8Array(problem.chains.count),
    touchedCount: 0,
    counted: 0,
    furnace: 0,
    overflows: 0,
    isMarked: new Uint8Array(count),
    passed: [],
    span: { start: NONE, end: NONE },
    timed: 0,
  };
}

/** A journal of fields that say nothing yet, and where those that are not by activity begin. */
function emptyJournal(count: number, units: number): Pick<Queues, 'journal' | 'spareAt' | 'firstAt' | 'lastAt'> {
  const spareAt = WHOLE_FIELDS * count;
  const firstAt = spareAt + count + 1;
  const lastAt = firstAt + units;
  const journal = createJournal(lastAt + units, FRACTIONAL_FIELDS * count);
  journal.whole.fill(NONE);
  journal.whole.fill(0, AT.setup * count, AT.order * count);
  journal.whole[spareAt] = 0;
  return { journal, spareAt, firstAt, lastAt };
}

/** Who waits for an activity: those that its chain lists behind it, [from, to). */
function followersOf({ count, predFrom, predTo }: Problem['activities']): Pick<Queues, 'followerFrom' | 'followerTo'> {
  const followerFrom = new Int32Array(count);
  const followerTo = new Int32Array(count);
  for (let a = 0; a < count; a += 1) {
    for (let p = predFrom[a]!; p < predTo[a]!; p += 1) {
      if (followerTo[p] === 0) followerFrom[p] = a;
      followerTo[p] = a + 1;
    }
  }
  return { followerFrom, followerTo };
}

/** Changes a field of a turn or an activity, to be taken back. */
export function set(queues: Queues, field: number, of: number, value: number): void {
  write(queues.journal, field * queues.count + of, value);
}
