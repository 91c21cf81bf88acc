import type { PlantDate } from '../../domain/ground/plant-time.ts';
import { prepared } from '../prepared.ts';
import type { Db } from '../types.ts';

/** SQL: holidays of a range, `?` standing for its first and last day. */
export const HOLIDAYS = 'holidays where date between ? and ?';
/** SQL: overrides of a range as above, then twice the ids of facilities, null for all. */
export const OVERRIDES = 'facility_availabilities where date between ? and ? and (?::bigint[] is null or facility_id = any(?::bigint[]))';

/** What one day of a facility says instead of its own count of units. */
interface Override {
  facility_id: number;
  date: PlantDate;
  units: number;
}

/** Holidays from day to day, inclusive, in order. */
export async function holidaysBetween(db: Db, from: PlantDate, to: PlantDate): Promise<Set<PlantDate>> {
  const { rows } = await prepared<{ date: PlantDate }>(db, `select date from ${HOLIDAYS} order by date`, [from, to]);
  return new Set(rows.map(({ date }) => date));
}

/** Overrides from day to day, inclusive, of these facilities, or of all. */
export async function overridesBetween(
  db: Db,
  from: PlantDate,
  to: PlantDate,
  facilityIds: readonly number[] | null = null,
): Promise<Override[]> {
  const { rows } = await prepared<Override>(db, `select facility_id, date, units from ${OVERRIDES}`, [from, to, facilityIds, facilityIds]);
  return rows;
}
