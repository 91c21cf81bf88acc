import { earliestRunStart, findEarliestIn } from '../place/earliest.ts';
import { availableAfter } from '../place/occupancy.ts';
import { createPlace, PLAIN_TASTE } from '../place/placement.ts';
import { AWAY, FURNACE, NONE, type Problem } from '../problem.ts';
import { castingOf, type Relief } from './relief.ts';
import type { Times, WhatIfs } from './what-if.ts';

/** Kinds of stretches in a lot's time. */
export type Kind =
  // Work on it.
  | ('task' | 'furnace' | 'partner')
  // What must lie between two processes.
  | ('cooling' | 'waiting_days' | 'finished_task')
  // What it waits for: opening hours, a weekday of its furnace, other lots, a fixed bar, mates of its run, its place in the plan's order.
  | ('closed' | 'weekday' | 'capacity' | 'lock' | 'mates' | 'order')
  // What comes before its first process.
  | ('casting' | 'demolding');

/** A stretch [from, to) of the chain, ticks. */
export interface Segment {
  readonly kind: Kind;
  /** The process that works or waits; NONE before the first. */
  readonly activity: number;
  readonly machine: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The binding reasons of a lot, from the planning start (or from the work under way) to its last end. Every segment begins where the one before ends. `times`
 * are the lot's own, pushed to the left.
 */
export function trace(whatIfs: WhatIfs, times: Times): Segment[] {
  const { problem } = whatIfs;
  const found: Segment[] = [];
  let a = lastOf(times);
  while (a !== NONE) {
    const i = a - times.first;
    const mode = times.mode[i]!;
    const [start, end] = [times.start[i]!, times.end[i]!];
    found.push({ kind: workKind(problem, mode), activity: a, machine: problem.modes.machine[mode]!, from: start, to: end });
    const before = bindingOf(problem, times, a);
    const ready = before === NONE ? Math.max(problem.planningStart, problem.activities.release[a]!) : afterOf(problem, times, before);
    if (ready > start) break;
    addWait(whatIfs, times, a, ready, found);
    if (before === NONE) addRelease(problem, a, ready, found);
    else addLag(problem, times, before, ready, found);
    a = before;
  }
  const first = found.at(-1);
  if (first && first.from > problem.planningStart && startsFixed(problem, first))
    add(found, 'lock', first.activity, first.machine, problem.planningStart, first.from);
  return found.reverse();
}

const startsFixed = ({ activities }: Problem, { activity }: Segment): boolean => activities.fixedStart[activity] !== NONE;

function add(found: Segment[], kind: Kind, activity: number, machine: number, from: number, to: number): void {
  if (to > from) found.push({ kind, activity, machine, from, to });
}

const afterOf = (problem: Problem, { first, mode, end }: Times, a: number): number =>
  availableAfter(problem, mode[a - first]!, end[a - first]!);

function workKind({ modes, plant }: Problem, mode: number): Kind {
  if (modes.kind[mode] === FURNACE) return 'furnace';
  return modes.kind[mode] === AWAY || plant?.tasks[modes.activity[mode]!]?.outsourced ? 'partner' : 'task';
}

/** The activity of the chain that ends last. */
function lastOf({ first, end }: Times): number {
  let last = NONE;
  for (let i = 0; i < end.length; i += 1) if (last === NONE || end[i]! >= end[last]!) last = i;
  return last === NONE ? NONE : first + last;
}

/** The predecessor that releases it last; NONE where its own release is later. */
function bindingOf(problem: Problem, times: Times, a: number): number {
  const { activities } = problem;
  let [binding, latest] = [NONE, activities.fixedStart[a] === NONE ? Math.max(problem.planningStart, activities.release[a]!) : NONE];
  for (let p = activities.predFrom[a]!; p < activities.predTo[a]!; p += 1) {
    if (afterOf(problem, times, p) < latest) continue;
    binding = p;
    latest = afterOf(problem, times, p);
  }
  return binding;
}

/** Why it does not start at `ready`, latest first. */
function addWait(whatIfs: WhatIfs, { first, start: starts, mode: modes }: Times, a: number, ready: number, found: Segment[]): void {
  const { problem } = whatIfs;
  const start = starts[a - first]!;
  const mode = modes[a - first]!;
  const machine = problem.modes.machine[mode]!;
  if (problem.activities.fixedStart[a] !== NONE) {
    add(found, 'lock', a, machine, ready, start);
    return;
  }
  if (start <= ready) return;
  const startWith = (relief: Relief): number => Math.min(start, startAlone(whatIfs, a, mode, ready, relief) ?? start);
  const more = new Set([machine]);
  const open = startWith({ more, weekdays: true });
  const weekday = Math.max(open, startWith({ more }));
  const room = Math.max(weekday, startWith({}));
  const unlocked = room > weekday ? Math.min(room, Math.max(weekday, startWith({ locks: true }))) : room;
  add(found, restOf(problem, a, mode), a, machine, room, start);
  add(found, 'lock', a, machine, unlocked, room);
  add(found, 'capacity', a, machine, weekday, unlocked);
  add(found, 'weekday', a, machine, open, weekday);
  add(found, 'closed', a, machine, ready, open);
}

/** The reason why an activity waits although there is room: other parts of its lot on the machine, mates of its run, its turn in the plan. */
function restOf({ activities, modes }: Problem, a: number, mode: number): Kind {
  if (activities.lead[a] !== a || activities.lead[a + 1] === a) return 'capacity';
  return modes.kind[mode] === FURNACE ? 'mates' : 'order';
}

/** Its earliest start in this mode with its lot out of the plan, in a furnace by a run of its own; null: nowhere. */
function startAlone(whatIfs: WhatIfs, a: number, mode: number, ready: number, relief: Relief): number | null {
  const { activities, modes } = whatIfs.problem;
  const draft = whatIfs.without(activities.chain[a]!, relief);
  if (modes.kind[mode] === FURNACE) {
    const start = earliestRunStart(draft, mode, ready);
    return start === NONE ? null : start;
  }
  const place = createPlace();
  return findEarliestIn(draft, a, mode, ready, PLAIN_TASTE, place) ? place.start : null;
}

/** From the end of a predecessor until it lets the next start: cooling outside the furnace, then waiting days. */
function addLag({ modes }: Problem, { first, end, mode }: Times, before: number, ready: number, found: Segment[]): void {
  const m = mode[before - first]!;
  const cooled = Math.min(ready, end[before - first]! + modes.lag[m]!);
  add(found, 'waiting_days', before, modes.machine[m]!, cooled, ready);
  add(found, 'cooling', before, modes.machine[m]!, end[before - first]!, cooled);
}

/** From the planning start until the first process may start. */
function addRelease(problem: Problem, a: number, ready: number, found: Segment[]): void {
  const by = problem.plant?.tasks[a]?.released_by ?? 'planning_start';
  const from = problem.planningStart;
  if (problem.activities.fixedStart[a] !== NONE || ready <= from || by === 'planning_start') return;
  if (by === 'finished_task') {
    add(found, 'finished_task', a, NONE, from, ready);
    return;
  }
  const cast = Math.min(ready, Math.max(from, castingOf(problem, a)));
  add(found, 'demolding', a, NONE, cast, ready);
  add(found, 'casting', a, NONE, from, cast);
}
