import type { Knex } from 'knex';
import type { CurrentUser } from '../../../contract/handlers.ts';
import { type AuditEntry, recordAuditMany } from '../../../db/audit.ts';
import { transaction } from '../../../db/errors.ts';
import { announce } from '../../../db/events.ts';
import { isBeingPlanned } from '../../../db/jobs/jobs.ts';
import { isPublished, lockPlan, type Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { conflict, notFound, unavailable } from '../../../domain/ground/errors.ts';
import { type Clock, type PlantDate, plantDate, plantMinutes } from '../../../domain/ground/plant-time.ts';
import { SCHEDULE_TEXTS as TEXTS } from '../../../domain/texts/plan/schedule.ts';
import { changedFirst } from '../../../domain/texts/plan/steps.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import { HTTP } from '../../../domain/texts/program/http.ts';
import { turns } from '../../../turns.ts';
import { nameBeside } from '../../plan/plan.service.ts';
import type { Judge } from '../../runs/judge/judge.service.ts';
import { followBars } from '../../work/work.service.ts';
import { type Entry, entriesById, entriesOfOrders } from '../read/entries.store.ts';
import { type BarChange, kindOf } from '../steps/steps.rules.ts';
import { forgetNotes, keepStep, lastStepOf, nextStepId, noteBars } from '../steps/steps.store.ts';
import { type EntryRow, lockEntries, markEdited } from './write.store.ts';

/** Who writes, by which operation, for the audit; and by which clock. */
export interface Author {
  user: Pick<CurrentUser, 'employee_id'> & Partial<Pick<CurrentUser, 'name'>>;
  operation: string;
  clock: Clock;
  /** Whether who asked for it has gone away. */
  gone?: (() => boolean) | undefined;
}

/** Who changes bars by hand, and by whom they are judged. */
export interface Editor extends Author {
  judge: Judge;
}

/** The inside of one schedule write. */
export interface Write {
  trx: Knex.Transaction;
  user: Author['user'];
  plan: Plan;
  today: PlantDate;
  /** The present, in plant minutes. */
  now: number;
  /** Notes bars as they stand, for taking the write back: before anything of them is written. */
  note(ids: readonly number[]): Promise<void>;
  /** The same for a bar that was just added. */
  noteAdded(id: number): Promise<void>;
  /** Remembers a change for the audit; one of the two is null for what was added or removed. */
  changed(old: Entry | null, now: Entry | null): void;
  /** Remembers one change of many bars of an order as one. */
  changedOrder(bars: readonly Entry[], old: object, now: object): void;
}

/** `steps`: whether the write is a step that can be taken back (taking one back is none itself). `tried`: nothing of it stands, only its result is wanted. */
interface Options {
  steps?: boolean;
  tried?: boolean;
}

/** Thrown once a write that is only tried is done, so that nothing of it stands. */
class Tried extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('only tried');
    this.result = result;
  }
}

/**
 * The one way of every schedule write: no run pending that would publish over it (409), the plan's row locked, so that writes of it go one after another and a run's
 * snapshot sees all of one or nothing (a line of bounded length, 503 beyond it); the change; its audit rows; its step, for taking it back; the plan marked as edited; everybody told.
 * Nothing of it stands if any part throws. Throws not found for a plan that was closed meanwhile.
 */
export async function writeSchedule<Result>(
  db: Knex,
  plan: Plan,
  author: Author,
  change: (write: Write) => Promise<Result>,
  { steps = true, tried = false }: Options = {},
): Promise<Result> {
  // Asked before the lock, which a run that is being published holds, and after it, for a run may have been queued while we waited.
  await refusePending(db, plan);
  return lineOf(plan)(async () => {
    // What nobody waits for any more is not begun.
    if (author.gone?.()) throw busy();
    return writeInTurn(db, plan, author, change, { steps, tried }).catch((error: unknown) => {
      if (error instanceof Tried) return error.result as Result;
      throw error;
    });
  });
}

/** A write takes tens of milliseconds, one of two hundred orders a second or two: who is behind so many tries again, before the own patience ends. */
const MOST_WAITING = 20;
const LONGEST_WAIT_MS = 10_000;
const RETRY_SECONDS = 3;

