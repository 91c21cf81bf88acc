import { FIRST_DATE, LAST_DATE, LONGEST_BAR_MONTHS, WEEKDAYS } from '../ground/constants.ts';
import { dateOfDay, endClock, endDate, formatMonthDay, type Instant, plantClock, plantDate } from '../ground/plant-time.ts';

const slashed = (date: string): string => date.replaceAll('-', '/');

const OUT_OF_RANGE = `${slashed(FIRST_DATE)}〜${slashed(LAST_DATE)}の日付を入力してください。`;

/** What is said of dates beyond reason, in form, API and imports alike. */
export const DATE_TEXTS = {
  out_of_range: OUT_OF_RANGE,
  not_taken: (value: string): string => `「${value}」は使えません。${OUT_OF_RANGE}`,
  reversed: '終了日は開始日以降の日付を指定してください。',
  bar_too_long: `開始から終了までは${LONGEST_BAR_MONTHS / 12}年以内にしてください。`,
} as const;

/** When something begins: `4/3(金) 08:00`. */
export const moment = (instant: Instant): string => `${formatMonthDay(plantDate(instant))} ${plantClock(instant)}`;
/** When something ends; midnight is 24:00 of the day before. */
export const endMoment = (instant: Instant): string => `${formatMonthDay(endDate(instant))} ${endClock(instant)}`;
/** `4/3(金)午後`: a half day, counted since 1970-01-01 00:00. */
export const halfDayMoment = (block: number): string =>
  `${formatMonthDay(dateOfDay(Math.floor(block / 2)))}${block % 2 === 1 ? '午後' : '午前'}`;

/** Names of the weekdays of these bits, bit 0 = Sunday: `月・水・金`. */
export const weekdayNames = (weekdays: number): string => WEEKDAYS.filter((_, index) => weekdays & (1 << index)).join('・');
