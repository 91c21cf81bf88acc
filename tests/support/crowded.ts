import type { Knex } from 'knex';

/**
 * Makes a loaded demo a crowded one, whose next plan has late orders that wait for each other: furnaces are small and loaded on one weekday, and each place has one
 * unit in which all takes three times as long.
 */
export async function crowd(db: Knex): Promise<void> {
  await db('facilities').update({ availability: 1, max_weight: db.raw('max_weight / 3'), volume: db.raw('volume / 3') });
  await db('heat_treatments').update({ retention_time: db.raw('least(60, retention_time * 4)'), work_settings: ['火'] });
  await db('order_tasks').update({ work_hours: db.raw('work_hours * 3') });
}
