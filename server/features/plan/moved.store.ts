import type { Knex } from 'knex';
import type { components } from '../../contract/types.ts';
import type { Plan } from '../../db/plan.ts';
import { FAR_DAYS } from '../../domain/ground/constants.ts';
import { type PlantDate, toInstant } from '../../domain/ground/plant-time.ts';
import { IS_PACKED, keptBars } from './stage.store.ts';

type MovedEntry = components['schemas']['MovedEntry'];
type MovedBy = components['schemas']['MovedBy'];

/** What a run moved: how many entries and of how many orders, and those that moved furthest. */
export interface Moved {
  count: number;
  orders: number;
  /** How many of them by FAR_DAYS or more. */
  far_count: number;
  /** How many of them for which reason; null: nothing stood before. */
  by: MovedBy | null;
  entries: MovedEntry[];
}

const LISTED = 200;

/** Where every bar of a plan stood before: in the plan with this id, laid out or packed, in the plan as it lies until it is written, or nowhere. */
export type Before = number | 'standing' | null;

const STOOD = 'id, start_at, end_at, facility_id';
/** SQL: where every bar of a plan stood before. */
const formerOf = (plan: Plan, before: Before): string =>
  before === 'standing'
    ? `(select ${STOOD} from plan_entries where layer = ${plan})`
    : `(select e.id, e.start_at, e.end_at, e.facility_id from plans p join plan_entries e on e.layer = p.layer where p.id = ${before ?? 0}
        union all
        select bar.* from plans p join plan_contents c on c.plan_id = p.id, ${keptBars(STOOD)} where p.id = ${before ?? 0} and p.layer is null)`;

/** Why a bar moved: as the engine says, which knows of its charge, too, and of the rest by where it stood (`was`); null: it did not. */
const MOVED_BY = `coalesce(p.moved_by,
  case when (was.start_at, was.end_at, was.facility_id) is distinct from (p.start_at, p.end_at, p.facility_id) then 'unfit' end)`;
/** Finished tasks count as done, not as moved. */
const MOVES = 'not p.finished and not exists (select 1 from actuals a where a.order_task_id = was.id and a.marked)';
/** How many for which reason. */
const COUNTED_BY = `jsonb_build_object(
  ${['unfit', 'first', 'room', 'plan'].map((cause) => `'${cause}', count(*) filter (where moved_by = '${cause}')`).join(', ')})`;

/**
 * Says with each bar of the staged plan why it moved (its start, end, facility or charge is another), null where it did not; a packed plan says it itself. Asked before it
 * is written.
 */
export async function noteMoved(trx: Knex.Transaction, plan: Plan, before: Before): Promise<void> {
  const { rows } = await trx.raw(`select exists (select 1 from planned p where ${IS_PACKED}) as packed`);
  if (rows[0].packed) return;
  const former = formerOf(plan, before);
  await trx.raw(
    `update planned m set moved_by = moves.by
     from (select p.position, case when was.id is not null and ${MOVES} then ${MOVED_BY} end as by from planned p left join ${former} was on was.id = p.id) moves
     where moves.position = m.position and m.moved_by is distinct from moves.by`,
  );
}

/** 何が動いたか: entries of the plan that the staged one moves, as was noted of it, furthest first. Asked before it is written. */
export async function movedBy(trx: Knex.Transaction, plan: Plan, before: Before): Promise<Moved> {
  const former = formerOf(plan, before);
  const { rows } = await trx.raw(
    `with moved as (
       select was.id as entry_id, l.order_id, o.serial_number, l.lot_number, t.task_name, was.start_at as old_start, p.start_at as new_start,
         was.end_at as old_end, p.end_at as new_end,
         stood.facility_name as old_facility, now.facility_name as new_facility, p.moved_by, p.position
       from planned p join ${former} was on was.id = p.id join lots l on l.id = p.lot_id join orders o on o.id = l.order_id join tasks t on t.id = p.task_id
         left join facilities stood on stood.id = was.facility_id left join facilities now on now.id = p.facility_id
       where p.moved_by is not null),
     counted as (
       select count(*)::integer as count, count(distinct order_id)::integer as orders,
         (count(*) filter (where abs(extract(epoch from new_start - old_start)) >= ? * 86400))::integer as far_count,
         case when exists (select 1 from ${former} was) then ${COUNTED_BY} end as by from moved)
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

/** The run that made the plan, or left it as it was, has moved nothing. */
export async function forgetMoved(trx: Knex.Transaction, plan: Plan): Promise<void> {
  await trx('plan_entries').where('layer', plan).whereNotNull('moved_by').update({ moved_by: null });
}

/** Bars that the run of a plan moved and that are still there, with the delivery date of their order, the longest moves first; `before`: the plan that stood then. */
export async function allMoved(
  trx: Knex.Transaction,
  plan: Plan,
  before: Plan,
): Promise<(MovedEntry & { delivery_date: PlantDate | null })[]> {
  const { rows } = await trx.raw(
    `select e.id as entry_id, l.order_id, o.serial_number, l.lot_number, t.task_name, o.delivery_date, was.start_at as old_start, moved.start_at as new_start,
       was.end_at as old_end, moved.end_at as new_end, stood.facility_name as old_facility, now.facility_name as new_facility, e.moved_by
     from plan_entries e join plan_entries was on was.id = e.id and was.layer = ${before}
       join lots l on l.id = e.lot_id join orders o on o.id = l.order_id join tasks t on t.id = e.task_id
       -- Where the run put it, and found nothing wrong with it; a hand may have moved it since.
       cross join lateral (select coalesce(e.sound_start, e.start_at) as start_at, coalesce(e.sound_end, e.end_at) as end_at,
         case when e.sound_start is null then e.facility_id else e.sound_facility_id end as facility_id) moved
       left join facilities stood on stood.id = was.facility_id left join facilities now on now.id = moved.facility_id
     where e.layer = ${plan} and e.moved_by is not null
     order by abs(extract(epoch from moved.start_at - was.start_at)) desc, e.id`,
  );
  return rows;
}
