/** Words of the holiday calendar and of the weekly availability. */
import { WEEKDAYS } from '../../server/domain/ground/constants.ts';
import { formatMonthDay, type PlantDate } from '../../server/domain/ground/plant-time.ts';

export const WEEKDAY_LABELS: readonly string[] = WEEKDAYS.map((one) => `${one}曜日`);

export const HOLIDAY_WORDS = {
  tag: '休日',
  previous: '前月',
  next: '翌月',
  today: '今月',
  month: (year: number, month: number): string => `${year}年${month}月`,
  add: (date: string): string => `${date} 休日にする`,
  remove: (date: string): string => `${date} 休日 稼働日に戻す`,
  closed: (count: number): string => `休日 ${count}日`,
  /** Said after a press on a day. */
  made: (day: PlantDate): string => `${formatMonthDay(day)}を休日にしました。`,
  opened: (day: PlantDate): string => `${formatMonthDay(day)}を稼働日にしました。`,
} as const;

export const AVAILABILITY_WORDS = {
  toCells: '台数の表へ進む',
  facility: '設備',
  previous: '前週',
  next: '翌週',
  thisWeek: '今週',
  week: (year: number, month: number, day: number): string => `${year}年${month}月${day}日〜`,
  save: '保存',
  saved: '設備稼働を保存しました。',
  cell: (facility: string, date: string): string => `${facility} ${date}の台数`,
  overridden: '個別設定',
  reset: '既定値に戻す',
  /** How an edited cell goes back to its default. */
  resetKey: (usual: number): string => `Deleteキーで既定値(${usual}台)に戻します`,
  resetOf: (facility: string, date: string): string => `${facility} ${date}を既定値に戻す`,
  toHolidays: (date: string): string => `${date}の休日カレンダーを開く`,
  edited: (count: number): string => `変更 ${count}件`,
  invalid: '0以上の整数を入力してください。',
  invalidDay: (day: string): string => `${day} の台数は0以上の整数で入力してください。`,
  discard: '変更を取り消す',
  copy: '翌週へコピー',
  copyHint: '表示している設備の台数を、翌週の同じ曜日に写します',
  copied: (cells: number): string => `前の週から${cells}件を写しました。保存すると反映されます。`,
  copiedNothing: '前の週と同じ台数です。変更はありません。',
  overwritten: (cells: number): string => `個別設定の上書き ${cells}件:`,
  overwrittenCell: (facility: string, day: string, before: number, after: number): string => `${facility} ${day} ${before}→${after}`,
  more: (cells: number): string => `ほか${cells}件`,
  skipped: (days: string): string => `休日が異なるため写していない日: ${days}`,
  legend: '太字は個別に設定された台数です。',
  keys: 'Tab・Enter・矢印キーで移動、Deleteキーで既定値に戻します。Ctrl+Sで保存します。',
  beyondTitle: '設備数より多い台数があります。保存しますか？',
  beyond: (cells: number): string => `次の${cells}件は、設備に登録された設備数より多い台数です。入力の誤りがないか確認してください。`,
  beyondCell: (facility: string, day: string, units: number, count: number): string => `${facility} ${day} ${units}台(設備数 ${count}台)`,
  beyondBack: '入力に戻る',
} as const;
