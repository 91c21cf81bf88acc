import { addDays, dateOfDay, dayNumber, weekday } from '../../../server/domain/ground/plant-time.ts';
import type { HolidayRow } from '../types.ts';

const MONDAY = 1;
const two = (value: number): string => String(value).padStart(2, '0');
const date = (year: number, month: number, day: number): string => `${year}-${two(month)}-${two(day)}`;

/** The n-th Monday of a month. */
function nthMonday(year: number, month: number, nth: number): string {
  const first = weekday(date(year, month, 1));
  return date(year, month, 1 + ((MONDAY - first + 7) % 7) + (nth - 1) * 7);
}

/** The day of March or September on which an equinox falls; exact for 1980-2099 (national astronomical observatory's formula). */
function equinoxDay(year: number, base: number): number {
  return Math.floor(base + 0.242194 * (year - 1980) - Math.floor((year - 1980) / 4));
}

function namedHolidays(year: number): string[] {
  return [
    date(year, 1, 1),
    nthMonday(year, 1, 2),
    date(year, 2, 11),
    date(year, 2, 23),
    date(year, 3, equinoxDay(year, 20.8431)),
    date(year, 4, 29),
    date(year, 5, 3),
    date(year, 5, 4),
    date(year, 5, 5),
    nthMonday(year, 7, 3),
    date(year, 8, 11),
    nthMonday(year, 9, 3),
    date(year, 9, equinoxDay(year, 23.2488)),
    nthMonday(year, 10, 2),
    date(year, 11, 3),
    date(year, 11, 23),
  ];
}

/** Japan's public holidays of a year with 振替休日 and 国民の休日, in order (law in force since 2022). */
export function publicHolidays(year: number): string[] {
  const named = new Set(namedHolidays(year));
  const all = new Set(named);
  for (const day of named) {
    if (weekday(day) === 0) {
      let substitute = addDays(day, 1);
      while (named.has(substitute)) substitute = addDays(substitute, 1);
      all.add(substitute);
    }
    const between = addDays(day, 1);
    if (named.has(addDays(day, 2)) && !named.has(between) && weekday(between) !== 0) all.add(between);
  }
  return [...all].sort();
}

type CompanyYear = { closed: readonly string[]; working: readonly string[] };
const of = (year: number, days: string): string[] => days.split(' ').map((day) => `${year}-${day}`);

/** The company's own days: closed besides weekends and public holidays, and worked in spite of them. */
const COMPANY_YEARS: { [year: number]: CompanyYear } = {
  2026: {
    closed: of(2026, '01-02 01-05 05-01 08-10 08-12 08-13 08-14 12-29 12-30 12-31'),
    working: of(2026, '01-24 02-14 03-14 04-18 05-16 06-20 07-11 09-12 10-17 11-14 12-19 07-20 10-12'),
  },
  2027: {
    closed: of(2027, '01-04 04-30 08-09 08-10 08-12 08-13 12-29 12-30 12-31'),
    working: of(2027, '01-23 02-20 03-13 04-17 05-22 06-19 07-10 09-11 10-16 11-13 12-18 02-11 10-11'),
  },
};
/** A year that the company has not decided yet: New Year and Obon closed, no working Saturdays. */
const undecided = (year: number): CompanyYear => ({
  closed: of(year, '01-02 01-03 08-12 08-13 08-14 12-29 12-30 12-31'),
  working: [],
});

/** Whether the plant is closed on a day. */
export function closedDays(year: number): Set<string> {
  const { closed, working } = COMPANY_YEARS[year] ?? undecided(year);
  const days = new Set([...publicHolidays(year), ...closed]);
  for (const day of yearDays(year)) if (weekday(day) === 0 || weekday(day) === 6) days.add(day);
  for (const day of working) days.delete(day);
  return days;
}

function yearDays(year: number): string[] {
  const first = dayNumber(date(year, 1, 1));
  const last = dayNumber(date(year, 12, 31));
  return Array.from({ length: last - first + 1 }, (_, index) => dateOfDay(first + index));
}

/** The plant's calendar around a day: rows for every date of its years, and walks over working days. */
export type PlantCalendar = {
  rows: HolidayRow[];
  isWorking(day: string): boolean;
  /** The first working day on or after. */
  workingFrom(day: string): string;
  /** The last working day on or before. */
  workingUpTo(day: string): string;
  /** `count` working days later. */
  addWorking(day: string, count: number): string;
};

/** The calendar of 2026 and 2027 and of every year that plans made on `today` reach; weekends outside those years are closed. */
export function plantCalendar(today: string, months: number): PlantCalendar {
  const from = Math.min(2026, Number(addDays(today, -60).slice(0, 4)));
  const to = Math.max(2027, Number(addDays(today, 240 + 31 * months).slice(0, 4)));
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const closed = new Set(years.flatMap((year) => [...closedDays(year)]));
  const known = new Set(years);
  const isWorking = (day: string): boolean =>
    known.has(Number(day.slice(0, 4))) ? !closed.has(day) : weekday(day) !== 0 && weekday(day) !== 6;
  const walk = (day: string, step: number): string => {
    let found = day;
    while (!isWorking(found)) found = addDays(found, step);
    return found;
  };
  return {
    rows: years.flatMap((year) => yearDays(year).map((day) => ({ date: day, is_holiday: closed.has(day) }))),
    isWorking,
    workingFrom: (day) => walk(day, 1),
    workingUpTo: (day) => walk(day, -1),
    addWorking: (day, count) => {
      let found = walk(day, 1);
      for (let done = 0; done < count; done += 1) found = walk(addDays(found, 1), 1);
      return found;
    },
  };
}
