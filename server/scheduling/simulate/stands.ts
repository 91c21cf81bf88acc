import { ANY_WEEKDAY } from '../../domain/ground/plant-time.ts';
import type { Clockwork } from '../place/clockwork.ts';
import { availableAfter } from '../place/occupancy.ts';
import { AWAY, FURNACE, NONE, type Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';

/** What stands in a plan as one: a bar, or a furnace run with all that is in it. */
export interface Stand {
  readonly members: readonly number[];
  /** What they wait for, as far as the plan keeps to it. */
  readonly before: readonly number[];
  readonly machine: number;
  /** Of the first member. */
  readonly mode: number;
  readonly kind: number;
  readonly start: number;
  readonly end: number;
  /** What it takes of its machine: of a fixed bar not always all of its span. */
  readonly busyFrom: number;
  readonly busyTo: number;
  /** It has begun, and stays. */
  readonly begun: boolean;
  /** Tick from which its length counts, and that: working ticks; of a furnace run ticks until it is held; with a partner calendar days. */
  readonly from: number;
  readonly length: number;
  readonly hold: number;
  /** Weekdays on which it may start, bit 0 = Sunday. */
  readonly weekdays: number;
}

/** Everything that has a place in a plan, by its start. */
export function standsOf(problem: Problem, clockwork: Clockwork, solution: Solution): Stand[] {
  const { activities, modes, recipes, blocks, planningStart, day } = problem;
  const blockOf = new Map(blocks.map((block) => [block.activity, block]));
  const isFree = (a: number): boolean => activities.fixedStart[a] === NONE;
  const groups = solution.furnaceRuns.map(({ members, recipe }) => ({ members, hold: recipes.hold[recipe]! }));
  for (let a = 0; a < activities.count; a += 1)
    if (solution.start[a] !== NONE && solution.furnaceRun[a] === NONE) groups.push({ members: [a], hold: 0 });
  return groups
    .filter(({ members }) => members.length > 0)
    .map(({ members, hold }): Stand => {
      const [first] = members as [number, ...number[]];
      const [start, end, mode] = [solution.start[first]!, solution.end[first]!, solution.mode[first]!];
      const begun = start < planningStart && !members.every(isFree);
      const from = begun ? Math.min(end, planningStart) : start;
      const block = blockOf.get(first);
      return {
        members,
        before: members.flatMap((a) => waitedFor(problem, solution, a)),
        machine: modes.machine[mode]!,
        mode,
        kind: modes.kind[mode]!,
        start,
        end,
        begun,
        from,
        hold,
        busyFrom: block?.from ?? start,
        busyTo: block?.to ?? end,
        length: lengthOf(members, { mode, from, end, hold }),
        weekdays: members.reduce((days, a) => (isFree(a) ? days & modes.weekdays[solution.mode[a]!]! : days), ANY_WEEKDAY),
      };
    })
    .sort((a, b) => a.start - b.start || a.members[0]! - b.members[0]!);

  function lengthOf(
    members: readonly number[],
    { mode, from, end, hold }: { mode: number; from: number; end: number; hold: number },
  ): number {
    const free = members.every(isFree);
    const most = (column: Int32Array): number => members.reduce((most, a) => Math.max(most, column[solution.mode[a]!]!), 0);
    if (modes.kind[mode] === FURNACE) return free ? most(modes.setup) + most(modes.duration) : Math.max(0, end - from - hold);
    if (modes.kind[mode] === AWAY)
      return free ? modes.duration[mode]! : Math.floor(end / (day?.ticks ?? 1)) - Math.floor(from / (day?.ticks ?? 1));
    const { before } = clockwork.work[modes.machine[mode]!]!;
    return before[end]! - before[from]!;
  }
}

/** The predecessors of an activity by which it waits; one that a person moved before them waits for none of those. */
function waitedFor(problem: Problem, { start, end, mode }: Solution, a: number): number[] {
  const { predFrom, predTo } = problem.activities;
  const found: number[] = [];
  for (let p = predFrom[a]!; p < predTo[a]!; p += 1)
    if (start[p] !== NONE && availableAfter(problem, mode[p]!, end[p]!) <= start[a]!) found.push(p);
  return found;
}
