import type { Knex } from 'knex';
import type { CurrentUser } from '../../contract/handlers.ts';
import { type AuditEntry, recordAuditMany } from '../../db/audit.ts';
import { transaction } from '../../db/errors.ts';
import { announce } from '../../db/events.ts';
import { pendingJob } from '../../db/jobs.ts';
import { turns } from '../../db/turns.ts';
import type { Db } from '../../db/types.ts';
import { conflict, notFound } from '../../domain/errors.ts';
import { databaseTexts } from '../../domain/texts/database.ts';
import { SCHEDULE_TEXTS as TEXTS } from '../../domain/texts/schedule.ts';
import { type Entry, entriesById, entriesOfOrders } from './entries.store.ts';
import { type EntryRow, lockEntries, lockPlan, markEdited } from './write.store.ts';

/** Who writes, by which operation; for the audit. */
export interface Author {
  user: Pick<CurrentUser, 'employee_id'>;
  operation: string;
}

/** The inside of one schedule write. */
export interface Write {
  trx: Knex.Transaction;
  planId: number;
  /** Remembers a change for the audit; one of the two is null for what was added or removed. */
  changed(old: Entry | null, now: Entry | null): void;
  /** Remembers one change of many bars of an order as one. */
  changedOrder(bars: readonly Entry[], old: object, now: object): void;
}

/**
 * The one way of every schedule write: no run pending (409), the plan's row locked, so that writes go one after another and a run's
 * snapshot sees all of one or nothing; the change; its audit rows; the plan marked as edited; everybody told. Nothing of it stands if any part throws.
 */
export async function writeSchedule<Result>(db: Knex, author: Author, change: (write: Write) => Promise<Result>): Promise<Result> {
  // Asked before the lock, which a run that is being published holds, and after it, for a run may have been queued while we waited.
  await refusePending(db);
  return inWritingTurn(() => writeInTurn(db, author, change));
}

/** Writes of one process wait here for each other, those of several at the plan's row. */
const inWritingTurn = turns(1);

function writeInTurn<Result>(db: Db, author: Author, change: (write: Write) => Promise<Result>): Promise<Result> {
  return transaction(db, async (trx) => {
    const planId = await lockPlan(trx);
    await refusePending(trx);
    const audit: AuditEntry[] = [];
    const bars: Entry[] = [];
    const trace = (key: string, old: object | null, now: object | null): void => {
      audit.push({ actor: author.user.employee_id, operation: author.operation, kind: 'plan_entries', key, old, new: now });
    };
    const changed = (old: Entry | null, now: Entry | null): void => {
      bars.push(...[old, now].filter((bar) => bar !== null));
      trace(keyOf(now ?? old), traced(old), traced(now));
    };
    const changedOrder: Write['changedOrder'] = (ofOrder, old, now) => {
      bars.push(...ofOrder);
      trace(ofOrder[0]?.serial_number ?? '', old, now);
    };
    const result = await change({ trx, planId, changed, changedOrder });
    if (audit.length > 0) {
      await recordAuditMany(trx, audit);
      await markEdited(trx, planId);
      await announce(trx, {
        kind: 'schedule',
        entries: [...new Set(bars.map(({ id }) => id))],
        orders: [...new Set(bars.map(({ order_id }) => order_id))],
        facilities: [...new Set(bars.flatMap(({ facility }) => facility ?? []))],
      });
    }
    return result;
  });
}

async function refusePending(db: Db): Promise<void> {
  if (await pendingJob(db, 'schedule')) throw conflict(TEXTS.pending);
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
  const [row] = await lockEntries(write.trx, write.planId, [id]);
  if (!row) throw notFound(databaseTexts.notFound);
  if (version !== undefined && version !== null && version !== row.version)
    throw conflict(databaseTexts.changedByOther, (await entriesById(write.trx, [id]))[0]);
  return row;
}

/**
 * Does `change` to bars of these orders and gives the bars that look otherwise afterwards: those it names, whatever became of them, before
 * the others (a successor's starting date, the order's days late).
 */
export async function changedBars(write: Write, orderIds: readonly number[], change: () => Promise<readonly number[]>): Promise<Entry[]> {
  const before = new Map((await entriesOfOrders(write.trx, orderIds)).map((entry) => [entry.id, entry]));
  const named = new Set(await change());
  const after = await entriesOfOrders(write.trx, orderIds);
  for (const entry of after) if (entry.version !== before.get(entry.id)?.version) write.changed(before.get(entry.id) ?? null, entry);
  const others = after.filter((entry) => !named.has(entry.id) && JSON.stringify(entry) !== JSON.stringify(before.get(entry.id)));
  return [...after.filter((entry) => named.has(entry.id)), ...others];
}
