import { dayOf, endDay, midnightOf } from '../../seeds/twin/calendar.ts';
import type { Plan, PlannedBar } from '../../seeds/twin/plan.ts';
import { backAt, bookOf, type Charge, type Lived, type TwinOrder, type World } from '../../seeds/twin/world.ts';
import { grouped } from '../../server/domain/ground/collections.ts';
import { ASSUMED_DEVIATIONS, LEARNED } from '../../server/domain/ground/constants.ts';
import { CLOSES, dateOfDay, dayNumber, OPENS } from '../../server/domain/ground/plant-time.ts';
import { atOnce } from '../../server/domain/ground/steps.ts';
import type { PlanSettings } from '../../server/domain/plant/plan-settings.ts';
import {
  type AskedOrder,
  addedOrder,
  dateOf,
  type Noise,
  type PlacedBar,
  type Promised,
  placedBars,
  promise,
  type Spread,
  simulate,
} from '../../server/scheduling/index.ts';
import { factsFor, type Known } from './morning.ts';

/** How customers are told on which day their order will leave. */
export interface Quote {
  readonly name: string;
  /** The days of orders that are asked for on a morning; null: their own. */
  days(morning: Morning): (number | null)[];
}

/** A morning on which orders are asked for, before it is planned. Their rows are there as if they had left. */
interface Morning {
  readonly world: World;
  readonly day: number;
  readonly known: Known;
  readonly settings: PlanSettings;
  readonly orders: readonly TwinOrder[];
  readonly promised: Promised;
}

const [DRAWS, SEED] = [100, 1];
/** Until enough has happened to draw by. */
const USUAL_MARGIN = 2;

/** A quote by its name: `margin2` what is promised and two working days, `p90` the day that holds in 90 of a hundred draws, `lead28` so many calendar days from now, `forward5` when it would be done alone in the plant, and five working days. */
export function quoteOf(name: string): Quote {
  const [, kind, count] = /^(margin|lead|forward|p)(\d+)$/.exec(name) ?? [];
  if (kind === 'lead') return { name, days: ({ world, day, orders }) => orders.map(() => world.calendar.workingFrom(day + Number(count))) };
  if (kind === 'margin') return { name, days: (morning) => withMargin(morning, morning.promised, Number(count)) };
  if (kind === 'forward') return { name, days: (morning) => withMargin(morning, aloneIn(morning), Number(count)) };
  if (kind !== 'p') throw new RangeError(`no such quote: ${name}`);
  return { name, days: (morning) => drawnDays(morning, Number(count) / 100) };
}

/** What an inquiry says that counts days and knows no load: every furnace and machine is free. */
const aloneIn = ({ known: { rows, now }, settings, orders }: Morning): Promised =>
  atOnce(promise({ ...rows, plan_entries: [], furnace_runs: [], furnace_run_members: [] }, settings, now, { asked: orders.map(asOrder) }));

const withMargin = ({ world }: Morning, promised: Promised, margin: number): (number | null)[] =>
  promised.days.map(({ date }) => (date === null ? null : world.calendar.workingAfter(dayNumber(date), margin)));

/** The days by which the orders are done in a share of all draws. */
function drawnDays(morning: Morning, share: number): (number | null)[] {
  const noise = livedNoise(morning.world, morning.day);
  if (!noise) return withMargin(morning, morning.promised, USUAL_MARGIN);
  const { problem, solution, jobs } = morning.promised;
  const chances = simulate(problem, solution, noise, { draws: DRAWS, seed: SEED });
  return jobs.map((job) => {
    const day = chances[job]!.doneIn(share);
    return day === null ? null : morning.world.calendar.workingFrom(dayNumber(dateOf(problem, day)));
  });
}

/** Gives the orders that are asked for by a morning their days, and puts them where they are promised; gives the plan with them. */
export function answerInquiries(
  world: World,
  plan: Plan,
  day: number,
  { quote, settings }: { quote: Quote; settings: PlanSettings },
): Plan {
  const orders = bookOf(world, day).filter(({ asking }) => asking);
  if (orders.length === 0) return plan;
  const known = factsFor(world, day, plan);
  const asked = orders.map(asOrder);
  const promised = atOnce(promise(known.rows, settings, known.now, { asked }));
  const days = quote.days({ world, day, known, settings, orders, promised });
  const bars = placedBars(promised);
  const held = orders.flatMap((order, at) => {
    order.asking = false;
    order.quoted = { on: day, day: days[at] ?? order.due };
    order.due = order.quoted.day;
    order.row = { ...order.row, delivery_date: dateOfDay(order.due) };
    return heldBars(known, asked[at]!, order, bars);
  });
  return withHeld(plan, held);
}

const asOrder = ({ row, lots }: TwinOrder, at: number): AskedOrder => ({
  kind: 'order_added',
  order_id: -1 - at,
  pieces: row.number,
  delivery_date: null,
  routing_order_id: row.id,
  ready_date: dateOfDay(Math.max(...lots.map(({ casting }) => casting))),
});

