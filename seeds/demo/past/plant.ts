import { grouped } from '../../../server/domain/ground/collections.ts';
import { addDays, dayNumber, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { isDemoldingCode } from '../../../server/domain/plant/task-purpose.ts';
import type { PlanningRows } from '../../../server/scheduling/index.ts';
import { createWorld, type World } from '../../twin/world.ts';
import { makeOrders } from '../orders.ts';
import { planningRows } from '../planning-rows.ts';
import { plantCalendar } from '../plant/calendar.ts';
import { makeProducts, type Product } from '../plant/products.ts';
import type { Demo, DemoOptions, OrderTaskRow } from '../types.ts';

/** The plant of the demo before its day, with all that it had to do. */
export interface PastPlant {
  readonly world: World;
  /** Its orders as a demo; rows of the world count from 1 in their order. */
  readonly demo: Demo;
  /** Order tasks of the demo's own book by lot of the world, all of them: what the book has received is lived, on the day that it says. */
  readonly book: ReadonlyMap<number, readonly OrderTaskRow[]>;
  /** Serial numbers of the book's orders. */
  readonly inBook: ReadonlySet<string>;
  readonly first: number;
  /** The demo's day, which is not lived any more. */
  readonly today: number;
}

/** Days that a plant is lived before anything of it is told: it is found in the middle of its work, and has to come to rest. */
const SETTLING_DAYS = 21;
const MONTH_DAYS = 28;
/** Weeks of orders that had come before the first day that is lived. */
const BEFORE_DAYS = 42;
/** So dense were orders then beside those of the book: what the plant really gets done leaves no room for more. */
const BEFORE_SHARE = 0.75;
/** Serial numbers of the past begin so, which those of the book never do. */
const GONE = '9';

type Orders = Pick<Demo, 'orders' | 'order-tasks' | 'castings'>;
const TOGETHER = ['orders', 'order-tasks', 'castings'] as const;

/** The plant on the first day that is lived: the demo's own, with orders as dense as its book has them, up to those. */
export function pastPlant(demo: Demo): PastPlant {
  const { options } = demo;
  const start = addDays(options.today, -options.past_days - SETTLING_DAYS);
  const products = makeProducts(options.seed, options.products);
  const found = ordersOf(options, products, { start, from: -BEFORE_DAYS, days: BEFORE_DAYS, stream: 1 });
  const later = ordersOf(options, products, { start, from: 0, days: options.past_days + SETTLING_DAYS + options.from_days, stream: 2 });
  const book = bookDone(demo);
  const past = { ...demo, ...joined([found, later, book]), locks: [] };
  const rows = planningRows(past);
  const inBook = new Set(book.orders.map(({ serial_number }) => serial_number));
  const isFound = new Set(found.orders.map(({ serial_number }) => serial_number));
  const atFirst = new Set(rows.orders.filter(({ serial_number: own }) => inBook.has(own) || isFound.has(own)).map(({ id }) => id));
  const [first, today] = [dayNumber(start), dayNumber(options.today)];
  const world = mended(createWorld({ name: 'past', start, rows, atFirst }, options.seed, today - first, true), today);
  return { world, demo: past, book: bookLots(world, rows, demo, inBook), inBook, first, today };
}

/** What broke works again on the demo's day: of that the past says nothing. */
const mended = (world: World, today: number): World => ({
  ...world,
  breakdowns: world.breakdowns.filter(({ from }) => from < today).map((one) => ({ ...one, to: Math.min(one.to, today - 1) })),
});

/** Orders that came on so many days; the same masters, other draws. */
function ordersOf(
  options: DemoOptions,
  products: readonly Product[],
  { start, from, days, stream }: { start: PlantDate; from: number; days: number; stream: number },
): Orders {
  const months = days / MONTH_DAYS;
  const orders = Math.max(0, Math.round(BEFORE_SHARE * (options.orders / options.months) * months));
  const own = { ...options, seed: options.seed * 10 + stream, today: start, from_days: from, months, orders };
  const made = makeOrders(own, products, plantCalendar(start, months));
  const renamed = <Row extends { serial_number: string }>(row: Row): Row => ({
    ...row,
    serial_number: `${GONE}${stream}${row.serial_number.slice(1)}`,
  });
  return { orders: made.orders.map(renamed), 'order-tasks': made['order-tasks'].map(renamed), castings: made.castings.map(renamed) };
}

const lotKey = ({ serial_number, lot_number }: { serial_number: string; lot_number: string }): string => `${serial_number}/${lot_number}`;

/** The book's lots that are cast, as far as they are done behind the mould, as if nothing of it were: it is to be lived. Whatever its orders are called by, they are no closed ones. */
function bookDone(demo: Demo): Orders {
  const castings = demo.castings.filter(({ casting_date }) => casting_date < demo.options.today);
  const serials = new Set(castings.map(({ serial_number }) => serial_number));
  const tasks = [...grouped(demo['order-tasks'], lotKey).values()].flatMap(doneOf);
  return {
    orders: demo.orders.filter((row) => serials.has(row.serial_number)).map((row) => ({ ...row, delivery_status: '' })),
    'order-tasks': tasks.map((row) => ({ ...row, received: false, received_quantity: 0, last_reception_date: null })),
    castings,
  };
}

/** From the mould on what a lot has received without a gap. */
function doneOf(lot: readonly OrderTaskRow[]): OrderTaskRow[] {
  const from = lot.findLastIndex(({ task_code }) => isDemoldingCode(task_code));
  const open = lot.findIndex(({ received }) => !received);
  return from < 0 ? [] : lot.slice(from, open < 0 ? lot.length : open);
}

const joined = (parts: readonly Orders[]): Orders =>
  Object.fromEntries(TOGETHER.map((kind) => [kind, parts.flatMap((part): unknown[] => part[kind])])) as Orders;

/** The book's lots in the world, whose castings have been when they say. */
function bookLots(world: World, rows: PlanningRows, demo: Demo, inBook: ReadonlySet<string>): PastPlant['book'] {
  const tasksOf = grouped(demo['order-tasks'], lotKey);
  const numberOf = new Map(rows.lots.map(({ id, lot_number }) => [id, lot_number]));
  const lots = new Map<number, readonly OrderTaskRow[]>();
  for (const { row, lots: own } of world.orders) {
    if (!inBook.has(row.serial_number)) continue;
    for (const lot of own) {
      lot.isCastingSure = true;
      lots.set(lot.id, tasksOf.get(lotKey({ serial_number: row.serial_number, lot_number: numberOf.get(lot.id)! })) ?? []);
    }
  }
  return lots;
}
