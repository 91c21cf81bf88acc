import { datesBetween, dayNumber, type PlantDate } from '../../../domain/ground/plant-time.ts';
import { piecesOf } from '../../../domain/plant/piece.ts';
import { type PlanSettings, type SettingValue, withSetting } from '../../../domain/plant/plan-settings.ts';
import type { Priority } from '../../../domain/plant/priority.ts';
import { isOutsourced } from '../../../domain/plant/task-purpose.ts';
import { closedDaysOf } from './horizon.ts';
import type { LotRow, OrderRow, OrderTaskRow, PlanningRows } from './input.ts';

/** The kinds of premises, by what each says. */
interface Kinds {
  /** So many units of a facility on these days, inclusive. Days on which the plant is closed stay so, unless all of them are. */
  availability: { facility_id: number; from_date: PlantDate; to_date: PlantDate; units: number };
  /** A facility stands on these days, inclusive. */
  stop: { facility_id: number; from: PlantDate; to: PlantDate; reason: string };
  holiday: { date: PlantDate; closed: boolean };
  /** How many calendar days a partner has each lot. */
  partner: { outsourcing_code: string; lead_days: number };
  /** When the partner that has a lot gives it back. */
  answer: { order_task_id: number; date: PlantDate };
  /** What is said of an order is otherwise: its due date (null: it has none), its priority, its pieces; of an absent one it stays as it is. */
  order: { order_id: number; delivery_date?: PlantDate | null; priority?: Priority; pieces?: number };
  /** An order is there no longer. */
  order_removed: { order_id: number };
  /** The lock of a bar is lifted, so that it leaves its place, and its mates in a furnace. */
  unlock: { order_task_id: number };
  /** A reading of the plant, by its name: a weight is `weights.late_order`. */
  setting: { name: string; value: SettingValue };
  /** An order that is not there, under an id of its own below zero; made as another one is, `ready_date` the day of its casting. */
  order_added: {
    order_id: number;
    pieces: number;
    delivery_date: PlantDate | null;
    ready_date: PlantDate;
    routing_order_id: number;
  };
}

/** One change of the plant that is tried before it is made. */
export type Premise = { [Kind in keyof Kinds]: { readonly kind: Kind } & Readonly<Kinds[Kind]> }[keyof Kinds];

/** How each kind changes the rows. */
const APPLIED: { readonly [Kind in keyof Kinds]: (rows: PlanningRows, said: Kinds[Kind]) => PlanningRows } = {
  availability: withUnits,
  stop: (rows, { facility_id, from, to }) => withUnitsOn(rows, facility_id, datesBetween(from, to), 0),
  holiday: (rows, { date, closed }) => {
    const others = rows.holidays.filter((holiday) => holiday.date !== date);
    return { ...rows, holidays: closed ? [...others, { date }].sort((a, b) => dayNumber(a.date) - dayNumber(b.date)) : others };
  },
  partner: (rows, { outsourcing_code, lead_days }) => ({
    ...rows,
    order_tasks: rows.order_tasks.map((row) =>
      row.outsourcing_code === outsourcing_code && isOutsourced(row) ? { ...row, solution_frame_days: lead_days } : row,
    ),
  }),
  answer: (rows, { order_task_id, date }) => {
    const before = rows.outsourcing_answers.find((answer) => answer.order_task_id === order_task_id);
    const said = { order_task_id, completed_quantity: null, handover_date: null, ...before, answered_date: date };
    const others = rows.outsourcing_answers.filter((answer) => answer !== before);
    return { ...rows, outsourcing_answers: [...others, said].sort((a, b) => a.order_task_id - b.order_task_id) };
  },
  order: withOrderChanged,
  order_removed: withoutOrder,
  unlock: (rows, { order_task_id }) => ({
    ...rows,
    plan_entries: rows.plan_entries.map((entry) => (entry.order_task_id === order_task_id ? { ...entry, locked: false } : entry)),
  }),
  // What a plant reads otherwise is in no row (withSettings).
  setting: (rows) => rows,
  order_added: withOrder,
};

/** The readings of a plant in which these premises hold. */
export const withSettings = (settings: PlanSettings, premises: readonly Premise[]): PlanSettings =>
  premises.reduce((changed, premise) => (premise.kind === 'setting' ? withSetting(changed, premise) : changed), settings);

/** The other premises ask whether a day is closed. */
const isOfCalendar = ({ kind }: Premise): boolean => kind === 'holiday';

