import type { Plan } from '../../../db/plan.ts';
import { closedDaysBetween, overridesBetween } from '../../../db/sql/calendar.ts';
import { treatmentOn } from '../../../db/sql/treatment.ts';
import type { Db } from '../../../db/types.ts';
import { endDate, type PlantDate, plantDate } from '../../../domain/ground/plant-time.ts';
import { type OpenRowHours, workHours } from '../../../domain/plant/hours.ts';
import type { LaborFacts } from './labor.ts';

interface FactsRow extends Omit<LaborFacts, 'isOpen'>, OpenRowHours {
  facility_id: number | null;
  retention_time: number | null;
}

/** What the labour of a bar is reckoned from; undefined: no such bar in the plan. */
export async function laborFacts(db: Db, plan: Plan, id: number): Promise<LaborFacts | undefined> {
  const { rows } = await db.raw(
    `select e.start_at as start_date, e.end_at as end_date, f.facility_name, e.outsourced, e.facility_id,
       e.elapsed, h.retention_time, coalesce(ot.setup_hours, 0) as setup_hours, coalesce(ot.work_hours, 0) as work_hours,
       coalesce(ot.order_quantity, 0) as order_quantity, coalesce(ot.received_quantity, 0) as received_quantity
     from bars e left join facilities f on f.id = e.facility_id left join order_tasks ot on ot.id = e.order_task_id
       ${treatmentOn('e.product_id', 'e.task_id', 'e.facility_id')}
     where e.layer = ${plan} and e.id = ?`,
    [id],
  );
  const row = rows[0] as FactsRow | undefined;
  return row && { ...row, ...laborHours(row), isOpen: await openDays(db, plan, row) };
}

/** Hours in which somebody is busy with a bar: a furnace's own are none, nor are those that nobody said. */
function laborHours(row: FactsRow): Pick<LaborFacts, 'setup_hours' | 'work_hours'> {
  if (row.elapsed) return { setup_hours: row.setup_hours, work_hours: row.retention_time ? 0 : row.work_hours };
  const { setup, work } = workHours(row, { default_work_hours: 0 });
  return { setup_hours: setup, work_hours: work };
}

/** On which days of a bar its facility works: the override, else not on holidays. */
async function openDays(db: Db, plan: Plan, row: FactsRow): Promise<(date: PlantDate) => boolean> {
  const days: [PlantDate, PlantDate] = [plantDate(row.start_date), endDate(row.end_date)];
  const holidays = await closedDaysBetween(db, ...days, plan);
  const units = new Map(
    (await overridesBetween(db, plan, ...days, row.facility_id === null ? [] : [row.facility_id])).map((override) => [
      override.date,
      override.units,
    ]),
  );
  return (date) => (units.get(date) ?? (holidays.has(date) ? 0 : 1)) > 0;
}
