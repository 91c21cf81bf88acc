import { dateOfDay, type PlantDate } from '../../domain/ground/plant-time.ts';
import { dayOfEnd } from '../calendar.ts';
import { completionOf, lateDays } from '../objective.ts';
import type { Plant } from '../plant.ts';
import { NONE, type Problem } from '../problem.ts';
import type { PlanMessage, Solution } from '../solution.ts';
import type { LateNote } from './outcome.ts';
import { type Cause, createInquiry, explainOrder, type LateOrder, type Reason } from './reasons.ts';
import type { Segment } from './trace.ts';

/** Orders of one cause at one facility are one message from this many on. */
const GROUP_FROM = 4;
const LISTED_SERIALS = 10;
/** Late orders that are kept with their chain, the latest first. */
const LISTED_NOTES = 100;

/** The code of a message about several orders of one cause. */
const GROUP_CODES: Readonly<Record<Cause, string>> = {
  late_casting: 'W202',
  outsourcing_lead: 'W203',
  weekday: 'W204',
  furnace_wait: 'W205',
  facility_capacity: 'W213',
  closed_calendar: 'W214',
  master_defect: 'W214',
  lock: 'W214',
  demolding: 'W214',
  waiting_days: 'W214',
  arrangement: 'W214',
  own_time: 'W214',
  late_before: 'W214',
  late_start: 'W214',
};

/** Messages about late orders, the latest first: one an order, or one for many of the same cause; and the chains of the latest. */
export function lateMessages(problem: Problem, plant: Plant, solution: Solution): { messages: PlanMessage[]; late: LateNote[] } {
  const late = findLate(problem, solution).filter(({ job }) => activitiesOf(problem, job).length > 0);
  if (late.length === 0) return { messages: [], late: [] };
  const inquiry = createInquiry(problem, solution);
  const orders = late.map(({ job, days }) => explainOrder(inquiry, job, days));
  const groups = new Map<string, LateOrder[]>();
  for (const order of orders) {
    const { cause, machine } = order.reasons[0]!;
    const key = `${cause}/${machine}`;
    groups.set(key, [...(groups.get(key) ?? []), order]);
  }
  const messages = [...groups.values()].flatMap((group) =>
    group.length < GROUP_FROM ? group.map((order) => orderMessage(problem, plant, order)) : [groupMessage(problem, plant, group)],
  );
  return { messages, late: orders.slice(0, LISTED_NOTES).map((order) => noteOf(problem, plant, order)) };
}

/** Late orders with all of their tasks placed, the latest first: one that is not placed whole (W208) has no end. */
export function findLate(problem: Problem, solution: Solution): { job: number; days: number }[] {
  const late: { job: number; days: number }[] = [];
  for (let job = 0; job < problem.jobs.count; job += 1) {
    const end = completionOf(problem, solution.end, job);
    const days = lateDays(problem, problem.jobs.due[job]!, end);
    if (days > 0 && activitiesOf(problem, job).every((a) => solution.start[a] !== NONE)) late.push({ job, days });
  }
  return late.sort((a, b) => b.days - a.days || a.job - b.job);
}

function activitiesOf({ jobs, chains }: Problem, job: number): number[] {
  const from = chains.activityFrom[jobs.chainFrom[job]!]!;
  const to = chains.activityFrom[jobs.chainFrom[job + 1]!]!;
  return Array.from({ length: to - from }, (_, at) => from + at);
}

const dateOf = (problem: Problem, day: number): PlantDate => dateOfDay(problem.day!.origin + day);
const firstDate = (problem: Problem, from: number): PlantDate => dateOf(problem, Math.floor(from / problem.day!.ticks));
const lastDate = (problem: Problem, to: number): PlantDate => dateOf(problem, dayOfEnd(problem.day!, to));

const taskIdOf = (plant: Plant, activity: number): number | null => plant.tasks[activity]?.order_task_id ?? null;

function orderMessage(problem: Problem, plant: Plant, late: LateOrder): PlanMessage {
  const { job, days, reasons } = late;
  const order = plant.orders[job]!;
  const [reason] = reasons as [Reason];
  const id = taskIdOf(plant, reason.activity);
  return {
    level: 'warning',
    code: 'W201',
    order_id: order.order_id,
    task_id: plant.tasks[reason.activity]?.task_id ?? null,
    facility_id: plant.machines[reason.machine]?.facility_id ?? null,
    order_task_ids: id === null ? [] : [id],
    order_ids: [order.order_id],
    params: {
      serial_number: order.serial_number,
      delivery_date: order.delivery_date,
      late_days: days,
      ...reasonParams(problem, plant, late, reason.from, reason.to),
    },
  };
}

function reasonParams(problem: Problem, plant: Plant, { chain, reasons }: LateOrder, from: number, to: number): PlanMessage['params'] {
  const [{ cause, machine, gain, from: own }] = reasons as [Reason];
  const facility_name = plant.machines[machine]?.facility_name || null;
  const startable = cause === 'late_start' && plant.lots[chain]!.startable !== null ? firstDate(problem, own) : null;
  return { cause, facility_name, from: firstDate(problem, from), to: lastDate(problem, to), gain_days: gain, startable };
}

/** One message for late orders of one cause at one facility; the first is the latest. */
function groupMessage(problem: Problem, plant: Plant, group: readonly LateOrder[]): PlanMessage {
  const reasons = group.map((order) => order.reasons[0]!);
  const [worst] = reasons as [Reason];
  const from = Math.min(...reasons.map((reason) => reason.from));
  const to = Math.max(...reasons.map((reason) => reason.to));
  const serials = group.map(({ job }) => plant.orders[job]!.serial_number);
  return {
    level: 'warning',
    code: GROUP_CODES[worst.cause],
    order_id: null,
    task_id: null,
    facility_id: plant.machines[worst.machine]?.facility_id ?? null,
    order_task_ids: reasons.map(({ activity }) => taskIdOf(plant, activity)).filter((id) => id !== null),
    order_ids: group.map(({ job }) => plant.orders[job]!.order_id),
    params: {
      ...reasonParams(problem, plant, group[0]!, from, to),
      lots: serials.slice(0, LISTED_SERIALS),
      count: group.length,
      late_days: group[0]!.days,
    },
  };
}

function noteOf(problem: Problem, plant: Plant, { job, days, unavoidable, reasons, segments }: LateOrder): LateNote {
  const order = plant.orders[job]!;
  const facilityOf = (machine: number): number | null => plant.machines[machine]?.facility_id ?? null;
  return {
    order_id: order.order_id,
    serial_number: order.serial_number,
    late_days: days,
    unavoidable_days: unavoidable,
    days_left: segments[0] ? dayOfEnd(problem.day!, problem.jobs.due[job]!) - dayOfEnd(problem.day!, segments[0].from) : 0,
    reasons: reasons.map(({ cause, machine, gain }) => ({ cause, facility_id: facilityOf(machine), gain_days: gain })),
    chain: segments.map((segment) => {
      const { kind, activity, machine, from, to } = segment;
      const span = { from: firstDate(problem, from), to: lastDate(problem, to), days: daysOf(problem, segment) };
      return { kind, order_task_id: taskIdOf(plant, activity), facility_id: facilityOf(machine), ...span };
    }),
  };
}

/** Calendar days of a segment; those of a chain add up to the days from its beginning to its end. */
export const daysOf = (problem: Problem, { from, to }: Segment): number => dayOfEnd(problem.day!, to) - dayOfEnd(problem.day!, from);
