import { carries, piecesOf, readPiece } from '../../../domain/plant/piece.ts';
import { isKnownArrangement, isOutsourced } from '../../../domain/plant/task-purpose.ts';
import type { ReleaseCause } from '../../plant.ts';
import { AWAY, FURNACE, NONE, WORK } from '../../problem.ts';
import { storedRuns } from '../fixed/runs.ts';
import { waitingDays } from '../masters/eligibility.ts';
import { isHeatTask, ownTreatment, readTreatment, type Treatment, treatmentRow } from '../masters/treatments.ts';
import { noteNoFacility, noteTooLarge, noteUnknownSize } from '../notes/facility-notes.ts';
import type { Reading } from '../reading.ts';
import { answeredTick, handoverLimit } from '../rows/answers.ts';
import type { FacilityRow, OrderTaskRow, PlanEntryRow } from '../rows/input.ts';
import { splitLot } from './loads.ts';
import { type LotCase, leadDays, subjectOf, workTicks } from './steps.ts';

/** An open row of a lot that the engine places. */
interface OpenRow {
  readonly lot: LotCase;
  readonly row: OrderTaskRow;
  readonly entry: PlanEntryRow | null;
  readonly release: number;
  readonly released_by: ReleaseCause;
}

/** Adds the activities of an open row with every way to do it. Gives the first activity. */
export function addOpenRow(reading: Reading, open: OpenRow): number {
  const { facts, notes } = reading;
  const { lot, row } = open;
  if (reading.alone) return addUnasked(reading, open);
  if (!isKnownArrangement(row)) notes.add('W207', row.arrangement, { arrangement: row.arrangement }, subjectOf(lot, row));
  if (isOutsourced(row)) return addAway(reading, open);
  if (row.solution_frame_days > 0 && !isOwnDemolding(lot, row)) notes.add('I303', '', {}, subjectOf(lot, row));
  if (isHeatTask(facts, lot.product.id, row.task_id)) return addHeat(reading, open);
  return addWork(reading, open);
}

const isOwnDemolding = (lot: LotCase, row: OrderTaskRow): boolean => lot.demolding !== NONE && lot.steps[lot.demolding]?.row === row;

/** What of a lot an activity does: a part of it, or the whole, which is part 0. */
interface Load {
  readonly part: number;
  readonly pieces: number;
  readonly weight: number;
  readonly volume: number;
}

/** Adds one activity of an open row. `nowhere` is the machine of a bar without a facility: the plant's, where nothing is said. */
function addActivity(
  reading: Reading,
  open: OpenRow,
  { part, pieces, weight, volume }: Load,
  { outsourced = false, nowhere = reading.machines.plant } = {},
): number {
  const { row, entry, release, released_by } = open;
  const activity = reading.builder.addActivity({ release, samestep: part > 0, weight, volume });
  const { id: order_task_id, task_id, task_sort } = row;
  reading.tasks.push({
    order_task_id,
    entry_id: entry?.id ?? null,
    task_id,
    task_sort,
    outsourced,
    kept: null,
    pieces,
    released_by,
  });
  reading.present.push(presentOf(reading, entry, part, nowhere));
  return activity;
}

/**
 * Place of the part in the standing plan; nowhere once its start has passed. Parts come the fullest first, and so do their former runs, whenever those start.
 * `nowhere` is the machine of a bar without a facility.
 */
function presentOf(reading: Reading, entry: PlanEntryRow | null, part: number, nowhere: number): Reading['present'][number] {
  const none = { start: NONE, end: NONE, machine: NONE, run: NONE };
  if (!entry) return none;
  const run = storedRuns(reading.facts, entry).sort((a, b) => b.pieces - a.pieces)[part]?.run;
  const start = reading.horizon.tickAt(run?.run_start ?? entry.start_at);
  if (start < reading.horizon.planningStart) return none;
  const end = reading.horizon.tickAt(run?.run_end ?? entry.end_at);
  const machine = entry.facility_id === null ? nowhere : reading.machines.of(entry.facility_id);
  return { start, end, machine, run: run?.id ?? NONE };
}

/** All pieces of a lot in one, where what they weigh does not count. */
const whole = (pieces: number): Load => ({ part: 0, pieces, weight: 0, volume: 0 });

/** With the partner from a working day's handover for its lead time, or until the day it answered, which must still be to come. */
function addAway(reading: Reading, open: OpenRow): number {
  const { lot, row } = open;
  const { facts, horizon, notes } = reading;
  const activity = addActivity(reading, open, whole(piecesOf(lot.order, row, lot.lots)), { outsourced: true });
  const waitDays = waitingDays(facts, lot.product.id, row.task_id, null);
  const duration = leadDays(row, facts.settings);
  const answer = facts.answers.get(row.id);
  const back = answer ? answeredTick(horizon, answer) : null;
  const holds = answer !== undefined && back !== null && back > horizon.planningStart;
  if (answer && !holds) notes.add('W216', '', {}, subjectOf(lot, row));
  const answered = holds ? { back, backBy: handoverLimit(horizon, answer, back, duration) } : {};
  reading.builder.addMode({ machine: reading.machines.plant, kind: AWAY, duration, waitDays, ...answered });
  return activity;
}

