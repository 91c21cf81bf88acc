import { dateOfDay, dayNumber } from '../../../domain/ground/plant-time.ts';
import type { Casting, Reading } from '../reading.ts';
import { todayOf } from '../rows/horizon.ts';
import type { LotCase } from './steps.ts';

/** Days back from today whose castings say what is usual. */
const DAYS_BACK = 28;
/** Fewer days with castings than these say nothing of what is usual. */
const FEWEST_DAYS = 5;
/** A day is far above a usual one with more than so many times its castings (a Monday has twice as many where weekends gather them), and so many more. */
const [TIMES, MORE] = [3, 5];

/** Remembers the casting of a lot that is moulded and cast by rows of its own. */
export function keepCasting({ castings, horizon }: Reading, { lot, order, label, demolding, steps }: LotCase): void {
  const date = lot.casting_date ?? order.casting_date;
  if (date === null || demolding <= 0 || dayNumber(date) < dayNumber(todayOf(horizon)) - DAYS_BACK) return;
  const rows = steps.flatMap((step) => (step.state === 'before_casting' && step.row ? [step.row.id] : []));
  castings.push({ day: dayNumber(date), lot: label, order_id: order.id, rows });
}

/** W218: days with far more castings to come than the median of the days that have any. Moulding and casting take no capacity, so nothing else would say it. */
export function noteCrowdedDays({ castings, notes }: Reading): void {
  const byDay = new Map<number, Casting[]>();
  for (const casting of castings) {
    const all = byDay.get(casting.day) ?? [];
    all.push(casting);
    byDay.set(casting.day, all);
  }
  if (byDay.size < FEWEST_DAYS) return;
  const counts = [...byDay.values()].map((all) => all.length).sort((a, b) => a - b);
  const usual = counts[Math.floor((counts.length - 1) / 2)]!;
  const crowded = [...byDay.entries()]
    .filter(([, all]) => all.length > TIMES * usual && all.length >= usual + MORE && all.some(({ rows }) => rows.length > 0))
    .sort(([, a], [, b]) => b.length - a.length);
  const params = { usual, dates: crowded.map(([day]) => dateOfDay(day)), counts: crowded.map(([, all]) => all.length) };
  for (const [, all] of crowded)
    for (const { lot, order_id, rows } of all) notes.add('W218', '', params, { lot, order_id, order_task_ids: rows });
}
