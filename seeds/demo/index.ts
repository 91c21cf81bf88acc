import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { planted } from './dirty.ts';
import { makeOrders } from './orders.ts';
import { makeAvailabilities } from './plant/availability.ts';
import { plantCalendar } from './plant/calendar.ts';
import { demoFacilities, demoTasks } from './plant/masters.ts';
import { demoEmployees, demoOutsourcings } from './plant/people.ts';
import { heatTreatmentRows, makeProducts, productRows } from './plant/products.ts';
import type { Demo, DemoOptions } from './types.ts';

export { plantedDefects } from './dirty.ts';
export { DEMO_PASSWORD } from './plant/people.ts';
export type { Demo, DemoOptions, DemoRows, PlantedDefect } from './types.ts';

export const DEMO_SEED = 20_260_401;
/** Days of which the demo remembers what it did: those of the weeks that 指標 shows. */
export const PAST_DAYS = 84;
/** Plants with more orders are made to be measured, and remember nothing: to live them takes a minute and more. */
const MOST_LIVED = 5_000;
/** Orders that a plant of capacity 1 can take in a month. */
const ORDERS_A_MONTH = 500;

/** The demo foundry for a day: rows of the ten import kinds keyed by import field, all invented. Pure; equal options give equal rows.
 * Without `capacity` the units of all facilities grow with orders beyond 1,000 in two months, so that the load stays the same.
 * Throws RangeError for a day that does not exist. */
export function generateDemo(wanted: Partial<DemoOptions> & { today: string }): Demo {
  dayNumber(wanted.today);
  const {
    orders = 1000,
    seed = DEMO_SEED,
    today,
    dirty = 0,
    products = 400,
    months = 2,
    lead = 1,
    from_days = -42,
    casting_days = [5, 21],
    past_days = orders > MOST_LIVED ? 0 : PAST_DAYS,
  } = wanted;
  const capacity = wanted.capacity ?? Math.max(1, orders / (ORDERS_A_MONTH * months));
  const options: DemoOptions = { orders, seed, today, dirty, products, months, capacity, lead, from_days, casting_days, past_days };
  const calendar = plantCalendar(today, months);
  const made = makeProducts(seed, products);
  return planted({
    holidays: calendar.rows,
    tasks: demoTasks(),
    facilities: demoFacilities(capacity),
    outsourcings: demoOutsourcings(),
    employees: demoEmployees(seed),
    products: productRows(made),
    'heat-treatments': heatTreatmentRows(made),
    ...makeOrders(options, made, calendar),
    options,
    availabilities: makeAvailabilities(options, calendar),
    locks: [],
    defects: [],
  });
}
