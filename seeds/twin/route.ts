import { grouped } from '../../server/domain/ground/collections.ts';
import { taskPurpose } from '../../server/domain/plant/task-purpose.ts';
import type { PlanningRows } from '../../server/scheduling/index.ts';

type OrderTaskRow = PlanningRows['order_tasks'][number];
type HeatRow = PlanningRows['heat_treatments'][number];

/** What a process of a lot is by the rows: minutes as they are said, days of waiting and cooling behind it. */
export interface Process {
  readonly kind: 'work' | 'furnace' | 'away';
  /** Of a furnace: heating up alone. */
  readonly setup: number;
  /** Work of the whole lot, or what a furnace keeps its charge behind the heating up. */
  readonly minutes: number;
  /** Calendar days that a partner says. */
  readonly awayDays: number;
  /** Minutes that the lot cools outside the furnace. */
  readonly cooling: number;
}

const HOUR = 60;
const DEFAULT_WORK_HOURS = 4;
const DEFAULT_HEAT_HOURS = 12;
const DEFAULT_AWAY_DAYS = 7;
const IN_FURNACE = '炉冷';

/** By what treatments, machines and moulds of a product are found. */
export const productAndTask = (product: number, task: number): string => `${product}/${task}`;

/** Reads processes for the lived world, by the words of the rows alone: nothing of the engine. */
export function createRoutes(rows: PlanningRows) {
  const codes = new Map(rows.tasks.map(({ id, task_code }) => [id, task_code]));
  const keyOf = ({ product_id, task_id }: { product_id: number; task_id: number }): string => productAndTask(product_id, task_id);
  const heats = grouped(rows.heat_treatments, keyOf);
  const processings = grouped(rows.product_processings, keyOf);
  const heatOf = (product: number, task: number, facility: number | null): HeatRow | null => {
    const own = heats.get(productAndTask(product, task)) ?? [];
    return own.find((row) => row.facility_id === facility) ?? own.find((row) => row.facility_id === null) ?? own[0] ?? null;
  };
  /** What is the same at every facility, by rows: they never change, what comes back in part has another. */
  const anywhere = new WeakMap<OrderTaskRow, Process>();
  const read = (product: number, row: OrderTaskRow, facility: number | null): Process => {
    const plain = { setup: 0, minutes: 0, awayDays: 0, cooling: 0 };
    if (row.outsourcing_code !== '') return { ...plain, kind: 'away', awayDays: row.solution_frame_days || DEFAULT_AWAY_DAYS };
    const heat = heatOf(product, row.task_id, facility);
    if (heat || taskPurpose(codes.get(row.task_id) ?? '') === 'heat') return furnaceProcess(row, heat);
    return { ...plain, kind: 'work', minutes: workMinutes(row) };
  };
  const demoldings = new Set(rows.tasks.filter(({ task_code }) => taskPurpose(task_code) === 'demolding').map(({ id }) => id));
  const moulds = new Map(rows.demoldings.map((row) => [keyOf(row), row.demolding_time]));
  return {
    isDemolding: (task: number): boolean => demoldings.has(task),
    /** Minutes from the casting until the lot may leave its mould. */
    inMould(product: number, row: OrderTaskRow): number {
      const hours = moulds.get(productAndTask(product, row.task_id)) ?? 0;
      return (hours > 0 ? hours : row.solution_frame_days * 24) * HOUR;
    },
    processOf(product: number, row: OrderTaskRow, facility: number | null): Process {
      const known = anywhere.get(row);
      if (known) return known;
      const process = read(product, row, facility);
      if (process.kind !== 'furnace') anywhere.set(row, process);
      return process;
    },
    /** Calendar days from the day of the end to the start of what follows. */
    waitingDays(product: number, task: number, facility: number | null): number {
      let days = heatOf(product, task, facility)?.waiting_days ?? 0;
      for (const row of processings.get(productAndTask(product, task)) ?? [])
        if (row.facility_id === facility) days = Math.max(days, row.waiting_days);
      return days;
    },
  };
}

export type Routes = ReturnType<typeof createRoutes>;

function furnaceProcess({ setup_hours, work_hours }: OrderTaskRow, heat: HeatRow | null): Process {
  const said = heat && heat.retention_time > 0 ? heat.retention_time : work_hours;
  const retention = said === 0 && setup_hours === 0 ? DEFAULT_HEAT_HOURS : said;
  const held = heat?.cooling_method === IN_FURNACE ? heat.cooling_time : 0;
  const outside = heat && heat.cooling_method !== IN_FURNACE ? heat.cooling_time : 0;
  return { kind: 'furnace', setup: setup_hours * HOUR, minutes: (retention + held) * HOUR, awayDays: 0, cooling: outside * HOUR };
}

/** Minutes of work that a row has still to do: of one that came back in part its share, without setting up again. */
function workMinutes({ setup_hours, work_hours, order_quantity, received_quantity }: OrderTaskRow): number {
  const hours = setup_hours + work_hours > 0 ? setup_hours + work_hours : DEFAULT_WORK_HOURS;
  const isPart = received_quantity > 0 && received_quantity < order_quantity;
  const work = setup_hours + work_hours > 0 ? work_hours : DEFAULT_WORK_HOURS;
  return HOUR * (isPart ? work * (1 - received_quantity / order_quantity) : hours);
}
