import { modeOn } from '../../first/construct.ts';
import { findAt, findEarliest } from '../../place/earliest.ts';
import { findLatest } from '../../place/latest.ts';
import { joinRun, lift, readyOf, runsFor } from '../../place/occupancy.ts';
import { mayJoin, settleAt, type Taste } from '../../place/placement.ts';
import { FURNACE, NONE } from '../../problem.ts';
import { liftAlone, type Workspace } from './workspace.ts';

/** How the lifted activities of a chain are placed again. */
export interface Manner {
  readonly taste: Taste;
  /** How often the old place is tried first (0..1): what need not move does not. */
  readonly keep: number;
}

/**
 * Places the lifted activities of a chain from front to back, each as early as possible or at its old place. In a partial move a later step that stands too
 * early is lifted and placed in its turn, even if the move had placed it already. Now and then steps that could follow sooner are lifted too.
 */
export function rebuildForward(work: Workspace, chain: number, manner: Manner): void {
  const { draft, problem, isLifted } = work;
  const to = problem.chains.activityFrom[chain + 1]!;
  let closesUp = work.partial && work.random.next() < CLOSING_UP;
  for (let a = work.chainFrom[chain]!; a < to; a += 1) {
    if (work.partial && stands(work, a)) {
      const ready = readyOf(draft, a);
      if (ready === NONE || draft.start[a]! < ready) liftAlone(work, a);
    }
    if (!isLifted[a] || draft.start[a] !== NONE) continue;
    placeAgain(work, a, manner);
    if (!closesUp || draft.end[a]! >= work.oldEnd[a]! || draft.start[a] === NONE) continue;
    closesUp = false;
    for (let behind = to - 1; behind > a; behind -= 1) if (!isLifted[behind] && stands(work, behind)) liftAlone(work, behind);
  }
}

/** How often a lot that got earlier in a partial move closes up behind. */
const CLOSING_UP = 0.5;

const stands = ({ draft, problem }: Workspace, a: number): boolean => draft.start[a] !== NONE && problem.activities.fixedStart[a] === NONE;

/** Places one lifted activity. */
export function placeAgain(work: Workspace, activity: number, manner: Manner): void {
  const ready = readyOf(work.draft, activity);
  if (ready === NONE) return;
  if (manner.keep > 0 && work.oldStart[activity]! >= ready && work.random.next() < manner.keep && returnTo(work, activity)) return;
  if (findEarliest(work.draft, activity, ready, manner.taste, work.place)) settleAt(work.draft, activity, work.place);
}

/** Puts an activity back to its old place. False if another is there now. */
export function returnTo(work: Workspace, activity: number): boolean {
  const { draft, place } = work;
  const run = work.oldRun[activity];
  const mode = work.oldMode[activity]!;
  if (run?.alive && mayJoin(draft, activity, mode, run)) {
    joinRun(draft, activity, mode, run);
    return true;
  }
  if (!findAt(draft, activity, mode, work.oldStart[activity]!, place)) return false;
  settleAt(draft, activity, place);
  return true;
}

/** Puts a lifted activity at its place in the standing plan, into its run of that plan if it is open. False if that is impossible. */
export function placePresent(work: Workspace, activity: number): boolean {
  const { problem, draft } = work;
  const { present } = problem;
  const ready = readyOf(draft, activity);
  const start = present ? present.start[activity]! : NONE;
  if (!present || ready === NONE || start < ready) return false;
  const mode = modeOn(problem, activity, present.machine[activity]!);
  return mode !== NONE && placeAt(work, activity, mode, start);
}

/** Puts a lifted activity at a start: into a furnace run that starts then and takes it, else alone. False if that is impossible. */
export function placeAt({ draft, place }: Workspace, activity: number, mode: number, start: number): boolean {
  const isHeat = draft.problem.modes.kind[mode] === FURNACE;
  const mates = isHeat ? runsFor(draft, mode).find((run) => run.start === start && mayJoin(draft, activity, mode, run)) : undefined;
  if (mates) joinRun(draft, activity, mode, mates);
  else if (findAt(draft, activity, mode, start, place)) settleAt(draft, activity, place);
  else return false;
  return true;
}

/** Whether the lifted part of a chain can be placed from its end: nothing fixed in it, no split lot. */
export function isPlain(work: Workspace, chain: number): boolean {
  const { activities, chains } = work.problem;
  const to = chains.activityFrom[chain + 1]!;
  for (let a = work.chainFrom[chain]!; a < to; a += 1) if (activities.lead[a] !== a || activities.fixedStart[a] !== NONE) return false;
  return true;
}

/** Places the lifted part of a chain from back to front, to end by `limit`, each as late as possible. False, and nothing placed, if it does not fit. */
export function rebuildBackward(work: Workspace, chain: number, limit: number): boolean {
  const { draft, problem, place } = work;
  const from = work.chainFrom[chain]!;
  const to = problem.chains.activityFrom[chain + 1]!;
  const floor = readyOf(draft, from);
  let successor = limit;
  for (let a = to - 1; a >= from; a -= 1) {
    const earliest = Math.max(floor, problem.activities.release[a]!);
    if (floor === NONE || successor <= earliest || !findLatest(draft, a, earliest, successor, place)) {
      for (let placed = a + 1; placed < to; placed += 1) lift(draft, placed);
      return false;
    }
    settleAt(draft, a, place);
    successor = draft.start[a]!;
  }
  return true;
}
