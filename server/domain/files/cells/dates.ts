import { alike, headerKey } from '../../ground/fold.ts';
import {
  addDays,
  addMonths,
  dateOfDay,
  dayNumber,
  daysBetween,
  isPlanDate,
  isPlantDate,
  type PlantDate,
  plantDate,
} from '../../ground/plant-time.ts';
import {
  AFTERNOON,
  ALL_NINES,
  DAY_IN_ENGLISH,
  DIGITS_OF_TIME,
  ENGLISH_MONTHS,
  ERA_BASE,
  ERA_BESIDE,
  ERA_DATE,
  FULL_DATE,
  MONTH_DAY_DATE,
  NO_DATE,
  ONE_DIGIT_YEAR_DATE,
  SHORT_YEAR_DATE,
  TIME_BEHIND,
  UNDECIDED_WORDS,
  WEEKDAY_BESIDE,
  YEAR_LAST,
  ZONE_BEHIND,
} from '../../texts/files/import-words.ts';

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
/** The zeroth day of spreadsheets, as its neighbours spell it. */
const ZEROTH: ReadonlySet<string> = new Set(['1900-01-00', '1899-12-30', '1899-12-31']);
/** The first and the last day that databases and programs know, and what they make of nothing. */
const UNDECIDED: ReadonlySet<string> = new Set([
  ...['0001-01-01', '1000-01-01', '1601-01-01', '1753-01-01', '1858-11-17', '1900-01-01', '1904-01-01', '1970-01-01'],
  ...['2099-12-31', '2999-12-31'],
]);
const isUndecided = (date: string): boolean => UNDECIDED.has(date) || date.startsWith('9999-');
const UNDECIDED_KEYS: ReadonlySet<string> = new Set(UNDECIDED_WORDS.map(headerKey));
const OUT_OF_RANGE = { date: undefined, note: 'out_of_range' } as const;
const UNREADABLE = { date: undefined, note: 'unreadable' } as const;
const AMBIGUOUS = { date: undefined, note: 'ambiguous' } as const;
const NO_DAY = { date: null } as const;
const UNDECIDED_READING = { date: null, note: 'undecided' } as const;

/** Reads a number cell: a serial of the sheet's date system, or eight digits (hazards H05-H07, H26). By integers alone; no time zone can shift it. */
export function readDateNumber(value: number, context: DateContext): DateReading {
  if (value === 0) return NO_DAY;
  if (Number.isInteger(value) && value >= 10_000_000) return readDigits(String(value), context);
  const day = Math.floor(value + 0.5 / 86_400) + (context.date1904 ? DAYS_1900_TO_1904 : 0);
  if (day === SERIAL_OF_9999) return UNDECIDED_READING;
  if (day < FIRST_SERIAL || day > LAST_SERIAL) return UNREADABLE;
  return settled(dateOfDay(day + SERIAL_ZERO), context);
}

/** Reads a text: Western or Japanese era dates, with or without year, weekday or time of day, and the many spellings of none (hazards H04, H05, H26). */
export function readDateText(text: string, context: DateContext): DateReading {
  if (isPlantDate(text)) return settled(text, context);
  if (UNDECIDED_KEYS.has(headerKey(text))) return UNDECIDED_READING;
  const plain = alike(text).trim();
  if (NO_DATE.test(plain)) return NO_DAY;
  const whole = plain.replace(DIGITS_OF_TIME, '$1 $2:$3').replace(WEEKDAY_BESIDE, ' ').trim().replace(YEAR_LAST, '$1, $3 $2');
  const time = TIME_BEHIND.exec(whole);
  const day = time ? whole.slice(0, time.index) : whole.replace(ZONE_BEHIND, '');
  const reading = readDay(ENGLISH.test(day) ? day.replace(/[\s,]+/g, ',') : day.replace(/\s+/g, ''), context);
  return time && reading.date ? moved(reading, time.groups ?? {}, context) : reading;
}