/** The rows of the plant in which these premises hold, the calendar first, then one after another. What was read is left as it is. */
export const withPremises = (rows: PlanningRows, premises: readonly Premise[]): PlanningRows =>
  [...premises.filter(isOfCalendar), ...premises.filter((premise) => !isOfCalendar(premise))].reduce(
    (changed, premise) => (APPLIED[premise.kind] as (rows: PlanningRows, said: Premise) => PlanningRows)(changed, premise),
    rows,
  );

function withUnits(rows: PlanningRows, { facility_id, from_date, to_date, units }: Kinds['availability']): PlanningRows {
  const { isClosed } = closedDaysOf(rows);
  const days = datesBetween(from_date, to_date);
  const working = days.filter((date) => !isClosed(dayNumber(date)));
  return withUnitsOn(rows, facility_id, working.length > 0 ? working : days, units);
}

function withUnitsOn(rows: PlanningRows, facility_id: number, days: readonly PlantDate[], units: number): PlanningRows {
  const told = new Set(days);
  const others = rows.facility_availabilities.filter((row) => row.facility_id !== facility_id || !told.has(row.date));
  const own = [...told].map((date) => ({ facility_id, date, units }));
  const byDate = [...others, ...own].sort((a, b) => a.facility_id - b.facility_id || dayNumber(a.date) - dayNumber(b.date));
  return { ...rows, facility_availabilities: byDate };
}

/** To which hours are kept. */
const HUNDREDTHS = 100;

/** A process of which there are so many times as many pieces: its work as many times as long, never fewer of them than were received. */
export function withPieces<Row extends Pick<OrderTaskRow, 'work_hours' | 'order_quantity' | 'received_quantity'>>(
  row: Row,
  times: number,
): Row {
  const order_quantity = row.order_quantity > 0 ? Math.max(1, row.received_quantity, Math.round(row.order_quantity * times)) : 0;
  return { ...row, work_hours: Math.round(row.work_hours * times * HUNDREDTHS) / HUNDREDTHS, order_quantity };
}

function withOrderChanged(rows: PlanningRows, { order_id, pieces, delivery_date, priority }: Kinds['order']): PlanningRows {
  const before = rows.orders.find(({ id }) => id === order_id);
  if (!before) return rows;
  const changed: OrderRow = {
    ...before,
    ...(priority === undefined ? {} : { priority }),
    ...(delivery_date === undefined ? {} : { delivery_date }),
    ...(pieces === undefined ? {} : { number: pieces }),
  };
  const orders = rows.orders.map((row) => (row === before ? changed : row));
  if (pieces === undefined || pieces === before.number) return { ...rows, orders };
  const lots = new Set(rows.lots.flatMap((lot) => (lot.order_id === order_id ? lot.id : [])));
  const times = pieces / Math.max(1, before.number);
  return { ...rows, orders, order_tasks: rows.order_tasks.map((row) => (lots.has(row.lot_id) ? withPieces(row, times) : row)) };
}

function withoutOrder(rows: PlanningRows, { order_id }: Kinds['order_removed']): PlanningRows {
  const lots = new Set(rows.lots.flatMap((lot) => (lot.order_id === order_id ? lot.id : [])));
  const isLeft = ({ lot_id }: { lot_id: number }): boolean => !lots.has(lot_id);
  const plan_entries = rows.plan_entries.filter(isLeft);
  const left = new Set(plan_entries.map(({ id }) => id));
  return {
    ...rows,
    orders: rows.orders.filter(({ id }) => id !== order_id),
    lots: rows.lots.filter(({ id }) => !lots.has(id)),
    order_tasks: rows.order_tasks.filter(isLeft),
    plan_entries,
    furnace_run_members: rows.furnace_run_members.filter(({ plan_entry_id }) => left.has(plan_entry_id)),
  };
}

/** More lots than these are one order no more. */
const MOST_LOTS = 1_000;

/** Ids of what is added lie below zero, apart from those of other orders that are added. */
const ROOM = 1_000_000;

/** An order that is added: its rows, and of each process the one that it is like. */
export interface AddedOrder {
  readonly order: OrderRow;
  readonly lots: readonly LotRow[];
  readonly order_tasks: readonly OrderTaskRow[];
  readonly models: readonly number[];
}

