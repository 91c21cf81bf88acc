import type { PlanSettings } from '../../../domain/plant/plan-settings.ts';
import type {
  AvailabilityRow,
  DemoldingRow,
  FacilityRow,
  FurnaceRunMemberRow,
  FurnaceRunRow,
  HeatTreatmentRow,
  LotRow,
  OrderTaskRow,
  OutsourcingAnswerRow,
  PlanEntryRow,
  PlanningRows,
  ProductProcessingRow,
  ProductRow,
  TaskRow,
} from './input.ts';

/** The rows by what they are looked up with. */
export interface Facts {
  readonly rows: PlanningRows;
  readonly settings: PlanSettings;
  readonly tasks: ReadonlyMap<number, TaskRow>;
  readonly products: ReadonlyMap<number, ProductRow>;
  readonly facilities: ReadonlyMap<number, FacilityRow>;
  /** By id. */
  readonly activeFacilities: readonly FacilityRow[];
  readonly heatRows: ReadonlyMap<number, readonly HeatTreatmentRow[]>;
  readonly processings: ReadonlyMap<number, readonly ProductProcessingRow[]>;
  readonly demoldings: ReadonlyMap<number, DemoldingRow>;
  readonly availabilities: ReadonlyMap<number, readonly AvailabilityRow[]>;
  readonly lotsOfOrder: ReadonlyMap<number, readonly LotRow[]>;
  /** In task_sort order. */
  readonly tasksOfLot: ReadonlyMap<number, readonly OrderTaskRow[]>;
  /** Order tasks that somebody said are with their partner. */
  readonly handedOver: ReadonlySet<number>;
  /** Partners' answers that name a day, by order task. */
  readonly answers: ReadonlyMap<number, OutsourcingAnswerRow>;
  readonly entryOfOrderTask: ReadonlyMap<number, PlanEntryRow>;
  readonly handMadeOfLot: ReadonlyMap<number, readonly PlanEntryRow[]>;
  readonly membersOfEntry: ReadonlyMap<number, readonly FurnaceRunMemberRow[]>;
  readonly furnaceRuns: ReadonlyMap<number, FurnaceRunRow>;
}

/** No plant has had more tasks. */
const MOST_TASKS = 2 ** 24;

/** Key of what is looked up by product and task: a number, as it is looked up several times for each row of a foundry. */
export const productTask = (product: number, task: number): number => product * MOST_TASKS + task;

/** Indexes the rows once; every reading below looks up here. */
export function indexRows(rows: PlanningRows, settings: PlanSettings): Facts {
  const linked = rows.plan_entries.filter((entry) => entry.order_task_id !== null);
  return {
    rows,
    settings,
    tasks: byKey(rows.tasks, (row) => row.id),
    products: byKey(rows.products, (row) => row.id),
    facilities: byKey(rows.facilities, (row) => row.id),
    activeFacilities: rows.facilities.filter((facility) => facility.active).sort((a, b) => a.id - b.id),
    heatRows: groups(rows.heat_treatments, (row) => productTask(row.product_id, row.task_id)),
    processings: groups(rows.product_processings, (row) => productTask(row.product_id, row.task_id)),
    demoldings: byKey(rows.demoldings, (row) => productTask(row.product_id, row.task_id)),
    availabilities: groups(rows.facility_availabilities, (row) => row.facility_id),
    lotsOfOrder: sorted(
      groups(rows.lots, (row) => row.order_id),
      (a, b) => a.id - b.id,
    ),
    tasksOfLot: sorted(
      groups(rows.order_tasks, (row) => row.lot_id),
      (a, b) => a.task_sort - b.task_sort || a.id - b.id,
    ),
    answers: byKey(
      rows.outsourcing_answers.filter((answer) => answer.answered_date !== null),
      (answer) => answer.order_task_id,
    ),
    handedOver: new Set(rows.outsourcing_answers.flatMap((answer) => (answer.handed_on ? answer.order_task_id : []))),
    entryOfOrderTask: byKey(linked, (row) => row.order_task_id as number),
    handMadeOfLot: groups(
      rows.plan_entries.filter((entry) => entry.order_task_id === null),
      (row) => row.lot_id,
    ),
    membersOfEntry: groups(rows.furnace_run_members, (row) => row.plan_entry_id),
    furnaceRuns: byKey(rows.furnace_runs, (row) => row.id),
  };
}

function push<K, T>(map: Map<K, T[]>, key: K, row: T): void {
  const list = map.get(key);
  if (list) list.push(row);
  else map.set(key, [row]);
}

function groups<K, T>(rows: readonly T[], key: (row: T) => K): Map<K, T[]> {
  const map = new Map<K, T[]>();
  for (const row of rows) push(map, key(row), row);
  return map;
}

function sorted<K, T>(map: Map<K, T[]>, compare: (a: T, b: T) => number): Map<K, T[]> {
  for (const list of map.values()) list.sort(compare);
  return map;
}

function byKey<K, T>(rows: readonly T[], key: (row: T) => K): Map<K, T> {
  return new Map(rows.map((row) => [key(row), row]));
}
