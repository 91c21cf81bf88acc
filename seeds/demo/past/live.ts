import { endOnGrid, startOnGrid } from '../../../server/domain/bars/marks.ts';
import { CLOSES, dateOfDay, instantOfMinutes, OPENS, weekdayOfDay } from '../../../server/domain/ground/plant-time.ts';
import { type Place, placeOf } from '../../../server/domain/plant/places.ts';
import type { Defect } from '../../../server/domain/texts/plan/reasons.ts';
import { endDay, midnightOf } from '../../twin/calendar.ts';
import { liveDay } from '../../twin/day.ts';
import { NO_PLAN, type PlannedBar } from '../../twin/plan.ts';
import { settleCastings, type TwinLot, type World } from '../../twin/world.ts';
import { generateDemo } from '../index.ts';
import { streamOf, weighted } from '../random.ts';
import type { Demo } from '../types.ts';
import { answerCustomers } from './desk.ts';
import { createForeman } from './foreman.ts';
import { type PastPlant, pastPlant } from './plant.ts';
import type { History, LoadRow, StopRow, WorkRow } from './types.ts';
import { listOf } from './wall.ts';

const FRIDAY = 5;

/** The life of a plant up to the evening before its day, as far as facts need it. */
export interface Past extends PastPlant {
  /** Where each process stood in the plan when it first began. */
  readonly planned: ReadonlyMap<number, PlannedBar>;
  readonly works: History['works'];
}

/** Lives the plant of a demo day by day up to its day: every morning a list is made, then the day happens. Equal demos have lived equal days. */
export function livePast(demo: Demo): Past {
  const past = pastPlant(demo.options.dirty > 0 ? generateDemo({ ...demo.options, dirty: 0 }) : demo);
  const { world, first, today } = past;
  const foreman = createForeman(past);
  const planned = new Map<number, PlannedBar>();
  const works: History['works'] = [];
  let plan = NO_PLAN;
  for (let day = first; day < today; day += 1) {
    settleCastings(world, day);
    if (world.calendar.works(day)) {
      answerCustomers(world, day);
      plan = listOf(world, foreman, day);
    }
    liveDay(world, plan, day);
    for (const [id, bar] of plan.bars) if (!planned.has(id) && world.tasks.get(id)!.tries > 0) planned.set(id, bar);
    if (weekdayOfDay(day) === FRIDAY) works.push(...lotsOn(past, day));
  }
  return { ...past, planned, works };
}

/** 仕掛 on the evening of a day: lots that are cast and not through, by the place of what comes next. */
function lotsOn({ world, demo, book }: PastPlant, day: number): History['works'] {
  const counts = new Map<Place, number>();
  for (const { lots, known } of world.orders) {
    if (known > day) continue;
    for (const lot of lots) {
      const next = lot.isCastingSure && lot.casting <= day ? nextRow(lot, demo, book) : undefined;
      if (next) counts.set(placeOf(next), (counts.get(placeOf(next)) ?? 0) + 1);
    }
  }
  return [...counts].map(([place, lots]) => ({ date: dateOfDay(day), place, lots }));
}

/** The row of what comes next in a lot, in the book's own lots also of what is not lived any more. */
function nextRow(lot: TwinLot, demo: Demo, book: PastPlant['book']): Demo['order-tasks'][number] | undefined {
  const next = lot.tasks[lot.next];
  return next ? demo['order-tasks'][next.id - 1] : book.get(lot.id)?.find(({ received }) => !received);
}

/** What a life leaves as facts of the days that its demo remembers. What is not told: what was under way, and what the demo's book has received before it was done. */
export function factsOf(past: Past): History {
  const first = past.today - past.demo.options.past_days;
  const from = midnightOf(first);
  const works = past.works.filter(({ date }) => date >= dateOfDay(first));
  const isBook = ({ serial_number }: WorkRow): boolean => past.inBook.has(serial_number);
  const work = workOf(past, from);
  return {
    completed: completedOf(past, from),
    promised: promisedOf(past, from).sort((a, b) => (a.asked_on < b.asked_on ? -1 : Number(a.asked_on > b.asked_on))),
    works,
    gone: work.filter((row) => !isBook(row)),
    book: work.filter(isBook),
    loads: loadsOf(past, from),
    stops: stopsOf(past, from),
  };
}

/** Orders that have left the plant for good. */
function completedOf({ world, inBook }: Past, from: number): History['completed'] {
  return world.orders.flatMap(({ row, lots, left, due }) => {
    if (left === null || left < from || inBook.has(row.serial_number)) return [];
    const cast = Math.min(...lots.map(({ casting }) => casting));
    const [serial_number, completed_on] = [row.serial_number, dateOfDay(endDay(left))];
    return [{ serial_number, delivery_date: dateOfDay(due), casting_date: dateOfDay(cast), completed_on }];
  });
}

/** Days that were told to customers of orders that have left since, as they were told. */
function promisedOf({ world, demo }: Past, from: number): History['promised'] {
  const customers = new Map(demo.products.map(({ product_code, customer_name }) => [product_code, customer_name]));
  return world.orders.flatMap(({ row, lots, left, quoted }) => {
    if (left === null || left < from || quoted === null) return [];
    const { serial_number, product_code, number: pieces } = row;
    const days = { asked_on: dateOfDay(quoted.on), ready_date: dateOfDay(lots[0]!.casting), promised_on: dateOfDay(quoted.day) };
    return [{ serial_number, product_code, customer: customers.get(product_code) ?? '', pieces, ...days }];
  });
}

