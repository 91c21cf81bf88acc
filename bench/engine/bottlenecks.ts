import { standing } from '../../seeds/demo/standing-rows.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { addDays, endDate, instantOfMinutes, type PlantDate, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import {
  explain,
  type Outcome,
  type PlanningRows,
  type Premise,
  readForRun,
  solve,
  type TrialCause,
  withPremises,
} from '../../server/scheduling/index.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import type { OrderTaskRow } from '../../server/scheduling/reading/rows/input.ts';
import { foundryOf, NOW, TODAY } from './shapes.ts';

/** What is wrong with a made plant: one place keeps its orders late, or nothing helps them. */
export const BOTTLENECKS = ['unit', 'saturday', 'partner', 'lock', 'mate', 'overdue', 'waiting'] as const;
export type Bottleneck = (typeof BOTTLENECKS)[number];

/** A plant whose orders are late, with a plan standing; `truth`: what would help (null: nothing does; undefined: nobody knows). */
export interface BottleneckPlant {
  readonly rows: PlanningRows;
  readonly truth: (Partial<TrialCause> & { readonly order_task_id?: number }) | null | undefined;
}

const TASKS = 120;
/** The demo's own orders have so many days more, and its facilities so many times the units: there is slack everywhere. */
const [SLACK_DAYS, SLACK_UNITS] = [120, 4];
const ROUNDS = 2_000;
const ROUNDS_A_TASK = 20;
const SATURDAYS: readonly PlantDate[] = ['2026-04-04', '2026-04-11'];

/** Processes of the demo by what is planted there: facilities of which each does one of them, a partner's, a furnace's. */
const PLACES = [
  { facility: 14, task: 20 },
  { facility: 16, task: 27 },
  { facility: 18, task: 28 },
  { facility: 21, task: 29 },
  { facility: 7, task: 19 },
];
const [INSPECTION, PACKING] = [
  { facility: 28, task: 21 },
  { facility: 30, task: 31 },
];
const AWAY_TASK = 33;
const FURNACE = { facility: 10, task: 13 };
const WELDING = { facility: 14, task: 20 };

type Step = Partial<OrderTaskRow> & { task_id: number };

