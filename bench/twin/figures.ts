import { dayOf, endDay, midnightOf } from '../../seeds/twin/calendar.ts';
import { isKept, type Plan } from '../../seeds/twin/plan.ts';
import type { TwinOrder, World } from '../../seeds/twin/world.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { CLOSES, OPENS } from '../../server/domain/ground/plant-time.ts';

/** What a way of planning was worth over all days that were lived. */
export interface Figures {
  /** Orders that were due, and shares and days of those. */
  readonly orders: number;
  readonly onTime: number;
  readonly lateDays: number;
  /** Calendar days that an order left before its due date in the mean; late ones count against it. */
  readonly ahead: number;
  /** Share of bars that kept half day and facility from morning to morning. */
  readonly kept: number;
  readonly movedOrders: number;
  readonly sentences: number;
  readonly fill: number;
  /** Open processes of a morning in the middle. */
  readonly open: number;
}

/** Days from which due dates count: before it the plant is still as it was found. */
const SETTLING_DAYS = 14;
/** Working days of which the floor has been told. */
const TOLD_DAYS = 2;

/** Counts from morning to morning how a plan changes. */
export function createChanges(world: World) {
  const sums = { mornings: 0, bars: 0, kept: 0, orders: 0, sentences: 0, open: 0 };
  return {
    sums,
    /** A plan takes the place of another, for this day on. Only what has not begun counts. */
    note(was: Plan, is: Plan, day: number): void {
      const until = midnightOf(world.calendar.workingAfter(day, TOLD_DAYS - 1) + 1);
      const orders = new Set<TwinOrder>();
      for (const [task, bar] of was.bars) {
        const other = is.bars.get(task);
        const lived = world.tasks.get(task);
        if (!other || lived?.state !== 'open') continue;
        sums.bars += 1;
        if (isKept(bar, other)) {
          sums.kept += 1;
          continue;
        }
        orders.add(lived.lot.order);
        if (Math.min(bar.start, other.start) < until) sums.sentences += 1;
      }
      sums.orders += orders.size;
      sums.open += is.bars.size;
      sums.mornings += 1;
    },
  };
}

/** The figures of a world that was lived up to a day: orders due by then count, late ones that are still here with the days so far. */
export function figuresOf(world: World, { sums }: ReturnType<typeof createChanges>, first: number, last: number): Figures {
  const due = dueBy(world, first, last);
  const behind = due.map((order) => endOf(order, last) - order.due);
  const days = behind.map((late) => Math.max(0, late));
  const each = (sum: number): number => sum / Math.max(1, sums.mornings);
  return {
    orders: due.length,
    onTime: days.filter((late) => late === 0).length / Math.max(1, due.length),
    lateDays: days.reduce((sum, late) => sum + late, 0),
    ahead: -behind.reduce((sum, late) => sum + late, 0) / Math.max(1, due.length),
    kept: sums.kept / Math.max(1, sums.bars),
    movedOrders: each(sums.orders),
    sentences: each(sums.sentences),
    fill: world.loads.reduce((sum, { fill }) => sum + fill, 0) / Math.max(1, world.loads.length),
    open: each(sums.open),
  };
}

/** What became of the days that customers were told. */
export interface Told {
  /** Orders that were due by such a day, the share that left by it, and the days that the others left later. */
  readonly told: number;
  readonly kept: number;
  readonly lateDays: number;
  /** Calendar days from the question to the day that was told, in the middle. */
  readonly quoted: number;
}

/** What became of them up to a day. */
export function toldOf(world: World, first: number, last: number): Told {
  const due = dueBy(world, first, last).filter(({ quoted }) => quoted !== null);
  const late = due.map((order) => Math.max(0, endOf(order, last) - order.due));
  const quoted = due.map(({ quoted }) => quoted!.day - quoted!.on).sort((a, b) => a - b);
  return {
    told: due.length,
    kept: late.filter((days) => days === 0).length / Math.max(1, due.length),
    lateDays: late.reduce((sum, days) => sum + days, 0),
    quoted: quoted[Math.floor(quoted.length / 2)] ?? 0,
  };
}

/** Orders of which it counts whether they left in time. */
const dueBy = ({ orders }: World, first: number, last: number): TwinOrder[] =>
  orders.filter((order) => order.due >= first + SETTLING_DAYS && order.due <= last && order.known <= last);

/** The day on which an order left; what is still here leaves after the last one. */
const endOf = ({ left }: TwinOrder, last: number): number => (left === null ? last + 1 : endDay(left));

/** Figures of several lives, in the mean. */
export function meanOf(all: readonly Figures[]): Figures {
  const mean = (of: keyof Figures): number => all.reduce((sum, figures) => sum + figures[of], 0) / all.length;
  return {
    orders: mean('orders'),
    onTime: mean('onTime'),
    lateDays: mean('lateDays'),
    ahead: mean('ahead'),
    kept: mean('kept'),
    movedOrders: mean('movedOrders'),
    sentences: mean('sentences'),
    fill: mean('fill'),
    open: mean('open'),
  };
}

const WORKING_DAY = CLOSES - OPENS;

/** The busiest facility of the days lived: its code, and the share of its units' minutes (of furnaces by day and night) in which something was on them. */
export function busiestOf({ plant, calendar, lived }: World, first: number, last: number): { code: string; share: number } {
  const isWorking = Array.from({ length: last - first + 1 }, (_, index) => calendar.works(first + index));
  const workedBefore = (minutes: number): number => {
    const day = dayOf(minutes);
    const whole = isWorking.slice(0, day - first).filter(Boolean).length * WORKING_DAY;
    return whole + (isWorking[day - first] ? Math.min(WORKING_DAY, Math.max(0, minutes - midnightOf(day) - OPENS)) : 0);
  };
  const used = new Map<number, number>();
  for (const { facility, begun, ended, mates, task } of lived) {
    if (facility === null || (mates.length > 0 && mates[0] !== task)) continue;
    used.set(facility, (used.get(facility) ?? 0) + (mates.length > 0 ? ended - begun : workedBefore(ended) - workedBefore(begun)));
  }
  const furnaces = new Set(lived.flatMap(({ facility, mates }) => (facility !== null && mates.length > 0 ? facility : [])));
  let best = { code: '', share: 0 };
  for (const { id, facility_code } of plant.rows.facilities) {
    const open = isWorking.reduce((sum, works, index) => {
      const units = calendar.units(id, first + index);
      return sum + (furnaces.has(id) ? (works ? DAY_MINUTES * units : 0) : WORKING_DAY * units);
    }, 0);
    const share = (used.get(id) ?? 0) / Math.max(1, open);
    if (share > best.share) best = { code: facility_code, share };
  }
  return best;
}
