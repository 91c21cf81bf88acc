import type { HeldBy } from '../../../domain/bars/conflicts.ts';
import { TICKS_PER_DAY } from '../../../domain/ground/constants.ts';
import { ANY_WEEKDAY, plantDate, weekdayOfDay } from '../../../domain/ground/plant-time.ts';
import { coolingHours, ticksOfHours } from '../../../domain/plant/hours.ts';
import { isOutsourced } from '../../../domain/plant/task-purpose.ts';
import type { PlantLot, ReadyEntry, ReleaseCause } from '../../plant.ts';
import { NONE } from '../../problem.ts';
import { addFixed, blockOnly } from '../fixed/bars.ts';
import { fixedBar, judgeFixed, type Release, rulesOf, whereAt } from '../fixed/judged.ts';
import { answerQuestion } from '../fixed/question.ts';
import { waitingDays } from '../masters/eligibility.ts';
import { isHeatTask, treatmentRow } from '../masters/treatments.ts';
import type { Reading } from '../reading.ts';
import { WORK_FROM, WORK_TO, workBackward, workOverBy } from '../rows/horizon.ts';
import type { HeatTreatmentRow, OrderTaskRow, PlanEntryRow } from '../rows/input.ts';
import { addOpenRow } from './free.ts';
import { demoldingRelease, isDemolding, type LotCase, leadDays, type Step, subjectOf, workTicks } from './steps.ts';

/** Result of a lot for its order. */
interface ReadLot {
  readonly described: PlantLot;
  /** Latest end of what is finished or before the casting, 0 where none. */
  readonly floor: number;
}

/** Adds a lot as a chain: ready entries for what is done, activities for what is open or fixed. */
export function addLot(reading: Reading, lot: LotCase): ReadLot {
  const ready = readyEntries(reading, lot);
  const begun = Math.min(...ready.map((entry) => entry?.start ?? Number.POSITIVE_INFINITY));
  reading.builder.addChain(Number.isFinite(begun) ? Math.max(0, begun) : NONE);
  const sequence: number[] = [];
  let startable: number | null | undefined;
  let release = lot.demolding === NONE && lot.hasCasting ? lot.casting : Number.NEGATIVE_INFINITY;
  let by: HeldBy = 'casting';
  const raise = (tick: number, cause: HeldBy): void => {
    if (tick <= release) return;
    release = tick;
    by = cause;
  };
  lot.steps.forEach((step, index) => {
    const entry = ready[index];
    if (entry) {
      reading.entries.push(entry);
      sequence.push(-reading.entries.length);
      if (step.state === 'finished' && step.row) raise(afterFinished(reading, lot, step.row, step.entry), 'finished_task');
      return;
    }
    const outside = step.state === 'fixed' && step.task_sort === null;
    const held = heldBack(reading, lot, step, { tick: release, by });
    if (step.state === 'fixed') {
      judgeFixed(reading, lot, step, outside ? null : held);
      answerQuestion(reading, lot, step, outside ? null : held);
    }
    if (outside) {
      keepOutside(reading, lot, step.entry!, sequence);
      return;
    }
    const activity =
      step.state === 'fixed'
        ? addFixed(reading, lot, step)
        : addOpenRow(reading, { lot, row: step.row!, entry: step.entry, ...releaseOf(reading, held) });
    sequence.push(activity);
    if (startable === undefined && !reading.alone) startable = firstStart(reading, lot, step, held, activity);
  });
  const floor = Math.max(0, ...ready.map((entry) => entry?.end ?? 0));
  return { described: describe(lot, sequence, startable ?? null), floor };
}

const describe = (lot: LotCase, sequence: readonly number[], startable: number | null): PlantLot => ({
  lot_id: lot.lot.id,
  lot_number: lot.lot.lot_number,
  label: lot.label,
  order_id: lot.order.id,
  product_id: lot.product.id,
  casting: lot.hasCasting ? lot.casting : null,
  startable,
  sequence,
});

/**
 * Tick from which a step could have begun once nothing held it back: in working hours of a day on which one of its facilities has a unit and its treatment may
 * start. Never after the planning start unless it is held back longer; null where the holding reason is unknown.
 */
