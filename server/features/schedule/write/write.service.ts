import type { Knex } from 'knex';
import type { Plan } from '../../../db/plan.ts';
import { goesIntoPast, type Place } from '../../../domain/bars/moves.ts';
import { judgeTaskForm, movesLocked, spanChanged, type TaskForm, type TaskSpan } from '../../../domain/bars/task-form.ts';
import { type FieldErrors, invalid, notFound } from '../../../domain/ground/errors.ts';
import { type Instant, plantMinutes } from '../../../domain/ground/plant-time.ts';
import { SCHEDULE_TEXTS as TEXTS, SCHEDULE_WARNINGS as WARNINGS } from '../../../domain/texts/plan/schedule.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import { closeByHand, reopen } from '../../work/work.service.ts';
import { eligibilityOf } from '../eligibility.store.ts';
import { warningsOfBars, warningsOfLocked } from '../judge/warnings.ts';
import { type Entry, entriesById } from '../read/entries.store.ts';
import { type EntryChange, type EntryRow, leaveFurnaceRuns, removeEntries, removeHandTasks, updateEntries } from './write.store.ts';
import { type Author, changedBars, type Editor, lockedEntry, refuseFacts, type Write, writeSchedule } from './write.ts';

/** What a schedule write answers: the bar, then others that look otherwise now, and what the planner should know. */
export interface Written {
  results: Entry[];
  warnings: string[];
}

/** The form of a bar that is there, with the order whose bar it is said to be. */
type OwnForm = TaskForm & { order?: number | null };

/**
 * Saves the task form of a bar. Throws a field map for a form that cannot be (dates, facility, a lock that stays, a reception that the
 * file says, a bar of another order), a conflict for a stale version or a pending run.
 */
export async function modifyEntry(
  db: Knex,
  plan: Plan,
  author: Editor,
  id: number,
  form: OwnForm & { version?: number | null },
): Promise<Written> {
  return writeSchedule(db, plan, author, async (write) => {
    const row = await lockedEntry(write, id, form.version);
    const span = await judged(write, row, form);
    let said: string[] = [];
    const results = await changedBars(write, [row.order_id], async () => {
      said = await applyForm(write, row, form, span);
      return [id];
    });
    return { results, warnings: await warningsOfBars(author.judge, write, [id], results, new Map([[id, said]])) };
  });
}

/** What a form asks of a bar: its instants. Throws a field map, and a conflict for what only the published plan may say. */
export async function judged(write: Write, row: EntryRow, form: OwnForm): Promise<TaskSpan> {
  if (typeof form.received_locked === 'boolean' && form.received_locked !== row.received_locked && !row.closed_by) refuseFacts(write);
  const dates = judgeTaskForm(form, { start: row.start_date, end: row.end_date });
  const errors: FieldErrors = 'errors' in dates ? { ...dates.errors } : {};
  if ('span' in dates && movesLocked(row, form, dates.span)) errors.start_date_date = [TEXTS.locked];
  if (form.received_locked === false && row.closed_by) errors.received_locked = [TEXTS.stays_finished[row.closed_by]];
  if (typeof form.order === 'number' && form.order !== row.order_id) errors.order = [TEXTS.other_order];
  if (!(await mayMoveTo(write, row, form.facility))) errors.facility = [TEXTS.facility_cannot];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return (dates as { span: TaskSpan }).span;
}

/** Whether the facility of a form stays, is none, or can do the task; a partner's task has none. */
async function mayMoveTo(write: Write, row: EntryRow, facility: number | null | undefined): Promise<boolean> {
  if (facility === undefined || facility === null || facility === row.facility) return true;
  return !row.outsourced && (await eligibilityOf(write.trx, row.product_id))(row.task_id).includes(facility);
}

const placeOf = (start: Instant, end: Instant): Place => ({ start: plantMinutes(start), end: plantMinutes(end) });

/** Writes what the form changes; gives the sentences about what went with it. */
export async function applyForm(write: Write, row: EntryRow, form: TaskForm, span: TaskSpan): Promise<string[]> {
  const sentences: string[] = [];
  const change: EntryChange = {};
  const moved = spanChanged(row, span);
  const changedFacility = form.facility !== undefined && form.facility !== row.facility;
  if (moved) {
    Object.assign(change, { start_at: span.start, end_at: span.end });
    if (goesIntoPast(placeOf(row.start_date, row.end_date), placeOf(span.start, span.end), write.now)) sentences.push(WARNINGS.in_past);
    if (row.work_time_set) {
      change.work_time_set = false;
      sentences.push(WARNINGS.work_time_cleared);
    }
  }
  if (changedFacility) Object.assign(change, { facility_id: form.facility, unit: null });
  const locked = form.locked ?? row.locked;
  if (locked !== row.locked) change.locked = locked;
  // What closes the bar from outside is not copied into its own mark.
  const finished = form.received_locked ?? row.received_locked;
  const closes = !row.closed_by && finished !== row.received_locked;
  await write.note([row.id]);
  if ((moved || changedFacility) && (await leaveFurnaceRuns(write.trx, write.plan, [row.id]))) sentences.push(WARNINGS.left_furnace_run);
  if (closes || Object.keys(change).length > 0) await updateEntries(write.trx, write.plan, [row.id], change);
  if (closes) await (finished ? closeByHand(write.trx, write.plan, [row.id]) : reopen(write.trx, [row.id]));
  return sentences;
}

/** Removes bars in one step, all or none; the next run plans their tasks again. Refused while one is locked; what was added by hand goes with its process, from the published plan alone. */
export async function deleteEntries(
  db: Knex,
  plan: Plan,
  author: Author,
  bars: readonly { id: number; version?: number | null | undefined }[],
): Promise<undefined> {
  const ids = bars.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalid({ entries: [TEXTS.twice] });
  await writeSchedule(db, plan, author, async (write) => {
    const handmade: number[] = [];
    for (const { id, version } of bars) {
      const row = await lockedEntry(write, id, version);
      if (row.locked) throw invalid({ start_date_date: [TEXTS.locked] });
      if (row.by_hand) handmade.push(id);
    }
    if (handmade.length > 0) refuseFacts(write);
    const entries = new Map((await entriesById(write.trx, plan, ids)).map((entry) => [entry.id, entry]));
    await write.note(ids);
    await leaveFurnaceRuns(write.trx, plan, ids);
    await removeEntries(write.trx, plan, ids);
    await removeHandTasks(write.trx, plan, handmade);
    for (const id of ids) write.changed(entries.get(id) ?? null, null);
  });
  return undefined;
}

/** Toggles the lock of a bar; says what is wrong with the place that is locked. */
export async function switchLock(
  db: Knex,
  plan: Plan,
  author: Editor,
  id: number,
  version: number | null | undefined,
): Promise<Entry & { warnings: string[] }> {
  return writeSchedule(db, plan, author, async (write) => {
    const row = await lockedEntry(write, id, version);
    await write.note([id]);
    const [entry] = await changedBars(write, [row.order_id], async () => {
      await updateEntries(write.trx, plan, [id], { locked: !row.locked });
      return [id];
    });
    // Its order, or what of it makes a bar of the plan, may have gone meanwhile.
    if (!entry) throw notFound(databaseTexts.notFound);
    return { ...entry, warnings: await warningsOfLocked(author.judge, write, [entry]) };
  });
}
