import { plantMinutes } from '../../../domain/ground/plant-time.ts';
import { piecesOf, readPiece } from '../../../domain/plant/piece.ts';
import { isOutsourced, isTempering } from '../../../domain/plant/task-purpose.ts';
import type { FixedBar } from '../../plant.ts';
import { AWAY, FURNACE, NONE, WORK } from '../../problem.ts';
import { type LotCase, type Step, subjectOf, workTicks } from '../lots/steps.ts';
import { waitingDays } from '../masters/eligibility.ts';
import { isHeatTask, lagOf, ownTreatment, readTreatment, type Treatment, treatmentRow } from '../masters/treatments.ts';
import type { Reading } from '../reading.ts';
import { answeredTick } from '../rows/answers.ts';
import { instantOfTick } from '../rows/horizon.ts';
import type { FacilityRow, OrderTaskRow, PlanEntryRow } from '../rows/input.ts';
import { keptAs } from './judged.ts';
import { busySpan, isOverdue, spanOf, storedRuns } from './runs.ts';

/** Adds a fixed entry of the chain: its activities (one a stored run) and the capacity it takes. Gives the first activity. */
export function addFixed(reading: Reading, lot: LotCase, step: Step): number {
  const entry = step.entry!;
  const facility = entry.facility_id === null ? null : (reading.facts.facilities.get(entry.facility_id) ?? null);
  const away = entry.outsourced || (step.row !== null && isOutsourced(step.row) && facility === null);
  const answer = away && step.row ? answeredBack(reading, step.row, entry) : null;
  if (answer) noteAnswerPassed(reading, lot, step, answer);
  else noteOverdue(reading, lot, step, entry);
  if (!away && facility && isHeatTask(reading.facts, lot.product.id, step.task_id))
    return addFixedRuns(reading, lot, step, entry, facility);
  const span = answer ? answer.span : spanOf(reading.horizon, entry.start_at, entry.end_at);
  const machine = facility ? reading.machines.of(facility.id) : reading.machines.plant;
  const stands = answer && !entry.locked && !entry.created_by_hand ? { ...entry, end_at: answer.end_at } : entry;
  const activity = addActivity(reading, step, stands, { ...span, part: 0, pieces: piecesIn(lot, step), weight: 0, volume: 0 });
  const duration = step.row ? workTicks(step.row, reading.facts.settings) : span.end - span.start;
  const waitDays = waitingDays(reading.facts, lot.product.id, step.task_id, entry.facility_id);
  const heat = away ? null : treatmentRow(reading.facts, lot.product.id, step.task_id, null);
  reading.builder.addMode({ machine, kind: away ? AWAY : WORK, duration, lag: heat ? lagOf(heat) : 0, waitDays });
  if (facility && !away) {
    const open = reading.machines.open(machine);
    reading.blocks.push({ machine, activity, ...(step.row ? busySpan(open, entry, span, duration) : { from: span.start, to: span.end }) });
  }
  return activity;
}

/** Effect of an answer on a bar at its partner: the span that counts, the end that is shown if the bar may change, and whether its day has passed. */
interface AnsweredBack {
  readonly span: { readonly start: number; readonly end: number };
  readonly end_at: string;
  readonly passed: boolean;
}

/** A bar whose partner answered a day after its start is back that day, once that has passed at the planning start. */
function answeredBack({ facts, horizon }: Reading, row: OrderTaskRow, entry: PlanEntryRow): AnsweredBack | null {
  const answer = facts.answers.get(row.id);
  const back = answer ? answeredTick(horizon, answer) : null;
  const { start } = spanOf(horizon, entry.start_at, entry.end_at);
  if (back === null || back <= horizon.tickAt(entry.start_at)) return null;
  const passed = back <= horizon.now;
  const end = Math.max(passed ? horizon.planningStart : back, start + 1);
  return { span: { start, end: Math.min(end, horizon.ticks) }, end_at: instantOfTick(horizon, back), passed };
}

function noteAnswerPassed(reading: Reading, lot: LotCase, step: Step, { passed }: AnsweredBack): void {
  if (passed && step.row) reading.notes.add('W216', '', {}, subjectOf(lot, step.row));
}

/** A kept entry outside every chain: capacity only. `bar` is how messages name it. */
export function blockOnly(reading: Reading, entry: PlanEntryRow, bar: FixedBar): void {
  if (entry.facility_id === null || entry.outsourced) return;
  const machine = reading.machines.of(entry.facility_id);
  const { start, end } = spanOf(reading.horizon, entry.start_at, entry.end_at);
  reading.blocks.push({ machine, activity: NONE, from: start, to: end, bar });
}

