import { dateOfDay } from '../../domain/plant-time.ts';
import { NONE, type Plant, type Problem } from '../problem.ts';
import type { Notes } from './notes.ts';

/** What is fixed on a machine: [from, to) and the activities it belongs to. */
interface FixedUse {
  readonly from: number;
  readonly to: number;
  readonly activities: readonly number[];
}

/** W206 where fixed entries together take more of a facility than it has: one message per facility and day on which that begins. */
export function noteOverloads(problem: Problem, plant: Plant, notes: Notes): void {
  const uses = fixedUses(problem);
  problem.machines.forEach((machine, m) => {
    const own = uses[m]!;
    if (machine.unlimited || own.length === 0) return;
    for (const use of own) {
      // Overload can only begin where something begins, or where units go away: the first tick of each use and of each interval inside it.
      const ticks = [Math.max(use.from, problem.planningStart), ...intervalStarts(machine.open, use)];
      const tick = ticks.find(
        (at) => at < use.to && own.filter((other) => other.from <= at && other.to > at).length > unitsAt(problem, m, at),
      );
      if (tick !== undefined) noteOverload(problem, plant, notes, m, tick, use);
    }
  });
}

function fixedUses(problem: Problem): FixedUse[][] {
  const uses: FixedUse[][] = problem.machines.map(() => []);
  for (const { machine, from, to, activity } of problem.blocks)
    uses[machine]!.push({ from, to, activities: activity === NONE ? [] : [activity] });
  const members = problem.fixedFurnaceRuns.map(() => [] as number[]);
  problem.activities.fixedFurnaceRun.forEach((furnaceRun, activity) => {
    if (furnaceRun !== NONE) members[furnaceRun]!.push(activity);
  });
  problem.fixedFurnaceRuns.forEach(({ machine, start, end }, b) => {
    uses[machine]!.push({ from: start, to: end, activities: members[b]! });
  });
  return uses;
}

function intervalStarts(open: Int32Array, { from, to }: FixedUse): number[] {
  const starts: number[] = [];
  for (let i = 0; i < open.length; i += 3) if (open[i]! > from && open[i]! < to) starts.push(open[i]!);
  return starts;
}

/** Units at a tick; a unit machine that is closed is no conflict, its work pauses. */
function unitsAt({ machines }: Problem, m: number, tick: number): number {
  const { open, kind } = machines[m]!;
  for (let i = 0; i < open.length && open[i]! <= tick; i += 3) if (tick < open[i + 1]!) return open[i + 2]!;
  return kind === 'unit' ? Number.POSITIVE_INFINITY : 0;
}

function noteOverload(problem: Problem, plant: Plant, notes: Notes, machine: number, tick: number, use: FixedUse): void {
  const { facility_id, facility_name } = plant.machines[machine]!;
  const day = problem.day!.origin + Math.floor(tick / problem.day!.ticks);
  const params = { with: 'capacity', facility_name, date: dateOfDay(day) };
  const subject = facility_id === null ? {} : { facility_id };
  for (const a of use.activities) {
    const { order_task_id, task_id } = plant.tasks[a]!;
    const lot = plant.lots[problem.activities.chain[a]!]!;
    const order_task_ids = order_task_id === null ? [] : [order_task_id];
    notes.add('W206', `${machine}/${day}`, params, { ...subject, lot: lot.label, order_id: lot.order_id, task_id, order_task_ids });
  }
}
