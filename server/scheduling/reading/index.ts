import { TICKS_PER_DAY } from '../../domain/ground/constants.ts';
import { dateOfDay, dayNumber } from '../../domain/ground/plant-time.ts';
import { atOnce, type Steps } from '../../domain/ground/steps.ts';
import { isDelivered } from '../../domain/plant/lateness.ts';
import type { PlanSettings, PlantWeights } from '../../domain/plant/plan-settings.ts';
import type { Priority } from '../../domain/plant/priority.ts';
import type { Plant, PlantLot, PlantOrder } from '../plant.ts';
import { NEVER, NONE, type PresentPlan, type Problem } from '../problem.ts';
import type { PlanMessage } from '../solution.ts';
import { createBuilder } from './builder.ts';
import { blockOnly } from './fixed/bars.ts';
import { fixedBar, judgeRuns } from './fixed/judged.ts';
import { judgeUnits } from './fixed/overloads.ts';
import { createFixedRuns } from './fixed/runs.ts';
import { keepCasting, noteCrowdedDays } from './lots/castings.ts';
import { addLot, keptEntry } from './lots/lots.ts';
import { isFinished, isReceivedAhead, type LotCase, labelOf, readSteps } from './lots/steps.ts';
import { furnaceFacilities } from './masters/eligibility.ts';
import { readMachines } from './masters/machines.ts';
import { createRecipes } from './masters/treatments.ts';
import { createNotes, type NoteSubject } from './notes/notes.ts';
import { type Reading, type RulesQuestion, rememberEligible } from './reading.ts';
import { withClosed, withCompleted } from './rows/answers.ts';
import { type Facts, indexRows } from './rows/facts.ts';
import { type Horizon, lastDueDate, readHorizon, todayOf } from './rows/horizon.ts';
import type { LotRow, OrderRow, PlanningRows, ProductRow } from './rows/input.ts';

/** Options of a reading beside rows, settings and time. */
export interface ReadingOptions {
  /** Filled with what its bar would obey. */
  readonly question?: RulesQuestion | undefined;
  /** Receptions are known up to this moment, plant minutes, not before now (the default). */
  readonly receivedUntil?: number;
  /** Bars are judged by the rules of their own task alone: the rows hold not everybody who is around them. */
  readonly alone?: boolean;
  /** Entries that may move although they lie inside the frozen days. */
  readonly freed?: ReadonlySet<number>;
  /** No other lots are read, and no bar of theirs is frozen: to find out which of them still fit. */
  readonly lots?: ReadonlySet<number>;
}

/** What every reading of the same rows begins with. */
export interface Ground {
  readonly facts: Facts;
  readonly horizon: Horizon;
}

/** A problem, and what is said of the rows that it was read from. */
export interface ReadProblem {
  problem: Problem;
  messages: PlanMessage[];
}

/** Reads the rows into a problem, by the table in docs/planning-rules.md; what cannot be planned is said in the messages, grouped by cause. `now` in plant minutes. */
export const readProblem = (stored: PlanningRows, settings: PlanSettings, now: number, options: ReadingOptions = {}): ReadProblem =>
  atOnce(readProblemInSteps(stored, settings, now, options));

/** The same in steps, for who must not be kept from other work so long. */
export function* readProblemInSteps(
  stored: PlanningRows,
  settings: PlanSettings,
  now: number,
  options: ReadingOptions = {},
): Steps<ReadProblem> {
  const ground = groundOf(stored, settings, now, options.receivedUntil);
  yield;
  return yield* readOn(ground, options);
}

/** Looks through the rows once, for one reading or several. */
export function groundOf(stored: PlanningRows, settings: PlanSettings, now: number, receivedUntil = now): Ground {
  const rows = withCompleted(withClosed(stored));
  const facts = indexRows(rows, settings);
  return { facts, horizon: readHorizon(rows, settings, now, receivedUntil, unfinishedKept(rows, facts)) };
}

/** Reads what has been looked through, as `readProblem` does, in a step for each order and each facility. */
export function* readOn(ground: Ground, options: ReadingOptions = {}): Steps<ReadProblem> {
  const { settings } = ground.facts;
  const reading = beginReading(ground, options);
  const { builder, horizon } = reading;
  const open = yield* readOrders(reading);
  noteCrowdedDays(reading);
  noteLimits(reading);
  noteCalendar(reading);
  const problem = builder.finish({
    horizon: horizon.ticks,
    planningStart: horizon.planningStart,
    day: horizon.day,
    objective: { order: settings.objective, weights: settings.weights, slackDays: settings.slack_days },
    blocks: reading.blocks,
    fixedFurnaceRuns: reading.fixedRuns.furnaceRuns,
    present: presentPlan(reading),
    plant: plantOf(reading, open),
  });
  judgeRuns(reading, problem);
  if (!reading.alone) yield* judgeUnits(reading, problem);
  return { problem, messages: reading.notes.messages() };
}

