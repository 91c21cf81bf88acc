import { dayOf, midnightOf } from '../../seeds/twin/calendar.ts';
import { EVENING } from '../../seeds/twin/day.ts';
import type { Plan, PlannedBar } from '../../seeds/twin/plan.ts';
import { bookOf, type Charge, type Job, type TwinOrder, type TwinTask, type World } from '../../seeds/twin/world.ts';
import { endOnGrid, startOnGrid } from '../../server/domain/bars/marks.ts';
import { dateOfDay, dayNumber, instantOfMinutes } from '../../server/domain/ground/plant-time.ts';
import type { PlanningRows } from '../../server/scheduling/index.ts';

type EntryRow = PlanningRows['plan_entries'][number];
type Standing = Pick<PlanningRows, 'plan_entries' | 'furnace_runs' | 'furnace_run_members'>;

/** What a planner knows in the evening before a day: the rows, and the present in plant minutes. */
export interface Known {
  readonly rows: PlanningRows;
  readonly now: number;
}

/** How many days before a lot was to come back its partner says that it will be late. */
const PARTNER_TELLS = 2;
/** Numbers of charges under way, behind those of the plan. */
const UNDER_WAY = 1_000_000;

/**
 * The facts in the evening before a day as rows, with the plan that stands, or without one. Bars that were to begin and did not are taken off the plan: the
 * floor says so, and left there they would count as under way. `earlier`: calendar days by which due dates are shown earlier than they are.
 */
export function factsFor(world: World, day: number, standing: Plan | null, earlier = 0): Known {
  const now = midnightOf(day - 1) + EVENING;
  const orders = bookOf(world, day);
  const { rows } = world.plant;
  const lots = orders.flatMap((order) => order.lots);
  const ids = new Set(lots.map(({ id }) => id));
  const lived = new Map(lots.flatMap(({ tasks }) => tasks.map((task) => [task.id, task.row] as const)));
  return {
    now,
    rows: {
      ...rows,
      orders: orders.map((order) => shownOrder(order, earlier)),
      lots: rows.lots.filter(({ id }) => ids.has(id)).map((row) => ({ ...row, casting_date: castingOf(lots, row.id) })),
      order_tasks: rows.order_tasks.filter(({ lot_id }) => ids.has(lot_id)).map((row) => lived.get(row.id) ?? row),
      facility_availabilities: withStops(world, day),
      outsourcing_answers: answersOn(world, day),
      ...joined(pastBars(orders), underWay(world), standing ? standingBars(world, standing, day) : NOTHING),
    },
  };
}

const NOTHING: Standing = { plan_entries: [], furnace_runs: [], furnace_run_members: [] };

function shownOrder({ row, due, asking }: TwinOrder, earlier: number): TwinOrder['row'] {
  if (asking) return { ...row, delivery_status: GONE };
  return earlier === 0 ? row : { ...row, delivery_date: dateOfDay(due - earlier) };
}
const GONE = '完納';

const castingOf = (lots: readonly TwinOrder['lots'][number][], lot: number): string =>
  dateOfDay(lots.find(({ id }) => id === lot)!.casting);

/** What every day of a facility says, less the units that stand out of order as long as somebody expects them to. */
function withStops({ plant, calendar, breakdowns }: World, day: number): PlanningRows['facility_availabilities'] {
  const stopped = new Map<string, { facility_id: number; date: string; units: number; stop: string }>();
  for (const { facility, from, to, saidTo } of breakdowns) {
    if (from >= day || to < day) continue;
    for (let each = day; each <= Math.max(day, saidTo); each += 1) {
      const key = `${facility}/${each}`;
      const units = stopped.get(key)?.units ?? calendar.units(facility, each);
      if (units > 0) stopped.set(key, { facility_id: facility, date: dateOfDay(each), units: units - 1, stop: 'breakdown' });
    }
  }
  const others = plant.rows.facility_availabilities.filter(({ facility_id, date }) => !stopped.has(`${facility_id}/${dayNumber(date)}`));
  return [...others, ...stopped.values()];
}

/** What partners say on the evening before a day of the lots that they have. */
export const answersOn = ({ inHand }: World, day: number): PlanningRows['outsourcing_answers'] =>
  [...inHand].flatMap((job) => answerOf(job, day));

