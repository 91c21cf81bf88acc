import type { Knex } from 'knex';
import type { components } from '../../../contract/types.ts';
import { PUBLISHED } from '../../../db/sql/published.ts';
import { type PlantDate, toInstant } from '../../../domain/ground/plant-time.ts';

type MovedEntry = components['schemas']['MovedEntry'];
type MovedBy = components['schemas']['MovedBy'];

/** What a run moved: how many entries and of how many orders, and those that moved furthest. */
export interface Moved {
  count: number;
  orders: number;
  /** How many of them by FAR_DAYS or more. */
  far_count: number;
  /** How many of them for which reason; null: a plan that an earlier version kept to choose from. */
  by: MovedBy | null;
  entries: MovedEntry[];
}

const LISTED = 200;
const FAR_DAYS = 3;

/**
 * Lays aside where every bar of the plan stood before the run. `again`: what stands is a plan of the newest run already, and what that moved is kept.
 */
export async function findFormer(trx: Knex.Transaction, planId: number, again: boolean): Promise<void> {
  await trx.raw('drop table if exists former');
  const kept = again ? 'left join run_moves m on m.plan_entry_id = e.id' : 'left join run_moves m on false';
  await trx.raw(
    `create temporary table former on commit drop as
     select e.id, coalesce(m.start_at, e.start_at) as start_at, coalesce(m.end_at, e.end_at) as end_at,
       case when m.plan_entry_id is null then e.facility_id else m.facility_id end as facility_id
     from plan_entries e ${kept} where e.plan_id = ?`,
    [planId],
  );
  await trx.raw('create index on former (id)');
  await trx.raw('analyze former');
}

/** Why bar `e` moved: as the engine says, which knows of its charge, too, and of the rest by where it stood (`was`); null: it did not. */
const MOVED_BY = `coalesce(nullif(p.moved_by, 'stays'),
  case when (was.start_at, was.end_at, was.facility_id) is distinct from (p.start_at, p.end_at, p.facility_id) then 'unfit' end)`;
const NOT_CLOSED = 'not exists (select 1 from actuals a where a.order_task_id = e.id and a.marked)';
/** Finished tasks count as done, not as moved. */
const MOVES = `not p.finished and ${NOT_CLOSED} and ${MOVED_BY} is not null`;
/** How many for which reason; null where the plan says none. */
const COUNTED_BY = `case when exists (select 1 from planned where moved_by is not null) then jsonb_build_object(
  ${['unfit', 'first', 'room', 'plan'].map((cause) => `'${cause}', count(*) filter (where moved_by = '${cause}')`).join(', ')}) end`;
const WITH_FORMER = `planned p join plan_entries e on e.id = p.entry_id and e.plan_id = ${PUBLISHED} join former was on was.id = e.id`;

/**
 * 何が動いたか: entries of the plan that the staged outcome moves (their start, end, facility or charge is another), furthest first. Asked between staging (their
 * entry_id is set) and merging.
 */
export async function findMoved(trx: Knex.Transaction): Promise<Moved> {
  const { rows } = await trx.raw(
    `with moved as (
       select e.id as entry_id, l.order_id, o.serial_number, l.lot_number, t.task_name, was.start_at as old_start, p.start_at as new_start,
         was.end_at as old_end, p.end_at as new_end,
         stood.facility_name as old_facility, now.facility_name as new_facility, ${MOVED_BY} as moved_by, p.position
       from ${WITH_FORMER} join lots l on l.id = p.lot_id join orders o on o.id = l.order_id join tasks t on t.id = p.task_id
         left join facilities stood on stood.id = was.facility_id left join facilities now on now.id = p.facility_id
       where ${MOVES}),
     counted as (
       select count(*)::integer as count, count(distinct order_id)::integer as orders,
         (count(*) filter (where abs(extract(epoch from new_start - old_start)) >= ? * 86400))::integer as far_count,
         ${COUNTED_BY} as by from moved)
     select counted.*, moved.* from counted left join moved on true
     order by abs(extract(epoch from new_start - old_start)) desc, position limit ?`,
    [FAR_DAYS, LISTED],
  );
  const found = rows as (MovedEntry & Omit<Moved, 'entries'> & { position: number | null })[];
  const { count, orders, far_count, by } = found[0]!;
  const entries = found.flatMap(({ count: _, orders: __, far_count: ___, by: ____, position, ...entry }): MovedEntry[] => {
    if (position === null) return [];
    const { old_start, new_start, old_end, new_end } = entry;
    const times = {
      old_start: toInstant(old_start),
      new_start: toInstant(new_start),
      old_end: toInstant(old_end!),
      new_end: toInstant(new_end!),
    };
    return [{ ...entry, ...times }];
  });
  return { count, orders, far_count, by, entries };
}

/** Keeps where every bar that is about to be moved stood, and where it goes, instead of what the run before kept. Asked when `findMoved` is. */
export async function keepPlaces(trx: Knex.Transaction): Promise<void> {
  await forgetPlaces(trx);
  await trx.raw(
    `insert into run_moves (plan_entry_id, start_at, end_at, facility_id, new_start_at, new_end_at, new_facility_id, moved_by)
     select e.id, was.start_at, was.end_at, was.facility_id, p.start_at, p.end_at, p.facility_id, ${MOVED_BY} from ${WITH_FORMER} where ${MOVES}`,
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
       m.end_at as old_end, m.new_end_at as new_end, was.facility_name as old_facility, now.facility_name as new_facility, m.moved_by
     from run_moves m join plan_entries e on e.id = m.plan_entry_id and e.plan_id = ${PUBLISHED}
       join lots l on l.id = e.lot_id join orders o on o.id = l.order_id join tasks t on t.id = e.task_id
       -- A run of a version that did not keep where it put them.
       cross join lateral (select coalesce(m.new_start_at, e.start_at) as start_at,
         case when m.new_start_at is null then e.facility_id else m.new_facility_id end as facility_id) moved
       left join facilities was on was.id = m.facility_id left join facilities now on now.id = moved.facility_id
     order by abs(extract(epoch from moved.start_at - m.start_at)) desc, e.id`,
  );
  return rows;
}
