import type { JudgedFacility } from '../../../domain/bars/judge.ts';
import { grouped, onceFor } from '../../../domain/ground/collections.ts';
import { dayNumber, type PlantDate } from '../../../domain/ground/plant-time.ts';
import type { PlanSettings } from '../../../domain/plant/plan-settings.ts';
import { closedDaysOf, type PlanningRows, type Premise, withPremises } from '../../../scheduling/index.ts';
import type { LotTable } from './lot-rows.ts';

/** The rows of a plant that are of no plan. */
export type CommonRows = Omit<PlanningRows, LotTable>;

/** A plant as plans are judged in it: its rows, and the units, closed days and names of its premises. */
export interface Plant {
  /** As they are: premises change them with the rows of lots. */
  readonly rows: CommonRows;
  readonly premises: readonly Premise[];
  readonly settings: PlanSettings;
  /** By what the rows of single lots are found: orders and lots by their ids, the others by order, product, facility or order task. */
  readonly by: {
    readonly orders: ReadonlyMap<number, PlanningRows['orders']>;
    readonly lots: ReadonlyMap<number, PlanningRows['lots']>;
    readonly lots_of_order: ReadonlyMap<number, PlanningRows['lots']>;
    readonly products: ReadonlyMap<number, PlanningRows['products']>;
    readonly heat_treatments: ReadonlyMap<number, PlanningRows['heat_treatments']>;
    readonly product_processings: ReadonlyMap<number, PlanningRows['product_processings']>;
    readonly demoldings: ReadonlyMap<number, PlanningRows['demoldings']>;
    readonly facility_availabilities: ReadonlyMap<number, PlanningRows['facility_availabilities']>;
    readonly outsourcing_answers: ReadonlyMap<number, PlanningRows['outsourcing_answers']>;
  };
  readonly facilities: ReadonlyMap<number, JudgedFacility>;
  readonly closed: Pick<ReadonlySet<PlantDate>, 'has'>;
  readonly taskNames: ReadonlyMap<number, string>;
}

/** The plant of these rows in which these premises hold. */
export function plantOf(rows: CommonRows, settings: PlanSettings, premises: readonly Premise[]): Plant {
  const none = { order_tasks: [], plan_entries: [], closed: [], furnace_runs: [], furnace_run_members: [] };
  const { facilities, facility_availabilities, holidays } = withPremises({ ...rows, ...none }, premises);
  const overrides = new Map(facilities.map(({ id }) => [id, new Map<PlantDate, number>()]));
  for (const { facility_id, date, units } of facility_availabilities) overrides.get(facility_id)?.set(date, units);
  const { isClosed } = closedDaysOf({ holidays });
  return {
    rows,
    premises,
    settings,
    by: {
      orders: grouped(rows.orders, ({ id }) => id),
      lots: grouped(rows.lots, ({ id }) => id),
      lots_of_order: grouped(rows.lots, ({ order_id }) => order_id),
      products: grouped(rows.products, ({ id }) => id),
      heat_treatments: grouped(rows.heat_treatments, ({ product_id }) => product_id),
      product_processings: grouped(rows.product_processings, ({ product_id }) => product_id),
      demoldings: grouped(rows.demoldings, ({ product_id }) => product_id),
      facility_availabilities: grouped(rows.facility_availabilities, ({ facility_id }) => facility_id),
      outsourcing_answers: grouped(rows.outsourcing_answers, ({ order_task_id }) => order_task_id),
    },
    facilities: new Map(
      facilities.map(({ id, facility_name, availability }) => [id, { facility_name, availability, overrides: overrides.get(id)! }]),
    ),
    closed: { has: onceFor((date: PlantDate) => isClosed(dayNumber(date))) },
    taskNames: new Map(rows.tasks.map(({ id, task_name }) => [id, task_name])),
  };
}
