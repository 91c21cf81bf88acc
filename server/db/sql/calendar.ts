import { dayNumber, type PlantDate } from '../../domain/ground/plant-time.ts';
import { type ClosedDays, closedDays } from '../../domain/plant/closed-days.ts';
import type { Plan } from '../plan.ts';
import { prepared } from '../prepared.ts';
import type { Db } from '../types.ts';

/** SQL: closed days of the plant (migrations, `closed_days`), `?` standing for the first and last day asked for. */
export const CLOSED_DAYS = 'closed_days(?::date, ?::date) as date';
const OF_FACILITIES = 'where date between ? and ? and (?::bigint[] is null or facility_id = any(?::bigint[]))';
/** SQL: overrides of a range as above, then twice the ids of facilities, null for all: as they were written, for who edits them. */
export const OVERRIDES = `facility_availabilities ${OF_FACILITIES}`;

/** The layer in which no plan lies: its plant has no premises. */
const AS_IT_IS = 0;

/** What one day of a facility says instead of its own count of units. */
interface Override {
  facility_id: number;
  date: PlantDate;
  units: number;
}

/** The closed days of the plant from day to day, inclusive, in order: of a plan's premises, or as it is. */
export async function closedDaysBetween(db: Db, from: PlantDate, to: PlantDate, plan?: Plan): Promise<Set<PlantDate>> {
  const days = 'plan_closed_days(?::integer, ?::date, ?::date) as date';
  const { rows } = await prepared<{ date: PlantDate }>(db, `select date from ${days} order by date`, [plan ?? AS_IT_IS, from, to]);
  return new Set(rows.map(({ date }) => date));
}

/** The last row of the holiday table, behind which weekends are closed; null: it has none. */
export async function lastHoliday(db: Db): Promise<PlantDate | null> {
  const { rows } = await prepared<{ last: PlantDate | null }>(db, 'select max(date) as last from holidays', []);
  return rows[0]!.last;
}

/** The closed days of the plant, whenever: of a plan's premises, or as it is. */
export async function allClosedDays(db: Db, plan?: Plan): Promise<ClosedDays> {
  const { rows } = await prepared<{ date: PlantDate }>(db, 'select date from plan_holidays(?::integer) date', [plan ?? AS_IT_IS]);
  return closedDays(new Set(rows.map(({ date }) => dayNumber(date))));
}

/** What single days from day to day, inclusive, of these facilities, or of all, say in the plant of a plan's premises: overrides, less what stands out of order. */
export async function overridesBetween(
  db: Db,
  plan: Plan,
  from: PlantDate,
  to: PlantDate,
  facilityIds: readonly number[] | null = null,
): Promise<Override[]> {
  const { rows } = await prepared<Override>(db, `select facility_id, date, units from plan_day_units(?::integer) ${OF_FACILITIES}`, [
    plan,
    from,
    to,
    facilityIds,
    facilityIds,
  ]);
  return rows;
}