function readDay(plain: string, context: DateContext): DateReading {
  if (NO_DATE.test(plain)) return NO_DAY;
  if (ALL_NINES.test(plain)) return UNDECIDED_READING;
  if (/^\d{8}$/.test(plain)) return readDigits(plain, context);
  if (/^\d{5}(?:\.\d+)?$/.test(plain)) return readDateNumber(Number(plain), context);
  const era = ERA_DATE.exec(plain);
  if (era) return readEra(era, context);
  const full = FULL_DATE.exec(plain.replace(ERA_BESIDE, ''));
  if (full) return of(Number(full[1]), Number(full[2]), Number(full[3]), context);
  const short = SHORT_YEAR_DATE.exec(plain);
  if (short) return readShortYear(Number(short[1]), Number(short[3]), Number(short[4]), context);
  if (ONE_DIGIT_YEAR_DATE.test(plain)) return AMBIGUOUS;
  const monthDay = MONTH_DAY_DATE.exec(plain);
  if (monthDay) return readMonthDay(Number(monthDay[1]), Number(monthDay[2]), context);
  const english = DAY_IN_ENGLISH.exec(plain)?.groups;
  return english ? readEnglish(english, context) : UNREADABLE;
}

const ENGLISH = /[a-z]{3}/i;

type Groups = Readonly<Record<string, string | undefined>>;

function readEnglish({ day, day2, day3, month, month2, month3, year, year2, year3 }: Groups, context: DateContext): DateReading {
  const name = String(month ?? month2 ?? month3).toLowerCase();
  const number = ENGLISH_MONTHS.findIndex((one) => name.startsWith(one)) + 1;
  const [ofYear, ofMonth] = [year ?? year2 ?? year3 ?? '', Number(day ?? day2 ?? day3)];
  if (number === 0) return UNREADABLE;
  return ofYear.length === 2 ? readShortYear(Number(ofYear), number, ofMonth, context) : of(Number(ofYear), number, ofMonth, context);
}

const MINUTE_MS = 60_000;
const PLANT_OFFSET = 9 * 60;

/** The plant's day of a day and its time in another zone; without one, or in the plant's own, the day as it is written. */
function moved(reading: DateReading, { half, hour, minute, second, late, zone = '' }: Groups, context: DateContext): DateReading {
  const offset = /([+-])(\d{1,2}):?(\d{2})?/.exec(zone);
  const minutes = offset
    ? Number(`${offset[1]}1`) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0))
    : /^(?:z|utc|gmt)/i.test(zone)
      ? 0
      : PLANT_OFFSET;
  if (!reading.date || minutes === PLANT_OFFSET) return reading;
  const half12 = half ?? late;
  const hours = half12 === undefined ? Number(hour) : (Number(hour) % 12) + (AFTERNOON.test(half12) ? 12 : 0);
  const inDay = (hours * 60 + Number(minute ?? 0) - minutes) * MINUTE_MS + Number(second ?? 0) * 1_000;
  return settled(plantDate(dayNumber(reading.date) * 24 * 60 * MINUTE_MS + inDay), context);
}

const written = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

function of(year: number, month: number, day: number, context: DateContext): DateReading {
  const date = written(year, month, day);
  return ZEROTH.has(date) || isUndecided(date) || isPlantDate(date) ? settled(date, context) : UNREADABLE;
}

function readDigits(digits: string, context: DateContext): DateReading {
  if (![8, 12, 14].includes(digits.length)) return UNREADABLE;
  return of(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6, 8)), context);
}

function readEra(match: RegExpExecArray, context: DateContext): DateReading {
  const base = ERA_BASE[String(match[1]).toUpperCase()];
  const year = /^\d/.test(String(match[2])) ? Number(match[2]) : 1;
  if (base === undefined || year === 0) return UNREADABLE;
  return of(base + year, Number(match[3]), Number(match[4]), context);
}

/** `26/4/1` and `26.4.1` are 2026, and it is said. The same digits as a year of the present era lie 18 years off, more than the plant looks back and ahead together, so only where 20xx is far from today may the era be meant. */
function readShortYear(year: number, month: number, day: number, context: DateContext): DateReading {
  const reading = of(2000 + year, month, day, context);
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
  if (ZEROTH.has(date)) return NO_DAY;
  if (isUndecided(date)) return UNDECIDED_READING;
  if (!isPlanDate(date)) return OUT_OF_RANGE;
  const days = daysBetween(context.today, date);
  if (days >= -1_095 && days <= 1_826) return { date };
  const far = date < addMonths(context.today, -36) || date > addMonths(context.today, 60);
  return far ? { date, note: 'far' } : { date };
}

/** The day before which a date is old: three years before today (hazard H07: a 1904 file read as 1900 is four years off). */
export const oldBefore = (today: PlantDate): PlantDate => addDays(today, -1_095);
