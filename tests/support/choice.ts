import type { Knex } from 'knex';
import { PUBLISHED } from '../../server/db/plan.ts';
import { plantDate, plantMinutes, toInstant } from '../../server/domain/ground/plant-time.ts';
import { addCandidate, planColumns } from '../../server/features/plan/publish.service.ts';

const DAY_MS = 86_400_000;
const dayLater = (instant: string): string => toInstant(Date.parse(instant) + DAY_MS);

/**
 * Gives the newest run two plans to choose from: ② is published, in ① the last open bar from a day on stands a day later. Gives the ids of both and the 製番 of that
 * bar. Furnace runs are not kept.
 */
export async function plantChoice(db: Knex, today: string): Promise<{ plan: number; published: number; serial_number: string }> {
  const bars = await db('bars').where('layer', PUBLISHED).orderBy('id');
  const { job } = (await db('jobs').where({ kind: 'schedule', status: 'complete' }).max('id as job').first()) as { job: number };
  const open = bars.filter(
    (bar) => !bar.finished && !bar.locked && bar.facility_id !== null && plantDate(Date.parse(bar.start_at)) >= today,
  );
  const last = open.at(-1);
  const entries = bars.map((bar) => {
    const at = (instant: string): number => plantMinutes(bar.id === last.id ? dayLater(instant) : instant);
    return {
      ...{ ...bar, entry_id: bar.id, order_task_id: bar.origin === 'hand' ? null : bar.id, run: null },
      ...{ start_minutes: at(bar.start_at), end_minutes: at(bar.end_at) },
    };
  });
  const bound = { total: 0, tardiness: 0, work_in_progress: 0, slack: 0, unavoidable_orders: 0, unavoidable_days: 0 };
  const figures = {
    orders: 1,
    tasks: 1,
    unplaced: 0,
    runs: 0,
    load: [],
    moved: 0,
    unavoidable: [],
    gap_percent: 0,
    late_orders: 0,
    late_days: 0,
    bound,
  };
  const said = { messages: [], late: [], gains: [], score: {}, figures };
  const outcome = { entries, runs: [], messages: [], late: [], figures };
  const told = { later_orders: 1, furnace_runs: 30, moved_entries: 9 };
  const ids = await db.transaction(async (trx) => {
    const { id: published } = await trx('plans').where('kind', 'published').first('id');
    const summary = { late_orders: 4, late_days: 12, moved_orders: 3, moved_entries: 9, furnace_runs: 30 };
    const own = { job_id: job, author: '', base_id: null, said };
    await trx('plans')
      .where({ id: published })
      .update({ number: 2, job_id: job, said: JSON.stringify(said), edited_at: null, marked_at: null });
    const candidate = await addCandidate(trx, { ...own, number: 1, figures: summary }, planColumns(outcome));
    const alternatives = [
      { ...told, id: 1, plan: candidate, moved_orders: 3, late_orders: 4, late_days: 12, published: false },
      { ...told, id: 2, plan: published, moved_orders: 5, late_orders: 2, late_days: 6, published: true },
    ];
    await trx('jobs')
      .where({ id: job })
      .update({ statistics: trx.raw('statistics || ?::jsonb', [JSON.stringify({ alternatives })]) });
    await trx('run_report_closings').delete();
    return { plan: candidate, published };
  });
  const { serial_number } = await db('orders as o')
    .join('lots as l', 'l.order_id', 'o.id')
    .where('l.id', last.lot_id)
    .first('o.serial_number');
  return { ...ids, serial_number };
}
