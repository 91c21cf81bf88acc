import type { Db } from '../../db/types.ts';
import type { Surroundings } from '../../domain/bar-judge.ts';
import { HEAT_TASK_PARTS } from '../../domain/constants.ts';
import { daysToKnow, type Occupant } from '../../domain/occupancy.ts';
import type { PlantDate } from '../../domain/plant-time.ts';

/** Bars as capacity sees them (`Occupant`); a partial reception leaves its share of the work. Needs plan_entries e, order_tasks ot, tasks t. */
export const OCCUPANT = `e.id, e.start_at, e.end_at, e.work_time_set, member.furnace_run_id,
  (member.furnace_run_id is not null or ${HEAT_TASK_PARTS.map((part) => `t.task_code like '%${part}%'`).join(' or ')}) as elapsed,
  case when ot.id is null then null
       when ot.received_quantity > 0 and ot.received_quantity < ot.order_quantity
         then ot.work_hours * (ot.order_quantity - ot.received_quantity) / ot.order_quantity
       when ot.setup_hours + ot.work_hours > 0 then ot.setup_hours + ot.work_hours else 4 end as hours`;
export const OCCUPANT_TABLES = `plan_entries e join tasks t on t.id = e.task_id left join order_tasks ot on ot.id = e.order_task_id
  left join lateral (select min(m.furnace_run_id) as furnace_run_id from furnace_run_members m where m.plan_entry_id = e.id) member on true`;

/** Reads what a saved bar is judged against. */
export async function surroundingsOf(db: Db, entryId: number): Promise<Surroundings> {
  const { rows } = await db.raw(
    `select ${OCCUPANT}, e.plan_id, e.lot_id, e.task_sort, e.facility_id, o.delivery_date as deadline_date
     from ${OCCUPANT_TABLES} join lots l on l.id = e.lot_id join orders o on o.id = l.order_id where e.id = ?`,
    [entryId],
  );
  const bar = rows[0] as Occupant & EntryPlace;
  const others = await sharing(db, bar);
  const days = daysToKnow(bar, others);
  return {
    bar,
    previous: await neighbour(db, bar, '<', 'desc'),
    next: await neighbour(db, bar, '>', 'asc'),
    facility: await facilityOf(db, bar.facility_id, days),
    others,
    holidays: new Set((await db('holidays').whereBetween('date', days).select('date')).map((row) => row.date)),
    deadline_date: bar.deadline_date,
  };
}

interface EntryPlace {
  plan_id: number;
  lot_id: number;
  task_sort: number | null;
  facility_id: number | null;
  deadline_date: PlantDate | null;
}

async function neighbour(db: Db, bar: Occupant & EntryPlace, side: '<' | '>', direction: 'asc' | 'desc') {
  if (bar.task_sort === null) return undefined;
  return db('plan_entries as e')
    .join('tasks as t', 't.id', 'e.task_id')
    .leftJoin('order_tasks as ot', 'ot.id', 'e.order_task_id')
    .where({ 'e.plan_id': bar.plan_id, 'e.lot_id': bar.lot_id })
    .where('e.task_sort', side, bar.task_sort)
    .orderBy([
      { column: 'e.task_sort', order: direction },
      { column: 'e.id', order: direction },
    ])
    .first('t.task_name', 'e.start_at', 'e.end_at', db.raw('(e.received_locked or coalesce(ot.received, false)) as finished'));
}

async function facilityOf(db: Db, id: number | null, days: readonly [PlantDate, PlantDate]): Promise<Surroundings['facility']> {
  if (id === null) return undefined;
  const facility = await db('facilities').where({ id }).first('facility_name', 'availability');
  const overrides = await db('facility_availabilities')
    .where({ facility_id: id })
    .whereBetween('date', [...days])
    .select('date', 'units');
  return { ...facility, overrides: new Map(overrides.map((row) => [row.date, row.units])) };
}

async function sharing(db: Db, bar: Occupant & EntryPlace): Promise<Occupant[]> {
  if (bar.facility_id === null) return [];
  const { rows } = await db.raw(
    `select ${OCCUPANT} from ${OCCUPANT_TABLES}
     where e.plan_id = ? and e.facility_id = ? and e.id <> ? and e.start_at < ? and e.end_at > ?
       and not e.received_locked and not coalesce(ot.received, false)`,
    [bar.plan_id, bar.facility_id, bar.id, bar.end_at, bar.start_at],
  );
  return rows;
}