/** A plant of one kind; the same number gives the same plant. */
export function bottleneckPlant(kind: Bottleneck, number: number): BottleneckPlant {
  const random = createRandom(1_000 * BOTTLENECKS.indexOf(kind) + number);
  const between = (least: number, most: number): number => least + random.below(most - least + 1);
  const place = PLACES[random.below(PLACES.length)]!;
  const plant = slackPlant(number);
  const product = plant.product(place);
  const atPlace = (hours: number): Step => ({ task_id: place.task, work_hours: hours });
  const ends: Step[] = [{ task_id: PACKING.task, work_hours: 0.5 }];
  const made = {
    unit: () => {
      const orders = Array.from({ length: between(14, 20) }, () => plant.order(product, [atPlace(between(6, 8)), ...ends]));
      const facility_id = plant.tight(place.facility);
      const until = addDays(TODAY, 60);
      dueAsPlannedWith(plant.rows, orders, [{ kind: 'availability', facility_id, from_date: TODAY, to_date: until, units: 2 }]);
      return { kind: 'unit' as const, facility_id };
    },
    saturday: () => {
      const second = random.below(2);
      const orders = Array.from({ length: between(9, 12) + 4 * second }, () => plant.order(product, [atPlace(between(6, 8)), ...ends]));
      const facility_id = plant.tight(place.facility);
      const date = SATURDAYS[second]!;
      dueAsPlannedWith(plant.rows, orders, [{ kind: 'availability', facility_id, from_date: date, to_date: date, units: 1 }]);
      return { kind: 'saturday' as const, facility_id };
    },
    partner: () => {
      const outsourcing_code = plant.rows.outsourcings[random.below(plant.rows.outsourcings.length)]!.outsourcing_code;
      const lead = between(10, 16);
      const away = { task_id: AWAY_TASK, arrangement: '外注', outsourcing_code, solution_frame_days: lead };
      const orders = Array.from({ length: between(4, 8) }, () => plant.order(product, [atPlace(1), away, ...ends]));
      dueAsPlannedWith(plant.rows, orders, [{ kind: 'partner', outsourcing_code, lead_days: Math.ceil(lead / 2) }]);
      return { kind: 'partner' as const, outsourcing_code };
    },
    lock: () => {
      const orders = Array.from({ length: between(4, 8) }, () => plant.order(product, [atPlace(between(2, 6)), ...ends]));
      const planned = dueAsPlannedWith(plant.rows, orders, []);
      const order = orders[random.below(orders.length)]!;
      const order_task_id = order.tasks[0]!;
      lockLater(plant.rows, planned, order_task_id, 7 * between(1, 2));
      return { kind: 'lock' as const, order_task_id };
    },
    mate: () => {
      const heat = plant.product(FURNACE, true);
      const ready = Array.from({ length: between(3, 6) }, () => plant.order(heat, [{ task_id: FURNACE.task }, ...ends]));
      const late = plant.order(heat, [{ task_id: WELDING.task, work_hours: between(40, 64) }, { task_id: FURNACE.task }, ...ends]);
      const planned = dueAsPlannedWith(plant.rows, [...ready, late], []);
      const order_task_id = ready[random.below(ready.length)]!.tasks[0]!;
      lockTogether(plant.rows, planned, order_task_id, late.tasks[1]!);
      return { kind: 'mate' as const, order_task_id };
    },
    overdue: () => {
      for (let i = between(2, 4); i > 0; i -= 1) plant.order(product, [atPlace(between(1, 2))], addDays(TODAY, -between(5, 20)));
      return null;
    },
    waiting: () => {
      const slow = plant.product(INSPECTION, false, between(9, 15));
      for (let i = between(2, 4); i > 0; i -= 1)
        plant.order(slow, [{ task_id: INSPECTION.task, work_hours: 1 }, ...ends], addDays(TODAY, between(1, 4)));
      return null;
    },
  };
  const truth = made[kind]();
  if (truth)
    addRival(plant, PLACES.filter(({ facility }) => facility !== place.facility && facility !== WELDING.facility)[random.below(3)]!);
  return {
    rows: {
      ...plant.rows,
      ...standing(planOf(plant.rows), ({ order_task_id }) => ({
        locked: plant.rows.plan_entries.some((held) => held.order_task_id === order_task_id),
      })),
    },
    truth,
  };
}

/** Another facility at which three orders are late by a day or so each: what helps there gains less. */
function addRival(plant: ReturnType<typeof slackPlant>, rival: (typeof PLACES)[number]): void {
  const product = plant.product(rival);
  const orders = [6, 6, 6].map((work_hours) => plant.order(product, [{ task_id: rival.task, work_hours }]));
  plant.tight(rival.facility);
  dueAsPlannedWith(plant.rows, orders, [], 1);
}

/** A foundry of another shape with a plan standing. */
export function planned(rows: PlanningRows): BottleneckPlant {
  return { rows: { ...rows, ...standing(planOf(rows, ROUNDS_A_TASK * rows.order_tasks.length)) }, truth: undefined };
}

type Rows = { -readonly [K in keyof PlanningRows]: PlanningRows[K][number][] };

/** An order that was added, and its rows. */
interface Added {
  readonly id: number;
  readonly tasks: readonly number[];
}

