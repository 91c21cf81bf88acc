import type { Problem } from '../../server/scheduling/index.ts';
import { scoreOf } from '../../server/scheduling/objective.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { createDraft, solutionOf } from '../../server/scheduling/place/draft.ts';
import { earliestRunStart, findEarliest } from '../../server/scheduling/place/earliest.ts';
import { type Draft, joinRun, lift, openRun, placeUnit, readyOf } from '../../server/scheduling/place/occupancy.ts';
import { createPlace, freshEnd, mayJoin, PLAIN_TASTE, type Place } from '../../server/scheduling/place/placement.ts';
import { FURNACE, NONE } from '../../server/scheduling/problem.ts';
import { createPartialBound, modesOf, within } from './exhaustive-bound.ts';

/**
 * The best total over all orders, assignments and batchings, each placed as early as it can be (the engine's own timing). For a handful of tasks: branch and
 * bound; a partial plan is entered once, whichever order led to it.
 */
export function exhaustiveBest(problem: Problem): number {
  const clockwork = createClockwork(problem);
  const draft = createDraft(problem, clockwork);
  const boundOf = createPartialBound(problem, clockwork);
  const { activityFrom } = problem.chains;
  const isFree = (start: number): boolean => start === NONE;
  // Of fixed bars only those before everything free.
  const next = Array.from({ length: problem.chains.count }, (_, chain) => {
    const fixed = problem.activities.fixedStart.subarray(activityFrom[chain]!, activityFrom[chain + 1]!).findIndex(isFree);
    return fixed === NONE ? activityFrom[chain + 1]! : activityFrom[chain]! + fixed;
  });
  const entered = new Set<string>();
  let best = Number.POSITIVE_INFINITY;
  const walk = (): void => {
    const name = nameOf(draft);
    if (entered.has(name)) return;
    entered.add(name);
    if (boundOf(draft, next) >= best) return;
    const ready = next.flatMap((a, chain) => (a < problem.chains.activityFrom[chain + 1]! ? [a] : []));
    if (ready.length === 0) best = Math.min(best, scoreOf(problem, solutionOf(draft)).total);
    for (const a of ready) {
      for (const mode of modesOf(problem, a)) {
        if (problem.modes.kind[mode] === FURNACE) {
          eachFixedRun(draft, a, mode, step);
          eachFurnaceRun(draft, ready, a, mode, step);
        } else if (placeIn(draft, a, mode)) step([a]);
      }
    }
  };
  const step = (placed: readonly number[]): void => {
    for (const a of placed) next[problem.activities.chain[a]!]! += 1;
    walk();
    for (const a of placed) {
      next[problem.activities.chain[a]!]! -= 1;
      lift(draft, a);
    }
  };
  walk();
  return best;
}

/** A partial plan by where everything stands, and with whom. */
const nameOf = (draft: Draft): string =>
  Array.from(
    draft.start,
    (start, a) => `${start} ${draft.mode[a]} ${draft.furnaceRun[a] ? Math.min(...draft.furnaceRun[a].members) : ''}`,
  ).join();

const place: Place = createPlace();

function placeIn(draft: Draft, activity: number, mode: number): boolean {
  const found = within(draft.problem, activity, mode, () => findEarliest(draft, activity, readyOf(draft, activity), PLAIN_TASTE, place));
  if (found) placeUnit(draft, activity, mode, place.start, place.end);
  return found;
}

/** Every fixed run that the lot may join. */
function eachFixedRun(draft: Draft, a: number, mode: number, use: (members: readonly number[]) => void): void {
  for (const run of draft.fixedRuns) {
    if (run.start < Math.max(readyOf(draft, a), draft.problem.planningStart) || !mayJoin(draft, a, mode, run)) continue;
    joinRun(draft, a, mode, run);
    use([a]);
  }
}

/** Every run that holds `first` and any of the ready lots behind it, opened as early as all of them are ready. */
function eachFurnaceRun(
  draft: Draft,
  ready: readonly number[],
  first: number,
  mode: number,
  use: (members: readonly number[]) => void,
): void {
  const { problem } = draft;
  const { modes, recipes } = problem;
  const familyOf = (m: number): number => recipes.family[modes.recipe[m]!]!;
  const modeOn = (a: number): number =>
    modesOf(problem, a).find(
      (m) => modes.kind[m] === FURNACE && modes.machine[m] === modes.machine[mode] && familyOf(m) === familyOf(mode),
    ) ?? NONE;
  const mates = ready.filter((a) => a > first && modeOn(a) !== NONE);
  for (let subset = 0; subset < 1 << mates.length; subset += 1) {
    const members = [first, ...mates.filter((_, i) => subset & (1 << i))];
    const from = Math.max(...members.map((a) => readyOf(draft, a)));
    const start = startOfAll(draft, members.map(modeOn), from);
    if (start === NONE) continue;
    const run = openRun(draft, { machine: modes.machine[mode]!, recipe: modes.recipe[mode]!, start, end: start });
    const joined: number[] = [];
    for (const a of members) {
      if (joined.length > 0 && !mayJoin(draft, a, modeOn(a), run)) break;
      joinRun(draft, a, modeOn(a), run);
      joined.push(a);
    }
    if (joined.length === members.length) use(members);
    else for (const a of joined) lift(draft, a);
  }
}

/** Earliest start that suits every member's weekdays and leaves room for the longest of them. */
function startOfAll(draft: Draft, modes: readonly number[], from: number): number {
  let start = from;
  for (;;) {
    const starts = modes.map((mode) => earliestRunStart(draft, mode, start));
    if (starts.includes(NONE)) return NONE;
    const latest = Math.max(...starts);
    if (latest === start && modes.every((mode) => freshEnd(draft.problem, mode, latest) <= draft.problem.horizon)) return latest;
    start = latest;
  }
}
