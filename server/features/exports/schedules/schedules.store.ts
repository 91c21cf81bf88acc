import type { Knex } from 'knex';
import { type Bindable, bound } from '../../../db/bound.ts';
import { type Plan, plannedAt } from '../../../db/plan.ts';
import { closedDaysBetween } from '../../../db/sql/calendar.ts';
import type { Db } from '../../../db/types.ts';
import { EXCEL_EXPORT_MONTHS } from '../../../domain/ground/constants.ts';
import { addDays, addMonths, type Instant, type PlantDate } from '../../../domain/ground/plant-time.ts';
import {
  countByFacility,
  type Entry,
  everyEntry,
  hasEntry,
  rowsByWindow,
  type ScheduleFilters,
  type WindowRows,
} from '../../schedule/read/entries.service.ts';
import type { ExportRequest } from '../kind.ts';

/** A facility as the workbook heads its rows. */
export interface FacilityRow {
  id: number;
  facility_code: string;
  facility_name: string;
  availability: number;
  max_weight: number | null;
  depth: number | null;
  width: number | null;
  height: number | null;
  /** Codes of the tasks that it does. */
  task_codes: string[];
}

/** A furnace run with what goes into it. */
export interface FurnaceRunRow {
  id: number;
  facility_id: number;
  temperature: number;
  retention_time: number;
  cooling_method: string;
  run_start: Instant;
  run_end: Instant;
  /** Tasks and pieces that go in, whether they match the filters or not. */
  tasks: number;
  pieces: number;
  weight: number;
}

/** What only the list of all tasks says of an order. */
export interface OrderRow {
  id: number;
  customer_name: string;
  material: string;
}

/** Everything that stands in the workbook. */
export interface ScheduleRows {
  from: PlantDate;
  /** The last day, inclusive. */
  to: PlantDate;
  entries: Entry[];
  orders: OrderRow[];
  facilities: FacilityRow[];
  furnace_runs: FurnaceRunRow[];
  /** Days on which the plant is closed. */
  closed: ReadonlySet<PlantDate>;
  /** Days on which a facility stands while the plant works. */
  closures: { facility_id: number; date: PlantDate }[];
  /** When the plan was last made; null for one made by hand alone. */
  planned_at: Instant | null;
}

/** The days that the workbook covers. */
const spanOf = ({ file_start_date }: ExportRequest): { from_date: PlantDate; to_date: PlantDate } => ({
  from_date: file_start_date,
  to_date: addDays(addMonths(file_start_date, EXCEL_EXPORT_MONTHS), -1),
});
const filtersOf = (request: ExportRequest): ScheduleFilters & ReturnType<typeof spanOf> => ({ ...request.filters, ...spanOf(request) });

/** Facilities with the codes of the tasks that they do. */
const FACILITIES = `select id, facility_code, facility_name, availability, max_weight, depth, width, height,
  array(select t.task_code from facility_tasks ft join tasks t on t.id = ft.task_id where ft.facility_id = f.id order by 1) as task_codes
  from facilities f order by facility_code, id`;

/** How many tasks the workbook holds, and how many rows so many days in a row of each facility, without reading the bars themselves. */
export async function countRows(
  db: Db,
  plan: Plan,
  request: ExportRequest,
  days: number,
): Promise<{ facilities: FacilityRow[]; rows: WindowRows[]; tasks: number }> {
  const filters = filtersOf(request);
  const counts = await countByFacility(db, plan, filters);
  const tasks = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { facilities: (await db.raw(FACILITIES)).rows, rows: await rowsByWindow(db, plan, filters, days), tasks };
}

/** Whether any task of the plan touches the days. */
export const hasSchedules = (db: Db, plan: Plan, request: ExportRequest): Promise<boolean> => hasEntry(db, plan, filtersOf(request));

/** Reads the tasks of six months of the plan with what they stand beside. */
export async function readSchedules(trx: Knex.Transaction, plan: Plan, request: ExportRequest): Promise<ScheduleRows> {
  const { from_date: from, to_date: to } = spanOf(request);
  const entries = await everyEntry(trx, plan, filtersOf(request));
  const rows = async <Row>(sql: string, bindings: readonly Bindable[] = []): Promise<Row[]> => (await trx.raw(sql, bound(bindings))).rows;
  const closures = await rows<ScheduleRows['closures'][number]>(
    `select facility_id, date from plan_day_units(${plan}) a where units = 0 and date between ? and ?
       and date not in (select plan_closed_days(${plan}, ?::date, ?::date)) order by facility_id, date`,
    [from, to, from, to],
  );
  return {
    from,
    to,
    entries,
    orders: await rows(
      `select o.id, coalesce(p.customer_name, '') as customer_name, o.material from orders o left join products p on p.id = o.product_id
       where o.id = any(?::bigint[])`,
      [[...new Set(entries.map(({ order_id }) => order_id))]],
    ),
    facilities: await rows(FACILITIES),
    furnace_runs: await rows(
      `select r.id, r.facility_id, r.temperature, r.retention_time, r.cooling_method, r.run_start, r.run_end, count(*)::integer as tasks, sum(m.pieces)::integer as pieces,
         sum(m.weight) as weight
       from furnace_runs r join furnace_run_members m on m.furnace_run_id = r.id where r.id = any(?::bigint[]) group by r.id`,
      [[...new Set(entries.flatMap(({ furnace_run_id }) => furnace_run_id ?? []))]],
    ),
    // The last sheet is drawn to its end.
    closed: await closedDaysBetween(trx, from, addMonths(to, 1), plan),
    closures,
    planned_at: await plannedAt(trx, plan),
  };
}