/** A small demo in which nothing is late, to which orders are added. */
function slackPlant(number: number) {
  const demo = foundryOf({ tasks: TASKS, plant: 100 + number });
  const rows: Rows = {
    ...structuredClone(demo as Rows),
    orders: demo.orders.map((order) => ({ ...order, delivery_date: addDays(TODAY, SLACK_DAYS) })),
    facilities: demo.facilities.map((one) => ({ ...one, availability: one.availability * SLACK_UNITS })),
    facility_availabilities: [],
  };
  const last = (list: readonly { id: number }[]): number => Math.max(0, ...list.map(({ id }) => id));
  return {
    rows,
    /** A product that only this facility makes; it waits so many days behind it. */
    product({ facility, task }: { facility: number; task: number }, heat = false, waiting_days = 0): number {
      const id = last(rows.products) + 1;
      rows.products.push({ ...rows.products[0]!, id, product_code: `PLANTED-${id}` });
      const treated = { temperature: 900, retention_time: 4, cooling_method: '空冷', cooling_time: 4, work_settings: [] };
      if (heat) rows.heat_treatments.push({ product_id: id, task_id: task, facility_id: facility, ...treated, waiting_days });
      else rows.product_processings.push({ product_id: id, task_id: task, facility_id: facility, waiting_days });
      return id;
    },
    /** An order of one lot that is cast already. Without a due date it is as urgent as can be until it is given one. */
    order(product_id: number, steps: readonly Step[], delivery_date: PlantDate = TODAY): Added {
      const id = last(rows.orders) + 1;
      const { product_code, product_name } = rows.products.find((one) => one.id === product_id)!;
      const [casting_date, lot_id] = [addDays(TODAY, -14), last(rows.lots) + 1];
      const own = { id, product_id, product_code, product_name, number: 1, weight: 50, delivery_date, casting_date };
      rows.orders.push({ ...own, serial_number: `PL${id}`, delivery_status: '', priority: 'normal' });
      rows.lots.push({ id: lot_id, order_id: id, lot_number: '01', casting_date });
      const tasks = steps.map((step, at) => {
        const row = last(rows.order_tasks) + 1;
        rows.order_tasks.push({
          id: row,
          lot_id,
          arrangement: '内作',
          task_sort: 10 * (at + 1),
          outsourcing_code: '',
          setup_hours: 0,
          work_hours: 0,
          solution_frame_days: 0,
          received: false,
          last_reception_date: null,
          order_quantity: 1,
          received_quantity: 0,
          ...step,
        });
        return row;
      });
      return { id, tasks };
    },
    /** The facility has one unit. */
    tight(facility: number): number {
      rows.facilities = rows.facilities.map((one) => (one.id === facility ? { ...one, availability: 1 } : one));
      return facility;
    },
  };
}

function planOf(rows: PlanningRows, rounds = ROUNDS): Outcome {
  const { problem } = readForRun(rows, DEFAULT_PLAN_SETTINGS, NOW);
  return explain(problem, solve(problem, { budget: { rounds }, seed: 1 }));
}

/** Makes orders due on the days on which they are done where these premises hold: without them they are late, and with them by so many days. */
function dueAsPlannedWith(rows: Rows, orders: readonly Added[], premises: readonly Premise[], late = 0): Outcome {
  const planned = planOf(withPremises(rows, premises));
  for (const { id, tasks } of orders) {
    const end = Math.max(...planned.entries.flatMap((entry) => (tasks.includes(entry.order_task_id ?? 0) ? entry.end_minutes : [])));
    rows.orders = rows.orders.map((order) =>
      order.id === id ? { ...order, delivery_date: addDays(endDate(instantOfMinutes(end)), -late) } : order,
    );
  }
  return planned;
}

/** Locks a bar so many days behind its place in a plan, all else free. */
function lockLater(rows: Rows, planned: Outcome, order_task_id: number, days: number): void {
  const moved = (instant: string): string => instantOfMinutes(plantMinutes(instant) + days * DAY_MINUTES);
  const { plan_entries } = standing(planned, ({ start_at, end_at }) => ({
    locked: true,
    start_at: moved(start_at),
    end_at: moved(end_at),
  }));
  rows.plan_entries = plan_entries.filter((entry) => entry.order_task_id === order_task_id);
}

/** Locks a bar in the charge in which another one stands, both of them, all else free. */
function lockTogether(rows: Rows, planned: Outcome, order_task_id: number, mate: number): void {
  const all = standing(planned, () => ({ locked: true }));
  const entryOf = (id: number) => all.plan_entries.find((entry) => entry.order_task_id === id)!;
  const [own, other] = [entryOf(order_task_id), entryOf(mate)];
  const { furnace_run_id } = all.furnace_run_members.find(({ plan_entry_id }) => plan_entry_id === other.id)!;
  rows.plan_entries = [{ ...own, start_at: other.start_at, end_at: other.end_at, facility_id: other.facility_id, unit: other.unit }, other];
  rows.furnace_runs = all.furnace_runs.filter(({ id }) => id === furnace_run_id);
  rows.furnace_run_members = all.furnace_run_members
    .filter(({ plan_entry_id }) => [own.id, other.id].includes(plan_entry_id))
    .map((member) => ({ ...member, furnace_run_id }));
}
