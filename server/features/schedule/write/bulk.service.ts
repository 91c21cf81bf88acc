import type { Knex } from 'knex';
import type { Plan } from '../../../db/plan.ts';
import { isPlanSpan, judgeWorkTime, spanChanged, type TaskSpan } from '../../../domain/bars/task-form.ts';
import { type FieldErrors, invalid } from '../../../domain/ground/errors.ts';
import {
  endDate,
  epochMs,
  type Instant,
  instantAt,
  instantOfMinutes,
  plantDate,
  plantMinutes,
  snapEnd,
  snapStart,
} from '../../../domain/ground/plant-time.ts';
import { DATE_TEXTS } from '../../../domain/texts/dates.ts';
import { SCHEDULE_TEXTS as TEXTS } from '../../../domain/texts/plan/schedule.ts';
import { warningsOfLocked } from '../judge/warnings.ts';
import { type Entry, entriesById, entriesOfOrders } from '../read/entries.store.ts';
import type { Written } from './write.service.ts';
import {
  type EntryRow,
  leaveFurnaceRuns,
  lockEntries,
  lockEntriesOfOrders,
  ordersById,
  updateEntries,
  updateTimes,
} from './write.store.ts';
import { type Author, changedBars, type Editor, lockedEntry, type Write, writeSchedule } from './write.ts';

/** Locks or unlocks every bar of the orders and gives them all, with what is wrong with places that are locked now. Throws a field map for an unknown order. */
export async function lockOrders(
  db: Knex,
  plan: Plan,
  author: Editor,
  body: { order?: number | null; orders?: number[] | null },
  locked: boolean,
): Promise<Written> {
  const ids = [...new Set([body.order ?? [], body.orders ?? []].flat())];
  const field = body.orders ? 'orders' : 'order';
  if (ids.length === 0) throw invalid({ order: [TEXTS.required] });
  return writeSchedule(db, plan, author, async (write) => {
    if ((await ordersById(write.trx, ids)).length < ids.length) throw invalid({ [field]: [TEXTS.order_unknown] });
    const rows = await lockEntriesOfOrders(write.trx, plan, ids);
    const other = new Set(rows.filter((row) => row.locked !== locked).map((row) => row.id));
    await write.note([...other]);
    await updateEntries(write.trx, plan, [...other], { locked });
    const entries = await entriesOfOrders(write.trx, plan, ids);
    for (const order_id of ids) {
      const changed = entries.filter((entry) => entry.order_id === order_id && other.has(entry.id));
      const bars = changed.map(({ id }) => id);
      if (changed.length > 0) write.changedOrder(changed, { order_id, bars, locked: !locked }, { order_id, bars, locked });
    }
    const warnings = await warningsOfLocked(
      author.judge,
      write,
      entries.filter(({ id }) => other.has(id)),
    );
    return { results: entries, warnings };
  });
}

/** What `set_work_time` asks: clock times for the bars, or null for both to clear them. */
export interface WorkTime {
  schedule_ids: number[];
  start_time?: string | null;
  end_time?: string | null;
  /** Of a single bar. */
  version?: number | null;
}

/**
 * Fixes the clock times of bars: the start on their first day, the end on their last; nulls clear the mark and give the bar its whole
 * half-day blocks again. Throws a field map; nothing is written then.
 */
export async function setWorkTime(db: Knex, plan: Plan, author: Author, body: WorkTime): Promise<Entry[]> {
  const errors = judgeWorkTime(body.start_time, body.end_time);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return writeSchedule(db, plan, author, async (write) => {
    const ids = [...new Set(body.schedule_ids)];
    const [only] = ids;
    if (only !== undefined && ids.length === 1 && body.version) await lockedEntry(write, only, body.version);
    const rows = await lockEntries(write.trx, plan, ids);
    const refusals: FieldErrors = {};
    if (rows.length < ids.length || ids.length === 0) refusals.schedule_ids = [ids.length === 0 ? TEXTS.required : TEXTS.entry_unknown];
    else if (rows.some(({ locked }) => locked)) refusals.schedule_ids = [TEXTS.locked];
    const spans = rows.map((row) => workSpan(row, body));
    if (spans.some((span) => epochMs(span.end) <= epochMs(span.start))) refusals.end_time = [TEXTS.end_not_after_start];
    if (!spans.every(isPlanSpan)) refusals.schedule_ids ??= [DATE_TEXTS.out_of_range];
    if (Object.keys(refusals).length > 0) throw invalid(refusals);
    const orders = [...new Set(rows.map((row) => row.order_id))];
    await write.note(ids);
    await changedBars(write, orders, async () => {
      await fixTimes(write, rows, spans, Boolean(body.start_time));
      return ids;
    });
    return entriesById(write.trx, plan, ids);
  });
}

function workSpan(row: EntryRow, { start_time, end_time }: WorkTime): TaskSpan {
  if (!start_time || !end_time) {
    if (!row.work_time_set) return { start: row.start_date, end: row.end_date };
    const blocks = (minutes: (of: number) => number, instant: Instant): Instant => instantOfMinutes(minutes(plantMinutes(instant)));
    return { start: blocks(snapStart, row.start_date), end: blocks(snapEnd, row.end_date) };
  }
  return { start: instantAt(plantDate(row.start_date), start_time), end: instantAt(endDate(row.end_date), end_time) };
}

async function fixTimes(write: Write, rows: readonly EntryRow[], spans: readonly TaskSpan[], set: boolean): Promise<void> {
  const all = rows.map((row, index) => ({ row, span: spans[index] as TaskSpan }));
  const moved = all.filter(({ row, span }) => spanChanged(row, span)).map(({ row }) => row.id);
  const wrong = all.filter(({ row, span }) => row.work_time_set !== set || spanChanged(row, span));
  await leaveFurnaceRuns(write.trx, write.plan, moved);
  await updateTimes(
    write.trx,
    write.plan,
    wrong.map(({ row, span }) => ({ id: row.id, start_at: span.start, end_at: span.end })),
    set,
  );
}
