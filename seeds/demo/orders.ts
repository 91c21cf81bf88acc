import { addDays } from '../../server/domain/ground/plant-time.ts';
import type { PlantCalendar } from './plant/calendar.ts';
import { taskName } from './plant/masters.ts';
import { demoOutsourcings } from './plant/people.ts';
import { furnacesFor, mostPieces, type Product } from './plant/products.ts';
import { routeOf, type Step } from './plant/routing.ts';
import { type Progress, progressOf } from './progress.ts';
import { chance, clamp, lognormal, normal, type Random, shuffled, streamOf, weighted, whole } from './random.ts';
import type { CastingRow, DemoOptions, OrderRow, OrderTaskRow } from './types.ts';

type Lot = { number: string; pieces: number; casting: string; steps: Step[]; progress: Progress[] };
type Order = { row: OrderRow; lots: Lot[]; arrangement: string };

const DAYS_A_MONTH = 28;
const LOT_KG = 800;
const MAX_LOTS = 8;
const MONTH_CHARACTERS = '123456789XYZ';
const PARTNER_NAMES = new Map(demoOutsourcings().map((partner) => [partner.outsourcing_code, partner.name]));

/** Pieces of one lot that the largest furnaces still take in one run. */
function furnacePieces(product: Product): number {
  const most = product.heats.map((heat) => Math.max(...furnacesFor(product, heat).map((place) => mostPieces(product, place))));
  return Math.min(10_000, ...most);
}

function quantityOf(random: Random, weight: number): number {
  if (weight >= 2000) return 1;
  const [median, most] = weight < 20 ? [20, 200] : weight < 100 ? [6.5, 60] : weight < 500 ? [2.4, 20] : [1.2, 6];
  return clamp(Math.round(lognormal(random, median, 0.8)), 1, most);
}

/** Pieces of each lot, spread evenly. */
function lotSizes(wanted: number, product: Product): number[] {
  const most = furnacePieces(product);
  const quantity = Math.min(wanted, most * MAX_LOTS);
  const byWeight = clamp(Math.ceil((quantity * product.weight) / LOT_KG), 1, Math.min(MAX_LOTS, quantity));
  const lots = Math.max(byWeight, Math.ceil(quantity / most));
  return Array.from({ length: lots }, (_, index) => Math.floor((quantity + index) / lots));
}

const LEADS = { 素材: [24, 5], 荒加工: [34, 7], 仕上加工: [46, 9] } as const;
const SHORTEST_LEAD = 10;
/** Working days of a calendar day over the year: promised days leave out long closures. */
const WORKING_SHARE = 247 / 365;

/** The delivery date of an order whose last lot is cast on `casting`. */
function deliveryOf(random: Random, product: Product, casting: string, lead: number, calendar: PlantCalendar): string {
  const [mean, spread] = LEADS[product.supply];
  const days = Math.max(SHORTEST_LEAD, mean + spread * normal(random)) * lead;
  return calendar.addWorking(casting, Math.round(days * WORKING_SHARE));
}

/** What was ordered, and on which day. */
interface Ordered {
  product: Product;
  serial: string;
  day: string;
}

/** One order with its lots. */
function makeOrder(random: Random, { product, serial, day }: Ordered, options: DemoOptions, calendar: PlantCalendar): Order {
  const first = calendar.workingFrom(addDays(day, whole(random, ...options.casting_days)));
  const sizes = lotSizes(quantityOf(random, product.weight), product);
  const outside = chance(random, 0.15);
  const castings = sizes.map((_, index) => calendar.addWorking(first, index));
  const delivery = deliveryOf(random, product, castings.at(-1) as string, options.lead, calendar);
  const lots = sizes.map((pieces, index) => {
    const casting = castings[index] as string;
    const steps = routeOf(random, product, pieces, outside);
    const progress = progressOf(random, { steps, pieces, casting, delivery }, calendar, options.today);
    return { number: String(index + 1).padStart(2, '0'), pieces, casting, steps, progress };
  });
  const row: OrderRow = {
    serial_number: serial,
    product_code: product.code,
    product_name: product.name,
    number: sizes.reduce((sum, pieces) => sum + pieces, 0),
    weight: product.weight,
    delivery_status: product.supply,
    material: product.grade,
    delivery_date: delivery,
    casting_date: first,
  };
  return { row, lots, arrangement: chance(random, 0.035) ? '支給' : '内作' };
}

