import { earliestRunStart } from '../place/earliest.ts';
import { joinRun, openRun } from '../place/occupancy.ts';
import { freshEnd, mayJoin, mayStartOn } from '../place/placement.ts';
import { NONE } from '../problem.ts';
import { type Pass, releaseBehind } from './pass.ts';

/** Lots of one family and duration that could start together now: the most urgent opens the run. */
interface Candidate {
  readonly modes: number[];
  readonly value: number;
  readonly length: number;
  weight: number;
  volume: number;
  /** A lot that waits found no room. */
  isFull: boolean;
}

const LONGEST = 0x40000000;
const keyOf = ({ draft: { problem } }: Pass, mode: number): number =>
  problem.recipes.family[problem.modes.recipe[mode]!]! * LONGEST + problem.modes.duration[mode]!;

/** Starts the best run of what waits at a furnace, or none while mates are worth waiting for; gives the tick at which the furnace is asked again. */
export function startRun(pass: Pass, here: readonly number[], waiting: readonly number[], time: number): number {
  const { draft } = pass;
  const groups = new Map<number, number[]>();
  for (const mode of here) {
    const key = keyOf(pass, mode);
    const group = groups.get(key);
    if (group) group.push(mode);
    else groups.set(key, [mode]);
  }
  let best: Candidate | null = null;
  let next = Number.POSITIVE_INFINITY;
  for (const group of groups.values()) {
    const ranked = group.map((mode) => ({ mode, urgency: pass.policy.urgency(draft.problem.modes.activity[mode]!, time) }));
    ranked.sort((a, b) => b.urgency - a.urgency || a.mode - b.mode);
    const start = earliestRunStart(draft, ranked[0]!.mode, time);
    if (start === NONE) continue;
    const candidate = start > time ? null : gather(pass, ranked, time);
    const until = candidate ? heldUntil(pass, candidate, time) : start;
    if (until > time) next = Math.min(next, until);
    else if (candidate && (!best || candidate.value > best.value)) best = candidate;
  }
  if (!best) return next;
  const mate = nextMate(pass, best, waiting, time);
  if (mate > time) return mate;
  begin(pass, best, time);
  return time;
}

/** Lots for a run that starts now, by urgency as long as there is room. */
function gather({ draft, policy }: Pass, ranked: readonly { mode: number; urgency: number }[], time: number): Candidate {
  const { problem } = draft;
  const opener = ranked[0]!;
  const { maxWeight, maxVolume } = problem.machines[problem.modes.machine[opener.mode]!]!;
  const taken: number[] = [];
  let [weight, volume, sum] = [0, 0, 0];
  for (const { mode, urgency } of ranked) {
    const a = problem.modes.activity[mode]!;
    const [heavier, larger] = [weight + problem.activities.weight[a]!, volume + problem.activities.volume[a]!];
    if (heavier > maxWeight || larger > maxVolume || !mayStartOn(problem, mode, time)) continue;
    [weight, volume] = [heavier, larger];
    sum += urgency;
    taken.push(mode);
  }
  const fill = Math.max(0.01, weight / maxWeight || 0, volume / maxVolume || 0);
  const value = policy.byFill ? sum * fill : opener.urgency;
  const length = freshEnd(problem, opener.mode, time) - time;
  return { modes: taken, value, length, weight, volume, isFull: taken.length < ranked.length };
}

/** Until when a run that more lots could join is held back, by the slack of the lot that has least; `time`: not at all. */
function heldUntil({ draft, policy, left, latest }: Pass, { modes: own, length, isFull }: Candidate, time: number): number {
  const { modes, recipes } = draft.problem;
  if (isFull || policy.slack === Number.POSITIVE_INFINITY || left[recipes.family[modes.recipe[own[0]!]!]!]! <= own.length) return time;
  let until = Number.POSITIVE_INFINITY;
  for (const mode of own) until = Math.min(until, latest[modes.activity[mode]!]!);
  return Math.max(time, Math.floor(until - policy.slack * length));
}

/** When the next lot comes that the run has room for, as far ahead as the policy waits; `time`: none. */
function nextMate(pass: Pass, { modes: own, length, weight, volume }: Candidate, waiting: readonly number[], time: number): number {
  const { problem } = pass.draft;
  const { maxWeight, maxVolume } = problem.machines[problem.modes.machine[own[0]!]!]!;
  const key = keyOf(pass, own[0]!);
  let next = time + pass.policy.ahead * length + 1;
  let found = time;
  for (const mode of waiting) {
    const a = problem.modes.activity[mode]!;
    const ready = pass.ready[a]!;
    if (ready <= time || ready >= next || keyOf(pass, mode) !== key) continue;
    if (weight + problem.activities.weight[a]! > maxWeight || volume + problem.activities.volume[a]! > maxVolume) continue;
    next = ready;
    found = ready;
  }
  return found;
}

function begin(pass: Pass, { modes: own }: Candidate, time: number): void {
  const { draft } = pass;
  const { modes, recipes } = draft.problem;
  const opener = own[0]!;
  const end = freshEnd(draft.problem, opener, time);
  const run = openRun(draft, { machine: modes.machine[opener]!, recipe: modes.recipe[opener]!, start: time, end });
  for (const mode of own) {
    const a = modes.activity[mode]!;
    if (mode !== opener && !mayJoin(draft, a, mode, run)) continue;
    joinRun(draft, a, mode, run);
    pass.left[recipes.family[modes.recipe[mode]!]!]! -= 1;
  }
  for (const a of [...run.members]) releaseBehind(pass, a);
}
