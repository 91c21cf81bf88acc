import type { Knex } from 'knex';
import type { components } from '../../../contract/types.ts';
import { type PlantDate, toInstant } from '../../../domain/ground/plant-time.ts';

type MovedEntry = components['schemas']['MovedEntry'];

/** What a run moved: how many entries, and those that moved furthest. */
export interface Moved {
  count: number;
  /** How many of them by FAR_DAYS or more. */
  far_count: number;
  entries: MovedEntry[];
}

const LISTED = 200;
const FAR_DAYS = 3;
/** Whether bar `e` starts at another time, or stands on another facility, than `p` plans it. Finished tasks count as done, not as moved. */
const MOVES = `not p.finished and not e.received_locked and (e.start_at, e.facility_id) is distinct from (p.start_at, p.facility_id)`;

/**
 * 何が動いたか: entries of the plan that the staged outcome starts at another time or on another facility, furthest first. Asked between staging (their
 * entry_id is set) and merging.
 */
export async function findMoved(trx: Knex.Transaction): Promise<Moved> {
  const { rows } = await trx.raw(
    `select count(*) over ()::integer as count,
       (count(*) filter (where abs(extract(epoch from p.start_at - e.start_at)) >= ? * 86400) over ())::integer as far_count, e.id as entry_id, l.order_id, o.serial_number, l.lot_number, t.task_name,
       e.start_at as old_start, p.start_at as new_start, was.facility_name as old_facility, now.facility_name as new_facility
     from planned p join plan_entries e on e.id = p.entry_id
       join lots l on l.id = p.lot_id join orders o on o.id = l.order_id join tasks t on t.id = p.task_id
       left join facilities was on was.id = e.facility_id left join facilities now on now.id = p.facility_id
     where ${MOVES}
     order by abs(extract(epoch from p.start_at - e.start_at)) desc, p.position limit ?`,
    [FAR_DAYS, LISTED],
  );
  const found = rows as (MovedEntry & { count: number; far_count: number })[];
  const entries = found.map(({ count: _, far_count: __, old_start, new_start, ...entry }): MovedEntry => {
    return { ...entry, old_start: toInstant(old_start), new_start: toInstant(new_start) };
  });
  return { count: found[0]?.count ?? 0, far_count: found[0]?.far_count ?? 0, entries };
}

/** Keeps where every bar that is about to be moved stands now, and where it goes, instead of what the run before kept. Asked when `findMoved` is. */
export async function keepPlaces(trx: Knex.Transaction): Promise<void> {
  await forgetPlaces(trx);
  await trx.raw(
    `insert into run_moves (plan_entry_id, start_at, end_at, facility_id, new_start_at, new_facility_id)
     select e.id, e.start_at, e.end_at, e.facility_id, p.start_at, p.facility_id from planned p join plan_entries e on e.id = p.entry_id where ${MOVES}`,
  );
}

/** The newest run moved nothing. */
export async function forgetPlaces(trx: Knex.Transaction): Promise<void> {
  await trx('run_moves').delete();
}

/** Bars moved by the newest run and still there, with the delivery date of their order, the longest moves first. */
export async function allMoved(trx: Knex.Transaction): Promise<(MovedEntry & { delivery_date: PlantDate | null })[]> {
  const { rows } = await trx.raw(
    `select e.id as entry_id, l.order_id, o.serial_number, l.lot_number, t.task_name, o.delivery_date, m.start_at as old_start, moved.start_at as new_start,
       was.facility_name as old_facility, now.facility_name as new_facility
     from run_moves m join plan_entries e on e.id = m.plan_entry_id
       join lots l on l.id = e.lot_id join orders o on o.id = l.order_id join tasks t on t.id = e.task_id
       -- A run of a version that did not keep where it put them.
       cross join lateral (select coalesce(m.new_start_at, e.start_at) as start_at,
         case when m.new_start_at is null then e.facility_id else m.new_facility_id end as facility_id) moved
       left join facilities was on was.id = m.facility_id left join facilities now on now.id = moved.facility_id
     order by abs(extract(epoch from moved.start_at - m.start_at)) desc, e.id`,
  );
  return rows;
}