function noteOverdue(reading: Reading, lot: LotCase, step: Step, entry: PlanEntryRow): void {
  if (!isOverdue(reading.horizon, entry)) return;
  const order_task_ids = step.row ? [step.row.id] : [];
  reading.notes.add('W209', '', {}, { lot: lot.label, order_id: lot.order.id, task_id: step.task_id, order_task_ids });
}

/** Pieces of the lot in a step. */
export const piecesIn = (lot: LotCase, step: Step): number => (step.row ? piecesOf(lot.order, step.row, lot.lots) : 0);

interface FixedPart {
  readonly start: number;
  readonly end: number;
  readonly part: number;
  readonly furnaceRun?: number;
  readonly pieces: number;
  readonly weight: number;
  readonly volume: number;
}

function addActivity(reading: Reading, step: Step, entry: PlanEntryRow, part: FixedPart): number {
  const { start, end, furnaceRun } = part;
  const fixed = { start, end, furnaceRun };
  const activity = reading.builder.addActivity({ samestep: part.part > 0, fixed, weight: part.weight, volume: part.volume });
  reading.tasks.push({
    order_task_id: step.row?.id ?? null,
    entry_id: entry.id,
    task_id: step.task_id,
    task_sort: step.task_sort,
    outsourced: entry.outsourced,
    kept: {
      start_minutes: plantMinutes(entry.start_at),
      end_minutes: plantMinutes(entry.end_at),
      locked: entry.locked,
      as: keptAs(reading.horizon, entry),
    },
    pieces: part.pieces,
    released_by: 'planning_start',
  });
  const machine = entry.facility_id === null ? reading.machines.plant : reading.machines.of(entry.facility_id);
  reading.present.push({ start, end, machine, run: NONE });
  return activity;
}

/** A fixed furnace entry replays its stored runs; edited ones of equal facility, start, end and recipe are one run. */
function addFixedRuns(reading: Reading, lot: LotCase, step: Step, entry: PlanEntryRow, facility: FacilityRow): number {
  const { facts, fixedRuns, builder } = reading;
  const machine = reading.machines.of(facility.id);
  const treatment = treatmentOf(reading, lot, step, facility);
  const waitDays = waitingDays(facts, lot.product.id, step.task_id, facility.id);
  const addMode = (recipe: number): void => {
    const { setup, duration, lag } = treatment ?? { setup: 0, duration: 0, lag: 0 };
    builder.addMode({ machine, kind: FURNACE, setup, duration, lag, waitDays, recipe });
  };
  const stored = storedRuns(facts, entry);
  if (stored.length === 0) {
    const pieces = piecesIn(lot, step);
    const piece = readPiece(lot.order, lot.product, facts.settings);
    const furnaceRun = fixedRuns.ofEntry(entry, machine, treatment?.recipe ?? reading.recipes.ownRecipe());
    const span = fixedRuns.furnaceRuns[furnaceRun]!;
    const activity = addActivity(reading, step, entry, {
      start: span.start,
      end: span.end,
      part: 0,
      furnaceRun,
      pieces,
      weight: piece.weight * pieces,
      volume: piece.volume * pieces,
    });
    if (treatment && treatmentRow(facts, lot.product.id, step.task_id, facility.id)) reading.ownRecipes.set(activity, treatment.recipe);
    addMode(span.recipe);
    return activity;
  }
  const tempering = isTempering(facts.tasks.get(step.task_id)?.task_name ?? '');
  const activities = stored.map(({ run, pieces, weight, volume }, part) => {
    const furnaceRun = fixedRuns.ofStored(run, machine, tempering);
    const span = fixedRuns.furnaceRuns[furnaceRun]!;
    const activity = addActivity(reading, step, entry, { start: span.start, end: span.end, part, furnaceRun, pieces, weight, volume });
    if (treatment) reading.ownRecipes.set(activity, treatment.recipe);
    addMode(span.recipe);
    return activity;
  });
  return activities[0]!;
}

/** How a step is treated on a furnace; null for one made by hand. */
export function treatmentOf(reading: Reading, lot: LotCase, step: Step, facility: FacilityRow): Treatment | null {
  if (!step.row) return null;
  const heat = treatmentRow(reading.facts, lot.product.id, step.task_id, facility.id);
  return heat ? readTreatment(reading.facts, reading.recipes, step.row, heat) : ownTreatment(reading.facts, reading.recipes, step.row);
}