const busy = (): Error => unavailable(HTTP.unavailable, RETRY_SECONDS);

/** Writes of one plan wait here for each other within a process, those of several processes at the plan's row; another plan has a line of its own. */
const lines = new Map<Plan, ReturnType<typeof turns>>();
function lineOf(plan: Plan): ReturnType<typeof turns> {
  const line = lines.get(plan) ?? turns(1, { waiting: MOST_WAITING, waitMs: LONGEST_WAIT_MS, refuse: busy });
  lines.set(plan, line);
  return line;
}

/** What a write says it did. */
interface Trace {
  audit: AuditEntry[];
  /** Bars before and after, in the order in which they were said; those of a whole order as they are now. */
  changes: BarChange[];
  /** What was changed as people say it: bars, or orders as a whole. */
  subjects: string[];
}

function writeInTurn<Result>(
  db: Db,
  plan: Plan,
  author: Author,
  change: (write: Write) => Promise<Result>,
  { steps, tried }: Required<Options>,
): Promise<Result> {
  return transaction(db, async (trx) => {
    const row = await lockPlan(trx, plan);
    if (!row) throw notFound(databaseTexts.notFound);
    await refusePending(trx, plan);
    const trace: Trace = { audit: [], changes: [], subjects: [] };
    const beside = await nameBeside(trx, plan);
    const stepId = steps ? await nextStepId(trx) : undefined;
    const note = async (ids: readonly number[], present: boolean): Promise<void> => {
      if (stepId !== undefined && ids.length > 0) await noteBars(trx, plan, stepId, ids, present);
    };
    const result = await change({
      trx,
      user: author.user,
      plan,
      today: plantDate(author.clock()),
      now: plantMinutes(author.clock()),
      note: (ids) => note(ids, true),
      noteAdded: (id) => note([id], false),
      ...tracing(author, trace, beside === undefined ? {} : { plan: row.id, plan_name: beside }),
    });
    if (tried) throw new Tried(result);
    if (trace.audit.length > 0) await closeWrite(trx, plan, row.id, author, trace);
    if (stepId !== undefined) await closeStep(trx, plan, { id: stepId, author }, trace);
    return result;
  });
}

/** `of`: the plan, where the history must say which, as it is called now: it may be none of a name, or no more, when somebody reads of it. */
function tracing(
  author: Author,
  { audit, changes, subjects }: Trace,
  of: { plan?: number; plan_name?: string },
): Pick<Write, 'changed' | 'changedOrder'> {
  const told = (state: object | null): object | null => state && { ...state, ...of };
  const remember = (key: string, old: object | null, now: object | null): void => {
    subjects.push(key);
    const { employee_id: actor } = author.user;
    audit.push({ actor, operation: author.operation, kind: 'plan_entries', key, old: told(old), new: told(now) });
  };
  return {
    changed: (old, now) => {
      changes.push({ old, now });
      remember(keyOf(now ?? old), traced(old), traced(now));
    },
    changedOrder: (bars, old, now) => {
      changes.push(...bars.map((bar) => ({ old: bar, now: bar })));
      remember(bars[0]?.serial_number ?? '', old, now);
    },
  };
}

async function closeWrite(trx: Knex.Transaction, plan: Plan, id: number, { user }: Author, { audit, changes }: Trace): Promise<void> {
  const bars = changes.flatMap(({ old, now }) => [old, now].filter((bar) => bar !== null));
  // What happened goes with the plan that is worked by, not with what somebody tries beside it.
  if (isPublished(plan))
    await followBars(
      trx,
      plan,
      bars.map((bar) => bar.id),
    );
  await recordAuditMany(trx, audit);
  await markEdited(trx, plan);
  await announce(trx, {
    kind: 'schedule',
    plan: id,
    entries: [...new Set(bars.map((bar) => bar.id))],
    orders: [...new Set(bars.map(({ order_id }) => order_id))],
    facilities: [...new Set(bars.flatMap(({ facility }) => facility ?? []))],
    ...(user.name === undefined ? {} : { by: user.name }),
  });
}

