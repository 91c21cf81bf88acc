import { grouped } from '../../server/domain/ground/collections.ts';
import { DAY_MINUTES, HALF_DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { CLOSES, dateOfDay, dayNumber, OPENS, type PlantDate } from '../../server/domain/ground/plant-time.ts';
import type { PlanningRows } from '../../server/scheduling/index.ts';
import { createCalendar, dayOf, endDay, midnightOf, type TwinCalendar } from './calendar.ts';
import { createRoutes, type Routes } from './route.ts';
import { type Breakdown, createTruth, type Truth } from './truth.ts';

type OrderRow = PlanningRows['orders'][number];

/** A plant to live in: all rows of its masters and of every order that will ever come. */
export interface TwinPlant {
  readonly name: string;
  readonly start: PlantDate;
  readonly rows: PlanningRows;
  /** Orders that are in the book on the first morning; the others come later. */
  readonly atFirst: ReadonlySet<number>;
}

/** A process of a lot as it is lived. */
export interface TwinTask {
  readonly id: number;
  readonly lot: TwinLot;
  /** As the core system has it: what came back in part is told here. */
  row: PlanningRows['order_tasks'][number];
  state: 'open' | 'in hand' | 'done';
  /** How often it has begun. */
  tries: number;
  facility: number | null;
  begun: number;
  /** Plant minutes; what had ended before the first morning has none here. */
  ended: number | null;
}

/** A lot of an order, from its mould on. */
export interface TwinLot {
  readonly id: number;
  readonly order: TwinOrder;
  readonly tasks: TwinTask[];
  /** Day of its casting as it is known, and whether that will not change any more. */
  casting: number;
  isCastingSure: boolean;
  /** Index of the process that comes next, and from when it may begin. */
  next: number;
  ready: number;
}

export interface TwinOrder {
  row: OrderRow;
  readonly lots: TwinLot[];
  /** Day from which it stands in the book. */
  readonly known: number;
  due: number;
  /** A customer asks when it could leave, and has not been told. */
  asking: boolean;
  /** Which day the customer was told, and on which. */
  quoted: { readonly on: number; readonly day: number } | null;
  /** When its last process had ended; null: it is still here. */
  left: number | null;
}

/** Work, charge or lot that is under way. */
export interface Job {
  readonly tasks: readonly TwinTask[];
  readonly kind: 'work' | 'furnace' | 'away';
  readonly facility: number | null;
  /** The unit on which it is, and the one on which it began. */
  unit: number;
  readonly beganOn: number;
  readonly begun: number;
  /** When it would end by what is said, and when what passes by itself really does. */
  readonly saidEnd: number;
  until: number;
  /** Minutes of work that are really left. */
  left: number;
  readonly charge: Charge | null;
}

/** A furnace charge as the plan has it. */
export interface Charge {
  readonly facility: number;
  readonly unit: number;
  readonly recipe: { temperature: number; retention_time: number; cooling_method: string; cooling_time: number };
  readonly start: number;
  readonly end: number;
  readonly members: readonly { task: number; pieces: number; weight: number; volume: number }[];
}

/** What happened, in the order of its end: one try of a process. */
export interface Lived {
  readonly task: number;
  readonly lot: number;
  readonly step: number;
  readonly facility: number | null;
  /** The one on which it began. */
  readonly unit: number;
  readonly begun: number;
  readonly ended: number;
  readonly good: boolean;
  /** Tasks that shared a furnace; empty: none. */
  readonly mates: readonly number[];
}

/** The plant as it really is: the book of orders, what is under way, what stands broken. It knows no plan. */
export interface World {
  readonly plant: TwinPlant;
  readonly calendar: TwinCalendar;
  readonly routes: Routes;
  readonly truth: Truth;
  readonly orders: readonly TwinOrder[];
  readonly tasks: ReadonlyMap<number, TwinTask>;
  readonly breakdowns: readonly (Breakdown & { facility: number; unit: number })[];
  readonly inHand: Set<Job>;
  readonly lived: Lived[];
  /** Charges in the order in which they began, with the share of weight or volume that each had of its furnace, the fuller of both. */
  readonly loads: { readonly job: Job; readonly charge: Charge; readonly fill: number }[];
}

/** The world on its first morning; `asks`: customers ask for some of the orders that come. */
export function createWorld(plant: TwinPlant, seed: number, days: number, asks = false): World {
  const { rows } = plant;
  const calendar = createCalendar(rows);
  const routes = createRoutes(rows);
  const truth = createTruth(seed);
  const lotRows = grouped(rows.lots, ({ order_id }) => order_id);
  const taskRows = grouped(rows.order_tasks, ({ lot_id }) => lot_id);
  const orders = rows.orders
    .filter(({ delivery_status, product_id }) => delivery_status !== '完納' && product_id !== null)
    .map((row) => bookedOrder({ plant, truth, routes }, row, lotRows.get(row.id) ?? [], taskRows, asks));
  const tasks = new Map(orders.flatMap(({ lots }) => lots.flatMap((lot) => lot.tasks.map((task) => [task.id, task] as const))));
  const span = { from: dayNumber(plant.start), days };
  const breakdowns = rows.facilities
    .filter(({ facility_code }) => /-0[357]-/.test(facility_code))
    .flatMap(({ id, availability }) =>
      Array.from({ length: availability }, (_, unit) =>
        truth.breakdowns(id, unit, span).map((one) => ({ ...one, facility: id, unit })),
      ).flat(),
    );
  return { plant, calendar, routes, truth, orders, tasks, breakdowns, inHand: new Set(), lived: [], loads: [] };
}

type Booked = Pick<World, 'plant' | 'truth' | 'routes'>;

function bookedOrder(
  { plant, truth, routes }: Booked,
  said: OrderRow,
  lotRows: readonly PlanningRows['lots'][number][],
  taskRows: ReadonlyMap<number, PlanningRows['order_tasks'][number][]>,
  asks: boolean,
): TwinOrder {
  const castings = lotRows.map((lot) => dayNumber(lot.casting_date ?? said.casting_date!));
  const first = Math.min(...castings);
  const isFirst = plant.atFirst.has(said.id);
  const asking = asks && !isFirst && truth.isAsked(said.id);
  const row = !isFirst && !asking && truth.isRush(said.id) ? rushed(said, Math.max(...castings)) : said;
  const known = isFirst ? dayNumber(plant.start) : Math.max(dayNumber(plant.start), first - truth.notice(said.id));
  const order: TwinOrder = { row, lots: [], known, due: dayNumber(row.delivery_date!), asking, quoted: null, left: null };
  lotRows.forEach(({ id }, index) => {
    const own = [...(taskRows.get(id) ?? [])].sort((a, b) => a.task_sort - b.task_sort);
    const mould = own.findLastIndex(({ task_id }) => routes.isDemolding(task_id));
    const lot: TwinLot = { id, order, tasks: [], casting: castings[index]!, isCastingSure: false, next: 0, ready: 0 };
    for (const task of own.slice(Math.max(0, mould)))
      lot.tasks.push({ ...OPEN, id: task.id, lot, row: task, state: task.received ? 'done' : 'open' });
    lot.next = lot.tasks.findIndex(({ state }) => state === 'open');
    if (lot.next < 0) lot.next = lot.tasks.length;
    const before = lot.tasks[lot.next - 1];
    if (before) lot.ready = readyAfter(routes, before, dayNumber(before.row.last_reception_date ?? plant.start) * DAY_MINUTES + CLOSES);
    lot.isCastingSure = before !== undefined || lot.casting < dayNumber(plant.start);
    order.lots.push(lot);
  });
  if (order.lots.every(({ tasks, next }) => next === tasks.length)) order.left = midnightOf(known);
  return order;
}

const OPEN = { tries: 0, facility: null, begun: 0, ended: null };
/** Of the time from the last casting to the due date a rush order has this share. */
const RUSH_SHARE = 0.6;

function rushed(row: OrderRow, casting: number): OrderRow {
  const due = casting + Math.round((dayNumber(row.delivery_date!) - casting) * RUSH_SHARE);
  return { ...row, priority: 'rush', delivery_date: dateOfDay(due) };
}

/** From when the process of a lot that comes next may begin: what is before it has ended, cooled and waited. */
export function readyAt({ routes }: Pick<World, 'routes'>, lot: TwinLot): number {
  const task = lot.tasks[lot.next];
  if (!task) return Number.POSITIVE_INFINITY;
  if (lot.next > 0 || !routes.isDemolding(task.row.task_id)) return lot.ready;
  if (!lot.isCastingSure) return Number.POSITIVE_INFINITY;
  return Math.max(lot.ready, midnightOf(lot.casting) + HALF_DAY_MINUTES + routes.inMould(lot.order.row.product_id!, task.row));
}

/** From when a lot may go on behind a process that ends: it has cooled and waited. */
export function readyAfter(routes: Routes, { lot, row, facility }: TwinTask, ended: number): number {
  const product = lot.order.row.product_id!;
  const { cooling } = routes.processOf(product, row, facility);
  return Math.max(ended + cooling, midnightOf(endDay(ended) + routes.waitingDays(product, row.task_id, facility)));
}

/** Whether a unit stands out of order on a day. */
export function isBroken({ breakdowns }: World, facility: number | null, unit: number, day: number): boolean {
  let today = outOfOrder.get(breakdowns);
  if (today?.day !== day) {
    today = { day, units: breakdowns.filter(({ from, to }) => from <= day && day <= to) };
    outOfOrder.set(breakdowns, today);
  }
  return today.units.some((one) => one.facility === facility && one.unit === unit);
}

/** What stands on the day that was asked for last: it is asked for the same day many times. */
const outOfOrder = new WeakMap<World['breakdowns'], { day: number; units: World['breakdowns'] }>();

/** What is under way ends: its tasks are done, or some pieces must be done again; the lot goes on, and the order leaves with its last process. */
export function finish(world: World, job: Job, ended: number): void {
  world.inHand.delete(job);
  const mates = job.charge ? job.tasks.map(({ id }) => id) : [];
  for (const task of job.tasks) {
    const { lot } = task;
    const pieces = Math.max(1, task.row.order_quantity - task.row.received_quantity);
    const bad = job.kind === 'work' ? Math.min(pieces, world.truth.rejected(task.id, task.tries, pieces)) : 0;
    const { facility, beganOn: unit, begun } = job;
    world.lived.push({ task: task.id, lot: lot.id, step: lot.next, facility, unit, begun, ended, good: bad === 0, mates });
    if (bad > 0) {
      task.state = 'open';
      task.row = { ...task.row, received_quantity: Math.max(0, task.row.order_quantity - bad) };
      lot.ready = ended;
      continue;
    }
    task.state = 'done';
    task.ended = ended;
    lot.next += 1;
    lot.ready = readyAfter(world.routes, task, ended);
    if (lot.order.lots.every(({ tasks, next }) => next === tasks.length)) lot.order.left = ended;
  }
}

/** What is known of castings on the evening before a day: those of that day are sure, or put off. */
export function settleCastings({ orders, calendar, truth }: World, day: number): void {
  for (const order of orders) {
    if (order.left !== null || order.known > day) continue;
    for (const lot of order.lots) {
      if (lot.isCastingSure || lot.casting > day) continue;
      lot.casting = calendar.workingAfter(lot.casting, truth.castingSlip(lot.id));
      lot.isCastingSure = true;
    }
  }
}

/** Orders that stand in the book on the morning of a day. */
export const bookOf = ({ orders }: World, day: number): TwinOrder[] => orders.filter(({ known, left }) => known <= day && left === null);

/** When a partner gives a lot back that it has for so many calendar days. */
export const backAt = (calendar: TwinCalendar, begun: number, days: number): number =>
  midnightOf(calendar.workingFrom(dayOf(begun) + days)) + OPENS + HALF_HOUR;

const HALF_HOUR = 30;
