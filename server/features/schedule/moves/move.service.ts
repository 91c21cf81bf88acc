import type { Knex } from 'knex';
import { invalid } from '../../../domain/ground/errors.ts';
import { SCHEDULE_TEXTS as TEXTS } from '../../../domain/texts/plan/schedule.ts';
import { warningsOfBars } from '../judge/warnings.ts';
import { applyForm, judged, type Written } from '../write/write.service.ts';
import type { EntryRow } from '../write/write.store.ts';
import { type Author, changedBars, lockedEntry, type Write, writeSchedule } from '../write/write.ts';

/** One bar of a move: where it goes, and to which facility where that changes. */
export interface Move {
  id: number;
  version?: number | null;
  start_date: string;
  end_date: string;
  facility?: number | null;
  /** The marks of the form, where it was open. */
  locked?: boolean | null;
  received_locked?: boolean | null;
}

/**
 * Moves bars in one step, all or none. Throws a field map for a place that cannot be (dates, facility, a locked bar), a conflict for a
 * stale version or a pending run. The warnings are those of every bar where it stands once all have been moved.
 */
export async function moveEntries(db: Knex, author: Author, moves: readonly Move[]): Promise<Written> {
  const ids = moves.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalid({ moves: [TEXTS.twice] });
  return writeSchedule(db, author, async (write) => {
    const rows: EntryRow[] = [];
    for (const { id, version } of moves) rows.push(await lockedEntry(write, id, version));
    const said = new Map<number, string[]>();
    const orders = [...new Set(rows.map(({ order_id }) => order_id))];
    const results = await changedBars(write, orders, async () => {
      for (const [at, row] of rows.entries()) said.set(row.id, await moved(write, row, moves[at] as Move));
      return ids;
    });
    return { results, warnings: await warningsOfBars(write, ids, results, said) };
  });
}

async function moved(write: Write, row: EntryRow, { id: _id, version: _version, ...form }: Move): Promise<string[]> {
  return applyForm(write, row, form, await judged(write, row, form));
}
