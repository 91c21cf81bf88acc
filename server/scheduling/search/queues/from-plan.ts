import type { Clockwork } from '../../place/clockwork.ts';
import { availableAfter } from '../../place/occupancy.ts';
import { FURNACE, NONE, type Problem } from '../../problem.ts';
import type { FurnaceRun, Solution } from '../../solution.ts';
import { keepChanges } from './journal.ts';
import { sumUp } from './members.ts';
import { createQueues, type Queues } from './queues.ts';
import { timeAgain, waitForTiming } from './timing.ts';
import type { Unit, Units } from './units.ts';

/** Queues in which everything stands in the order of a plan; nothing stands later than there, but for units that come and go. */
export function queuesOf(problem: Problem, clockwork: Clockwork, units: Units, plan: Solution): Queues {
  const queues = createQueues(problem, clockwork, units);
  const turns = takeTurns(queues, plan);
  // What takes no time goes first: the turn of its successor, begun at the same tick, may have the lower number.
  turns.sort((a, b) => queues.start[a]! - queues.start[b]! || queues.end[a]! - queues.end[b]! || a - b);
  let place = 0;
  for (const turn of turns) {
    queues.order[place] = turn;
    queues.place[turn] = place;
    place += 1;
    const machine = problem.modes.machine[queues.mode[queues.firstMember[turn]!]!]!;
    if (problem.activities.fixedStart[queues.firstMember[turn]!] === NONE && units.from[machine] !== units.from[machine + 1])
      lineUp(queues, turn, machine);
  }
  for (let turn = 0; turn < problem.activities.count; turn += 1) {
    if (queues.place[turn] !== NONE) continue;
    queues.order[place] = turn;
    queues.place[turn] = place;
    place += 1;
    queues.spare[0]! += 1;
    queues.spare[queues.spare[0]!] = turn;
  }
  for (const turn of turns) {
    sumUp(queues, turn);
    waitForTiming(queues, turn);
  }
  for (let chain = 0; chain < problem.chains.count; chain += 1) queues.touched[chain] = chain;
  queues.touchedCount = problem.chains.count;
  queues.isTouched.fill(1);
  timeAgain(queues);
  keepChanges(queues.journal);
  return queues;
}

/** Makes the turns of a plan: one for each activity, in furnaces one for each run, under the number of one of its members. */
function takeTurns(queues: Queues, plan: Solution): number[] {
  const { problem } = queues;
  const turns: number[] = [];
  const turnOfRun = new Map<number, number>();
  for (let a = 0; a < problem.activities.count; a += 1) {
    const mode = plan.mode[a]!;
    queues.mode[a] = mode;
    queues.after[a] = availableAfter(problem, mode, plan.end[a]!);
    const run = problem.modes.kind[mode] === FURNACE && problem.activities.fixedStart[a] === NONE ? plan.furnaceRun[a]! : NONE;
    const known = run === NONE ? undefined : turnOfRun.get(run);
    const turn = known ?? a;
    queues.turn[a] = turn;
    queues.nextMember[a] = queues.firstMember[turn]!;
    queues.firstMember[turn] = a;
    if (known !== undefined) continue;
    if (run !== NONE) turnOfRun.set(run, turn);
    queues.start[turn] = plan.start[a]!;
    queues.end[turn] = plan.end[a]!;
    turns.push(turn);
  }
  return turns;
}

/** Puts a turn last in the queue of that unit which is free by its start, or else is free first. */
function lineUp(queues: Queues, turn: number, machine: number): void {
  const { unitFrom, last, end, start, units } = queues;
  let best = NONE;
  let bestFree = Number.POSITIVE_INFINITY;
  for (let unit = unitFrom[machine]!; unit < unitFrom[machine + 1]!; unit += 1) {
    const free = last[unit] === NONE ? 0 : end[last[unit]!]!;
    const isShut = isShutAt(queues.problem, units[unit]!, start[turn]!);
    const value = (free <= start[turn]! ? 0 : free) + (isShut ? queues.problem.horizon : 0);
    if (value >= bestFree) continue;
    best = unit;
    bestFree = value;
  }
  queues.unit[turn] = best;
  queues.previous[turn] = last[best]!;
  if (last[best] === NONE) queues.first[best] = turn;
  else queues.next[last[best]!] = turn;
  queues.last[best] = turn;
}

function isShutAt({ machines }: Problem, { profile, calendar, machine }: Unit, tick: number): boolean {
  if (!profile) return false;
  const slot = machines[machine]!.kind === 'furnace' ? tick : calendar.before[tick]!;
  return (profile.full[slot >> 5]! & (1 << (slot & 31))) !== 0;
}

/** The plan that queues stand for. */
export function planOf(queues: Queues): Solution {
  const { problem, turn } = queues;
  const { count } = problem.activities;
  const start = Int32Array.from({ length: count }, (_, a) => queues.start[turn[a]!]!);
  const end = Int32Array.from({ length: count }, (_, a) => queues.end[turn[a]!]!);
  const furnaceRun = new Int32Array(count).fill(NONE);
  const furnaceRuns: FurnaceRun[] = [];
  for (let run = 0; run < count; run += 1) {
    const head = queues.firstMember[run]!;
    if (head === NONE || problem.modes.kind[queues.mode[head]!] !== FURNACE || problem.activities.fixedStart[head] !== NONE) continue;
    const members: number[] = [];
    for (let a = head; a !== NONE; a = queues.nextMember[a]!) members.push(a);
    for (const a of members) furnaceRun[a] = furnaceRuns.length;
    const { machine, recipe } = problem.modes;
    const mode = queues.mode[head]!;
    furnaceRuns.push({
      machine: machine[mode]!,
      recipe: recipe[mode]!,
      start: queues.start[run]!,
      end: queues.end[run]!,
      members: members.sort((a, b) => a - b),
    });
  }
  return { start, end, mode: queues.mode.slice(), furnaceRun, furnaceRuns };
}
