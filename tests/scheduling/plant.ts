import { addDays, instantOfMinutes, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS, type PlanSettings } from '../../server/domain/plant/plan-settings.ts';
import { asItStands, explain, type PlanningRows, readForRun, solve } from '../../server/scheduling/index.ts';
import type {
  FacilityRow,
  HeatTreatmentRow,
  OrderRow,
  OrderTaskRow,
  PlanEntryRow,
  ProductRow,
} from '../../server/scheduling/reading/rows/input.ts';

/** A Wednesday morning: the planning start is 12:00 of it. */
export const NOW = '2026-04-01T09:00:00+09:00';
export const TODAY = '2026-04-01';

export const DEMOLDING = 1;
export const SHAKE_OUT = 2;
export const HEAT = 3;
export const MACHINING = 4;
export const MOULDING = 5;
export const TEMPERING = 6;

type Rows = { -readonly [K in keyof PlanningRows]: PlanningRows[K][number][] };

/** Weekends from the beginning of 2026 to the end of 2028. */
function weekends(): { date: string }[] {
  const found: { date: string }[] = [];
  for (let date = '2026-01-03'; date < '2029-01-01'; date = addDays(date, 7)) found.push({ date }, { date: addDays(date, 1) });
  return found;
}

/** A small foundry: five facilities, one product, nothing ordered. Tests add what matters to them. */
export function foundry(): Rows {
  const task = (id: number, task_code: string, task_name: string) => ({ id, task_code, task_name });
  return {
    orders: [],
    lots: [],
    order_tasks: [],
    tasks: [
      task(DEMOLDING, '320-3121-060', '解枠'),
      task(SHAKE_OUT, '320-3122-010', '砂落し'),
      task(HEAT, '320-3123-010', '焼なまし'),
      task(MACHINING, '5131-010', '荒加工'),
      task(MOULDING, '320-3121-010', '造型'),
      task(TEMPERING, '320-3123-040', '焼戻し'),
    ],
    products: [product()],
    heat_treatments: [],
    product_processings: [],
    demoldings: [],
    facilities: [
      facility(11, [DEMOLDING]),
      facility(12, [SHAKE_OUT]),
      facility(13, [HEAT, TEMPERING], { max_weight: 1000, volume: 2, depth: 2, width: 1, height: 1 }),
      facility(14, [MACHINING]),
      facility(15, [MOULDING]),
    ],
    facility_availabilities: [],
    holidays: weekends(),
    outsourcings: [],
    outsourcing_answers: [],
    plan_entries: [],
    furnace_runs: [],
    furnace_run_members: [],
    closed: [],
  };
}

export const product = (parts: Partial<ProductRow> = {}): ProductRow => ({
  ...{ id: 1, product_code: 'P-1', product_name: '弁箱', volume_factor: 1, depth: 0.5, width: 0.5, height: 0.4, volume: 0.1 },
  round_up: null,
  ...parts,
});

export const facility = (id: number, task_ids: number[], parts: Partial<FacilityRow> = {}): FacilityRow => ({
  ...{ id, active: true, facility_code: `F-${id}`, facility_name: `設備${id}`, availability: 1, task_ids, max_weight: null, depth: null },
  ...{ width: null, height: null, volume: null },
  ...parts,
});

export const treatment = (parts: Partial<HeatTreatmentRow> = {}): HeatTreatmentRow => ({
  ...{ product_id: 1, task_id: HEAT, facility_id: null, temperature: 900, retention_time: 4, cooling_method: '空冷', cooling_time: 4 },
  ...{ work_settings: [], waiting_days: 0 },
  ...parts,
});

type TaskParts = Partial<OrderTaskRow> & { task_id: number };
type OrderParts = { order?: Partial<OrderRow>; lot_number?: string; casting_date?: string | null; tasks: readonly (number | TaskParts)[] };

