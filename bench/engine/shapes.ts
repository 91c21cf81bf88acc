import { DEMO_SEED } from '../../seeds/demo/index.ts';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { demoOfTasks } from '../../seeds/demo/plant/sizes.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { addDays, dayNumber, type PlantDate } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { type PlanningRows, type Problem, readProblem } from '../../server/scheduling/index.ts';

/** The day on which foundries are planned. */
export const TODAY: PlantDate = '2026-04-01';
/** Its morning, in plant minutes. */
export const NOW = dayNumber(TODAY) * DAY_MINUTES + 7 * 60;

/** A foundry of another shape, made of the demo's rows. */
type Shape = (rows: PlanningRows) => PlanningRows;

const furnacesOf = ({ heat_treatments, facilities }: PlanningRows): Set<number> => {
  const treated = new Set(heat_treatments.map(({ task_id }) => task_id));
  return new Set(facilities.filter(({ task_ids }) => task_ids.some((id) => treated.has(id))).map(({ id }) => id));
};

/** A share of the units of each facility, at least one. */
function withUnits(rows: PlanningRows, share: number): PlanningRows {
  const less = (units: number): number => (units === 0 ? 0 : Math.max(1, Math.floor(units * share)));
  return {
    ...rows,
    facilities: rows.facilities.map((one) => ({ ...one, availability: less(one.availability) })),
    facility_availabilities: rows.facility_availabilities.map((one) => ({ ...one, units: less(one.units) })),
  };
}

/** Two furnaces are left, any of them for every treatment. */
function twoFurnaces(rows: PlanningRows): PlanningRows {
  const furnaces = furnacesOf(rows);
  const kept = new Set([...furnaces].slice(0, 2));
  const treated = [...new Set(rows.heat_treatments.map(({ task_id }) => task_id))];
  const facilities = rows.facilities.filter(({ id }) => !furnaces.has(id) || kept.has(id));
  return {
    ...rows,
    facilities: facilities.map((one) => (kept.has(one.id) ? { ...one, task_ids: treated, max_weight: null, volume: null } : one)),
    facility_availabilities: rows.facility_availabilities.filter(({ facility_id }) => !furnaces.has(facility_id)),
    heat_treatments: rows.heat_treatments.map((one) => ({ ...one, facility_id: null })),
  };
}

function withoutHeat(rows: PlanningRows): PlanningRows {
  const treated = new Set(rows.heat_treatments.map(({ task_id }) => task_id));
  return { ...rows, order_tasks: rows.order_tasks.filter(({ task_id }) => !treated.has(task_id)), heat_treatments: [] };
}

/** Every second process in the house goes to a partner for so many days as the plant says. */
function halfOutsourced(rows: PlanningRows): PlanningRows {
  const treated = new Set(rows.heat_treatments.map(({ task_id }) => task_id));
  const order_tasks = rows.order_tasks.map((row, at) =>
    at % 2 === 0 || row.received || treated.has(row.task_id) ? row : { ...row, arrangement: '外注', outsourcing_code: 'G1' },
  );
  return { ...rows, order_tasks };
}

const dueSooner = (rows: PlanningRows): PlanningRows => ({
  ...rows,
  orders: rows.orders.map((order) => ({
    ...order,
    delivery_date: order.delivery_date && addDays(order.delivery_date as PlantDate, -20),
  })),
});

/** Foundries to measure, by name. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  demo: (rows) => rows,
  dense: (rows) => withUnits(rows, 0.75),
  'two furnaces': twoFurnaces,
  'no heat treatment': withoutHeat,
  'half outsourced': halfOutsourced,
  overload: dueSooner,
};

/** A foundry of the bench: its shape, about so many open tasks, and the seed that the demo is generated with; each seed makes another plant. */
export interface Foundry {
  readonly shape?: string;
  readonly tasks: number;
  readonly plant?: number;
}

/** Its rows; throws RangeError for an unknown shape. */
export function foundryOf({ shape = 'demo', tasks, plant = DEMO_SEED }: Foundry): PlanningRows {
  const shaped = SHAPES[shape];
  if (!shaped) throw new RangeError(`no such shape: ${shape} (${Object.keys(SHAPES).join(', ')})`);
  return shaped(planningRows(demoOfTasks({ tasks, seed: plant, today: TODAY })));
}

/** What is to be planned of rows with the settings of the product. */
export const problemOf = (rows: PlanningRows, now = NOW): Problem => readProblem(rows, DEFAULT_PLAN_SETTINGS, now).problem;

/** Whole numbers in a list of an option, as seeds and plants are. Throws RangeError for any other. */
export function numbersIn(text: string): number[] {
  const numbers = text === '' ? [] : text.split(',').map(Number);
  if (numbers.some((one) => !Number.isInteger(one))) throw new RangeError(`not whole numbers: ${text}`);
  return numbers;
}
