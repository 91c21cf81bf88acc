import { type Capacity, type Occupant, type Overload, overloadOf } from '../../../domain/bars/occupancy.ts';
import { firstIndex } from '../../../domain/ground/bisect.ts';
import { DAY_MINUTES, HALF_DAY_MINUTES, TICKS_PER_DAY } from '../../../domain/ground/constants.ts';
import { dayNumber, plantMinutes } from '../../../domain/ground/plant-time.ts';
import type { Steps } from '../../../domain/ground/steps.ts';
import { fixedBarOf } from '../../fixed-bars.ts';
import type { FixedBar } from '../../plant.ts';
import { NONE, type Problem } from '../../problem.ts';
import type { Reading } from '../reading.ts';
import { type Horizon, instantOfTick } from '../rows/horizon.ts';

/** Fixed use of a machine, and the bars that stand there: a furnace run is one. */
interface FixedUse extends Occupant {
  readonly from: number;
  readonly to: number;
  readonly bars: readonly FixedBar[];
}

/** Fixed bars during which their facility has more in hand than units, by the rule of every save; each with the other bars there. */
export function* judgeUnits(reading: Reading, problem: Problem): Steps<void> {
  const uses = fixedUses(reading, problem);
  for (const [m, machine] of problem.machines.entries()) {
    if (machine.unlimited || uses[m]!.length === 0) continue;
    yield;
    const { facility_id, facility_name } = problem.plant!.machines[m]!;
    const capacity = capacityOf(reading, facility_id!);
    const overlapping = overlaps(uses[m]!);
    for (const use of uses[m]!) {
      const overload = overloadAhead(reading, problem.planningStart, use, overlapping, capacity);
      if (!overload || isClosed(use, overload)) continue;
      const holders = overload.others.flatMap((index) => uses[m]![index]!.bars);
      const others = holders.map(({ entry_id }) => entry_id);
      const conflict = { kind: 'over_capacity' as const, facility_name, crowded: overload.crowded, others };
      reading.conflicts.push({ conflict, facility_id, bars: use.bars, others: holders });
    }
  }
}

/** From the planning start on: what has passed is a fact. */
function overloadAhead(reading: Reading, planningStart: number, use: FixedUse, overlapping: Overlaps, capacity: Capacity) {
  if (use.to <= planningStart) return undefined;
  const from = Math.max(use.from, planningStart);
  const others = overlapping(from, use.to).filter((other) => other !== use);
  if (others.length < leastUnits(reading.horizon, capacity, from, use.to)) return undefined;
  return overloadOf({ ...use, start_at: instantOfTick(reading.horizon, from) }, others, capacity);
}

/** The uses that overlap a span. */
type Overlaps = (from: number, to: number) => FixedUse[];

/** Finds them among those alone that begin within the longest of all before the span. */
function overlaps(uses: readonly FixedUse[]): Overlaps {
  const byStart = [...uses].sort((one, other) => one.from - other.from);
  const longest = uses.reduce((most, { from, to }) => Math.max(most, to - from), 0);
  return (from, to) => {
    const first = firstIndex(byStart.length, (at) => byStart[at]!.from > from - longest);
    const end = firstIndex(byStart.length, (at) => byStart[at]!.from >= to);
    return byStart.slice(first, end).filter((use) => use.to > from);
  };
}

/** The fewest units on any day of a span, holidays aside: whatever needs no more than these needs no closer look. */
function leastUnits({ midnight }: Horizon, { availability, overrides }: Capacity, from: number, to: number): number {
  let least = availability;
  for (const [date, units] of overrides) {
    const day = midnight(date);
    if (day < to && day + TICKS_PER_DAY > from) least = Math.min(least, units);
  }
  return least;
}

/** A day without any unit is left out: work pauses then, and a bar that begins that day has a message of its own. */
function isClosed({ elapsed, start_at }: FixedUse, { crowded }: Overload): boolean {
  const firstDay = Math.floor((crowded[0]!.block * HALF_DAY_MINUTES) / DAY_MINUTES);
  return crowded.every(({ units }) => units === 0) && (!elapsed || firstDay === Math.floor(plantMinutes(start_at) / DAY_MINUTES));
}

function fixedUses({ horizon }: Reading, problem: Problem): FixedUse[][] {
  const uses: FixedUse[][] = problem.machines.map(() => []);
  const plant = problem.plant!;
  const add = (machine: number, from: number, to: number, elapsed: boolean, bars: readonly FixedBar[]): void => {
    const own = uses[machine]!;
    const [start_at, end_at] = [instantOfTick(horizon, from), instantOfTick(horizon, to)];
    // How long a bar is busy within its span is known already.
    own.push({ id: own.length, furnace_run_id: null, start_at, end_at, work_time_set: true, elapsed, hours: null, from, to, bars });
  };
  for (const { machine, from, to, activity, bar } of problem.blocks) {
    const own = activity === NONE ? bar : fixedBarOf(problem, plant, activity);
    add(machine, from, to, activity === NONE && problem.machines[machine]!.kind === 'furnace', own ? [own] : []);
  }
  const members = problem.fixedFurnaceRuns.map(() => [] as FixedBar[]);
  problem.activities.fixedFurnaceRun.forEach((furnaceRun, activity) => {
    const bar = fixedBarOf(problem, plant, activity);
    if (furnaceRun !== NONE && bar) members[furnaceRun]!.push(bar);
  });
  problem.fixedFurnaceRuns.forEach(({ machine, start, end }, b) => {
    add(machine, start, end, true, members[b]!);
  });
  return uses;
}

/** The units of a facility; a day is closed as the horizon has it, also behind the last row of the holiday table. */
function capacityOf({ facts, horizon }: Reading, facility_id: number): Capacity {
  const overrides = new Map((facts.availabilities.get(facility_id) ?? []).map(({ date, units }) => [date, units]));
  const isHoliday = (date: string): boolean => !horizon.worksOn(dayNumber(date) - horizon.origin);
  return { availability: facts.facilities.get(facility_id)!.availability, overrides, holidays: { has: isHoliday } };
}
