import { instantOfMinutes } from '../../server/domain/ground/plant-time.ts';
import type { Outcome, PlanningRows } from '../../server/scheduling/index.ts';
import type { PlanEntryRow } from '../../server/scheduling/reading/rows/input.ts';

type Standing = Pick<PlanningRows, 'plan_entries' | 'furnace_runs' | 'furnace_run_members'>;

/** The plan of a run as the next run finds it in the database. `change` may lock or move entries. */
export function standing(outcome: Outcome, change: (entry: PlanEntryRow, index: number) => Partial<PlanEntryRow> = () => ({})): Standing {
  const plan_entries = outcome.entries.map((entry, index): PlanEntryRow => {
    const { order_task_id, lot_id, task_id, task_sort, facility_id, unit, outsourced } = entry;
    const row: PlanEntryRow = {
      id: entry.entry_id ?? 9000 + index,
      order_task_id,
      lot_id,
      task_id,
      task_sort,
      facility_id,
      unit,
      outsourced,
      locked: false,
      received_locked: entry.finished,
      work_time_set: false,
      created_by_hand: order_task_id === null,
      start_at: instantOfMinutes(entry.start_minutes),
      end_at: instantOfMinutes(entry.end_minutes),
    };
    return { ...row, ...change(row, index) };
  });
  const furnace_runs = outcome.runs.map((run, id) => {
    const { facility_id, unit, temperature, retention_time, cooling_method, cooling_time } = run;
    const span = { run_start: instantOfMinutes(run.start_minutes), run_end: instantOfMinutes(run.end_minutes) };
    return { id: id + 1, facility_id, unit, temperature, retention_time, cooling_method, cooling_time, ...span };
  });
  const furnace_run_members = outcome.runs.flatMap((run, id) =>
    run.members.map(({ entry, pieces, weight, volume }) => ({
      furnace_run_id: id + 1,
      plan_entry_id: plan_entries[entry]!.id,
      pieces,
      weight,
      volume,
    })),
  );
  return { plan_entries, furnace_runs, furnace_run_members };
}
