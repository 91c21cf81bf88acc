import { findAt } from '../place/earliest.ts';
import type { Draft } from '../place/occupancy.ts';
import { sharedMachine } from '../place/parts.ts';
import { createPlace } from '../place/placement.ts';
import { FURNACE, NONE, WORK } from '../problem.ts';
import { startRun } from './dispatch-furnace.ts';
import { type Pass, settle, showParts } from './pass.ts';
import type { Policy } from './policies.ts';

/**
 * Places every free activity of the draft in the order of time. Where a machine has room, the most urgent waiting activity starts; by the policy a furnace may
 * wait for mates. The pass never looks back into a gap, but knows all that waits when it chooses.
 */
export function dispatchAll(draft: Draft, policy: Policy, latest: Float64Array): void {
  const { activities, machines, modes, recipes } = draft.problem;
  const pass: Pass = {
    draft,
    policy,
    ready: new Int32Array(activities.count).fill(NONE),
    shown: new Int32Array(activities.count),
    waiting: machines.map(() => []),
    wakes: new Float64Array(machines.length).fill(Number.POSITIVE_INFINITY),
    left: new Int32Array(recipes.count),
    latest,
    place: createPlace(),
  };
  for (let a = 0; a < activities.count; a += 1) {
    const mode = activities.modeFrom[a]!;
    if (draft.start[a] === NONE && modes.kind[mode] === FURNACE) pass.left[recipes.family[modes.recipe[mode]!]!]! += 1;
  }
  for (let a = 0; a < activities.count; a += draft.parts.size[a]!) showParts(pass, a);
  for (let machine = nextMachine(pass); machine !== NONE; machine = nextMachine(pass)) serve(pass, machine, pass.wakes[machine]!);
}

/** The machine that is asked first, NONE where nothing waits any more. */
function nextMachine({ wakes }: Pass): number {
  let first = NONE;
  for (let m = 0; m < wakes.length; m += 1) if (wakes[m]! < (first === NONE ? Number.POSITIVE_INFINITY : wakes[first]!)) first = m;
  return first;
}

function serve(pass: Pass, machine: number, time: number): void {
  const { draft, ready } = pass;
  const { modes } = draft.problem;
  const waiting = pass.waiting[machine]!.filter((mode) => isOpen(draft, mode));
  pass.waiting[machine] = waiting;
  pass.wakes[machine] = Number.POSITIVE_INFINITY;
  const here = waiting.filter((mode) => ready[modes.activity[mode]!]! <= time);
  const work = here.filter((mode) => modes.kind[mode] === WORK);
  const heat = here.filter((mode) => modes.kind[mode] === FURNACE);
  let next = Number.POSITIVE_INFINITY;
  if (work.length > 0) next = startWork(pass, work, time);
  if (heat.length > 0) next = Math.min(next, startRun(pass, heat, waiting, time));
  for (const mode of waiting) {
    const at = ready[modes.activity[mode]!]!;
    if (at > time && at < next) next = at;
  }
  // What was released here meanwhile has asked for itself.
  pass.wakes[machine] = Math.min(pass.wakes[machine]!, next);
}

/** Whether the mode's activity still waits, and may use this machine: parts of one lot share theirs. */
function isOpen(draft: Draft, mode: number): boolean {
  const { modes } = draft.problem;
  const a = modes.activity[mode]!;
  if (draft.start[a] !== NONE) return false;
  const bound = sharedMachine(draft.parts, a);
  return bound === NONE || bound === modes.machine[mode];
}

/** Starts the most urgent waiting activity if it can start now; gives the tick of the machine's next turn. */
function startWork(pass: Pass, here: readonly number[], time: number): number {
  const { draft, policy, place } = pass;
  const { modes } = draft.problem;
  let best = here[0]!;
  let most = Number.NEGATIVE_INFINITY;
  for (const mode of here) {
    const urgency = policy.urgency(modes.activity[mode]!, time);
    if (urgency <= most) continue;
    best = mode;
    most = urgency;
  }
  const a = modes.activity[best]!;
  const isNow = findAt(draft, a, best, time, place);
  if (place.mode !== NONE && !isNow) return place.start;
  const list = pass.waiting[modes.machine[best]!]!;
  list.splice(list.indexOf(best), 1);
  if (isNow) settle(pass, a);
  return list.length > 0 ? time : Number.POSITIVE_INFINITY;
}