/** Serial numbers in the order of their days: 0, year, month character, running number; 3 % trials begin with S. */
function serialNumbers(random: Random, days: readonly string[]): string[] {
  const running = new Map<string, number>();
  const gap = days.length > 2000 ? 1 : 3;
  return days.map((day) => {
    const month = `${day.slice(2, 4)}${MONTH_CHARACTERS[Number(day.slice(5, 7)) - 1]}`;
    const next = (running.get(month) ?? 100) + whole(random, 1, gap);
    running.set(month, next);
    return `${chance(random, 0.03) ? 'S' : '0'}${month}${String(next).padStart(4, '0')}`;
  });
}

const isFinished = (order: Order): boolean => order.lots.every((lot) => lot.progress.every((progress) => progress.received));

/** Makes 6 % of the orders late already and closes 2 %, as a plant looks on any day. */
function settle(random: Random, orders: readonly Order[], options: DemoOptions, calendar: PlantCalendar): void {
  const { today } = options;
  const open = orders.filter((order) => !isFinished(order));
  const late = open.filter((order) => order.row.delivery_date < today);
  const ready = open.filter((order) => !late.includes(order) && (order.lots.at(-1) as Lot).casting <= addDays(today, -14));
  const wanted = Math.max(0, Math.round(orders.length * 0.06) - late.length);
  for (const order of shuffled(random, ready).slice(0, wanted)) {
    const earliest = addDays((order.lots.at(-1) as Lot).casting, SHORTEST_LEAD);
    const day = calendar.workingUpTo(addDays(today, -whole(random, 1, 9)));
    order.row.delivery_date = day < earliest ? calendar.workingUpTo(addDays(today, -1)) : day;
  }
  const finished = orders.filter(isFinished);
  for (const order of shuffled(random, finished).slice(0, Math.round(orders.length * 0.02))) order.row.delivery_status = '完納';
}

function taskRows({ row, lots, arrangement }: Order): OrderTaskRow[] {
  return lots.flatMap((lot) =>
    lot.steps.map((step, index) => ({
      serial_number: row.serial_number,
      lot_number: lot.number,
      arrangement: step.outsourcing_code === '' ? arrangement : '外注',
      task_sort: (index + 1) * 10,
      task_code: step.task_code,
      task_name: taskName(step.task_code),
      outsourcing_code: step.outsourcing_code,
      order_name: PARTNER_NAMES.get(step.outsourcing_code) ?? '',
      setup_hours: step.setup_hours,
      work_hours: step.work_hours,
      solution_frame_days: step.solution_frame_days,
      order_quantity: lot.pieces,
      ...(lot.progress[index] as Progress),
    })),
  );
}

/** Lots have a casting row; single lots cast more than four weeks from today do not yet: their order's date serves. */
function castingRows({ row, lots }: Order, today: string): CastingRow[] {
  if (lots.length === 1 && (lots[0] as Lot).casting > addDays(today, 28)) return [];
  return lots.map((lot) => ({ serial_number: row.serial_number, lot_number: lot.number, casting_date: lot.casting }));
}

/** Orders, their processes and castings, by serial number. */
export function makeOrders(
  options: DemoOptions,
  products: readonly Product[],
  calendar: PlantCalendar,
): { orders: OrderRow[]; 'order-tasks': OrderTaskRow[]; castings: CastingRow[] } {
  const random = streamOf(options.seed, 'orders');
  const popularity = products.map((product, rank) => [product, 1 / (rank + 11) ** 0.6] as const);
  const start = addDays(options.today, options.from_days);
  const window = Math.max(1, Math.round(options.months * DAYS_A_MONTH));
  const days = Array.from({ length: options.orders }, () => addDays(start, whole(random, 0, window))).sort();
  const serials = serialNumbers(random, days);
  const orders = days.map((day, index) => {
    const own = streamOf(options.seed, `order ${index}`);
    return makeOrder(own, { product: weighted(own, popularity), serial: serials[index] as string, day }, options, calendar);
  });
  settle(random, orders, options, calendar);
  return {
    orders: orders.map((order) => order.row),
    'order-tasks': orders.flatMap(taskRows),
    castings: orders.flatMap((order) => castingRows(order, options.today)),
  };
}
