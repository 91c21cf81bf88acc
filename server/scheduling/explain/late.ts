import { dateOfDay, instantOfMinutes, type PlantDate } from '../../domain/ground/plant-time.ts';
import type { Plant } from '../plant.ts';
import { NONE, type Problem } from '../problem.ts';
import type { PlanMessage } from '../solution.ts';
import type { Stands } from './as-it-stands.ts';
import { CAUSES, type Cause, explainLate, findLate, type LateOrder, type Part } from './causes.ts';
import { minutes } from './entries.ts';
import type { LateNote, LateWait } from './outcome.ts';
import type { Wait } from './wait.ts';

/** Orders of one cause at one facility are one message from this many on. */
const GROUP_FROM = 4;
const LISTED_SERIALS = 10;
/** Late orders that are kept with their parts, the latest first. */
const LISTED_NOTES = 100;

/** The code of a message about several orders of one cause. */
const GROUP_CODES: Readonly<Partial<Record<Cause, string>>> = {
  late_casting: 'W202',
  outsourcing_lead: 'W203',
  weekday: 'W204',
  later_due: 'W205',
  earlier_due: 'W213',
};
const OTHER_CAUSES = 'W214';

/** Messages about late orders, the latest first: one an order, or one for many of the same cause; and the latest of them with their parts. */
export function lateMessages(stands: Stands): { messages: PlanMessage[]; late: LateNote[]; unavoidable: Part[] } {
  const { problem } = stands;
  const plant = problem.plant!;
  const orders = explainLate(stands);
  const groups = new Map<string, LateOrder[]>();
  for (const order of orders) {
    const key = `${order.main.cause}/${order.machine}`;
    groups.set(key, [...(groups.get(key) ?? []), order]);
  }
  const messages = [...groups.values()].flatMap((group) =>
    group.length < GROUP_FROM ? group.map((order) => orderMessage(problem, plant, order)) : [groupMessage(plant, group)],
  );
  return {
    messages,
    late: orders.slice(0, LISTED_NOTES).map((order) => noteOf(problem, plant, order)),
    unavoidable: ownDays(stands, orders),
  };
}

/** The days late that the orders would have alone in the plant, together, by cause: no other assignment takes them away. An order with nothing left to plan has
 * all of its own behind it. */
function ownDays({ problem, solution }: Stands, orders: readonly LateOrder[]): Part[] {
  const over = findLate(problem, solution).reduce((sum, { days }) => sum + days, 0) - orders.reduce((sum, { days }) => sum + days, 0);
  const sums = new Map<Cause, number>(over > 0 ? [['late_before', over]] : []);
  for (const { cause, days } of orders.flatMap(({ alone }) => alone)) sums.set(cause, (sums.get(cause) ?? 0) + days);
  return CAUSES.flatMap((cause) => (sums.has(cause) ? [{ cause, days: sums.get(cause)! }] : []));
}

const dateOf = (problem: Problem, tick: number): PlantDate => dateOfDay(problem.day!.origin + Math.floor(tick / problem.day!.ticks));
const facilityOf = (plant: Plant, machine: number): number | null => plant.machines[machine]?.facility_id ?? null;
const nameOf = (plant: Plant, machine: number): string | null => plant.machines[machine]?.facility_name || null;

/** What all messages of late orders say; the first order is the latest. */
function common(plant: Plant, orders: readonly LateOrder[]): Omit<PlanMessage, 'code'> {
  const [{ machine, main, days }] = orders as readonly [LateOrder];
  return {
    level: 'warning',
    order_id: null,
    task_id: null,
    facility_id: facilityOf(plant, machine),
    order_task_ids: orders.flatMap(({ activity }) => plant.tasks[activity]!.order_task_id ?? []),
    order_ids: orders.map(({ job }) => plant.orders[job]!.order_id),
    params: { cause: main.cause, gain_days: main.days, facility_name: nameOf(plant, machine), late_days: days },
  };
}

