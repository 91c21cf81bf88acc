import { applyFilters } from '../../db/list.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import { FACILITIES } from '../master/lists.service.ts';

/** A facility whose units are asked for. */
export interface Units {
  id: number;
  facility_name: string;
  availability: number;
}

/** An override of a day. */
export interface Override {
  facility_id: number;
  date: PlantDate;
  units: number;
}

/** Active facilities that match the searches, by code. */
export async function searchedFacilities(db: Db, parameters: object): Promise<Units[]> {
  const { facility_code_search, facility_name_search, task_name_search } = FACILITIES.list.filters;
  const filters = {
    facility_code_search: facility_code_search!,
    facility_name_search: facility_name_search!,
    task_name_search: task_name_search!,
  };
  const query = db('facilities')
    .where('facilities.active', true)
    .orderBy(['facility_code', 'id'])
    .select('id', 'facility_name', 'availability');
  return (await applyFilters(query, filters, parameters as Record<string, unknown>)) as Units[];
}

/** Active facilities of these names, locked in one order against each other's overrides and a change of their count meanwhile. */
export async function namedFacilities(trx: Db, names: readonly string[]): Promise<Units[]> {
  return (await trx('facilities')
    .where({ active: true })
    .whereRaw('facility_name = any(?::text[])', [[...names]])
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id', 'facility_name', 'availability')) as Units[];
}

/** Overrides of these facilities from day to day, inclusive. */
export async function overridesOf(db: Db, facilityIds: readonly number[], from: PlantDate, to: PlantDate): Promise<Override[]> {
  return (await db('facility_availabilities')
    .whereRaw('facility_id = any(?::bigint[])', [[...facilityIds]])
    .whereBetween('date', [from, to])
    .select('facility_id', 'date', 'units')) as Override[];
}

/** Sets overrides (units) and removes them (null), in two statements. */
export async function writeOverrides(
  trx: Db,
  changes: readonly { facility_id: number; date: PlantDate; units: number | null }[],
): Promise<void> {
  const gone = JSON.stringify(changes.filter((change) => change.units === null));
  await trx.raw(
    `delete from facility_availabilities using jsonb_to_recordset(?::jsonb) as gone (facility_id bigint, date date)
     where facility_availabilities.facility_id = gone.facility_id and facility_availabilities.date = gone.date`,
    [gone],
  );
  await trx.raw(
    `insert into facility_availabilities (facility_id, date, units)
     select facility_id, date, units from jsonb_to_recordset(?::jsonb) as new (facility_id bigint, date date, units integer)
     on conflict (facility_id, date) do update set units = excluded.units`,
    [JSON.stringify(changes.filter((change) => change.units !== null))],
  );
}

/** Holidays from day to day, inclusive. */
export async function holidaysBetween(db: Db, from: PlantDate, to: PlantDate): Promise<Set<PlantDate>> {
  return new Set((await db('holidays').whereBetween('date', [from, to]).pluck('date')) as PlantDate[]);
}

/** Makes the day a holiday; `created` says whether it was none. */
export async function addHoliday(trx: Db, date: PlantDate): Promise<{ id: number; date: PlantDate; created: boolean }> {
  const [added] = (await trx('holidays').insert({ date }).onConflict('date').ignore().returning(['id', 'date'])) as {
    id: number;
    date: PlantDate;
  }[];
  if (added) return { ...added, created: true };
  const there = (await trx('holidays').where({ date }).first('id', 'date')) as { id: number; date: PlantDate };
  return { ...there, created: false };
}

/** Makes a holiday a working day again. */
export async function removeHoliday(trx: Db, id: number): Promise<void> {
  await trx('holidays').where({ id }).del();
}
