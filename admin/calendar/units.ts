import type { Body } from '../../server/contract/handlers.ts';
import { addDays, type PlantDate } from '../../server/domain/ground/plant-time.ts';

/** The name of an edited cell. */
export const cellKey = (facility: string, date: PlantDate): string => `${date}|${facility}`;
const partsOf = (key: string): [facility: string, date: PlantDate] => [key.slice(11), key.slice(0, 10)];

/** The number of a cell as typed: null for nothing (the override goes), undefined for what is no whole number from 0 to 10,000. */
export function unitsOf(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  return /^\d{1,5}$/.test(plain) && Number(plain) <= 10_000 ? Number(plain) : undefined;
}

/** The day of the first edited cell that is no number of units; undefined where all are. */
export const invalidDay = (edits: Readonly<Record<string, string>>): PlantDate | undefined =>
  Object.entries(edits)
    .flatMap(([key, text]) => (unitsOf(text) === undefined ? [partsOf(key)[1]] : []))
    .sort()[0];

/** The edited cells as the server takes them: facility name, day, units. */
export function changeOf(edits: Readonly<Record<string, string>>): Body<'setAvailability'> {
  const change: Record<string, Record<string, number | null>> = {};
  for (const [key, text] of Object.entries(edits)) {
    const [facility, date] = partsOf(key);
    change[facility] = { ...change[facility], [date]: unitsOf(text) ?? null };
  }
  return change;
}

/** A day with more units than its facility has. */
export interface Beyond {
  facility: string;
  date: PlantDate;
  units: number;
  count: number;
}

/** The edited cells with more units than their facility has: allowed (units that were borrowed), but mostly mistyped. */
export function beyondOf(edits: Readonly<Record<string, string>>, countOf: (facility: string) => number | undefined): Beyond[] {
  return Object.entries(edits)
    .flatMap(([key, text]) => {
      const [facility, date] = partsOf(key);
      const [units, count] = [unitsOf(text), countOf(facility)];
      return typeof units === 'number' && count !== undefined && units > count ? [{ facility, date, units, count }] : [];
    })
    .sort((one, other) => one.facility.localeCompare(other.facility, 'ja') || one.date.localeCompare(other.date));
}

/** A week as it is in force. */
export interface WeekUnits {
  sunday: PlantDate;
  units: Readonly<Record<string, Readonly<Record<PlantDate, number>>>>;
  holidays: ReadonlySet<PlantDate>;
  /** The units of a facility on a day that nobody set. */
  usual(facility: string, date: PlantDate): number | undefined;
}

export interface CopiedWeek {
  /** The cells that change, as they would be typed: empty where the other week has its usual units. */
  edits: Record<string, string>;
  /** Cells among them that somebody had set. */
  overwritten: { facility: string; date: PlantDate; before: number; after: number }[];
  /** Days left as they are: one of the two weeks is closed on them, the other is not. */
  skipped: PlantDate[];
}

/** The units a week takes over from another one, day by day, for facilities shown in both. */
export function copiedWeek(from: WeekUnits, to: WeekUnits): CopiedWeek {
  const copied: CopiedWeek = { edits: {}, overwritten: [], skipped: [] };
  for (let day = 0; day < 7; day += 1) {
    const source = addDays(from.sunday, day);
    const date = addDays(to.sunday, day);
    if (from.holidays.has(source) !== to.holidays.has(date)) {
      copied.skipped.push(date);
      continue;
    }
    for (const facility of Object.keys(to.units)) {
      const after = from.units[facility]?.[source];
      const before = to.units[facility]?.[date];
      if (after === undefined || before === undefined || after === before) continue;
      copied.edits[cellKey(facility, date)] = after === from.usual(facility, source) ? '' : String(after);
      if (before !== to.usual(facility, date)) copied.overwritten.push({ facility, date, before, after });
    }
  }
  return copied;
}
