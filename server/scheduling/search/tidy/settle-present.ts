import { hasMoved } from '../../objective.ts';
import { findEarliest } from '../../place/earliest.ts';
import { readyOf } from '../../place/occupancy.ts';
import { PLAIN_TASTE, settleAt } from '../../place/placement.ts';
import { NONE } from '../../problem.ts';
import { createChoices, renew, startingBetween } from '../lots/choose.ts';
import { placePresent, returnTo } from '../lots/rebuild.ts';
import { conclude, currentCost, ruin, type Workspace } from '../lots/workspace.ts';

const EPSILON = 1e-9;
/** Most tasks that go back together, sweep by sweep. */
const GROUPS = [1, 6, 30, 6];
/** A bar that stands in the way began at most so many days before. */
const LOOK_BACK_DAYS = 7;

/**
 * Brings back bars that moved without need, each together with the bars that keep it from its old place, as long as the plan gets no worse. They go in groups,
 * because a row that was pushed on can only go back as a row.
 */
export function settlePresent(work: Workspace, goOn: () => boolean): void {
  const { problem } = work;
  if (!problem.present) return;
  const choices = createChoices(new Float64Array(problem.jobs.count));
  for (const most of GROUPS) {
    renew(work, choices);
    const moved = [...choices.moved].sort((a, b) => problem.present!.start[a]! - problem.present!.start[b]! || a - b);
    for (const a of moved) {
      if (!goOn()) return;
      bringBack(work, a, most);
    }
  }
}

const inTheWay: number[] = [];

/**
 * A task and the activities that keep it from its old place: predecessors that are not over by then, bars that stand there now, and so on for each of them, up
 * to `most`.
 */
function keptFromHome(work: Workspace, activity: number, most: number): number[] {
  const { draft, problem } = work;
  const { activities, machines } = problem;
  const { start, end, machine } = problem.present!;
  const group = [activity];
  const add = (a: number): void => {
    if (group.length < most && !group.includes(a)) group.push(a);
  };
  for (let i = 0; i < group.length; i += 1) {
    const a = group[i]!;
    const from = start[a]!;
    if (from === NONE) continue;
    for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p += 1)
      if (activities.fixedStart[p] === NONE && draft.start[p] !== NONE && draft.after[p]! > from) add(p);
    if (machines[machine[a]!]!.unlimited) continue;
    startingBetween(draft, machine[a]!, from - LOOK_BACK_DAYS * draft.stretchTicks, end[a]!, inTheWay);
    for (const other of inTheWay)
      if (draft.end[other]! > from && (start[other] === NONE || hasMoved(work.problem, draft, other))) add(other);
  }
  return group;
}

function bringBack(work: Workspace, activity: number, most: number): boolean {
  const { draft } = work;
  if (draft.start[activity] === NONE || !hasMoved(work.problem, draft, activity)) return false;
  for (const a of keptFromHome(work, activity, most)) if (draft.start[a] !== NONE) ruin(work, a);
  const lifted = [...work.lifted].sort((a, b) => a - b);
  for (const a of lifted) placePresent(work, a);
  const left = lifted.filter((a) => draft.start[a] === NONE);
  // The most urgent first; what waits for another of its lot comes in its turn.
  left.sort((a, b) => work.dueStart[a]! - work.dueStart[b]! || a - b);
  for (const a of [...left, ...lifted]) if (draft.start[a] === NONE) placeSomewhere(work, a);
  const cost = currentCost(work);
  const keep = cost < work.cost - EPSILON;
  conclude(work, keep, cost);
  return keep;
}

function placeSomewhere(work: Workspace, activity: number): void {
  const ready = readyOf(work.draft, activity);
  if (ready === NONE || placePresent(work, activity)) return;
  if (work.oldStart[activity]! >= ready && returnTo(work, activity)) return;
  if (findEarliest(work.draft, activity, ready, PLAIN_TASTE, work.place)) settleAt(work.draft, activity, work.place);
}