/** A reading of which no order has been read yet. */
function beginReading({ facts, horizon }: Ground, { question, alone = false, freed = new Set(), lots }: ReadingOptions): Reading {
  const { settings } = facts;
  const builder = createBuilder();
  const notes = createNotes();
  const machines = readMachines(facts, horizon, builder, furnaceFacilities(facts));
  const recipes = createRecipes(builder, settings.batch_retention_tolerance_hours);
  return {
    facts,
    horizon,
    frozen: { until: workingDaysAhead(horizon, lots ? 0 : settings.frozen_days), freed },
    lots,
    builder,
    machines,
    recipes,
    notes,
    blocks: [],
    entries: [],
    conflicts: [],
    question,
    alone,
    ownRecipes: new Map(),
    castings: [],
    tasks: [],
    present: [],
    fixedRuns: createFixedRuns(horizon, recipes),
    eligible: rememberEligible(facts),
  };
}

/** Meaning of the problem's indexes to the plant. */
const plantOf = (
  { facts, machines, recipes, tasks, entries, conflicts }: Reading,
  { orders, lots }: Pick<Plant, 'orders' | 'lots'>,
): Plant => ({
  settings: facts.settings,
  orders,
  lots,
  tasks,
  taskNames: new Map(facts.rows.tasks.map(({ id, task_name }) => [id, task_name])),
  machines: machines.described,
  recipes: recipes.described,
  entries,
  conflicts,
});

/** Entries that reach into the plan although they began long ago. */
function unfinishedKept(rows: PlanningRows, facts: Facts) {
  const orderTasks = new Map(rows.order_tasks.map((row) => [row.id, row]));
  return rows.plan_entries.filter((entry) => {
    if (!entry.locked && !entry.created_by_hand) return false;
    const row = entry.order_task_id === null ? undefined : orderTasks.get(entry.order_task_id);
    return row ? !isFinished(row, facts.entryOfOrderTask.get(row.id) ?? null) : !entry.received_locked;
  });
}

function* readOrders(reading: Reading): Steps<{ orders: PlantOrder[]; lots: PlantLot[] }> {
  const orders: PlantOrder[] = [];
  const lots: PlantLot[] = [];
  for (const order of reading.facts.rows.orders) {
    if (isDelivered(order.delivery_status)) continue;
    yield;
    const cases = lotCases(reading, order);
    const open = cases.filter((lot) => lot.steps.some((step) => step.state !== 'finished'));
    if (cases.length === 0) continue;
    const due = order.delivery_date === null || open.length === 0 ? NEVER : reading.horizon.midnight(order.delivery_date) + TICKS_PER_DAY;
    const { id: order_id, serial_number, delivery_date, priority } = order;
    const job = reading.builder.addJob({ due, weight: lateWeight(priority, reading.facts.settings.weights) });
    orders.push({ order_id, serial_number, delivery_date, priority, open: open.length > 0 });
    for (const lot of cases) keepCasting(reading, lot);
    const read = cases.map((lot) => addLot(reading, lot));
    lots.push(...read.map((lot) => lot.described));
    reading.builder.raiseFloor(job, Math.max(0, ...read.map((lot) => lot.floor)));
  }
  return { orders, lots };
}

/** Factor of what the lateness of an order of this priority costs. */
const lateWeight = (priority: Priority, { rush_factor, deferred_factor }: PlantWeights): number =>
  priority === 'rush' ? rush_factor : priority === 'deferred' ? deferred_factor : 1;

/** The lots of an order that can be planned; E101, E102 and E103 leave a lot out, and its locked entries stand. */
function lotCases(reading: Reading, order: OrderRow): LotCase[] {
  const { facts, notes } = reading;
  const lots = facts.lotsOfOrder.get(order.id) ?? [];
  const subject = { lot: order.serial_number, order_id: order.id };
  const product = order.product_id === null ? undefined : facts.products.get(order.product_id);
  if (!product) {
    notes.add('E101', order.product_code, { product_code: order.product_code }, { ...subject, order_task_ids: rowsOf(facts, lots) });
    for (const lot of lots) leaveOut(reading, order, lot);
    return [];
  }
  if (lots.length === 0) notes.add('E103', '', {}, subject);
  return lots.flatMap((lot) => (reading.lots?.has(lot.id) === false ? [] : lotCase(reading, order, lot, product, lots.length)));
}

function lotCase(reading: Reading, order: OrderRow, lot: LotRow, product: ProductRow, lots: number): LotCase[] {
  const { facts, notes } = reading;
  const subject = { lot: labelOf(order, lot), order_id: order.id, order_task_ids: rowsOf(facts, [lot]) };
  const found = readSteps(reading, { order, lot, product, lots });
  if (found.steps.length === 0) {
    notes.add('E103', '', {}, subject);
    return [];
  }
  noteReceivedAhead(reading, lot, subject);
  noteSkipped(reading, found);
  const demolding = found.steps[found.demolding];
  if (demolding && demolding.state === 'free' && !found.hasCasting) {
    notes.add('E102', '', {}, subject);
    leaveOut(reading, order, lot);
    return [];
  }
  return [found];
}

