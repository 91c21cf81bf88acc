import type { Knex } from 'knex';
import type { Plan } from '../../../db/plan.ts';
import { spanChanged, type TaskSpan } from '../../../domain/bars/task-form.ts';
import { invalid } from '../../../domain/ground/errors.ts';
import { SCHEDULE_TEXTS as TEXTS, SCHEDULE_WARNINGS as WARNINGS } from '../../../domain/texts/plan/schedule.ts';
import { warningsOfBars, warningsOfLocked } from '../judge/warnings.ts';
import { applyForm, judged, type Written } from '../write/write.service.ts';
import type { EntryRow } from '../write/write.store.ts';
import { changedBars, type Editor, lockedEntry, type Write, writeSchedule } from '../write/write.ts';
import { chargesOf } from './charges.service.ts';

/** The new place of one bar, as the form says it. `facility` is absent where the bar keeps its facility. */
export interface Move {
  id: number;
  version?: number | null;
  start_date: string;
  end_date: string;
  facility?: number | null;
  /** The marks of the task form; absent where the form was not open. */
  locked?: boolean | null;
  received_locked?: boolean | null;
  /**
   * The id of the furnace run that the bar belongs to afterwards: its own, which moves with the bars of the call that name it, or another one that it
   * joins. Absent: the bar leaves its run.
   */
  furnace_run?: number | null;
}

/**
 * Moves bars of the plan in one step, all or none. Gives the bars as written, with warnings about each bar at its place after all have moved. Throws field errors
 * for a place that is refused (dates, facility, a locked bar), and a conflict (409) for a stale version or a pending run.
 */
export async function moveEntries(db: Knex, plan: Plan, author: Editor, moves: readonly Move[]): Promise<Written> {
  const ids = moves.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalid({ moves: [TEXTS.twice] });
  return writeSchedule(db, plan, author, async (write) => {
    const rows: EntryRow[] = [];
    for (const { id, version } of moves) rows.push(await lockedEntry(write, id, version));
    const said = new Map<number, string[]>();
    // As all of them stand: the last to leave a furnace run takes it away.
    await write.note(ids);
    const orders = [...new Set(rows.map(({ order_id }) => order_id))];
    const spans: TaskSpan[] = [];
    const results = await changedBars(write, orders, async () => {
      for (const [at, row] of rows.entries()) spans.push(await judged(write, row, moves[at] as Move));
      const rejoin = await chargesOf(
        write,
        moves.flatMap(({ facility, furnace_run }, at) => {
          const row = rows[at] as EntryRow;
          return furnace_run
            ? { row, span: spans[at] as TaskSpan, facility: facility === undefined ? row.facility : facility, furnace_run }
            : [];
        }),
      );
      for (const [at, row] of rows.entries()) said.set(row.id, await moved(write, row, moves[at] as Move, spans[at] as TaskSpan));
      await rejoin();
      return ids;
    });
    const stays = rows.every((row, at) => !goesElsewhere(row, moves[at] as Move, spans[at] as TaskSpan));
    if (stays) return { results, warnings: await warningsOfLocked(author.judge, write, results.slice(0, ids.length)) };
    return { results, warnings: await warningsOfBars(author.judge, write, ids, results, said) };
  });
}

/** Whether a move changes the place of the bar, not only its marks. */
const goesElsewhere = (row: EntryRow, { facility }: Move, span: TaskSpan): boolean =>
  spanChanged(row, span) || (facility !== undefined && facility !== row.facility);

async function moved(
  write: Write,
  row: EntryRow,
  { id: _id, version: _version, furnace_run, ...form }: Move,
  span: TaskSpan,
): Promise<string[]> {
  const said = await applyForm(write, row, form, span);
  return furnace_run ? said.filter((text) => text !== WARNINGS.left_furnace_run) : said;
}