/** Keeps the step of a write that changed something. A changed bar that was not noted could not be taken back: a defect. */
async function closeStep(
  trx: Knex.Transaction,
  plan: Plan,
  { id, author }: { id: number; author: Author },
  { changes, subjects }: Trace,
): Promise<void> {
  const [name] = subjects;
  if (name === undefined) return forgetNotes(trx, id);
  const bars = changes.map(({ old, now }) => ({ id: (now ?? old)!.id, name: keyOf(now ?? old) }));
  const { employee_id } = author.user;
  const step = { id, employee_id, kind: kindOf(author.operation, changes), name, more: subjects.length - 1 };
  const kept = await keepStep(trx, plan, step, bars);
  if (kept !== bars.length) throw new Error(`${author.operation}: ${bars.length - kept} changed bars were not noted`);
}

/** Throws a conflict for a plan that will be written over, which is not changed meanwhile: a run writes over the published one alone, beside it one goes on. */
export async function refusePending(db: Db, plan: Plan): Promise<void> {
  if (await isBeingPlanned(db, plan)) throw conflict(TEXTS.pending);
}

/** What happens in the plant belongs to no plan: it is said with the published one. Throws a conflict in any other. */
export function refuseFacts({ plan }: Pick<Write, 'plan'>): void {
  if (!isPublished(plan)) throw conflict(TEXTS.published_only);
}

const keyOf = (entry: Entry | null): string => (entry ? `${entry.unique_order} ${entry.task_name}` : '');

/** What of a bar the history keeps. */
function traced(entry: Entry | null): Record<string, unknown> | null {
  if (!entry) return null;
  const { id, order_task_id, start_date, end_date, facility, facility_name, locked, received_locked, work_time_set } = entry;
  return { id, order_task_id, start_date, end_date, facility, facility_name, locked, received_locked, work_time_set };
}

/** The entry of a write, locked. Throws not found, and a conflict with the present bar for a stale version (none given: accepted). */
export async function lockedEntry(write: Write, id: number, version: number | null | undefined): Promise<EntryRow> {
  const [row] = await lockEntries(write.trx, write.plan, [id]);
  if (!row) throw notFound(databaseTexts.notFound);
  if (version !== undefined && version !== null && version !== row.version) throw await changedByOther(write, id);
  return row;
}

/** Says who was first with a bar, and with what, where a step of somebody else tells; gives the bar as it is now. */
async function changedByOther({ trx, plan, user }: Write, id: number): Promise<Error> {
  const [entry] = await entriesById(trx, plan, [id]);
  const last = await lastStepOf(trx, plan, id);
  const isOther = entry !== undefined && last !== undefined && last.employee_id !== user.employee_id;
  return conflict(isOther ? changedFirst(keyOf(entry), last.person, last.kind) : databaseTexts.changedByOther, entry);
}

/**
 * Does `change` to bars of these orders and gives the bars that look otherwise afterwards: those it names, whatever became of them, before
 * the others (a successor's starting date, the order's days late).
 */
export async function changedBars(write: Write, orderIds: readonly number[], change: () => Promise<readonly number[]>): Promise<Entry[]> {
  const before = new Map((await entriesOfOrders(write.trx, write.plan, orderIds)).map((entry) => [entry.id, entry]));
  const named = new Map((await change()).map((id, place) => [id, place]));
  const after = await entriesOfOrders(write.trx, write.plan, orderIds);
  // In the order in which it names them: a step is called after its first bar.
  const placeOf = ({ id }: Entry): number => named.get(id) ?? named.size;
  const changed = after.filter((entry) => entry.version !== before.get(entry.id)?.version).sort((a, b) => placeOf(a) - placeOf(b));
  for (const entry of changed) write.changed(before.get(entry.id) ?? null, entry);
  const present = new Set(after.map(({ id }) => id));
  // Others that are gone went with their order, by somebody else: a deletion of orders waits for no plan.
  for (const entry of before.values()) if (named.has(entry.id) && !present.has(entry.id)) write.changed(entry, null);
  const others = after.filter((entry) => !named.has(entry.id) && JSON.stringify(entry) !== JSON.stringify(before.get(entry.id)));
  return [...after.filter((entry) => named.has(entry.id)), ...others];
}