/** The rows of an order that is added; null where there is nothing that it could be made like. Its lots are as large as the other's, and the last ones as much smaller as they must be. */
export function addedOrder(rows: PlanningRows, said: Kinds['order_added']): AddedOrder | null {
  const routing = rows.orders.find(({ id }) => id === said.routing_order_id);
  const likes = lotsOf(rows, said.routing_order_id);
  if (!routing || likes.length === 0) return null;
  const { order_id, pieces, delivery_date, ready_date } = said;
  const order: OrderRow = {
    ...routing,
    id: order_id,
    serial_number: '',
    number: pieces,
    delivery_status: '',
    delivery_date,
    casting_date: ready_date,
    priority: 'normal',
  };
  const each = Math.max(1, Math.ceil(routing.number / likes.length));
  const count = Math.min(MOST_LOTS, Math.ceil(pieces / each));
  const lots: LotRow[] = [];
  const order_tasks: OrderTaskRow[] = [];
  const models: number[] = [];
  let next = order_id * ROOM;
  for (let lot = 0; lot < count; lot += 1) {
    const id = next--;
    const own = Math.floor(pieces / count) + (lot < pieces % count ? 1 : 0);
    lots.push({ id, order_id, lot_number: String(lot + 1).padStart(2, '0'), casting_date: ready_date });
    for (const row of likes[lot % likes.length]!.rows) {
      const of = piecesOf(routing, { ...row, received_quantity: 0 }, likes.length);
      order_tasks.push(asked(row, { id: next--, lot_id: id, pieces: own, of }));
      models.push(row.id);
    }
  }
  return { order, lots, order_tasks, models };
}

function withOrder(rows: PlanningRows, said: Kinds['order_added']): PlanningRows {
  const added = addedOrder(rows, said);
  if (!added) return rows;
  const { order, lots, order_tasks } = added;
  return { ...rows, orders: [...rows.orders, order], lots: [...rows.lots, ...lots], order_tasks: [...rows.order_tasks, ...order_tasks] };
}

/** A process as it would be for so many pieces: its work as many times as long, its set-up as it is, nothing of it done. */
function asked(row: OrderTaskRow, { id, lot_id, pieces, of }: { id: number; lot_id: number; pieces: number; of: number }): OrderTaskRow {
  return {
    ...row,
    id,
    lot_id,
    work_hours: (row.work_hours * pieces) / of,
    received: false,
    last_reception_date: null,
    order_quantity: pieces,
    received_quantity: 0,
  };
}

/** The lots of an order with their processes, in the order in which they are read. */
function lotsOf({ lots, order_tasks }: PlanningRows, order: number): { rows: OrderTaskRow[] }[] {
  const own = lots.filter(({ order_id }) => order_id === order);
  const rows = new Map<number, OrderTaskRow[]>(own.map(({ id }) => [id, []]));
  for (const row of order_tasks) rows.get(row.lot_id)?.push(row);
  return own.map(({ id }) => ({ rows: rows.get(id)! })).filter((lot) => lot.rows.length > 0);
}

/** An order by whose processes its product can be made. */
export interface Routing {
  readonly order_id: number;
  readonly serial_number: string;
  readonly product_id: number;
  readonly pieces: number;
  readonly lots: number;
  readonly processes: number;
}

/** Every firm order whose lots all have processes, by product, the newest first: those with bars before others. */
export function routingsOf(rows: PlanningRows): Map<number, Routing[]> {
  const processes = new Map<number, number>();
  for (const { lot_id } of rows.order_tasks) processes.set(lot_id, (processes.get(lot_id) ?? 0) + 1);
  const lots = new Map<number, number[]>();
  for (const { id, order_id } of rows.lots) lots.set(order_id, [...(lots.get(order_id) ?? []), processes.get(id) ?? 0]);
  const planned = new Set(rows.plan_entries.map(({ lot_id }) => lot_id));
  const isPlanned = new Map<number, boolean>();
  for (const { id, order_id } of rows.lots) isPlanned.set(order_id, (isPlanned.get(order_id) ?? true) && planned.has(id));
  const known = new Set(rows.products.map(({ id }) => id));
  const found = new Map<number, Routing[]>();
  for (const { id, serial_number, product_id, number, held } of rows.orders) {
    const own = lots.get(id) ?? [];
    if (held || product_id === null || !known.has(product_id) || own.length === 0 || own.includes(0)) continue;
    const routing = {
      order_id: id,
      serial_number,
      product_id,
      pieces: number,
      lots: own.length,
      processes: own.reduce((sum, one) => sum + one, 0),
    };
    found.set(product_id, [...(found.get(product_id) ?? []), routing]);
  }
  const rank = ({ order_id }: Routing): number => Number(isPlanned.get(order_id) ?? false);
  for (const list of found.values()) list.sort((a, b) => rank(b) - rank(a) || b.order_id - a.order_id);
  return found;
}