function firstStart(reading: Reading, lot: LotCase, step: Step, held: Release, activity: number): number | null {
  const { horizon, builder, machines } = reading;
  if (!Number.isFinite(held.tick)) return null;
  const ways = builder.ways(activity);
  // A bar that stands fixed is bound to no weekday; its treatment is.
  const allowed =
    step.state === 'fixed'
      ? rulesOf(reading, lot, { ...step, ...whereAt(reading, step, step.entry!, step.entry!.facility_id), release: held }).weekdays
      : ANY_WEEKDAY;
  const mayStart = (day: number): boolean => {
    const weekday = 1 << weekdayOfDay(horizon.origin + day);
    return ways.some(({ machine, weekdays }) => weekdays & allowed & weekday && machines.opensOn(machine, day));
  };
  const first = Math.floor(held.tick / TICKS_PER_DAY);
  for (let day = first; day * TICKS_PER_DAY < horizon.planningStart; day += 1) {
    const tick = Math.max(held.tick, day * TICKS_PER_DAY + WORK_FROM);
    if (tick < day * TICKS_PER_DAY + WORK_TO && mayStart(day)) return tick;
  }
  return Math.max(held.tick, horizon.planningStart);
}

/** Reason that holds a step back, apart from earlier open steps; a demolding waits for its mould too. */
function heldBack({ facts }: Reading, lot: LotCase, { row }: Step, before: Release): Release {
  if (!row || !isDemolding(facts, row.task_id) || !lot.hasCasting) return before;
  const demolded = demoldingRelease(facts, lot, row);
  return demolded > before.tick ? { tick: demolded, by: 'demolding' } : before;
}

/** The release of an open row: no earlier than the planning start. */
function releaseOf({ horizon }: Reading, { tick, by }: Release): { release: number; released_by: ReleaseCause } {
  const waits = tick > horizon.planningStart;
  return { release: waits ? tick : horizon.planningStart, released_by: waits ? by : 'planning_start' };
}

/** An entry made by hand without a place in the order: capacity, and the entry as it is. */
function keepOutside(reading: Reading, lot: LotCase, entry: PlanEntryRow, sequence: number[]): void {
  blockOnly(reading, entry, fixedBar(reading.horizon, { label: lot.label, order_id: lot.order.id }, entry));
  reading.entries.push(keptEntry(reading, lot.lot.id, entry));
  sequence.push(-reading.entries.length);
}

/** An entry that stays exactly as it is. */
export function keptEntry(reading: Reading, lot_id: number, entry: PlanEntryRow): ReadyEntry {
  const { id: entry_id, order_task_id, task_id, task_sort, facility_id, unit, outsourced } = entry;
  const start = reading.horizon.tickAt(entry.start_at);
  const end = reading.horizon.tickAt(entry.end_at);
  return {
    order_task_id,
    entry_id,
    lot_id,
    task_id,
    task_sort,
    facility_id,
    unit,
    outsourced,
    kind: 'kept',
    start,
    end,
    length: end - start,
  };
}

/**
 * Tick from which the successor of a finished task may start: the end of its last reception date (dated today or later: now), its waiting days and its cooling;
 * -Infinity where nothing is known. Without a date the minute counts that the shop floor reported.
 */
function afterFinished(reading: Reading, lot: LotCase, row: OrderTaskRow, entry: PlanEntryRow | null): number {
  const told = entry?.finished_at ?? null;
  const date = row.last_reception_date ?? (told && plantDate(told));
  if (date === null) return Number.NEGATIVE_INFINITY;
  const { facts, horizon } = reading;
  const today = Math.floor(horizon.receivedUntil / TICKS_PER_DAY) * TICKS_PER_DAY;
  const midnight = Math.min(horizon.midnight(date), today);
  const byMinute = told !== null && row.last_reception_date === null ? horizon.tickAt(told) + 1 : NONE;
  const minute = byMinute === NONE && midnight === today ? Math.ceil(horizon.receivedUntil) : byMinute;
  const ended = minute === NONE ? midnight + WORK_TO : minute;
  const free = minute === NONE ? midnight + TICKS_PER_DAY : minute;
  const facility = entry?.facility_id ?? null;
  const waited = midnight + waitingDays(facts, lot.product.id, row.task_id, facility) * TICKS_PER_DAY;
  const heat = treatmentRow(facts, lot.product.id, row.task_id, facility);
  const cooled = ended + coolingAfter(heat, told !== null);
  return Math.max(free, waited, cooled);
}

/** Ticks of cooling behind a finished treatment; what cooled in its furnace had cooled when the shop floor said it had ended. */
function coolingAfter(heat: HeatTreatmentRow | null, told: boolean): number {
  if (!heat) return 0;
  const { hold, lag } = coolingHours(heat);
  return ticksOfHours(told ? lag : hold + lag);
}

