import { standing } from '../../seeds/demo/standing-rows.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { addDays, type PlantDate, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import type { Outcome, PlanningRows } from '../../server/scheduling/index.ts';

/** What a morning finds: the rows with the plan of yesterday standing, something changed, and the present in plant minutes. */
export interface Morning {
  readonly rows: PlanningRows;
  readonly now: number;
}

/** Something that happens to a plan between two runs. */
interface Disturbance {
  readonly name: string;
  happen(rows: PlanningRows, outcome: Outcome, evening: { today: PlantDate; now: number }): Morning;
}

const HALF_PAST_ELEVEN = 11 * 60 + 30;

/** The facility with the most bars that start in the fortnight from now on; `furnaces` asks for furnaces only, else the last steps of lots count. */
export function busiest({ entries }: Outcome, now: number, furnaces: boolean): number {
  const bars = new Map<number, number>();
  const last = new Map(entries.map((entry) => [entry.lot_id, entry]));
  for (const entry of entries) {
    if (entry.facility_id === null || entry.finished || entry.start_minutes < now || entry.start_minutes > now + 14 * DAY_MINUTES) continue;
    if (furnaces ? entry.run === null : entry.run !== null || last.get(entry.lot_id) !== entry) continue;
    bars.set(entry.facility_id, (bars.get(entry.facility_id) ?? 0) + 1);
  }
  return [...bars].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]![0];
}

/** The rows with a facility closed for so many days. */
export function closed(rows: PlanningRows, facility_id: number, from: PlantDate, days: number): PlanningRows {
  const dates = Array.from({ length: days }, (_, index) => addDays(from, index));
  const others = rows.facility_availabilities.filter((row) => row.facility_id !== facility_id || !dates.includes(row.date));
  return { ...rows, facility_availabilities: [...others, ...dates.map((date) => ({ facility_id, date, units: 0 }))] };
}

/** The rows with a facility out of order for so many days. */
export function outOfOrder(rows: PlanningRows, facility_id: number, from: PlantDate, days: number): PlanningRows {
  const stopped = closed(rows, facility_id, from, days);
  const until = addDays(from, days);
  const isStop = (row: { facility_id: number; date: PlantDate }): boolean =>
    row.facility_id === facility_id && row.date >= from && row.date < until;
  return {
    ...stopped,
    facility_availabilities: stopped.facility_availabilities.map((row) => (isStop(row) ? { ...row, stop: 'breakdown' } : row)),
  };
}

const withPlan = (rows: PlanningRows, outcome: Outcome): PlanningRows => ({ ...rows, ...standing(outcome) });

/** First open order whose lots have begun no work in the plan yet. */
function untouchedOrder(rows: PlanningRows, { entries }: Outcome): number {
  const orderOf = new Map(rows.lots.map((lot) => [lot.id, lot.order_id]));
  const begun = new Set(entries.filter((entry) => entry.finished).map((entry) => orderOf.get(entry.lot_id)!));
  return entries.map((entry) => orderOf.get(entry.lot_id)!).find((order) => !begun.has(order))!;
}

/** The same order once more under new ids, due in `days`. */
function again(rows: PlanningRows, order_id: number, due: PlantDate): PlanningRows {
  const highest = (list: readonly { id: number }[]): number => list.reduce((most, { id }) => Math.max(most, id), 0);
  const [orderId, lotId, taskId] = [highest(rows.orders) + 1, highest(rows.lots) + 1, highest(rows.order_tasks) + 1];
  const order = rows.orders.find(({ id }) => id === order_id)!;
  const lots = rows.lots.filter((lot) => lot.order_id === order_id);
  const lotIds = new Map(lots.map((lot, index) => [lot.id, lotId + index]));
  const tasks = rows.order_tasks.filter((row) => lotIds.has(row.lot_id));
  return {
    ...rows,
    orders: [...rows.orders, { ...order, id: orderId, serial_number: `${order.serial_number}R`, delivery_date: due }],
    lots: [...rows.lots, ...lots.map((lot) => ({ ...lot, id: lotIds.get(lot.id)!, order_id: orderId }))],
    order_tasks: [...rows.order_tasks, ...tasks.map((row, index) => ({ ...row, id: taskId + index, lot_id: lotIds.get(row.lot_id)! }))],
  };
}

/** Order tasks that ended by `now` in the plan, reported as they were planned. */
function reported(rows: PlanningRows, outcome: Outcome, now: number): PlanningRows {
  const ended = new Map(
    outcome.entries.flatMap(({ order_task_id, end_minutes }) =>
      order_task_id !== null && end_minutes <= now ? [[order_task_id, dateOf(end_minutes)] as const] : [],
    ),
  );
  const order_tasks = rows.order_tasks.map((row) => {
    const date = ended.get(row.id);
    return date === undefined || row.received ? row : { ...row, received: true, last_reception_date: date };
  });
  return { ...rows, order_tasks };
}

const dateOf = (minutes: number): PlantDate => addDays('1970-01-01', Math.floor((minutes - 1) / DAY_MINUTES));

/** Seven mornings after: what is closed, late, reported, new. */
export const DISTURBANCES: readonly Disturbance[] = [
  {
    name: 'furnace closed 5 days',
    happen: (rows, outcome, { today, now }) => ({
      rows: closed(withPlan(rows, outcome), busiest(outcome, now, true), addDays(today, 1), 5),
      now,
    }),
  },
  {
    name: 'last facility closed 3 days',
    happen: (rows, outcome, { today, now }) => ({
      rows: closed(withPlan(rows, outcome), busiest(outcome, now, false), addDays(today, 1), 3),
      now,
    }),
  },
  {
    name: 'next day, nothing reported',
    happen: (rows, outcome, { now }) => ({ rows: withPlan(rows, outcome), now: now + DAY_MINUTES }),
  },
  {
    name: 'next day 11:30, all as planned',
    happen: (rows, outcome, { today }) => {
      const now = plantMinutes(`${today}T00:00:00+09:00`) + DAY_MINUTES + HALF_PAST_ELEVEN;
      return { rows: withPlan(reported(rows, outcome, now), outcome), now };
    },
  },
  {
    name: 'one rush order',
    happen: (rows, outcome, { today, now }) => ({
      rows: withPlan(again(rows, untouchedOrder(rows, outcome), addDays(today, 10)), outcome),
      now,
    }),
  },
  {
    name: 'one task finished',
    happen: (rows, outcome, { today, now }) => {
      const first = outcome.entries.find(({ order_task_id, finished }) => order_task_id !== null && !finished)!.order_task_id;
      const order_tasks = rows.order_tasks.map((row) => (row.id === first ? { ...row, received: true, last_reception_date: today } : row));
      return { rows: withPlan({ ...rows, order_tasks }, outcome), now };
    },
  },
  {
    name: 'one order due earlier',
    happen: (rows, outcome, { today, now }) => {
      const id = untouchedOrder(rows, outcome);
      const orders = rows.orders.map((row) => (row.id === id ? { ...row, delivery_date: addDays(today, 7) } : row));
      return { rows: withPlan({ ...rows, orders }, outcome), now };
    },
  },
];
