import { type PlanningRows, withPremises } from '../../../scheduling/index.ts';
import { allOf, type LotRows, type Placed } from './lot-rows.ts';
import type { Plant } from './plant.ts';

/** A plan in its plant, by lot. */
export interface Judged {
  readonly plant: Plant;
  readonly lots: LotRows;
}

/** The rows that bars are judged by, and which of the bars stand as if they were fixed. */
export interface RowsAround {
  rows: PlanningRows;
  /** Bars of the lots in question, and of lots in a furnace run with them. */
  beside: ReadonlySet<number>;
}

/** The rows of the lots of these bars, and of those that share a furnace run, or a facility and a span, with them, in the plant of the plan's premises. */
export function rowsAround({ plant, lots }: Judged, ids: readonly number[]): RowsAround {
  const chosen = ids.flatMap((id) => piecesOf(lots, id));
  const own = new Set(chosen.map(({ lot_id }) => lot_id));
  const runs = new Set(chosen.flatMap(({ furnace_run_id }) => furnace_run_id ?? []));
  const mates = [...runs].flatMap((run) => membersOf(lots, run));
  const beside = new Set([...[...own].flatMap((lot) => barsOf(lots, lot).map(({ id }) => id)), ...mates]);
  const around = new Set([...own, ...mates.flatMap((id) => lots.lotOf.get(id) ?? []), ...chosen.flatMap((bar) => lotsAtPlace(lots, bar))]);
  return { rows: rowsOfLots({ plant, lots }, inOrder(around)), beside };
}

/** A bar's pieces; none of a bar that is not in the plan. */
export const piecesOf = (lots: LotRows, id: number): Placed[] =>
  (lots.tables.placed.get(lots.lotOf.get(id) ?? 0) ?? []).filter((bar) => bar.id === id);

const barsOf = ({ tables }: LotRows, lot: number): readonly { id: number }[] => tables.plan_entries.get(lot) ?? [];

const membersOf = ({ tables }: LotRows, run: number): number[] =>
  (tables.furnace_run_members.get(run) ?? []).map(({ plan_entry_id }) => plan_entry_id);

/** Edited bars of equal facility, start and end are one furnace run. */
const lotsAtPlace = ({ standing }: LotRows, { facility_id, bar_start, bar_end }: Placed): number[] =>
  (standing.get(facility_id ?? 0) ?? []).flatMap(({ bar }) => (bar.bar_start === bar_start && bar.bar_end === bar_end ? bar.lot_id : []));

const inOrder = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

/** The rows of these lots with all that a run would read of them, in the plant of the plan's premises. */
export function rowsOfLots({ plant: { rows, by, premises }, lots }: Judged, own: readonly number[]): PlanningRows {
  const { tables } = lots;
  const of = <Row>(groups: ReadonlyMap<number, readonly Row[]>, keys: readonly number[]): Row[] =>
    keys.flatMap((key) => groups.get(key) ?? []);
  const orders = inOrder(of(by.lots, own).map(({ order_id }) => order_id));
  const products = inOrder(of(by.orders, orders).flatMap(({ product_id }) => product_id ?? []));
  const entries = of(tables.plan_entries, own);
  const runs = inOrder(of(tables.placed, own).flatMap(({ furnace_run_id }) => furnace_run_id ?? []));
  const read = {
    ...rows,
    orders: of(by.orders, orders),
    lots: of(by.lots_of_order, orders).sort((a, b) => a.id - b.id),
    order_tasks: allOf(lots, 'order_tasks', own),
    products: of(by.products, products),
    heat_treatments: of(by.heat_treatments, products),
    product_processings: of(by.product_processings, products),
    demoldings: of(by.demoldings, products),
    facility_availabilities: of(by.facility_availabilities, inOrder(entries.flatMap(({ facility_id }) => facility_id ?? []))),
    outsourcing_answers: of(by.outsourcing_answers, inOrder(of(tables.order_tasks, own).map(({ id }) => id))),
    plan_entries: allOf(lots, 'plan_entries', own),
    closed: allOf(lots, 'closed', own),
    furnace_runs: of(tables.furnace_runs, runs),
    furnace_run_members: of(tables.furnace_run_members, runs),
  };
  return withPremises(read, premises);
}