/** The entries of a lot that need no planning, by step; undefined for open and fixed ones. */
function readyEntries(reading: Reading, lot: LotCase): (ReadyEntry | undefined)[] {
  const ready = lot.steps.map((step) => (step.state === 'finished' ? finishedEntry(reading, lot, step) : undefined));
  let end = lot.hasCasting ? lot.casting : reading.horizon.planningStart;
  const isCast = lot.hasCasting && lot.casting <= reading.horizon.now;
  for (let index = lot.steps.length - 1; index >= 0; index -= 1) {
    const step = lot.steps[index]!;
    const done = index < lot.demolding && isCast ? ready[index] : undefined;
    if (!step.row || !(done?.end === null || step.state === 'before_casting')) continue;
    const span = spanBefore(reading, step.row, end);
    end = span.start;
    // Of what is done without a day the day of the casting is known.
    ready[index] = done ? { ...done, ...span } : beforeCasting(reading, lot, step, step.row, span);
    if (!done) reading.notes.add('I302', '', {}, subjectOf(lot, step.row));
  }
  return ready;
}

/** Where moulding and casting lie backward from the casting, or by the end of work before what follows. */
function spanBefore(
  { horizon, facts: { settings } }: Reading,
  row: OrderTaskRow,
  end: number,
): { start: number; end: number; length: number } {
  const over = workOverBy(horizon, end);
  const start = isOutsourced(row) ? end - leadDays(row, settings) * TICKS_PER_DAY : workBackward(horizon, end, workTicks(row, settings));
  return { start, end: over, length: over - start };
}

/** Moulding and casting that are still to come; without capacity. */
function beforeCasting(reading: Reading, lot: LotCase, step: Step, row: OrderTaskRow, span: Span): ReadyEntry {
  const outsourced = isOutsourced(row);
  const facilities = outsourced ? [] : reading.eligible(lot.product.id, row.task_id);
  return readyOf(lot, step, { kind: 'before_casting', facility_id: facilities[0]?.id ?? null, outsourced, ...span });
}

type Span = Pick<ReadyEntry, 'start' | 'end' | 'length'>;

/** An entry that needs no planning, where it stands. */
function readyOf(lot: LotCase, step: Step, stands: Span & Pick<ReadyEntry, 'kind' | 'facility_id' | 'outsourced'>): ReadyEntry {
  const { kind, facility_id, outsourced, start, end, length } = stands;
  return {
    order_task_id: step.row?.id ?? null,
    entry_id: step.entry?.id ?? null,
    lot_id: lot.lot.id,
    task_id: step.task_id,
    task_sort: step.task_sort,
    facility_id,
    unit: step.entry?.unit ?? null,
    outsourced,
    kind,
    start,
    end,
    length,
  };
}

/** A finished task: it ended at 16:00 of its last reception date and took its own time before; without a date where its entry was, else before its successor, and before the present. */
function finishedEntry(reading: Reading, lot: LotCase, step: Step): ReadyEntry {
  const { row, entry } = step;
  if (!row) return keptEntry(reading, lot.lot.id, entry!);
  const outsourced = entry?.outsourced ?? isOutsourced(row);
  const eligible = outsourced ? [] : reading.eligible(lot.product.id, row.task_id);
  const facility_id = entry ? entry.facility_id : eligible.length === 1 ? eligible[0]!.id : null;
  const { start, end, length } = finishedSpan(reading, lot, row, entry, outsourced);
  return readyOf(lot, step, { kind: 'finished', facility_id, outsourced, start, end, length });
}

function finishedSpan(reading: Reading, lot: LotCase, row: OrderTaskRow, entry: PlanEntryRow | null, outsourced: boolean): Span {
  const { horizon } = reading;
  if (row.last_reception_date !== null) {
    const end = horizon.midnight(row.last_reception_date) + WORK_TO;
    const length = ownLength(reading, lot, row, outsourced, end);
    return { start: end - length, end, length };
  }
  if (entry && horizon.tickAt(entry.end_at) <= horizon.planningStart) return keptEntry(reading, lot.lot.id, entry);
  return { start: null, end: null, length: ownLength(reading, lot, row, outsourced, horizon.planningStart) };
}

/** Calendar ticks of a task that ended at `end`: its working time counted back, its run, or its partner's days. */
function ownLength(reading: Reading, lot: LotCase, row: OrderTaskRow, outsourced: boolean, end: number): number {
  const { facts, horizon } = reading;
  if (outsourced) return leadDays(row, facts.settings) * TICKS_PER_DAY;
  const heat = isHeatTask(facts, lot.product.id, row.task_id) ? treatmentRow(facts, lot.product.id, row.task_id, null) : null;
  if (heat && heat.retention_time > 0) return Math.max(1, ticksOfHours(row.setup_hours + heat.retention_time));
  return Math.max(1, end - workBackward(horizon, end, workTicks({ ...row, received_quantity: 0 }, facts.settings)));
}