/** A lot that is with its partner, and the day that it names once it knows that it will be late. */
function answerOf({ kind, tasks, begun, saidEnd, until }: Job, day: number): PlanningRows['outsourcing_answers'][number][] {
  if (kind !== 'away') return [];
  const isTold = until > saidEnd && day >= dayOf(saidEnd) - PARTNER_TELLS;
  const handed = dateOfDay(dayOf(begun));
  return tasks.map(({ id }) => ({
    order_task_id: id,
    completed_quantity: null,
    handover_date: handed,
    handed_on: handed,
    answered_date: isTold ? dateOfDay(dayOf(until)) : null,
  }));
}

const joined = (...parts: readonly Standing[]): Standing => ({
  plan_entries: parts.flatMap(({ plan_entries }) => plan_entries),
  furnace_runs: parts.flatMap(({ furnace_runs }) => furnace_runs),
  furnace_run_members: parts.flatMap(({ furnace_run_members }) => furnace_run_members),
});

/** The row of a bar; its number is that of its order task. */
function entryOf({ id, lot, row }: TwinTask, bar: Pick<PlannedBar, 'facility' | 'unit' | 'start' | 'end'>): EntryRow {
  return {
    id,
    order_task_id: id,
    lot_id: lot.id,
    task_id: row.task_id,
    task_sort: row.task_sort,
    facility_id: bar.facility,
    unit: bar.unit,
    outsourced: row.outsourcing_code !== '',
    locked: false,
    received_locked: false,
    work_time_set: false,
    created_by_hand: false,
    start_at: instantOfMinutes(bar.start),
    end_at: instantOfMinutes(bar.end),
  };
}

/** Bars of what the floor has finished. */
function pastBars(orders: readonly TwinOrder[]): Standing {
  const done = orders.flatMap(({ lots }) => lots.flatMap(({ tasks }) => tasks.filter(({ ended }) => ended !== null)));
  const plan_entries = done.map((task): EntryRow => {
    const { facility, begun, ended } = task;
    const bar = entryOf(task, { facility, unit: 0, start: startOnGrid(begun), end: endOnGrid(ended!) });
    return { ...bar, received_locked: true, started_at: instantOfMinutes(begun), finished_at: instantOfMinutes(ended!) };
  });
  return { ...NOTHING, plan_entries };
}

/** Bars of what is under way, from where it began to where it would end by what is said. */
function underWay({ inHand }: World): Standing {
  return joined(
    ...[...inHand].map((job, index): Standing => {
      const { begun, saidEnd, facility, unit, charge } = job;
      const span = { start: startOnGrid(begun), end: endOnGrid(Math.ceil(saidEnd)) };
      const plan_entries = job.tasks.map((task): EntryRow => {
        return { ...entryOf(task, { facility, unit, ...span }), locked: true, work_time_set: true, started_at: instantOfMinutes(begun) };
      });
      const runs = charge ? chargeRows({ ...charge, ...span, unit }, UNDER_WAY + index) : NOTHING;
      return { ...runs, plan_entries };
    }),
  );
}

function chargeRows({ facility, unit, recipe, start, end, members }: Charge, id: number): Standing {
  const span = { run_start: instantOfMinutes(start), run_end: instantOfMinutes(end) };
  return {
    plan_entries: [],
    furnace_runs: [{ id, facility_id: facility, unit, ...recipe, ...span }],
    furnace_run_members: members.map(({ task, ...load }) => ({ furnace_run_id: id, plan_entry_id: task, ...load })),
  };
}

/** Bars of the plan that stands of what has not begun and is still to begin. */
function standingBars(world: World, { bars, charges }: Plan, day: number): Standing {
  const ahead = (start: number): boolean => start >= midnightOf(day);
  const plan_entries = [...bars.values()].flatMap((bar) => {
    const task = world.tasks.get(bar.task)!;
    return task.state === 'open' && ahead(bar.start) ? [entryOf(task, bar)] : [];
  });
  const runs = charges.flatMap((charge, index) => (ahead(charge.start) ? [chargeRows(charge, index + 1)] : []));
  return joined({ ...NOTHING, plan_entries }, ...runs);
}