/** Bars alone are judged, and nobody places this row: it stands in its lot, without the ways to do it, which take longer to find than all else. */
function addUnasked(reading: Reading, open: OpenRow): number {
  const activity = addActivity(reading, open, whole(0));
  reading.builder.addMode({ machine: reading.machines.plant, kind: WORK, duration: 0 });
  return activity;
}

/** Working time on one unit of every facility that can carry a piece; without a facility on the plant's calendar. */
function addWork(reading: Reading, open: OpenRow): number {
  const { lot, row } = open;
  const { id: product } = lot.product;
  const eligible = reading.eligible(product, row.task_id);
  const facilities = eligible.filter((facility) => carries(lot.order.weight, facility));
  if (facilities.length === 0) noteNoFacility(reading, lot, row, eligible);
  return addWorkOn(reading, open, facilities);
}

function addWorkOn(reading: Reading, open: OpenRow, facilities: readonly FacilityRow[]): number {
  const { lot, row } = open;
  const duration = workTicks(row, reading.facts.settings);
  const activity = addActivity(reading, open, whole(piecesOf(lot.order, row, lot.lots)));
  for (const facility of facilities) {
    const waitDays = waitingDays(reading.facts, lot.product.id, row.task_id, facility.id);
    reading.builder.addMode({ machine: reading.machines.of(facility.id), kind: WORK, duration, waitDays });
  }
  if (facilities.length === 0) {
    const waitDays = waitingDays(reading.facts, lot.product.id, row.task_id, null);
    reading.builder.addMode({ machine: reading.machines.plant, kind: WORK, duration, waitDays });
  }
  return activity;
}

/** Furnace runs: the lot whole, or in parts where it is beyond every furnace. */
function addHeat(reading: Reading, open: OpenRow): number {
  const { facts, notes } = reading;
  const { lot, row } = open;
  const eligible = reading.eligible(lot.product.id, row.task_id);
  if (eligible.length === 0) {
    noteNoFacility(reading, lot, row, []);
    return addHeatNowhere(reading, open);
  }
  const piece = readPiece(lot.order, lot.product, facts.settings);
  if (piece.oddVolume) notes.add('I305', String(lot.product.id), { product_code: lot.product.product_code }, subjectOf(lot, row));
  const treatments = treatmentsOf(reading, open, eligible);
  const { parts, facilities } = splitLot(piece, piecesOf(lot.order, row, lot.lots), [...treatments.keys()]);
  if (parts.length === 0) {
    noteTooLarge(reading, lot, row, piece, [...treatments.keys()]);
    return addHeatNowhere(reading, open);
  }
  noteUnknownSize(reading, lot, row, piece, facilities);
  if (parts.length > 1) notes.add('W210', String(row.id), { runs: parts.length, pieces: parts[0]! }, subjectOf(lot, row));
  const activities = parts.map((pieces, part) => {
    const activity = addActivity(reading, open, { part, pieces, weight: piece.weight * pieces, volume: piece.volume * pieces });
    for (const facility of facilities) addHeatMode(reading, open, facility, treatments.get(facility)!);
    return activity;
  });
  return activities[0]!;
}

/** The treatment on each facility that has one; without any treatment row a run of its own on every facility. */
function treatmentsOf(reading: Reading, { lot, row }: OpenRow, eligible: readonly FacilityRow[]): Map<FacilityRow, Treatment> {
  const { facts, recipes } = reading;
  const found = new Map<FacilityRow, Treatment>();
  for (const facility of eligible) {
    const heat = treatmentRow(facts, lot.product.id, row.task_id, facility.id);
    if (heat) found.set(facility, readTreatment(facts, recipes, row, heat));
  }
  if (found.size > 0) return found;
  const task = facts.tasks.get(row.task_id);
  const params = { product_code: lot.product.product_code, task_name: task?.task_name ?? '' };
  reading.notes.add('E106', `${lot.product.id}/${row.task_id}`, params, subjectOf(lot, row));
  const own = ownTreatment(facts, recipes, row);
  return new Map(eligible.map((facility) => [facility, own]));
}

/** A treatment without a furnace: as long as it takes, over nights and holidays, on any working day, alone. */
function addHeatNowhere(reading: Reading, open: OpenRow): number {
  const { facts, recipes } = reading;
  const { lot, row } = open;
  const heat = treatmentRow(facts, lot.product.id, row.task_id, null);
  const { setup, duration, recipe, lag } = heat ? readTreatment(facts, recipes, row, heat, true) : ownTreatment(facts, recipes, row);
  const machine = reading.machines.elapsed();
  const activity = addActivity(reading, open, whole(piecesOf(lot.order, row, lot.lots)), { nowhere: machine });
  const waitDays = waitingDays(facts, lot.product.id, row.task_id, null);
  reading.builder.addMode({ machine, kind: FURNACE, setup, duration, recipe, lag, waitDays });
  return activity;
}

function addHeatMode(reading: Reading, { lot, row }: OpenRow, facility: FacilityRow, treatment: Treatment): void {
  reading.builder.addMode({
    machine: reading.machines.of(facility.id),
    kind: FURNACE,
    setup: treatment.setup,
    duration: treatment.duration,
    recipe: treatment.recipe,
    lag: treatment.lag,
    weekdays: treatment.weekdays,
    waitDays: waitingDays(reading.facts, lot.product.id, row.task_id, facility.id),
  });
}