/** Adds an order of one lot with its rows; gives the ids of the rows. Casting a week ago unless said otherwise. */
export function addOrder(rows: Rows, { order, lot_number = '01', casting_date = '2026-03-25', tasks }: OrderParts): number[] {
  const id = rows.orders.length + 1;
  rows.orders.push({
    ...{ id, serial_number: `S${id}`, product_code: 'P-1', product_name: '弁箱', product_id: 1, number: 2, weight: 100 },
    ...{ delivery_status: '', priority: 'normal', delivery_date: '2026-05-29', casting_date: null },
    ...order,
  });
  return addLot(rows, id, lot_number, casting_date, tasks);
}

/** Adds an order of one machining; gives the id of its row. */
export const machined = (rows: Rows, work_hours: number, order: Partial<OrderRow> = {}): number =>
  addOrder(rows, { order, tasks: [{ task_id: MACHINING, work_hours }] })[0]!;

/** Adds a lot to an order. */
export function addLot(
  rows: Rows,
  order_id: number,
  lot_number: string,
  casting_date: string | null,
  tasks: readonly (number | TaskParts)[],
): number[] {
  const lot_id = rows.lots.length + 101;
  rows.lots.push({ id: lot_id, order_id, lot_number, casting_date });
  return tasks.map((each, index) => {
    const parts = typeof each === 'number' ? { task_id: each } : each;
    const id = rows.order_tasks.length + 1001;
    rows.order_tasks.push({
      ...{ id, lot_id, arrangement: '内作', task_sort: (index + 1) * 10, outsourcing_code: '', setup_hours: 0, work_hours: 2 },
      ...{ solution_frame_days: 0, received: false, last_reception_date: null, order_quantity: 0, received_quantity: 0 },
      ...parts,
    });
    return id;
  });
}

/** Adds an entry of the standing plan for an order task (or by hand, without one). */
export function addEntry(
  rows: Rows,
  order_task_id: number | null,
  start: string,
  end: string,
  parts: Partial<PlanEntryRow> = {},
): PlanEntryRow {
  const row = rows.order_tasks.find((each) => each.id === order_task_id);
  const entry: PlanEntryRow = {
    ...{ id: rows.plan_entries.length + 5001, order_task_id, lot_id: row?.lot_id ?? 101, task_id: row?.task_id ?? MACHINING },
    ...{ task_sort: row?.task_sort ?? null, facility_id: null, unit: null, outsourced: false, locked: false, received_locked: false },
    ...{ start_at: at(start), end_at: at(end), work_time_set: false, created_by_hand: order_task_id === null },
    ...parts,
  };
  rows.plan_entries.push(entry);
  return entry;
}

/** `04-01 08:00` as an instant of 2026. */
export const at = (text: string): string => `2026-${text.replace(' ', 'T')}:00+09:00`;

/** Settings with some values otherwise. */
export const settings = (parts: Partial<PlanSettings> = {}): PlanSettings => ({ ...DEFAULT_PLAN_SETTINGS, ...parts });

/** Reads rows at a moment, as a run does. */
export const read = (rows: Rows, parts: Partial<PlanSettings> = {}, now = NOW) => readForRun(rows, settings(parts), plantMinutes(now));

/** Reads, plans and describes; the bars by order task id as `MM-DD HH:mm-MM-DD HH:mm`. */
export function plan(rows: Rows, parts: Partial<PlanSettings> = {}, { rounds = 0, now = NOW, seed = 1 } = {}) {
  const { problem, messages } = read(rows, parts, now);
  const result = solve(problem, { budget: { rounds }, seed });
  const stands = asItStands(rows, settings(parts), plantMinutes(now), problem)(result.solution);
  const outcome = explain(problem, result, stands);
  const bars = new Map(outcome.entries.map((entry) => [entry.order_task_id ?? -(entry.entry_id ?? 0), entry]));
  const bar = (id: number): string => {
    const entry = bars.get(id);
    return entry ? `${clock(entry.start_minutes)} - ${clock(entry.end_minutes)}` : 'none';
  };
  return {
    ...{ problem, result, stands, outcome, bars, bar, codes: [...messages, ...outcome.messages].map((message) => message.code) },
    messages,
  };
}

const clock = (minutes: number): string => instantOfMinutes(minutes).slice(5, 16).replace('T', ' ');
