import { findEarliest } from '../place/earliest.ts';
import { type Draft, readyOf } from '../place/occupancy.ts';
import { openParts } from '../place/parts.ts';
import { PLAIN_TASTE, type Place, settleAt } from '../place/placement.ts';
import { AWAY, NONE } from '../problem.ts';
import type { Policy } from './policies.ts';

/** A pass through time. */
export interface Pass {
  readonly draft: Draft;
  readonly policy: Policy;
  /** Tick from which each activity may start, NONE while a predecessor is open. */
  readonly ready: Int32Array;
  /** How many parts of each step were let wait, by its first part. */
  readonly shown: Int32Array;
  /** Modes that wait at a machine. */
  readonly waiting: number[][];
  /** Tick at which each machine is asked next, Infinity where nothing waits. */
  readonly wakes: Float64Array;
  /** Free activities of each recipe family that have no place yet. */
  readonly left: Int32Array;
  /** Last tick at which each activity should start. */
  readonly latest: Float64Array;
  readonly place: Place;
}

/** Most parts of one lot that wait at a time: more than share a run, and few enough that thousands are not ranked again for every run. */
const PARTS_SHOWN = 24;

/** Lets the next parts of a step wait once all before it have places, as many as may wait at a time. */
export function showParts(pass: Pass, lead: number): void {
  const { size, placed } = pass.draft.parts;
  if (readyOf(pass.draft, lead) === NONE) return;
  for (let to = Math.min(size[lead]!, placed[lead]! + PARTS_SHOWN); pass.shown[lead]! < to; ) {
    const part = lead + pass.shown[lead]!;
    pass.shown[lead]! += 1;
    release(pass, part);
  }
}

/** Lets an activity wait at its machines; what needs no capacity is placed at once. */
function release(pass: Pass, a: number): void {
  const { draft, place } = pass;
  const { activities, modes, machines } = draft.problem;
  if (draft.start[a] !== NONE || pass.ready[a] !== NONE || activities.fixedStart[a] !== NONE) return;
  const ready = readyOf(draft, a);
  if (ready === NONE) return;
  pass.ready[a] = ready;
  for (let mode = activities.modeFrom[a]!; mode < activities.modeFrom[a + 1]!; mode += 1) {
    const machine = modes.machine[mode]!;
    if (modes.kind[mode] === AWAY || machines[machine]!.unlimited) {
      if (findEarliest(draft, a, ready, PLAIN_TASTE, place)) settle(pass, a);
      return;
    }
    pass.waiting[machine]!.push(mode);
    pass.wakes[machine] = Math.min(pass.wakes[machine]!, ready);
  }
}

/** Puts an activity where the pass found its place. */
export function settle(pass: Pass, a: number): void {
  settleAt(pass.draft, a, pass.place);
  releaseBehind(pass, a);
}

/** Releases what follows a placed activity. */
export function releaseBehind(pass: Pass, a: number): void {
  const { activities, chains } = pass.draft.problem;
  const { parts } = pass.draft;
  const lead = activities.lead[a]!;
  if (openParts(parts, lead) > 0) {
    showParts(pass, lead);
    return;
  }
  for (let next = lead + parts.size[lead]!; next < chains.activityFrom[activities.chain[a]! + 1]!; next += parts.size[next]!) {
    if (activities.predFrom[next]! > a) return;
    showParts(pass, next);
  }
}
