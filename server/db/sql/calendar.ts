import type { PlantDate } from '../../domain/ground/plant-time.ts';
import { prepared } from '../prepared.ts';
import type { Db } from '../types.ts';

/** What one day of a facility says instead of its own count of units. */
export interface Override {
  facility_id: number;
  date: PlantDate;
  units: number;
}

/** Holidays from day to day, inclusive, in order. */
export async function holidaysBetween(db: Db, from: PlantDate, to: PlantDate): Promise<Set<PlantDate>> {
  const { rows } = await prepared<{ date: PlantDate }>(db, 'select date from holidays where date between ? and ? order by date', [
    from,
    to,
  ]);
  return new Set(rows.map(({ date }) => date));
}

/** Overrides from day to day, inclusive, of these facilities, or of all. */
export async function overridesBetween(
  db: Db,
  from: PlantDate,
  to: PlantDate,
  facilityIds: readonly number[] | null = null,
): Promise<Override[]> {
  const { rows } = await prepared<Override>(
    db,
    `select facility_id, date, units from facility_availabilities
     where date between ? and ? and (?::bigint[] is null or facility_id = any(?::bigint[]))`,
    [from, to, facilityIds, facilityIds],
  );
  return rows;
}
