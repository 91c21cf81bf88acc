import type { Knex } from 'knex';
import { recordAudit, recordAuditMany } from '../../db/audit.ts';
import { transaction } from '../../db/errors.ts';
import { lockRow } from '../../db/table.ts';
import type { Db } from '../../db/types.ts';
import { LIMITS } from '../../domain/ground/constants.ts';
import { type FieldErrors, invalid } from '../../domain/ground/errors.ts';
import { addDays, daysBetween, isPlanDate, isPlantDate, type PlantDate } from '../../domain/ground/plant-time.ts';
import { DATE_TEXTS } from '../../domain/texts/dates.ts';
import { masterTexts } from '../../domain/texts/master.ts';
import { searchedFacilities } from '../master/maps.service.ts';
import {
  addHoliday,
  type Calendar,
  calendarBetween,
  namedFacilities,
  removeHoliday,
  type Units,
  writeOverrides,
} from './calendar.store.ts';

/** Facility name -> day -> units; null where an override is to go. */
export type UnitsMap<Value = number> = Record<string, Record<PlantDate, Value>>;

/** Longest range that one call answers, in days: a year and a week on either side. */
const LONGEST_RANGE = 380;

/** Units of each searched facility on each day: the override, else 0 on a holiday, else the facility's count. Throws a field map for a range that is too long. */
export async function availabilityBetween(db: Db, from: PlantDate, to: PlantDate, parameters: Record<string, unknown>): Promise<UnitsMap> {
  const length = daysBetween(from, to) + 1;
  if (length > LONGEST_RANGE) throw invalid({ to_date: [masterTexts.rangeTooLong(LONGEST_RANGE)] });
  const days = Array.from({ length }, (_, index) => addDays(from, index));
  const calendar = await calendarBetween(db, from, to, await searchedFacilities(db, parameters));
  return unitsOn(calendar, () => days);
}

/** What is in force at each facility on the days that are asked of it. */
function unitsOn({ facilities, holidays, overrides }: Calendar, daysOf: (facility: string) => readonly PlantDate[]): UnitsMap {
  const unitsOf = ({ id, facility_name, availability }: Units): Record<PlantDate, number> => {
    const own = overrides.get(id);
    const units: Record<PlantDate, number> = {};
    for (const day of daysOf(facility_name)) units[day] = own?.get(day) ?? (holidays.has(day) ? 0 : availability);
    return units;
  };
  return Object.fromEntries(facilities.map((facility) => [facility.facility_name, unitsOf(facility)]));
}

/**
 * Overrides the units that the map names, and nothing else. `null` removes an override, and so does the facility's own count on a working
 * day; on a holiday every number is stored. Gives what is in force on the days named. Throws a field map by facility name.
 */
export async function changeAvailability(db: Db, map: UnitsMap<unknown>, by: { actor: string; operation: string }): Promise<UnitsMap> {
  return transaction(db, async (trx) => {
    const facilities = await namedFacilities(trx, Object.keys(map));
    refuseErrors(map, facilities);
    const days = Object.values(map)
      .flatMap((units) => Object.keys(units))
      .sort();
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined) return {};
    const ids = facilities.map(({ id }) => id);
    const { holidays, overrides: before } = await calendarBetween(trx, from, to, ids);
    const changes = facilities.flatMap((facility) =>
      Object.entries(map[facility.facility_name] ?? {}).map(([date, units]) => ({
        facility_id: facility.id,
        date,
        units: units === null || (units === facility.availability && !holidays.has(date)) ? null : (units as number),
      })),
    );
    const real = changes.filter(({ facility_id, date, units }) => (before.get(facility_id)?.get(date) ?? null) !== units);
    await writeOverrides(trx, real);
    await recordOverrides(trx, facilities, before, real, by);
    return unitsOn(await calendarBetween(trx, from, to, ids), (facility) => Object.keys(map[facility] ?? {}));
  });
}

/** One row in the history for each facility that changed: its overrides before and after, null where there is none. */
async function recordOverrides(
  trx: Knex.Transaction,
  facilities: readonly Units[],
  before: Calendar['overrides'],
  changes: readonly { facility_id: number; date: PlantDate; units: number | null }[],
  by: { actor: string; operation: string },
): Promise<void> {
  const byFacility = new Map<number, { date: PlantDate; units: number | null }[]>();
  for (const { facility_id, ...change } of changes)
    byFacility
      .set(facility_id, byFacility.get(facility_id) ?? [])
      .get(facility_id)
      ?.push(change);
  const entries = facilities.flatMap((facility) => {
    const own = byFacility.get(facility.id) ?? [];
    if (own.length === 0) return [];
    const old = Object.fromEntries(own.map(({ date }) => [date, before.get(facility.id)?.get(date) ?? null]));
    return [
      {
        ...by,
        kind: 'facility_availabilities',
        key: facility.facility_name,
        old,
        new: Object.fromEntries(own.map(({ date, units }) => [date, units])),
      },
    ];
  });
  await recordAuditMany(trx, entries);
}

function refuseErrors(map: UnitsMap<unknown>, facilities: readonly Units[]): void {
  const known = new Set(facilities.map((facility) => facility.facility_name));
  const errors: [string, string[]][] = [];
  for (const [name, days] of Object.entries(map)) {
    const own = known.has(name)
      ? Object.entries(days).flatMap(([date, units]) => errorsOf(date, units))
      : [masterTexts.unknownFacilityName(name)];
    if (own.length > 0) errors.push([name, own]);
  }
  if (errors.length > 0) throw invalid(Object.fromEntries(errors) as FieldErrors);
}

function errorsOf(date: string, units: unknown): string[] {
  if (!isPlantDate(date)) return [masterTexts.notADate(date)];
  if (!isPlanDate(date)) return [DATE_TEXTS.not_taken(date)];
  if (units === null) return [];
  if (typeof units !== 'number' || !Number.isInteger(units) || units < 0) return [masterTexts.notUnits(String(units))];
  return units > LIMITS.units ? [masterTexts.tooManyUnits(LIMITS.units)] : [];
}

/** Makes a day a holiday; a day that is one already is given as it is. */
export async function createHoliday(
  db: Db,
  date: PlantDate,
  by: { actor: string; operation: string },
): Promise<{ id: number; date: PlantDate; created: boolean }> {
  return transaction(db, async (trx) => {
    const holiday = await addHoliday(trx, date);
    const { created, ...row } = holiday;
    if (created) await recordAudit(trx, { ...by, kind: 'holidays', key: date, old: null, new: row });
    return holiday;
  });
}

/** Makes a holiday a working day again. Throws not found. */
export async function deleteHoliday(db: Db, id: number, by: { actor: string; operation: string }): Promise<void> {
  await transaction(db, async (trx) => {
    const row = await lockRow(trx, 'holidays', id, undefined);
    await removeHoliday(trx, id);
    await recordAudit(trx, { ...by, kind: 'holidays', key: String(row.date), old: row, new: null });
  });
}
