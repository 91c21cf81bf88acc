import { prepared } from '../../db/prepared.ts';
import { type Listed, ordered, own } from '../../db/rows.ts';
import { CLOSED_DAYS, OVERRIDES } from '../../db/sql/calendar.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';

/** The holidays of the plant, by day. */
export const HOLIDAYS: Listed = {
  table: 'holidays',
  from: 'holidays',
  columns: ['holidays.id', 'holidays.date'],
  list: {
    filters: { from_date: { how: 'from', column: 'holidays.date' }, to_date: { how: 'to', column: 'holidays.date' } },
    ...ordered('holidays', 'date', own('holidays', 'date')),
  },
};

/** A facility whose units are asked for. */
export interface Units {
  id: number;
  facility_name: string;
  availability: number;
}

/** Facilities, and what is said of the days of a range. */
export interface Calendar {
  /** Active ones, by code. */
  facilities: Units[];
  holidays: ReadonlySet<PlantDate>;
  /** Facility -> day -> units. */
  overrides: ReadonlyMap<number, ReadonlyMap<PlantDate, number>>;
}

/** Who says how many units there are: a closed day none, a facility as many as it has, an override as many as it has on a day. In one question: pages ask it all the time. */
const SAID = `
  select null::bigint as facility_id, null as facility_name, date, 0 as units, null as facility_code from ${CLOSED_DAYS}
  union all
  select id, facility_name, null, availability, facility_code from facilities where active and (?::bigint[] is null or id = any(?::bigint[]))
  union all
  select facility_id, null, date, units, null from ${OVERRIDES}
  order by facility_code, facility_id`;

/** The calendar of these facilities, or of all, from day to day, inclusive. */
export async function calendarBetween(db: Db, from: PlantDate, to: PlantDate, ids: readonly number[] | null): Promise<Calendar> {
  const values = [from, to, ids, ids, from, to, ids, ids];
  const { rows } = await prepared<{ facility_id: number | null; facility_name: string | null; date: PlantDate | null; units: number }>(
    db,
    SAID,
    values,
  );
  const facilities: Units[] = [];
  const holidays = new Set<PlantDate>();
  const overrides = new Map<number, Map<PlantDate, number>>();
  for (const { facility_id, facility_name, date, units } of rows) {
    if (facility_id === null) holidays.add(date!);
    else if (date === null) facilities.push({ id: facility_id, facility_name: facility_name!, availability: units });
    else overrides.set(facility_id, (overrides.get(facility_id) ?? new Map()).set(date, units));
  }
  return { facilities, holidays, overrides };
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
