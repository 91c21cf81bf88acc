import { TICK_MINUTES, TICKS_PER_DAY } from '../../../domain/ground/constants.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import { castingMinutes, mouldHalfDays, ticksOfHours, workHours } from '../../../domain/plant/hours.ts';
import { isAllReceived } from '../../../domain/plant/lateness.ts';
import type { PlanSettings } from '../../../domain/plant/plan-settings.ts';
import { isDemoldingCode } from '../../../domain/plant/task-purpose.ts';
import { NONE } from '../../problem.ts';
import type { NoteSubject } from '../notes/notes.ts';
import { type Facts, productTask } from '../rows/facts.ts';
import { type Horizon, todayOf } from '../rows/horizon.ts';
import type { LotRow, OrderRow, OrderTaskRow, PlanEntryRow, ProductRow } from '../rows/input.ts';

/** State of a row: finished, before the casting, fixed where it stands, or free to plan. */
type StepState = 'finished' | 'before_casting' | 'fixed' | 'free';

/** One process of a lot in task_sort order: an order task, or an entry made by hand. */
export interface Step {
  readonly state: StepState;
  readonly row: OrderTaskRow | null;
  readonly entry: PlanEntryRow | null;
  readonly task_id: number;
  readonly task_sort: number | null;
}

/** A lot with what its rows are read with. */
export interface LotCase {
  readonly order: OrderRow;
  readonly lot: LotRow;
  readonly lots: number;
  readonly product: ProductRow;
  /** "serial-lot", the serial alone for an empty lot number. */
  readonly label: string;
  /** Tick of the casting, NONE without a date; may lie before the horizon. */
  readonly casting: number;
  readonly hasCasting: boolean;
  readonly steps: readonly Step[];
  /** Index of the last demolding row among the steps, NONE. */
  readonly demolding: number;
}

export const labelOf = (order: OrderRow, lot: LotRow): string =>
  lot.lot_number === '' ? order.serial_number : `${order.serial_number}-${lot.lot_number}`;

/** Subject of a message about a row. */
export const subjectOf = (lot: LotCase, row: OrderTaskRow): NoteSubject => ({
  lot: lot.label,
  order_id: lot.order.id,
  task_id: row.task_id,
  order_task_ids: [row.id],
});

/** Tick of the casting by the lot's date, else the order's. */
function castingTick(horizon: Horizon, settings: PlanSettings, order: OrderRow, lot: LotRow): number | null {
  const date = lot.casting_date ?? order.casting_date;
  return date === null ? null : horizon.midnight(date) + castingMinutes(settings) / TICK_MINUTES;
}

/** Whether a row is done: marked, or everything ordered has been received, or its entry carries 工程終了. */
export function isFinished(row: OrderTaskRow, entry: PlanEntryRow | null): boolean {
  return entry?.received_locked === true || isAllReceived(row);
}

/** Whether something is said to have been received after today, which counts as today (W215). */
export const isReceivedAhead = ({ received, received_quantity, last_reception_date }: OrderTaskRow, today: PlantDate): boolean =>
  (received || received_quantity > 0) && last_reception_date !== null && last_reception_date > today;

/** Bars that stay because they begin soon. */
export interface Frozen {
  /** Bars that start before this tick, */
  readonly until: number;
  /** but for these entries. */
  readonly freed: ReadonlySet<number>;
}

/** Whether an unfinished entry stays where it is: locked, made by hand, under way, or inside the frozen days. */
function isFixed(horizon: Horizon, entry: PlanEntryRow, frozen: Frozen): boolean {
  if (entry.locked || entry.created_by_hand) return true;
  const start = horizon.tickAt(entry.start_at);
  const end = horizon.tickAt(entry.end_at);
  return (
    (start < horizon.planningStart && end > horizon.now) ||
    (start >= horizon.planningStart && start < frozen.until && !frozen.freed.has(entry.id))
  );
}

/**
 * Whether a partner has the lot, whatever has become of the planned return: somebody handed it over; or it was asked for or answered, and the process before is done and the
 * planned day of the handover has passed. Moved into the days to come it would look on time.
 */
function isAway(facts: Facts, horizon: Horizon, entry: PlanEntryRow, isReady: boolean): boolean {
  const task = entry.order_task_id ?? NONE;
  if (!entry.outsourced) return false;
  if (facts.handedOver.has(task)) return true;
  return isReady && (facts.answers.has(task) || entry.asked === true) && horizon.tickAt(entry.start_at) < horizon.planningStart;
}