/** W220 for what is still to be done although a later process of the lot is finished: it stays in the plan. */
function noteSkipped({ notes }: Reading, { order, label, steps }: LotCase): void {
  const last = steps.findLastIndex(({ state, task_sort }) => state === 'finished' && task_sort !== null);
  const open = steps
    .slice(0, Math.max(0, last))
    .filter(({ state, task_sort }) => state !== 'finished' && task_sort !== steps[last]!.task_sort);
  if (open.length === 0) return;
  const order_task_ids = open.flatMap(({ row }) => row?.id ?? []);
  notes.add('W220', '', {}, { lot: label, order_id: order.id, task_id: open[0]!.task_id, order_task_ids });
}

/** W215 for what is said to have been received after today. */
function noteReceivedAhead({ facts, horizon, notes }: Reading, lot: LotRow, subject: NoteSubject): void {
  const today = todayOf(horizon);
  const ahead = (facts.tasksOfLot.get(lot.id) ?? []).filter((row) => isReceivedAhead(row, today));
  const dates = ahead.map((row) => row.last_reception_date!).sort();
  if (dates.length > 0) notes.add('W215', '', { date: dates.at(-1)! }, { ...subject, order_task_ids: ahead.map((row) => row.id) });
}

const rowsOf = (facts: Facts, lots: readonly LotRow[]): number[] =>
  lots.flatMap((lot) => (facts.tasksOfLot.get(lot.id) ?? []).map((row) => row.id));

/** Locked and hand-made bars stay and take their capacity, although the lot cannot be planned. */
function leaveOut(reading: Reading, order: OrderRow, lot: LotRow): void {
  const { facts } = reading;
  const named = { label: labelOf(order, lot), order_id: order.id };
  const linked = (facts.tasksOfLot.get(lot.id) ?? []).flatMap((row) => facts.entryOfOrderTask.get(row.id) ?? []);
  for (const entry of [...linked, ...(facts.handMadeOfLot.get(lot.id) ?? [])]) {
    if (!entry.locked && !entry.created_by_hand) continue;
    if (!entry.received_locked) blockOnly(reading, entry, fixedBar(reading.horizon, named, entry));
    reading.entries.push(keptEntry(reading, lot.id, entry));
  }
}

/** Tick of the end of the nth working day from the planning start on; the planning start for 0. */
export function workingDaysAhead({ planningStart, day: { working } }: Pick<Horizon, 'planningStart' | 'day'>, days: number): number {
  if (days <= 0) return planningStart;
  let day = Math.floor(planningStart / TICKS_PER_DAY);
  for (let left = days; ; day += 1) {
    if (working[day] !== 0) left -= 1;
    if (left === 0) return (day + 1) * TICKS_PER_DAY;
  }
}

function presentPlan(reading: Reading): PresentPlan | null {
  const { present, horizon, fixedRuns, facts } = reading;
  if (present.every((place) => place.start === NONE)) return null;
  const runs = new Map<number, number>();
  const indexOf = (id: number): number => {
    if (id === NONE) return NONE;
    const fixed = fixedRuns.known(facts.furnaceRuns.get(id)!);
    if (fixed >= 0) return fixed;
    const known = runs.get(id) ?? fixedRuns.furnaceRuns.length + runs.size;
    runs.set(id, known);
    return known;
  };
  return {
    start: Int32Array.from(present, (place) => place.start),
    end: Int32Array.from(present, (place) => place.end),
    machine: Int32Array.from(present, (place) => place.machine),
    furnaceRun: Int32Array.from(present, (place) => indexOf(place.run)),
    nearUntil: workingDaysAhead(horizon, facts.settings.near_working_days),
  };
}

/** One message for all furnaces whose limits are empty. */
function noteLimits(reading: Reading): void {
  const furnaces = furnaceFacilities(reading.facts);
  for (const facility of reading.facts.rows.facilities) {
    if (!facility.active || !furnaces.has(facility.id)) continue;
    const missing = !facility.max_weight || !facility.volume || !facility.depth || !facility.width || !facility.height;
    if (missing) reading.notes.add('I304', '', {}, { lot: facility.facility_name, facility_id: facility.id });
  }
}

/** One warning where due dates of open orders lie behind the last row of the holiday table. */
function noteCalendar(reading: Reading): void {
  const { horizon, facts } = reading;
  const due = lastDueDate(facts.rows.orders.filter((order) => !isDelivered(order.delivery_status)));
  if (due === null || dayNumber(due) <= horizon.lastHoliday) return;
  reading.notes.add('W211', '', { last_date: horizon.lastHoliday < 0 ? null : dateOfDay(horizon.lastHoliday), due_date: due }, {});
}
