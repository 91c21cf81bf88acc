import { TICK_MINUTES } from '../domain/ground/constants.ts';
import { NONE, type Problem } from './problem.ts';

/**
 * The part of a problem that decides its plan, beside a plan that stands: two problems of equal essence have the same plan. Names, places of the standing plan
 * and calendars behind its last end are left out, so that a change that matters to no task changes nothing.
 */
export function essence(problem: Problem): object {
  const until = lastMoment(problem);
  const { planningStart, day, objective, jobs, chains, activities, modes, recipes, fixedFurnaceRuns, plant } = problem;
  return {
    planningStart,
    objective,
    jobs,
    chains,
    activities,
    modes,
    recipes,
    blocks: problem.blocks.map(({ bar: _, ...block }) => block),
    fixedFurnaceRuns,
    day: day && { ...day, working: day.working.slice(0, Math.ceil(until / day.ticks)) },
    machines: problem.machines.map((machine) => ({
      ...machine,
      open: clipped(machine.open, 3, until),
      starts: machine.starts && clipped(machine.starts, 2, until),
    })),
    plant: plant && {
      settings: plant.settings,
      orders: plant.orders.map(({ order_id, delivery_date, priority, open }) => ({ order_id, delivery_date, priority, open })),
      lots: plant.lots.map(({ lot_id, order_id, product_id, casting, sequence }) => ({ lot_id, order_id, product_id, casting, sequence })),
      tasks: plant.tasks.map(({ entry_id: _, kept, ...task }) => ({ ...task, kept: kept && { ...kept, as: null } })),
      machines: plant.machines.map(({ facility_id }) => facility_id),
      recipes: plant.recipes,
      entries: plant.entries.map(({ entry_id: _, ...entry }) => entry),
      conflicts: conflictsAhead(problem),
    },
  };
}

/** Conflicts of fixed bars that are still to begin: they change with masters that no free task needs. Earlier ones were reported before. */
function conflictsAhead({ plant, planningStart, day }: Problem): object[] {
  const from = day ? (day.origin * day.ticks + planningStart) * TICK_MINUTES : 0;
  const ahead = plant!.conflicts.filter(({ bars }) => bars.some(({ start_minutes }) => start_minutes >= from));
  return ahead.map(({ conflict, facility_id, bars }) => {
    return {
      ...conflict,
      facility_name: null,
      task_name: null,
      others: null,
      facility_id,
      bars: bars.map(({ order_task_id, kept }) => ({ order_task_id, kept })),
    };
  });
}

/** The last end of the standing plan and of everything fixed, to the end of its day; the horizon while something has no place in it. */
function lastMoment({ horizon, day, activities, present, blocks, fixedFurnaceRuns, jobs }: Problem): number {
  if (!present || !day) return horizon;
  let last = Math.max(0, ...blocks.map((block) => block.to), ...fixedFurnaceRuns.map((furnaceRun) => furnaceRun.end));
  for (const floor of jobs.floor) last = Math.max(last, floor);
  for (let a = 0; a < activities.count; a += 1) {
    const end = activities.fixedStart[a] === NONE ? present.end[a]! : activities.fixedEnd[a]!;
    if (end === NONE) return horizon;
    last = Math.max(last, end);
  }
  return Math.ceil(last / day.ticks) * day.ticks;
}

/** Intervals before a tick: (from, to, …) of `width` cells each. */
function clipped(cells: Int32Array, width: number, until: number): Int32Array {
  const kept: number[] = [];
  for (let i = 0; i < cells.length && cells[i]! < until; i += width) {
    kept.push(cells[i]!, Math.min(cells[i + 1]!, until));
    if (width === 3) kept.push(cells[i + 2]!);
  }
  return Int32Array.from(kept);
}
