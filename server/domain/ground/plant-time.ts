import { DAY_MINUTES, FIRST_DATE, HALF_DAY_MINUTES, LAST_DATE, WEEKDAYS, WORK_END_CLOCK, WORK_START_CLOCK } from './constants.ts';

/** The only date arithmetic of the product. The plant lives in Asia/Tokyo, which has no daylight saving time, so a constant offset is exact. */
const OFFSET_MS = 9 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A plant day, `YYYY-MM-DD`. */
export type PlantDate = string;
/** An instant on the wire, ISO 8601 with `+09:00`. */
export type Instant = string;
/** Where the present comes from; milliseconds since the epoch. Injected, never read from the machine by rules. */
export type Clock = () => number;

const two = (value: number): string => String(value).padStart(2, '0');

/** Days since 1970-01-01 of a plant day. Throws RangeError for a text that is no existing day. */
export function dayNumber(date: PlantDate): number {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const [year, month, day] = match ? [Number(match[1]), Number(match[2]), Number(match[3])] : [0, 0, 0];
  // Not Date.UTC, which takes the year 26 for 1926.
  const ms = new Date(0).setUTCFullYear(year, month - 1, day);
  // A day that its month lacks lies in another month.
  if (!match || new Date(ms).getUTCMonth() !== month - 1) throw new RangeError(`not a date: ${date}`);
  return ms / DAY_MS;
}

/** A plan names the same few hundred days a hundred thousand times. */
const NAMED_DAYS = new Map<number, PlantDate>();
const MOST_NAMED_DAYS = 10_000;

/** The plant day with this day number. */
export function dateOfDay(day: number): PlantDate {
  const named = NAMED_DAYS.get(day);
  if (named !== undefined) return named;
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (NAMED_DAYS.size < MOST_NAMED_DAYS) NAMED_DAYS.set(day, date);
  return date;
}

/** Whether the text is an existing day written `YYYY-MM-DD`. */
export function isPlantDate(text: string): boolean {
  try {
    dayNumber(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the text is a day that the plan takes. */
export const isPlanDate = (text: string): boolean => isPlantDate(text) && text === nearestPlanDate(text);
/** The day that the plan takes nearest to this one. */
export const nearestPlanDate = (date: PlantDate): PlantDate => (date < FIRST_DATE ? FIRST_DATE : date > LAST_DATE ? LAST_DATE : date);

/** The day `days` calendar days later (earlier when negative). */
export const addDays = (date: PlantDate, days: number): PlantDate => dateOfDay(dayNumber(date) + days);

/** The day `months` later, clamped to the end of a shorter month. */
export function addMonths(date: PlantDate, months: number): PlantDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  return `${last.getUTCFullYear()}-${two(last.getUTCMonth() + 1)}-${two(Math.min(day, last.getUTCDate()))}`;
}

/** 0 = Sunday … 6 = Saturday, of a day number. */
export const weekdayOfDay = (day: number): number => (((day + 4) % 7) + 7) % 7;
/** 0 = Sunday … 6 = Saturday. */
export const weekday = (date: PlantDate): number => weekdayOfDay(dayNumber(date));
/** What colours a day wherever days stand, by its weekday: a Saturday always, a Sunday and every other closed day; undefined for a plain one. */
export function toneOfDay(weekday: number, closed: boolean): 'saturday' | 'sunday' | undefined {
  if (weekday === 6) return 'saturday';
  return weekday === 0 || closed ? 'sunday' : undefined;
}
/** Weekdays as bits, bit 0 = Sunday: every one. */
export const ANY_WEEKDAY = 127;
/** Bits of the weekdays named, bit 0 = Sunday; none named: any. */
export const weekdayBits = (names: readonly string[]): number =>
  names.length === 0 ? ANY_WEEKDAY : WEEKDAYS.reduce((bits, name, index) => (names.includes(name) ? bits | (1 << index) : bits), 0);
/** Whether a day number lies on one of the weekdays, bit 0 = Sunday. */
export const isOnWeekday = (weekdays: number, day: number): boolean => (weekdays & (1 << weekdayOfDay(day))) !== 0;
/** The Sunday on or before the day. */
export const weekStart = (date: PlantDate): PlantDate => addDays(date, -weekday(date));
/** Every date from one to another, both included. */
export const datesBetween = (from: PlantDate, to: PlantDate): PlantDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, day) => addDays(from, day));
/** Calendar days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: PlantDate, to: PlantDate): number => dayNumber(to) - dayNumber(from);

/**
 * Epoch milliseconds of an instant: ISO 8601 with an offset, without one in the plant's time, whatever the zone of the machine. NaN for a text
 * that is none.
 */
