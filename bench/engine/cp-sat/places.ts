import { roundEnd, type WorkCalendar } from '../../../server/scheduling/calendar.ts';
import { FURNACE, type Machine, NONE, type Problem } from '../../../server/scheduling/index.ts';
import { tardinessCost } from '../../../server/scheduling/objective.ts';
import { createClockwork } from '../../../server/scheduling/place/clockwork.ts';
import { createDraft } from '../../../server/scheduling/place/draft.ts';
import { findAt } from '../../../server/scheduling/place/earliest.ts';
import { availableAfter } from '../../../server/scheduling/place/occupancy.ts';
import { createPlace } from '../../../server/scheduling/place/placement.ts';

/** Furnace modes that may share a run, in the order of their activities. */
export interface Group {
  readonly machine: number;
  readonly recipe: number;
  readonly duration: number;
  readonly modes: number[];
  /** Set-ups a run of them can have, ascending. */
  readonly setups: number[];
}

/** A place of an activity in a mode: start, end, tick from which the successor may start, set-up of its run (0 where it is in none). */
export type Row = readonly [start: number, end: number, after: number, setup: number];

/** Furnace modes by machine, recipe and duration, as the tolerance of 0 has it. */
export function groupsOf({ modes }: Problem): Group[] {
  const groups = new Map<string, Group>();
  for (let mode = 0; mode < modes.count; mode++) {
    if (modes.kind[mode] !== FURNACE) continue;
    const [machine, recipe, duration] = [modes.machine[mode]!, modes.recipe[mode]!, modes.duration[mode]!];
    const key = `${machine}/${recipe}/${duration}`;
    const group = groups.get(key) ?? { machine, recipe, duration, modes: [], setups: [] };
    group.modes.push(mode);
    if (!group.setups.includes(modes.setup[mode]!)) group.setups.push(modes.setup[mode]!);
    groups.set(key, group);
  }
  for (const { setups } of groups.values()) setups.sort((a, b) => a - b);
  return [...groups.values()];
}

/** Most days each order can be late in a plan that is no worse than a known score: the lateness of one order alone would cost more. */
export function mostDaysLate(problem: Problem, known: number): number {
  let days = 0;
  while (tardinessCost(problem.objective, days + 1) <= known) days++;
  return days;
}

/** The plant's timing as tables. */
export interface Timetable {
  /** The working time that most facilities keep, its ticks numbered: no table is needed for what pauses with it. */
  readonly usual: WorkCalendar;
  keepsUsual(machine: number): boolean;
  /** Every place of a mode that ends by `until`, by the engine's own timing of an activity that is alone in the plant. */
  placesOf(mode: number, until: number): Row[];
}

/** Builds the tables of a problem; `groups` are its furnace modes. */
export function createTimetable(problem: Problem, groups: readonly Group[]): Timetable {
  const { activities, machines, modes, recipes, day, planningStart } = problem;
  const clockwork = createClockwork(problem);
  const board = createDraft(problem, clockwork);
  const place = createPlace();
  const setupsOf = new Map(groups.flatMap((group) => group.modes.map((mode) => [mode, group.setups])));
  const kept = machines.map(({ kind, open }) => (kind === 'unit' ? open.join() : ''));
  const counts = new Map<string, number>();
  for (const machine of modes.machine) if (kept[machine] !== '') counts.set(kept[machine]!, (counts.get(kept[machine]!) ?? 0) + 1);
  const [common = ''] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return {
    usual: clockwork.work[Math.max(0, kept.indexOf(common))]!,
    keepsUsual: (machine) => kept[machine] === common,
    placesOf: (mode, until) => {
      const rows: Row[] = [];
      const offer = (start: number, end: number, setup: number): void => {
        if (end <= until) rows.push([start, end, availableAfter(problem, mode, end), setup]);
      };
      const a = modes.activity[mode]!;
      for (let start = Math.max(activities.release[a]!, planningStart); start <= until; start++) {
        if (!findAt(board, a, mode, start, place)) continue;
        if (modes.kind[mode] !== FURNACE) offer(start, place.end, 0);
        else
          for (const setup of setupsOf.get(mode)!) {
            const need = setup + modes.duration[mode]! + recipes.hold[modes.recipe[mode]!]!;
            if (setup >= modes.setup[mode]!) offer(start, roundEnd(day, start + need), setup);
          }
      }
      return rows;
    },
  };
}

/** Stretches before `until` in which a machine has fewer units than at best, as (from, to, units missing). Working time pauses while a machine is closed, furnace runs do not. */
export function shortages(machine: Machine, until: number): { most: number; missing: [from: number, to: number, units: number][] } {
  const { open, kind } = machine;
  let most = 0;
  for (let at = 0; at < open.length && open[at]! < until; at += 3) most = Math.max(most, open[at + 2]!);
  const missing: [number, number, number][] = [];
  const lack = (from: number, to: number, units: number): void => {
    if (from < to && units < most && (units > 0 || kind === 'furnace')) missing.push([from, to, most - units]);
  };
  let last = 0;
  for (let at = 0; at < open.length && open[at]! < until; at += 3) {
    lack(last, open[at]!, 0);
    lack(open[at]!, Math.min(open[at + 1]!, until), open[at + 2]!);
    last = open[at + 1]!;
  }
  lack(last, until, 0);
  return { most, missing };
}

/** Throws RangeError for what the model leaves out: fixed bars, a standing plan, tolerances, parts compared in their order. */
export function refuseOthers({ objective, activities, fixedFurnaceRuns, blocks, present, recipes, day }: Problem): void {
  const fixed = fixedFurnaceRuns.length > 0 || blocks.length > 0 || activities.fixedStart.some((start) => start !== NONE);
  const tolerant = recipes.tolerance.some((ticks) => ticks > 0);
  const shared = recipes.family.some((family, recipe) => family !== recipe);
  if (objective.order !== 'weighted' || !day || fixed || present || tolerant || shared)
    throw new RangeError('the peer plans generated foundries from nothing');
}