const wordsOf = ({ demo }: PastPlant, task: number) => {
  const { serial_number, lot_number, task_sort } = demo['order-tasks'][task - 1]!;
  return { serial_number, lot_number, task_sort };
};

const codesOf = ({ plant }: World): ReadonlyMap<number | null, string> =>
  new Map<number | null, string>(plant.rows.facilities.map(({ id, facility_code }) => [id, facility_code]));

/** Charges that are out again, with what was in them. */
function loadsOf(past: Past, from: number): LoadRow[] {
  const codes = codesOf(past.world);
  return past.world.loads.flatMap(({ job, charge, fill }) => {
    if (job.begun < from || past.world.inHand.has(job)) return [];
    const { begun, until, unit } = job;
    return [
      {
        facility_code: codes.get(charge.facility)!,
        unit,
        ...charge.recipe,
        run_start: instantOfMinutes(startOnGrid(begun)),
        run_end: instantOfMinutes(endOnGrid(until)),
        started_at: instantOfMinutes(begun),
        finished_at: instantOfMinutes(until),
        fill,
        members: charge.members.map(({ task, pieces, weight, volume }) => ({ ...wordsOf(past, task), pieces, weight, volume })),
      },
    ];
  });
}

/** What was begun and done: one row for each process, of its first try; pieces that were no good were done again. */
function workOf(past: Past, from: number): WorkRow[] {
  const { world, planned, demo } = past;
  const codes = codesOf(world);
  const told = new Set<number>();
  return world.lived.flatMap(({ task: id, facility, unit, begun, ended, good }): WorkRow[] => {
    const [bar, isFirst] = [planned.get(id), !told.has(id)];
    told.add(id);
    if (!isFirst || begun < from || !bar || isBehindBook(past, id, endDay(ended))) return [];
    const row = demo['order-tasks'][id - 1]!;
    const bad = good ? 0 : world.truth.rejected(id, 1, row.order_quantity);
    const planning = { planned_start: instantOfMinutes(startOnGrid(bar.start)), planned_end: instantOfMinutes(endOnGrid(bar.end)) };
    const what = {
      ...wordsOf(past, id),
      task_code: row.task_code,
      product_code: world.tasks.get(id)!.lot.order.row.product_code,
      facility_code: codes.get(facility) ?? '',
      pieces: row.order_quantity,
      planned_hours: row.setup_hours + row.work_hours,
      ...planning,
      ended_on: dateOfDay(endDay(ended)),
    };
    // Partners tap nothing: they say that it is done.
    if (row.outsourcing_code !== '') return [{ ...what, ...NO_TAPS }];
    const taps = { started_at: instantOfMinutes(begun), finished_at: instantOfMinutes(Math.floor(ended)) };
    const reason = bad > 0 ? reasonOf(past, id) : null;
    return [{ ...what, ...taps, unit, good: row.order_quantity - bad, defect_reason: reason }];
  });
}

const NO_TAPS = { started_at: null, finished_at: null, unit: null, good: null, defect_reason: null };

/** Whether the demo's book has received a process before the day on which it was lived: then its file alone speaks of it. */
function isBehindBook({ world, book, demo }: Past, id: number, ended: number): boolean {
  const { task_sort } = demo['order-tasks'][id - 1]!;
  const received = book.get(world.tasks.get(id)!.lot.id)?.find((row) => row.task_sort === task_sort)?.last_reception_date;
  return received != null && received < dateOfDay(ended);
}

const REASONS: Partial<Record<Place, readonly (readonly [Defect, number])[]>> = {
  machining: [
    ['size', 60],
    ['cavity', 25],
    ['damage', 15],
  ],
  inspection: [
    ['crack', 40],
    ['cavity', 35],
    ['size', 25],
  ],
};
const OTHER_REASONS = [
  ['surface', 40],
  ['crack', 25],
  ['cavity', 20],
  ['damage', 10],
  ['other', 5],
] as const;

/** Why pieces were no good ones. */
function reasonOf({ demo }: Past, id: number): Defect {
  return weighted(streamOf(demo.options.seed, `reason ${id}`), REASONS[placeOf(demo['order-tasks'][id - 1]!)] ?? OTHER_REASONS);
}

/** Units that stood, from the morning on which they were found so to the evening of the last day. */
function stopsOf({ world }: Past, from: number): StopRow[] {
  const codes = codesOf(world);
  return world.breakdowns.flatMap(({ facility, unit, from: broke, to, saidTo }) => {
    const first = world.calendar.workingFrom(broke);
    if (first > to || midnightOf(first) < from) return [];
    return [
      {
        facility_code: codes.get(facility)!,
        unit,
        stopped_at: instantOfMinutes(midnightOf(first) + OPENS),
        resumed_at: instantOfMinutes(midnightOf(to) + CLOSES),
        resumes_on: dateOfDay(Math.max(first, saidTo) + 1),
      },
    ];
  });
}
