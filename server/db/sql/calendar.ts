import { dayNumber, type PlantDate } from '../../domain/ground/plant-time.ts';
import { type ClosedDays, closedDays } from '../../domain/plant/closed-days.ts';
import { prepared } from '../prepared.ts';
import type { Db } from '../types.ts';

/** SQL: closed days of the plant (migrations, `closed_days`), `?` standing for the first and last day asked for. */
export const CLOSED_DAYS = 'closed_days(?::date, ?::date) as date';
const OF_FACILITIES = 'where date between ? and ? and (?::bigint[] is null or facility_id = any(?::bigint[]))';
/** SQL: overrides of a range as above, then twice the ids of facilities, null for all: as they were written, for who edits them. */
export const OVERRIDES = `facility_availabilities ${OF_FACILITIES}`;

/** What one day of a facility says instead of its own count of units. */
interface Override {
  facility_id: number;
  date: PlantDate;
  units: number;
}

/** The closed days of the plant from day to day, inclusive, in order. */
export async function closedDaysBetween(db: Db, from: PlantDate, to: PlantDate): Promise<Set<PlantDate>> {
  const { rows } = await prepared<{ date: PlantDate }>(db, `select date from ${CLOSED_DAYS} order by date`, [from, to]);
  return new Set(rows.map(({ date }) => date));
}

/** The last row of the holiday table, behind which weekends are closed; null: it has none. */
export async function lastHoliday(db: Db): Promise<PlantDate | null> {
  const { rows } = await prepared<{ last: PlantDate | null }>(db, 'select max(date) as last from holidays', []);
  return rows[0]!.last;
}

/** The closed days of the plant, whenever. */
export async function allClosedDays(db: Db): Promise<ClosedDays> {
  const dates: PlantDate[] = await db('holidays').pluck('date');
  return closedDays(new Set(dates.map(dayNumber)));
}

/** What single days from day to day, inclusive, of these facilities, or of all, say: overrides, less what stands out of order. */
export async function overridesBetween(
  db: Db,
  from: PlantDate,
  to: PlantDate,
  facilityIds: readonly number[] | null = null,
): Promise<Override[]> {
  const { rows } = await prepared<Override>(db, `select facility_id, date, units from day_units ${OF_FACILITIES}`, [
    from,
    to,
    facilityIds,
    facilityIds,
  ]);
  return rows;
}
