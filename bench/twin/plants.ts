import { generateDemo } from '../../seeds/demo/index.ts';
import { makeOrders } from '../../seeds/demo/orders.ts';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { plantCalendar } from '../../seeds/demo/plant/calendar.ts';
import { makeProducts } from '../../seeds/demo/plant/products.ts';
import type { Demo, DemoOptions } from '../../seeds/demo/types.ts';
import type { TwinPlant } from '../../seeds/twin/world.ts';
import { addDays, type PlantDate } from '../../server/domain/ground/plant-time.ts';
import type { PlanningRows } from '../../server/scheduling/index.ts';

/** What is asked of a plant. */
export interface PlantAsked {
  readonly name: string;
  readonly tasks: number;
  /** Calendar days for which orders come. */
  readonly days: number;
  readonly seed: number;
}

const START: PlantDate = '2026-04-01';
/** Weeks of orders that have come before the first morning. */
const WEEKS_BEFORE = 6;
const WEEK_DAYS = 7;
const MONTH_DAYS = 28;
/** Open processes of the demo at 500 orders a month. */
const DEMO_TASKS = 6_500;
const DEMO_ORDERS_A_MONTH = 500;
/** How many orders come beside the units that are left: the demo's plant keeps room, the dense one has none to spare. */
const LOADS: Readonly<Record<string, number>> = { demo: 1.2, dense: 1.5 };

export const PLANT_NAMES = Object.keys(LOADS);

/** The masters of a foundry of about so many open processes, and its orders of all months; `first`: what is in the book on the first morning. The same seed gives the same. */
export function foundryOf({ name, tasks, days, seed }: PlantAsked): { demo: Demo; first: Demo; share: number } {
  const load = LOADS[name];
  if (load === undefined) throw new RangeError(`no such plant: ${name} (${PLANT_NAMES.join(', ')})`);
  const share = tasks / DEMO_TASKS;
  const rate = DEMO_ORDERS_A_MONTH * share * load;
  const first = generateDemo({
    seed,
    today: START,
    from_days: -WEEKS_BEFORE * WEEK_DAYS,
    past_days: 0,
    capacity: 1,
    months: (WEEKS_BEFORE * WEEK_DAYS) / MONTH_DAYS,
    orders: Math.max(1, Math.round((rate * WEEKS_BEFORE * WEEK_DAYS) / MONTH_DAYS)),
  });
  const months = Math.ceil(days / MONTH_DAYS);
  const later = Array.from({ length: months }, (_, month) => ordersOfMonth(first.options, month, Math.max(1, Math.round(rate))));
  const book = [first, ...later];
  const holidays = plantCalendar(START, months + 3).rows;
  const demo: Demo = {
    ...first,
    holidays,
    orders: book.flatMap(({ orders }) => orders),
    'order-tasks': book.flatMap((part) => part['order-tasks']),
    castings: book.flatMap(({ castings }) => castings),
  };
  return { demo, first: { ...first, holidays }, share };
}

/** A foundry to live in. The same seed gives the same rows. */
export function plantOf(asked: PlantAsked, { demo, first, share } = foundryOf(asked)): TwinPlant {
  const rows = planningRows(demo);
  const known = new Set(first.orders.map(({ serial_number }) => serial_number));
  const atFirst = new Set(rows.orders.filter(({ serial_number }) => known.has(serial_number)).map(({ id }) => id));
  return { name: asked.name, start: START, rows: withShare(rows, share), atFirst };
}

type OrderParts = Pick<Demo, 'orders' | 'order-tasks' | 'castings'>;

/** The orders of a month behind the first morning, under serial numbers of their own. */
function ordersOfMonth(options: DemoOptions, month: number, orders: number): OrderParts {
  const own = { ...options, seed: options.seed * 1_000 + month + 1, from_days: month * MONTH_DAYS, months: 1, orders };
  const made = makeOrders(own, makeProducts(options.seed, options.products), plantCalendar(addDays(START, month * MONTH_DAYS), 1));
  const renamed = <Row extends { serial_number: string }>(row: Row): Row => ({
    ...row,
    serial_number: `${month + 1}-${row.serial_number}`,
  });
  return { orders: made.orders.map(renamed), 'order-tasks': made['order-tasks'].map(renamed), castings: made.castings.map(renamed) };
}

/**
 * The plant with a share of its units. Units are dealt out along each row of facilities, so that a tenth of ten machines is one machine; and the largest
 * facility for each process stays, so that every piece still has a place.
 */
function withShare(rows: PlanningRows, share: number): PlanningRows {
  const units = unitsLeft(rows, share);
  const stays = (id: number | null): boolean => id === null || units.has(id);
  const shut = (from: number, units: number, left: number): number => Math.max(0, left - (from - units));
  const usual = new Map(rows.facilities.map(({ id, availability }) => [id, availability]));
  return {
    ...rows,
    facilities: rows.facilities.filter(({ id }) => units.has(id)).map((one) => ({ ...one, availability: units.get(one.id)! })),
    facility_availabilities: rows.facility_availabilities
      .filter(({ facility_id }) => units.has(facility_id))
      .map((one) => ({ ...one, units: shut(usual.get(one.facility_id)!, one.units, units.get(one.facility_id)!) })),
    heat_treatments: rows.heat_treatments.map((one) => (stays(one.facility_id) ? one : { ...one, facility_id: null })),
    product_processings: rows.product_processings.filter(({ facility_id }) => units.has(facility_id)),
  };
}

const GROUP_CODE = 6;

function unitsLeft({ facilities, tasks }: PlanningRows, share: number): Map<number, number> {
  const left = new Map<number, number>();
  const rest = new Map<string, number>();
  for (const { id, facility_code, availability } of facilities) {
    const group = facility_code.slice(0, GROUP_CODE);
    const carried = (rest.get(group) ?? 0) + availability * share;
    const own = Math.min(availability, Math.round(carried));
    rest.set(group, carried - own);
    if (own > 0) left.set(id, own);
  }
  for (const { id: task } of tasks) {
    const able = facilities.filter(({ task_ids }) => task_ids.includes(task));
    const largest = able.reduce<(typeof able)[number] | null>(
      (best, one) => ((one.max_weight ?? 0) > (best?.max_weight ?? 0) ? one : best),
      null,
    );
    if (largest && !left.has(largest.id)) left.set(largest.id, 1);
  }
  return left;
}
