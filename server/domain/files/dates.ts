import { addDays, addMonths, dateOfDay, daysBetween, isPlanDate, isPlantDate, type PlantDate, plantDate } from '../ground/plant-time.ts';
import {
  DATE_TAIL,
  ERA_BASE,
  ERA_DATE,
  FULL_DATE,
  MONTH_DAY_DATE,
  ONE_DIGIT_YEAR_DATE,
  SHORT_YEAR_DATE,
} from '../texts/files/import-words.ts';

/** What a cell says about a day. `note` names what had to be assumed; the caller words it. */
export type DateReading =
  | { date: PlantDate; note?: 'two_digit_year' | 'nearest_year' | 'far' }
  | { date: null; note?: 'undecided' }
  | { date: undefined; note: 'unreadable' | 'ambiguous' | 'out_of_range' };

export interface DateContext {
  date1904: boolean;
  /** The plant's today: for years left out and for dates far from now. */
  today: PlantDate;
}

/** Serials of 1990-01-01 and 2100-12-31 in the 1900 system (hazard H06). */
const FIRST_SERIAL = 32_874;
const LAST_SERIAL = 73_415;
const SERIAL_OF_9999 = 2_958_465;
const DAYS_1900_TO_1904 = 1_462;
/** Day number (since 1970) of serial 0 in the 1900 system, for serials after its invented 1900-02-29. */
const SERIAL_ZERO = -25_569;
const UNDECIDED: readonly string[] = ['9999-12-31', '2099-12-31', '9999-99-99'];
const OUT_OF_RANGE = { date: undefined, note: 'out_of_range' } as const;
const UNREADABLE = { date: undefined, note: 'unreadable' } as const;
const AMBIGUOUS = { date: undefined, note: 'ambiguous' } as const;
const UNDECIDED_READING = { date: null, note: 'undecided' } as const;

/** Reads a number cell: a serial of the sheet's date system, or eight digits (hazards H05-H07, H26). By integers alone; no time zone can shift it. */
export function readDateNumber(value: number, context: DateContext): DateReading {
  if (value === 0) return { date: null };
  if (Number.isInteger(value) && value >= 10_000_000) return readDigits(String(value), context);
  const day = Math.floor(value + 0.5 / 86_400) + (context.date1904 ? DAYS_1900_TO_1904 : 0);
  if (day === SERIAL_OF_9999) return UNDECIDED_READING;
  if (day < FIRST_SERIAL || day > LAST_SERIAL) return UNREADABLE;
  return settled(dateOfDay(day + SERIAL_ZERO), context);
}

/** Reads a text: Western or Japanese era dates, with or without year, weekday or time of day (hazards H04, H05). */
export function readDateText(text: string, context: DateContext): DateReading {
  if (isPlantDate(text)) return settled(text, context);
  const instant = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(instant)) return settled(plantDate(instant), context);
  const plain = text.normalize('NFKC').replace(DATE_TAIL, '').replace(/\s+/g, '');
  if (/^\d{8}$/.test(plain)) return readDigits(plain, context);
  if (/^\d{5}(?:\.\d+)?$/.test(plain)) return readDateNumber(Number(plain), context);
  const era = ERA_DATE.exec(plain);
  if (era) return readEra(era, context);
  const full = FULL_DATE.exec(plain);
  if (full) return of(Number(full[1]), Number(full[2]), Number(full[3]), context);
  const short = SHORT_YEAR_DATE.exec(plain);
  if (short) return readShortYear(short, context);
  if (ONE_DIGIT_YEAR_DATE.test(plain)) return AMBIGUOUS;
  const monthDay = MONTH_DAY_DATE.exec(plain);
  return monthDay ? readMonthDay(Number(monthDay[1]), Number(monthDay[2]), context) : UNREADABLE;
}

const written = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

function of(year: number, month: number, day: number, context: DateContext): DateReading {
  const date = written(year, month, day);
  if (date === '1900-01-00') return { date: null };
  return UNDECIDED.includes(date) || isPlantDate(date) ? settled(date, context) : UNREADABLE;
}

function readDigits(digits: string, context: DateContext): DateReading {
  if (digits === '99999999') return UNDECIDED_READING;
  if (digits.length !== 8) return UNREADABLE;
  return of(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6)), context);
}

function readEra(match: RegExpExecArray, context: DateContext): DateReading {
  const base = ERA_BASE[String(match[1]).toUpperCase()];
  const year = /^\d/.test(String(match[2])) ? Number(match[2]) : 1;
  if (base === undefined || year === 0) return UNREADABLE;
  return of(base + year, Number(match[3]), Number(match[4]), context);
}

/** `26/4/1` and `26.4.1` are 2026, and it is said. The same digits as a year of the present era lie 18 years off, more than the plant looks back and ahead together, so only where 20xx is far from today there is doubt. */
function readShortYear(match: RegExpExecArray, context: DateContext): DateReading {
  const reading = of(2000 + Number(match[1]), Number(match[3]), Number(match[4]), context);
  if (reading.date === undefined) return UNREADABLE;
  if (reading.date === null || reading.note === 'far') return AMBIGUOUS;
  return { date: reading.date, note: 'two_digit_year' };
}

/** The year that brings the day within three months before and nine months after today. */
function readMonthDay(month: number, day: number, context: DateContext): DateReading {
  const thisYear = Number(context.today.slice(0, 4));
  const [first, last] = [addMonths(context.today, -3), addMonths(context.today, 9)];
  for (const year of [thisYear, thisYear + 1, thisYear - 1]) {
    const date = written(year, month, day);
    if (isPlantDate(date) && date >= first && date <= last) return { date, note: 'nearest_year' };
  }
  return UNREADABLE;
}

/** An existing day with what is odd about it: core systems write 9999/12/31 for "undecided"; other years far off are worth a look (hazard H26). */
function settled(date: PlantDate, context: DateContext): DateReading {
  if (UNDECIDED.includes(date)) return UNDECIDED_READING;
  if (!isPlanDate(date)) return OUT_OF_RANGE;
  const days = daysBetween(context.today, date);
  if (days >= -1_095 && days <= 1_826) return { date };
  const far = date < addMonths(context.today, -36) || date > addMonths(context.today, 60);
  return far ? { date, note: 'far' } : { date };
}

/** The day before which a date is old: three years before today (hazard H07: a 1904 file read as 1900 is four years off). */
export const oldBefore = (today: PlantDate): PlantDate => addDays(today, -1_095);