function orderMessage(problem: Problem, plant: Plant, order: LateOrder): PlanMessage {
  const { job, parts, startable, main, activity } = order;
  const { order_id, serial_number, delivery_date } = plant.orders[job]!;
  const told = common(plant, [order]);
  const params = {
    ...told.params,
    serial_number,
    delivery_date,
    parts: parts.map(({ cause }) => cause),
    part_days: parts.map(({ days }) => days),
    startable: main.cause === 'late_start' && startable !== null ? dateOf(problem, startable) : null,
    ...waitParams(problem, plant, order),
  };
  return { ...told, code: 'W201', order_id, task_id: plant.tasks[activity]!.task_id, params };
}

function waitParams(problem: Problem, plant: Plant, { wait, mateWait }: LateOrder): PlanMessage['params'] {
  if (!wait) return {};
  const {
    mate,
    weekdays,
    furnace,
    held,
    ready_at: _ready,
    begin_at: _begin,
    shut_facility_id,
    ...told
  } = waitNote(problem, plant, wait, mateWait);
  const shut = shut_facility_id === null ? null : nameOf(plant, wait.shut);
  const values = {
    ...told,
    shut,
    furnace: Number(furnace),
    held: Number(held),
    mate: mate?.label ?? null,
    mate_ready: mate?.ready ?? null,
  };
  const named = { ...values, facility: nameOf(plant, wait.machine), weekdays: [...weekdays] };
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [`wait_${name}`, value]));
}

/** One message for late orders of one cause at one facility, each with its own days and date; the first is the latest. */
function groupMessage(plant: Plant, group: readonly LateOrder[]): PlanMessage {
  const told = common(plant, group);
  const listed = group.slice(0, LISTED_SERIALS);
  const orders = listed.map(({ job }) => plant.orders[job]!);
  const params = {
    ...told.params,
    count: group.length,
    lots: orders.map(({ serial_number }) => serial_number),
    days: listed.map(({ days }) => days),
    dates: orders.map(({ delivery_date }) => delivery_date ?? ''),
    gains: listed.map(({ main }) => main.days),
  };
  return { ...told, code: GROUP_CODES[group[0]!.main.cause] ?? OTHER_CAUSES, params };
}

function noteOf(problem: Problem, plant: Plant, { job, days, main, activity, machine, parts, wait, mateWait }: LateOrder): LateNote {
  const { order_id, serial_number } = plant.orders[job]!;
  return {
    order_id,
    serial_number,
    late_days: days,
    cause: main.cause,
    facility_id: facilityOf(plant, machine),
    order_task_id: plant.tasks[activity]!.order_task_id,
    parts: parts.map(({ cause, days }) => ({ part: cause, days })),
    wait: wait && waitNote(problem, plant, wait, mateWait),
  };
}

function waitNote(problem: Problem, plant: Plant, wait: Wait, mateWait: Wait | null): LateWait {
  const { mate } = wait;
  const idOf = (a: number): number | null => plant.tasks[a]!.order_task_id;
  const labelOf = (a: number): string => plant.lots[problem.activities.chain[a]!]!.label;
  return {
    order_task_id: idOf(wait.activity),
    facility_id: facilityOf(plant, wait.machine),
    from: dateOf(problem, wait.from),
    to: dateOf(problem, wait.to),
    furnace: wait.furnace,
    ready_at: instantOfMinutes(minutes(problem, wait.from)),
    begin_at: instantOfMinutes(minutes(problem, wait.to)),
    later_in_time: wait.laterInTime,
    later_late: wait.laterLate,
    earlier: wait.earlier,
    rush: wait.rush,
    locked: wait.locked,
    held: wait.held,
    weekdays: wait.weekdays,
    closed_days: wait.closedDays,
    stopped_days: wait.stoppedDays,
    idle_percent: wait.idle,
    shut_facility_id: wait.shut === NONE || wait.shut === wait.machine ? null : facilityOf(plant, wait.shut),
    mate: mate && {
      order_task_id: idOf(mate.activity),
      label: labelOf(mate.activity),
      ready: dateOf(problem, mate.ready),
      wait: mateWait && {
        facility_id: facilityOf(plant, mateWait.machine),
        from: dateOf(problem, mateWait.from),
        to: dateOf(problem, mateWait.to),
      },
    },
  };
}
