import { dateOfDay } from '../../domain/plant-time.ts';
import { fixedBarOf } from '../fixed-bars.ts';
import type { FixedBar } from '../plant.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Reading } from './reading.ts';

/** What is fixed on a machine: [from, to) and the bars it belongs to. */
interface FixedUse {
  readonly from: number;
  readonly to: number;
  readonly bars: readonly FixedBar[];
}

/** Fixed bars that together take more of a facility than it has: one conflict per facility and day on which that begins, with everybody who is there. */
export function judgeUnits(reading: Reading, problem: Problem): void {
  const uses = fixedUses(problem);
  problem.machines.forEach((machine, m) => {
    const own = uses[m]!;
    if (machine.unlimited || own.length === 0) return;
    const moments = new Map<number, number>();
    for (const use of own) {
      // Overload can only begin where something begins, or where units go away: the first tick of each use and of each interval inside it.
      const ticks = [Math.max(use.from, problem.planningStart), ...intervalStarts(machine.open, use)];
      const tick = ticks.find((at) => at < use.to && thereAt(own, at).length > unitsAt(problem, m, at));
      if (tick === undefined) continue;
      const day = Math.floor(tick / problem.day!.ticks);
      moments.set(day, Math.min(moments.get(day) ?? tick, tick));
    }
    for (const tick of moments.values()) addConflict(reading, problem, m, tick, own);
  });
}

function fixedUses(problem: Problem): FixedUse[][] {
  const uses: FixedUse[][] = problem.machines.map(() => []);
  const plant = problem.plant!;
  for (const { machine, from, to, activity, bar } of problem.blocks) {
    const own = activity === NONE ? bar : fixedBarOf(problem, plant, activity);
    uses[machine]!.push({ from, to, bars: own ? [own] : [] });
  }
  const members = problem.fixedFurnaceRuns.map(() => [] as FixedBar[]);
  problem.activities.fixedFurnaceRun.forEach((furnaceRun, activity) => {
    const bar = fixedBarOf(problem, plant, activity);
    if (furnaceRun !== NONE && bar) members[furnaceRun]!.push(bar);
  });
  problem.fixedFurnaceRuns.forEach(({ machine, start, end }, b) => {
    uses[machine]!.push({ from: start, to: end, bars: members[b]! });
  });
  return uses;
}

function intervalStarts(open: Int32Array, { from, to }: FixedUse): number[] {
  const starts: number[] = [];
  for (let i = 0; i < open.length; i += 3) if (open[i]! > from && open[i]! < to) starts.push(open[i]!);
  return starts;
}

const thereAt = (uses: readonly FixedUse[], tick: number): FixedUse[] => uses.filter(({ from, to }) => from <= tick && to > tick);

/** Units at a tick; a unit machine that is closed is no conflict, its work pauses. */
function unitsAt({ machines }: Problem, m: number, tick: number): number {
  const { open, kind } = machines[m]!;
  for (let i = 0; i < open.length && open[i]! <= tick; i += 3) if (tick < open[i + 1]!) return open[i + 2]!;
  return kind === 'unit' ? Number.POSITIVE_INFINITY : 0;
}

function addConflict(reading: Reading, problem: Problem, machine: number, tick: number, uses: readonly FixedUse[]): void {
  const { facility_id, facility_name } = problem.plant!.machines[machine]!;
  const there = thereAt(uses, tick);
  const date = dateOfDay(problem.day!.origin + Math.floor(tick / problem.day!.ticks));
  const limit = unitsAt(problem, machine, tick);
  // Where there is no unit at all, what begins that day is told so by itself.
  if (
    limit === 0 &&
    there.every((use) => use.from >= Math.floor(tick / problem.day!.ticks) * problem.day!.ticks && use.from >= problem.planningStart)
  )
    return;
  const bars = there.flatMap((use) => use.bars);
  reading.conflicts.push({
    conflict: { kind: 'beyond_units', facility_name, date, limit, value: there.length },
    facility_id,
    bars,
    others: [],
  });
}
