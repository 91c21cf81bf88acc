import { hasMoved } from '../../objective.ts';
import { findFrom } from '../../place/earliest.ts';
import { type DraftRun, joinRun, lift, readyOf, runsFor } from '../../place/occupancy.ts';
import { isFollowedBefore, mayJoin, settleAt } from '../../place/placement.ts';
import { firstAtOrAfter } from '../../place/sorted-runs.ts';
import { NONE } from '../../problem.ts';
import { scaledParts } from '../lots/ledger.ts';
import { conclude, currentCost, liftAlone, type Workspace } from '../lots/workspace.ts';

const EPSILON = 1e-9;
/** Earlier places tried for a bar, or a run, whose cost does not simply fall with its start. */
const MOST_PLACES = 400;

/**
 * Takes equal places as early as possible. Each bar and each furnace run goes to the earliest start on its facility at which the plan is no worse while all
 * others stand still, until none can move. Bars at their place in the standing plan stay.
 */
export function closeUp(work: Workspace, goOn: () => boolean): void {
  for (let moved = true; moved; ) {
    moved = false;
    for (const a of inOrder(work)) {
      if (!hasRoom(work, a)) continue;
      if (!goOn()) return;
      if (pull(work, a)) moved = true;
    }
  }
}

/** Free activities that are placed, by their starts. */
function inOrder({ draft, problem }: Workspace): number[] {
  const found: number[] = [];
  for (let a = 0; a < problem.activities.count; a += 1) {
    if (draft.start[a] !== NONE && problem.activities.fixedStart[a] === NONE) found.push(a);
  }
  return found.sort((a, b) => draft.start[a]! - draft.start[b]! || a - b);
}

/** Whether neither its lot nor a standing plan holds it where it is. */
function hasRoom({ draft, problem }: Workspace, a: number): boolean {
  const stood = problem.present !== null && problem.present.start[a] !== NONE;
  if (stood && !hasMoved(problem, draft, a)) return false;
  return readyOf(draft, a) < draft.start[a]!;
}

function pull(work: Workspace, a: number): boolean {
  const run = work.draft.furnaceRun[a];
  if (!run) return moveTo(work, [a], null);
  if (joinEarlier(work, a, run)) return true;
  const isFirst = !run.fixed && run.members.every((member) => a <= member);
  if (isFirst && run.members.every((member) => hasRoom(work, member)) && moveTo(work, [...run.members], run)) return true;
  return (run.fixed || run.members.length > 1) && moveTo(work, [a], run);
}

/** Into a run of its furnace that starts earlier. */
function joinEarlier(work: Workspace, a: number, run: DraftRun): boolean {
  const { draft } = work;
  const [start, after, mode] = [draft.start[a]!, draft.after[a]!, draft.mode[a]!];
  const runs = runsFor(draft, mode);
  const ready = readyOf(draft, a);
  const before = scaledParts(draft, work.ledger);
  for (let i = firstAtOrAfter(runs, ready); i < runs.length && runs[i]!.start < start; i += 1) {
    const other = runs[i]!;
    if (other === run || !mayJoin(draft, a, mode, other)) continue;
    liftAlone(work, a);
    joinRun(draft, a, mode, other);
    const isInTime = draft.after[a]! <= after || !isFollowedBefore(draft, a, draft.after[a]!);
    if (concludeBy(work, before, isInTime)) return true;
  }
  return false;
}

/** The bar, or all members of a run together, to a start of their own. */
function moveTo(work: Workspace, group: readonly number[], run: DraftRun | null): boolean {
  const { draft, place } = work;
  const start = draft.start[group[0]!]!;
  const before = scaledParts(draft, work.ledger);
  const simple = isSimple(work, group);
  let from = Math.max(...group.map((a) => readyOf(draft, a)));
  const opener = group.find((a) => work.problem.modes.recipe[draft.mode[a]!] === run?.recipe) ?? group[0]!;
  for (const a of group) liftAlone(work, a);
  for (let tried = 0; tried < MOST_PLACES; tried += 1) {
    if (!findFrom(draft, opener, work.oldMode[opener]!, from, place) || place.start >= start) break;
    from = place.start + 1;
    settleAt(draft, opener, place);
    const fits = bringMates(work, group, opener);
    if (fits && isNoWorse(work, before)) {
      conclude(work, true, currentCost(work));
      return true;
    }
    if (fits && simple) break;
    for (const a of group) if (draft.start[a] !== NONE) lift(draft, a);
  }
  conclude(work, false, work.cost);
  return false;
}

function bringMates(work: Workspace, group: readonly number[], opener: number): boolean {
  const { draft } = work;
  for (const a of group) {
    if (a === opener) continue;
    const run = draft.furnaceRun[opener]!;
    if (!mayJoin(draft, a, work.oldMode[a]!, run)) return false;
    joinRun(draft, a, work.oldMode[a]!, run);
  }
  return true;
}

/**
 * Whether the earliest of the earlier places is the cheapest, or all of them cost more. That holds outside furnaces for bars without a place in the standing
 * plan, but not for a lot's only bar, which may pause over a night.
 */
function isSimple({ draft, problem, ledger }: Workspace, group: readonly number[]): boolean {
  const { activities, chains, present } = problem;
  return group.every((a) => {
    const chain = activities.chain[a]!;
    const counts = chains.activityFrom[chain] === a && chains.begun[chain] === NONE;
    if (present && present.start[a] !== NONE) return false;
    return !counts || (!draft.furnaceRun[a] && draft.end[a]! < ledger.chainEnd[chain]!);
  });
}

function concludeBy(work: Workspace, before: readonly number[], may: boolean): boolean {
  const keep = may && isNoWorse(work, before);
  conclude(work, keep, keep ? currentCost(work) : work.cost);
  return keep;
}

/** Sums the differences part by part: the total is too large a number to tell equal plans by. */
function isNoWorse(work: Workspace, before: readonly number[]): boolean {
  currentCost(work);
  const now = scaledParts(work.draft, work.ledger);
  return now.reduce((sum, part, i) => sum + (part - before[i]!), 0) <= EPSILON;
}
