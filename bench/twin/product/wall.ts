import type { Plan, PlannedBar } from '../../../seeds/twin/plan.ts';
import type { Charge, World } from '../../../seeds/twin/world.ts';
import { plantMinutes } from '../../../server/domain/ground/plant-time.ts';
import type { Evening } from './server.ts';

interface BarShown {
  id: number;
  serial_number: string;
  lot_number: string;
  task_sort: number;
  facility: number | null;
  furnace_run_id: number | null;
  start_date: string;
  end_date: string;
  received_locked: boolean;
  order_task_id: number;
}

interface RunShown {
  id: number;
  facility_id: number;
  unit: number;
  run_start: string;
  run_end: string;
  recipe: Charge['recipe'];
  members: { entry_id: number; pieces: number; weight: number; volume: number }[];
}

/** The plan as it hangs on the wall of the floor, in the twin's own numbers, and how the product calls what stands there. */
export interface Wall {
  readonly plan: Plan;
  /** By the twin's task. */
  readonly bars: ReadonlyMap<number, BarShown>;
  readonly runOf: (task: number) => number | null;
  /** Open bars of what the twin has finished. */
  readonly stale: number;
}

/** Names of the twin's own numbers. */
export interface Names {
  readonly taskBy: ReadonlyMap<string, number>;
  readonly facilityBy: ReadonlyMap<number, number>;
}

/** Reads the published plan from the product's lists. */
export async function readWall({ all }: Evening, world: World, { taskBy, facilityBy }: Names): Promise<Wall> {
  const shown = (await all<BarShown>('/schedules/?')).map((bar) => ({
    ...bar,
    task: taskBy.get(`${bar.serial_number}/${bar.lot_number}/${bar.task_sort}`),
  }));
  const runs = await all<RunShown>('/furnace-runs/?from_date=2026-01-01&to_date=2028-12-31&');
  const at = new Map(runs.map(({ id }, index) => [id, index]));
  const byId = new Map(shown.map((bar) => [bar.id, bar.task]));
  const charges = runs.map(({ facility_id, unit, run_start, run_end, recipe, members }): Charge => {
    const { temperature, retention_time, cooling_method, cooling_time } = recipe;
    return {
      facility: facilityBy.get(facility_id)!,
      unit,
      recipe: { temperature, retention_time, cooling_method, cooling_time },
      start: plantMinutes(run_start),
      end: plantMinutes(run_end),
      members: members.flatMap(({ entry_id, ...load }) => {
        const task = byId.get(entry_id);
        return task === undefined || !world.tasks.has(task)
          ? []
          : [{ task, pieces: load.pieces, weight: load.weight, volume: load.volume }];
      }),
    };
  });
  const bars = new Map<number, PlannedBar>();
  const known = new Map<number, BarShown>();
  let stale = 0;
  for (const { task, ...bar } of shown) {
    const lived = task === undefined ? undefined : world.tasks.get(task);
    if (!lived || task === undefined) continue;
    known.set(task, bar);
    if (bar.received_locked) continue;
    if (lived.state === 'done') stale += 1;
    const facility = bar.facility === null ? null : facilityBy.get(bar.facility)!;
    const span = { start: plantMinutes(bar.start_date), end: plantMinutes(bar.end_date) };
    bars.set(task, {
      task,
      facility,
      unit: null,
      ...span,
      charge: bar.furnace_run_id === null ? null : (at.get(bar.furnace_run_id) ?? null),
    });
  }
  return { plan: { bars, charges }, bars: known, runOf: (task) => known.get(task)?.furnace_run_id ?? null, stale };
}