/** Bars of a promised order by its own processes; none where it would have other lots than it has. */
function heldBars({ rows }: Known, asked: AskedOrder, order: TwinOrder, bars: readonly PlacedBar[]): PlacedBar[] {
  const { lots, order_tasks, models } = addedOrder(rows, asked)!;
  if (lots.length !== order.lots.length) return [];
  const own = new Map(order_tasks.map(({ id }, at) => [id, models[at]!]));
  const tasks = new Set(order.lots.flatMap((lot) => lot.tasks.map(({ id }) => id)));
  return bars.flatMap((bar) => {
    const order_task_id = own.get(bar.order_task_id);
    return order_task_id !== undefined && tasks.has(order_task_id) ? [{ ...bar, order_task_id }] : [];
  });
}

/** The plan with bars that are held in it, in charges of it or new ones. */
function withHeld({ bars, charges }: Plan, held: readonly PlacedBar[]): Plan {
  const all = new Map(bars);
  const own = [...charges];
  const numbers = new Map<number, number>();
  for (const { order_task_id: task, facility_id: facility, start_minutes: start, end_minutes: end, shares } of held) {
    let charge: number | null = null;
    for (const { with_entry, run, pieces, weight, volume, facility_id, start_minutes, end_minutes, ...recipe } of shares) {
      const there = with_entry === null ? numbers.get(run) : (all.get(with_entry)?.charge ?? undefined);
      const { temperature, retention_time, cooling_method, cooling_time } = recipe;
      const fresh: Charge = {
        facility: facility_id,
        unit: 0,
        start: start_minutes,
        end: end_minutes,
        members: [],
        recipe: { temperature, retention_time, cooling_method, cooling_time },
      };
      charge = there ?? own.push(fresh) - 1;
      numbers.set(run, charge);
      own[charge] = { ...own[charge]!, members: [...own[charge]!.members, { task, pieces, weight, volume }] };
    }
    const bar: PlannedBar = { task, facility, unit: facility === null ? null : 0, start, end, charge };
    all.set(task, bar);
  }
  return { bars: all, charges: own };
}

/** How the plant has differed from what is said of it, from what was lived so far, as the product learns it from taps; null: too little was. */
export function livedNoise(world: World, day: number): Noise | null {
  const { lived, tasks, routes, calendar } = world;
  const newest = lived.slice(-LEARNED.newest).filter(({ good }) => good);
  const ofKind = (kind: string) =>
    newest.flatMap((one) => {
      const { row, lot } = tasks.get(one.task)!;
      const process = routes.processOf(lot.order.row.product_id!, { ...row, received_quantity: 0 }, one.facility);
      return process.kind === kind ? [{ ...one, ...process, task_id: row.task_id }] : [];
    });
  const works = ofKind('work').map((one) => ({ task: one.task_id, deviation: Math.log(workedMinutes(calendar, one) / one.minutes) }));
  if (works.length < LEARNED.least) return null;
  const byTask = grouped(works, ({ task }) => task);
  const spread = (own: readonly { deviation: number }[]): Spread => spreadOf(own.map(({ deviation }) => deviation));
  const late = ofKind('away').map((one) => Math.max(0, endDay(one.ended) - endDay(backAt(calendar, one.begun, one.awayDays))));
  late.sort((a, b) => a - b);
  const known = late.length >= LEARNED.least_of_partners;
  return {
    work: spread(works),
    tasks: new Map([...byTask].flatMap(([task, own]) => (own.length >= LEARNED.least_of_task ? [[task, spread(own)] as const] : []))),
    furnace: ASSUMED_DEVIATIONS.furnace,
    redone: redoneOf(world),
    stops: stopsOf(world, day),
    partner_days: known ? Array.from({ length: 10 }, (_, n) => at(late, (2 * n + 1) / 20)) : ASSUMED_DEVIATIONS.partner_days,
  };
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;

function spreadOf(deviations: number[]): Spread {
  deviations.sort((a, b) => a - b);
  return { factor: Math.exp(at(deviations, 0.5)), spread: (at(deviations, 0.841) - at(deviations, 0.159)) / 2 };
}

/** Minutes of the plant's working time between two moments. */
function workedMinutes({ works }: World['calendar'], { begun, ended }: Lived): number {
  let minutes = 0;
  for (let day = dayOf(begun); day <= dayOf(ended); day += 1)
    if (works(day)) minutes += Math.max(0, Math.min(ended, midnightOf(day) + CLOSES) - Math.max(begun, midnightOf(day) + OPENS));
  return Math.max(1, minutes);
}

/** What came back to be done again, of work. */
function redoneOf({ lived, tasks }: World): Noise['redone'] {
  const works = lived.filter(({ mates, facility }) => mates.length === 0 && facility !== null);
  const bad = works.filter(({ good }) => !good);
  const shares = bad.map(({ task }) => {
    const { order_quantity, received_quantity } = tasks.get(task)!.row;
    return (order_quantity - received_quantity) / Math.max(1, order_quantity);
  });
  return {
    chance: bad.length / Math.max(1, works.length),
    share: shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length),
  };
}

/** Stops up to a day: of the facilities that had one. */
function stopsOf({ breakdowns, plant }: World, day: number): Noise['stops'] {
  const told = breakdowns.filter(({ from, to }) => from >= dayNumber(plant.start) && to < day);
  const facilities = [...new Set(told.map(({ facility }) => facility))];
  const units = plant.rows.facilities.filter(({ id }) => facilities.includes(id)).reduce((sum, one) => sum + one.availability, 0);
  const lived = Math.max(1, day - dayNumber(plant.start));
  return { facilities, every: (units * lived) / told.length, days: told.map(({ from, to }) => to - from + 1) };
}
