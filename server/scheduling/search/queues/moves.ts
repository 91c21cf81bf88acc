import { takesLoad } from '../../place/sharing.ts';
import { NONE } from '../../problem.ts';
import type { Random } from '../../random.ts';
import { putIn, takeOut } from './edits.ts';
import type { Families } from './families.ts';
import { changeModes, enterRun, isPart, leaveRun, mayBeOn, mayEnter, modeAt, spareTurn, unhook } from './members.ts';
import { anyOtherUnit, FURTHER, placeNear, someWayOff } from './places.ts';
import type { Queues } from './queues.ts';
import { shareAnew } from './share-anew.ts';
import { readyOfActivity, readyOfTurn } from './timing.ts';

/** Changes queues around a turn and one of its members. False: nothing came of it, and what was changed is to be taken back. */
export type QueueMove = (queues: Queues, random: Random, turn: number, member: number, families: Families) => boolean;

/** A turn goes ahead of another in the queue of both. */
export function goAheadOf(queues: Queues, turn: number, before: number): boolean {
  takeOut(queues, turn);
  return putIn(queues, turn, queues.unit[turn]!, before);
}

/** A turn goes ahead of one before it in its queue. */
const goAhead: QueueMove = (queues, random, turn) => {
  let before = queues.previous[turn]!;
  if (before === NONE) return false;
  while (random.next() < FURTHER && queues.previous[before] !== NONE) before = queues.previous[before]!;
  return goAheadOf(queues, turn, before);
};

/** A turn goes behind one after it in its queue. */
const goBehind: QueueMove = (queues, random, turn) => {
  let behind = queues.next[turn]!;
  if (behind === NONE) return false;
  while (random.next() < FURTHER && queues.next[behind] !== NONE) behind = queues.next[behind]!;
  return goAheadOf(queues, turn, queues.next[behind]!);
};

/** A turn goes to another unit that can do it, near the time at which it is ready. */
const goElsewhere: QueueMove = (queues, random, turn) => {
  const unit = anyOtherUnit(queues, random, turn);
  if (unit === NONE) return false;
  const before = placeNear(queues, random, unit, readyOfTurn(queues, turn));
  takeOut(queues, turn);
  changeModes(queues, turn, queues.units[unit]!.machine);
  return putIn(queues, turn, unit, before);
};

/** Two turns of two queues, or of one, change places. */
const changeTurns: QueueMove = (queues, random, turn) => {
  const own = queues.unit[turn]!;
  const unit = random.next() < 0.5 ? own : anyOtherUnit(queues, random, turn);
  if (unit === NONE) return false;
  const other = unit === own ? someWayOff(queues, random, turn) : placeNear(queues, random, unit, queues.start[turn]!);
  if (other === NONE || (unit !== own && !mayBeOn(queues, other, queues.units[own]!.machine))) return false;
  const [behindTurn, behindOther] = [queues.next[turn]!, queues.next[other]!];
  takeOut(queues, turn);
  takeOut(queues, other);
  if (unit !== own) {
    changeModes(queues, turn, queues.units[unit]!.machine);
    changeModes(queues, other, queues.units[own]!.machine);
  }
  if (behindTurn === other) return putIn(queues, turn, own, behindOther) && putIn(queues, other, own, turn);
  if (behindOther === turn) return putIn(queues, other, own, behindTurn) && putIn(queues, turn, own, other);
  return putIn(queues, turn, unit, behindOther) && putIn(queues, other, own, behindTurn);
};

/** Turns that change queues at once. */
const MOST_IN_TAIL = 20;

/** From a turn on, some of its queue and what stands at that time in the queue of a like unit change places. */
const changeTails: QueueMove = (queues, random, turn) => {
  const own = queues.unit[turn]!;
  const unit = anyOtherUnit(queues, random, turn);
  if (unit === NONE) return false;
  const [machine, other] = [queues.units[own]!.machine, queues.units[unit]!.machine];
  const mine: number[] = [];
  const theirs: number[] = [];
  let ownNext: number = turn;
  for (let left = 2 + random.below(MOST_IN_TAIL - 1); left > 0 && ownNext !== NONE; left -= 1) {
    if (!mayBeOn(queues, ownNext, other)) return false;
    mine.push(ownNext);
    ownNext = queues.next[ownNext]!;
  }
  const until = ownNext === NONE ? Number.POSITIVE_INFINITY : queues.start[ownNext]!;
  let otherNext = placeNear(queues, random, unit, queues.start[turn]!);
  for (; otherNext !== NONE && queues.start[otherNext]! < until; otherNext = queues.next[otherNext]!) {
    if (!mayBeOn(queues, otherNext, machine)) return false;
    theirs.push(otherNext);
  }
  for (const one of mine) takeOut(queues, one);
  for (const one of theirs) takeOut(queues, one);
  return putAll(queues, mine, unit, otherNext) && putAll(queues, theirs, own, ownNext);
};

function putAll(queues: Queues, turns: readonly number[], unit: number, before: number): boolean {
  for (const turn of turns) {
    changeModes(queues, turn, queues.units[unit]!.machine);
    if (!putIn(queues, turn, unit, before)) return false;
  }
  return true;
}

