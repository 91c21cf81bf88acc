import { FIRST_DATE, LAST_DATE, LONGEST_BAR_MONTHS } from '../constants.ts';

const slashed = (date: string): string => date.replaceAll('-', '/');

const OUT_OF_RANGE = `${slashed(FIRST_DATE)}〜${slashed(LAST_DATE)}の日付を入力してください。`;

/** What is said of dates beyond reason, in form, API and imports alike. */
export const DATE_TEXTS = {
  out_of_range: OUT_OF_RANGE,
  not_taken: (value: string): string => `「${value}」は使えません。${OUT_OF_RANGE}`,
  bar_too_long: `開始から終了までは${LONGEST_BAR_MONTHS / 12}年以内にしてください。`,
} as const;
