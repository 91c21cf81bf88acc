import type { Knex } from 'knex';
import type { Success } from '../../../contract/handlers.ts';
import { transaction } from '../../../db/errors.ts';
import type { Plan } from '../../../db/plan.ts';
import { conflict, DomainError } from '../../../domain/ground/errors.ts';
import { toInstant } from '../../../domain/ground/plant-time.ts';
import { STEP_TEXTS, stepLabel } from '../../../domain/texts/plan/steps.ts';
import { nameBeside } from '../../plan/plan.service.ts';
import { forgetAdopted, noteStanding } from '../../plan/publish.service.ts';
import { PremiseChanged } from '../../premises/premises.service.ts';
import { adopt } from '../../runs/publish/publish.service.ts';
import { type Entry, entriesOfOrders } from '../read/entries.store.ts';
import { lockEntries } from '../write/write.store.ts';
import { type Author, changedBars, type Write, writeSchedule } from '../write/write.ts';
import { takeBackAdopted, writeAdoptedAgain } from './premises.service.ts';
import {
  barsOfStep,
  dropStep,
  isChangedSince,
  lastChangeSince,
  markStep,
  passOver,
  type Refusal,
  refusalOf,
  restoreStep,
  type StepRow,
  stepEnds,
  type Way,
} from './steps.store.ts';

/** What 元に戻す and やり直す would do. */
export type History = Success<'getScheduleHistory'>;
/** What one of them did. */
export type Restored = Success<'undoSchedule'>;

/** What a user's 元に戻す and やり直す would do in a plan now, and why nothing where nothing. */
export async function historyOf(db: Knex, plan: Plan, employeeId: string): Promise<History> {
  const { undo, redo, planned } = await stepEnds(db, plan, employeeId);
  const beside = await nameBeside(db, plan);
  const reason = (way: Way, step: StepRow | undefined): string | null => (step ? null : STEP_TEXTS[planned ? 'planned' : 'none'](way));
  return { undo: shown(undo, beside), redo: shown(redo, beside), undo_reason: reason('undo', undo), redo_reason: reason('redo', redo) };
}

/** What a step is called; `beside`: the plan that it was done in, where that is not the published one. */
const labelOf = ({ kind, name, more }: StepRow, beside: string | undefined): string => stepLabel(kind, name, more, beside);
const shown = (step: StepRow | undefined, beside: string | undefined): History['undo'] =>
  step ? { step: step.id, kind: step.kind, label: labelOf(step, beside), at: toInstant(step.at) } : null;

/** What became of a call: the step was restored, or it could not be. */
type Outcome = Restored | { refusal: string };

/**
 * Takes back the user's own last step in a plan, or does the last undone one again: every bar of it as it stood, or none. Refused (409) if there is
 * no step since the plan was made, if `wanted` names another one, and if a bar of it, its place or its furnace run has changed since. A
 * step refused for a change is passed over while that stands, so that earlier ones can be reached.
 */
export async function restore(db: Knex, plan: Plan, author: Author, way: Way, wanted: number | null | undefined): Promise<Restored> {
  const outcome = await writeSchedule(db, plan, author, (write) => restoreIn(write, author, way, wanted), { steps: false });
  if ('refusal' in outcome) throw conflict(outcome.refusal);
  return outcome;
}