/** Reads the rows of a lot into steps. */
export function readSteps(
  { facts, horizon, frozen }: { facts: Facts; horizon: Horizon; frozen: Frozen },
  { order, lot, product, lots }: Pick<LotCase, 'order' | 'lot' | 'product' | 'lots'>,
): LotCase {
  const today = todayOf(horizon);
  const rows = (facts.tasksOfLot.get(lot.id) ?? []).map((row) =>
    isReceivedAhead(row, today) ? { ...row, last_reception_date: today } : row,
  );
  const tick = castingTick(horizon, facts.settings, order, lot);
  const lastDemolding = rows.reduce((last, row, index) => (isDemolding(facts, row.task_id) ? index : last), NONE);
  const demolded = lastDemolding !== NONE && isFinished(rows[lastDemolding]!, entryOf(facts, rows[lastDemolding]!));
  const castingPast = demolded || (tick !== null && tick <= horizon.now);
  const isDone = (row: OrderTaskRow | undefined, index: number): boolean =>
    row === undefined || isFinished(row, entryOf(facts, row)) || (index < lastDemolding && castingPast);
  const steps: Step[] = rows.map((row, index) => {
    const entry = entryOf(facts, row);
    const finished = isDone(row, index);
    const stays = entry !== null && (isFixed(horizon, entry, frozen) || isAway(facts, horizon, entry, isDone(rows[index - 1], index - 1)));
    const state = finished ? 'finished' : index < lastDemolding ? 'before_casting' : stays ? 'fixed' : 'free';
    return { state, row, entry, task_id: row.task_id, task_sort: row.task_sort };
  });
  const byHand = (facts.handMadeOfLot.get(lot.id) ?? []).map((entry): Step => {
    return { state: entry.received_locked ? 'finished' : 'fixed', row: null, entry, task_id: entry.task_id, task_sort: entry.task_sort };
  });
  const merged = mergeByHand(steps, byHand);
  const demolding = lastDemolding === NONE ? NONE : merged.findIndex((step) => step.row === rows[lastDemolding]);
  return {
    order,
    lot,
    lots,
    product,
    label: labelOf(order, lot),
    casting: tick ?? NONE,
    hasCasting: tick !== null,
    steps: merged,
    demolding,
  };
}

const entryOf = (facts: Facts, row: OrderTaskRow): PlanEntryRow | null => facts.entryOfOrderTask.get(row.id) ?? null;

/** Entries made by hand stand in the order of their task_sort; those without one follow nothing and precede nothing: they come last, outside the chain. */
function mergeByHand(steps: Step[], byHand: Step[]): Step[] {
  if (byHand.length === 0) return steps;
  const sortOf = (step: Step): number => step.task_sort ?? Number.POSITIVE_INFINITY;
  return [...steps, ...byHand]
    .map((step, index) => ({ step, index }))
    .sort((a, b) => sortOf(a.step) - sortOf(b.step) || a.index - b.index)
    .map(({ step }) => step);
}

export const isDemolding = (facts: Facts, task: number): boolean => isDemoldingCode(facts.tasks.get(task)?.task_code ?? '');

/** Calendar days a partner has the lot. */
export const leadDays = (row: OrderTaskRow, settings: PlanSettings): number =>
  row.solution_frame_days > 0 ? row.solution_frame_days : settings.outsourcing_lead_days;

/** Working ticks that an in-house row has still to do, rounded up once. */
export function workTicks(row: OrderTaskRow, settings: PlanSettings): number {
  const { setup, work } = workHours(row, settings);
  return Math.max(1, ticksOfHours(setup + work));
}

/** Earliest start of a demolding row: half-day blocks of the product's demolding_time behind the casting, else its solution_frame_days in days. */
export function demoldingRelease(facts: Facts, lot: LotCase, row: OrderTaskRow): number {
  const hours = facts.demoldings.get(productTask(lot.product.id, row.task_id))?.demolding_time ?? 0;
  const halfDay = TICKS_PER_DAY / 2;
  return lot.casting + (hours > 0 ? mouldHalfDays(hours) * halfDay : row.solution_frame_days * TICKS_PER_DAY);
}