export function epochMs(instant: Instant): number {
  const local = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/.exec(instant);
  return Date.parse(local ? `${instant.slice(0, 10)}T${instant.slice(11) || '00:00'}+09:00` : instant);
}

/** Whether the text is an instant as the wire takes it: day and time, with or without an offset. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i.test(text) &&
  isPlantDate(text.slice(0, 10)) &&
  !Number.isNaN(epochMs(text));

/** Minutes since 1970-01-01 00:00 plant time of an instant (any offset) or of epoch milliseconds. */
export function plantMinutes(instant: Instant | number): number {
  const ms = typeof instant === 'number' ? instant : epochMs(instant);
  return Math.floor((ms + OFFSET_MS) / 60_000);
}

/** The instant at these plant minutes, `YYYY-MM-DDTHH:mm:00+09:00`. */
export function instantOfMinutes(minutes: number): Instant {
  const day = Math.floor(minutes / DAY_MINUTES);
  return `${dateOfDay(day)}T${clockOfMinutes(minutes)}:00+09:00`;
}

/** `HH:mm` of plant minutes. */
export function clockOfMinutes(minutes: number): string {
  const inDay = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}

/** Minutes after midnight of `HH:mm`. */
export function minutesOfClock(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

/** When the plant's work begins and ends, minutes after midnight. */
export const OPENS = minutesOfClock(WORK_START_CLOCK);
export const CLOSES = minutesOfClock(WORK_END_CLOCK);

/** The instant of a plant day and clock time. */
export const instantAt = (date: PlantDate, clock: string): Instant => `${date}T${clock}:00+09:00`;
/** The plant day of an instant or of epoch milliseconds. */
export const plantDate = (instant: Instant | number): PlantDate => dateOfDay(Math.floor(plantMinutes(instant) / DAY_MINUTES));
/** `HH:mm` plant time of an instant or of epoch milliseconds. */
export const plantClock = (instant: Instant | number): string => clockOfMinutes(plantMinutes(instant));
/** An instant or epoch milliseconds, to the second, as the wire writes it. */
export function toInstant(instant: Instant | number | Date): Instant {
  const ms = instant instanceof Date ? instant.getTime() : typeof instant === 'number' ? instant : epochMs(instant);
  return `${new Date(ms + OFFSET_MS).toISOString().slice(0, 19)}+09:00`;
}
/** The day an end belongs to: an end of 00:00 on day D means 24:00 of D-1. */
export const endDate = (instant: Instant): PlantDate => dateOfDay(Math.floor((plantMinutes(instant) - 1) / DAY_MINUTES));
/** The clock of an end on its `endDate`: midnight is 24:00. */
export const endClock = (instant: Instant): string => (plantClock(instant) === '00:00' ? '24:00' : plantClock(instant));

/** Start of the half-day block that holds these minutes: 00:00-11:59 becomes 00:00, from 12:00 on 12:00. */
export const snapStart = (minutes: number): number => Math.floor(minutes / HALF_DAY_MINUTES) * HALF_DAY_MINUTES;
/** End of the half-day block: rounds up to 12:00 or 24:00. */
export const snapEnd = (minutes: number): number => Math.ceil(minutes / HALF_DAY_MINUTES) * HALF_DAY_MINUTES;

/** `2026/04/01(水)`. */
export function formatDate(date: PlantDate): string {
  return `${date.replaceAll('-', '/')}(${WEEKDAYS[weekday(date)]})`;
}
/** `4/1(水)`. */
export function formatMonthDay(date: PlantDate): string {
  const [, month, day] = date.split('-');
  return `${Number(month)}/${Number(day)}(${WEEKDAYS[weekday(date)]})`;
}
/** `4/1(水)`; of another year than that of a second day `2027/4/1(水)`. */
export function formatDayBeside(date: PlantDate, beside: PlantDate): string {
  const [year] = date.split('-');
  return beside.startsWith(`${year}-`) ? formatMonthDay(date) : `${year}/${formatMonthDay(date)}`;
}
/** `2026/04/01(水) 08:30`. */
export const formatInstant = (instant: Instant): string => `${formatDate(plantDate(instant))} ${plantClock(instant)}`;
/** `2026/04/01(水) 24:00`: an instant as an end. */
export const formatEnd = (instant: Instant): string => `${formatDate(endDate(instant))} ${endClock(instant)}`;
/** `YYYYMMDDHHmm` of epoch milliseconds, for file names. */
export function fileStamp(ms: number): string {
  return `${plantDate(ms).replaceAll('-', '')}${plantClock(ms).replace(':', '')}`;
}