async function restoreIn(write: Write, author: Author, way: Way, wanted: number | null | undefined): Promise<Outcome> {
  const { trx, plan } = write;
  const ends = await stepEnds(trx, plan, author.user.employee_id);
  const step = ends[way];
  if (!step) throw conflict(STEP_TEXTS[ends.planned ? 'planned' : 'none'](way));
  if (wanted && wanted !== step.id) throw conflict(STEP_TEXTS.not_last);
  const { old_plan, new_plan } = step;
  if (old_plan !== null && new_plan !== null) return restoreAdoption(write, author, way, { ...step, old_plan, new_plan });
  const bars = await barsOfStep(trx, step.id);
  const ids = bars.map(({ id }) => id);
  await lockEntries(trx, plan, ids);
  const found = await refusalOf(trx, plan, step.id, way);
  if (found) {
    await passOver(trx, step.id);
    return { refusal: await sentenceOf(trx, plan, step.id, way, found) };
  }
  const orders = [...new Set(bars.flatMap(({ order_id }) => order_id ?? []))];
  const restored = async (): Promise<readonly number[]> => {
    await restoreStep(trx, plan, step.id, way);
    return ids;
  };
  const results = step.kind.startsWith('order_')
    ? await changedOrders(write, orders, ids, restored)
    : await changedBars(write, orders, restored);
  const present = new Set(results.map(({ id }) => id));
  const removed = ids.filter((id) => !present.has(id));
  return {
    label: labelOf(step, await nameBeside(trx, plan)),
    results,
    removed,
    history: await historyOf(trx, plan, author.user.employee_id),
  };
}

/** Publishes the plan that stood before a step, or after it, again. */
async function restoreAdoption(
  { trx, plan }: Write,
  { user, operation, clock }: Author,
  way: Way,
  step: StepRow & { old_plan: number; new_plan: number },
): Promise<Outcome> {
  const ends = way === 'undo' ? { plan: step.old_plan, from: step.new_plan } : { plan: step.new_plan, from: step.old_plan };
  try {
    // Whoever has gone on from the plan would lose that.
    if (await isChangedSince(trx, step.id)) throw conflict(STEP_TEXTS.plan_changed(way));
    const by = { actor: user.employee_id, operation };
    // What is refused in the middle leaves nothing behind.
    await transaction(trx, async (within) => {
      if (way === 'redo') await noteStanding(within, plan, step.new_plan);
      await adopt(within, { ...ends, ...by, name: user.name, now_ms: clock(), back: way === 'undo' });
      if (way === 'undo') await forgetAdopted(within, step.new_plan);
      if (step.premises && way === 'undo') await takeBackAdopted(within, step.new_plan, step.premises, by);
      if (step.premises && way === 'redo') await writeAdoptedAgain(within, step.new_plan, step.premises, by);
    });
  } catch (error) {
    if (!(error instanceof DomainError) || (error.kind !== 'conflict' && error.kind !== 'not_found')) throw error;
    await dropStep(trx, step.id);
    return { refusal: error instanceof PremiseChanged ? error.message : STEP_TEXTS.plan_changed(way) };
  }
  await markStep(trx, step.id, way);
  return { label: labelOf(step, undefined), results: [], removed: [], history: await historyOf(trx, plan, user.employee_id) };
}

/** As `changedBars`, for locks of whole orders: one line of the history an order. */
async function changedOrders(
  write: Write,
  orders: readonly number[],
  ids: readonly number[],
  change: () => Promise<unknown>,
): Promise<Entry[]> {
  await change();
  const written = new Set(ids);
  const entries = (await entriesOfOrders(write.trx, write.plan, orders)).filter(({ id }) => written.has(id));
  for (const order_id of orders) {
    const ofOrder = entries.filter((entry) => entry.order_id === order_id);
    const bars = ofOrder.map(({ id }) => id);
    const locked = ofOrder[0]?.locked ?? false;
    if (bars.length > 0) write.changedOrder(ofOrder, { order_id, bars, locked: !locked }, { order_id, bars, locked });
  }
  return entries;
}

async function sentenceOf(
  trx: Knex.Transaction,
  plan: Plan,
  stepId: number,
  way: Way,
  { entry_id, name, refusal }: { entry_id: number; name: string; refusal: Refusal },
): Promise<string> {
  if (refusal !== 'changed') return STEP_TEXTS[refusal](name, way);
  const { person, marked } = await lastChangeSince(trx, plan, stepId, entry_id);
  if (marked) return STEP_TEXTS.marked(name, way);
  return person ? STEP_TEXTS.changed_by(name, person, way) : STEP_TEXTS.changed(name, way);
}