/** A member goes into another run of its recipe. */
const changeRun: QueueMove = (queues, random, _turn, member, families) => {
  const other = families.another(queues, random, member);
  return other !== NONE && goesInto(queues, member, other);
};

function goesInto(queues: Queues, member: number, run: number): boolean {
  const mode = modeIn(queues, member, run);
  if (mode === NONE || !mayEnter(queues, member, mode, run, NONE)) return false;
  leaveRun(queues, member);
  return enterRun(queues, member, mode, run);
}

/** The mode an activity has in a run, NONE where it may not be on that machine. */
function modeIn(queues: Queues, a: number, run: number): number {
  const { machine } = queues.problem.modes;
  const mode = modeAt(queues, a, machine[queues.mode[queues.firstMember[run]!]!]!);
  return mode !== queues.mode[a] && isPart(queues, a) ? NONE : mode;
}

/** Two members of two runs of one recipe change places. */
const changeMembers: QueueMove = (queues, random, turn, member, families) => {
  const other = families.another(queues, random, member);
  if (other === NONE) return false;
  const mate = anyMember(queues, random, other);
  const [mode, itsMode] = [modeIn(queues, member, other), modeIn(queues, mate, turn)];
  if (mode === NONE || itsMode === NONE) return false;
  if (!mayEnter(queues, member, mode, other, mate) || !mayEnter(queues, mate, itsMode, turn, member)) return false;
  unhook(queues, member);
  unhook(queues, mate);
  return enterRun(queues, member, mode, other) && enterRun(queues, mate, itsMode, turn);
};

/** A member gets a run of its own, near the time at which it is ready. */
const ownRun: QueueMove = (queues, random, turn, member) => {
  const { problem, unitFrom, firstMember, nextMember } = queues;
  if (nextMember[firstMember[turn]!] === NONE || queues.spare[0] === 0) return false;
  const { modeFrom } = problem.activities;
  const mode = modeFrom[member]! + random.below(modeFrom[member + 1]! - modeFrom[member]!);
  if (mode !== queues.mode[member] && isPart(queues, member)) return false;
  const machine = problem.modes.machine[mode]!;
  const units = unitFrom[machine + 1]! - unitFrom[machine]!;
  const { weight, volume } = problem.activities;
  if (units === 0 || !takesLoad(problem.machines[machine]!, weight[member]!, volume[member]!)) return false;
  const unit = unitFrom[machine]! + random.below(units);
  const before = placeNear(queues, random, unit, readyOfActivity(queues, member));
  leaveRun(queues, member);
  const run = spareTurn(queues);
  return enterRun(queues, member, mode, run) && putIn(queues, run, unit, before);
};

/** All members of a run go into another of their recipe. */
const mergeRuns: QueueMove = (queues, random, turn, member, families) => {
  const other = families.another(queues, random, member);
  if (other === NONE) return false;
  for (let a = queues.firstMember[turn]!; a !== NONE; ) {
    const following = queues.nextMember[a]!;
    if (!goesInto(queues, a, other)) return false;
    a = following;
  }
  return true;
};

/** A random member of a turn. */
export function anyMember(queues: Queues, random: Random, turn: number): number {
  let chosen = NONE;
  let seen = 0;
  for (let a = queues.firstMember[turn]!; a !== NONE; a = queues.nextMember[a]!) {
    seen += 1;
    if (random.below(seen) === 0) chosen = a;
  }
  return chosen;
}

/** A neighbourhood of queues. */
export interface QueueNeighbourhood {
  readonly name: string;
  readonly move: QueueMove;
}

/** Neighbourhoods that one is drawn from, and how often each. */
export interface Choice {
  readonly rows: readonly (readonly [weight: number, neighbourhood: QueueNeighbourhood])[];
  readonly total: number;
}

const choice = (...rows: Choice['rows']): Choice => ({ rows, total: rows.reduce((sum, [weight]) => sum + weight, 0) });

/** Draws a neighbourhood. */
export function pick({ rows, total }: Choice, random: Random): QueueNeighbourhood {
  let left = random.next() * total;
  for (const [weight, neighbourhood] of rows) {
    left -= weight;
    if (left < 0) return neighbourhood;
  }
  return rows[0]![1];
}

const AHEAD: QueueNeighbourhood = { name: 'queue_ahead', move: goAhead };
const BEHIND: QueueNeighbourhood = { name: 'queue_behind', move: goBehind };

/** Around a turn that waits in its queue, where there is only one unit for it; where there are several; around a member of a furnace run. */
export const IN_QUEUE = choice([9, AHEAD], [1, BEHIND]);
export const AMONG_QUEUES = choice(
  [3, AHEAD],
  [1, BEHIND],
  [2.5, { name: 'queue_elsewhere', move: goElsewhere }],
  [2.5, { name: 'queue_swap', move: changeTurns }],
  [1, { name: 'queue_tails', move: changeTails }],
);
export const IN_RUNS = choice(
  [4, { name: 'member_moves', move: changeRun }],
  [3.5, { name: 'members_swap', move: changeMembers }],
  [2, { name: 'member_alone', move: ownRun }],
  [0.5, { name: 'runs_merge', move: mergeRuns }],
  [5, { name: 'runs_share', move: shareAnew }],
);
