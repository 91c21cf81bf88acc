import type { Permission } from '../../ground/permissions.ts';

/** The words that people type into cells, as closed lists. Compared in the one form of `alike`, without spaces, in upper case. */

export const TRUE_WORDS: readonly string[] = [
  '1',
  'TRUE',
  'YES',
  'Y',
  '○',
  '◯',
  '〇',
  '●',
  '✓',
  '✔',
  'レ',
  '済',
  '済み',
  '有',
  'あり',
  '受入済',
  '受入済み',
  '完',
  '完了',
];
export const FALSE_WORDS: readonly string[] = ['0', 'FALSE', 'NO', 'N', '×', 'X', '✕', '✗', '未', '無', 'なし', '未受入', '-', '未済'];
export const CLOSED_WORDS: readonly string[] = ['非稼働', '休', '休日', '休業', '休業日', '非稼働日', '×', 'X', '✕', '1', 'TRUE'];
export const OPEN_WORDS: readonly string[] = ['稼働', '稼働日', '出勤', '出勤日', '○', '◯', '〇', '0', 'FALSE'];
/** Cells that say "nothing". */
export const EMPTY_WORDS: readonly string[] = ['-', 'なし', '無し', '無', 'NULL', '(NULL)', '\\N', 'N/A'];
/** First cell of a totals row. */
export const TOTAL_WORDS: readonly string[] = ['合計', '計', '総計', '小計', '総合計'];
export const PERMISSION_WORDS: Readonly<Record<string, string>> = {
  MASTER_ADMIN: 'master_admin',
  マスタ管理者: 'master_admin',
  マスター管理者: 'master_admin',
  PLANNING_MANAGER: 'planning_manager',
  生産計画担当: 'planning_manager',
  OUTSOURCING_MANAGER: 'outsourcing_manager',
  外注担当: 'outsourcing_manager',
  MANAGER: 'manager',
  '一般(閲覧)': 'manager',
  一般: 'manager',
};
/** The two states of a mark, and of a day. */
export const BOOLEAN_LABELS = { yes: '済', no: '未' } as const;
export const CLOSED_DAY_LABELS = { yes: '非稼働', no: '稼働' } as const;
/** The permissions as screens and messages call them. */
export const PERMISSION_LABELS: Readonly<Record<Permission, string>> = {
  master_admin: 'マスタ管理者',
  planning_manager: '生産計画担当',
  outsourcing_manager: '外注担当',
  manager: '一般(閲覧)',
};
/** Monday first, as the basic weekdays are written. */
export const WEEK_LETTERS = '月火水木金土日';
export const EVERY_DAY_WORDS: readonly string[] = ['毎日', '全日'];
export const WORKING_DAY_WORDS: readonly string[] = ['平日'];
export const WEEKDAY_SUFFIX = /曜日?/g;
export const WEEKDAY_RANGE = /^([月火水木金土日])[~-]([月火水木金土日])$/;
export const WEEKDAY_SEPARATORS = /[・,、,/\s]+/g;

/** First day of year 1 of each era less one year. */
export const ERA_BASE: Readonly<Record<string, number>> = {
  R: 2018,
  令和: 2018,
  令: 2018,
  H: 1988,
  平成: 1988,
  平: 1988,
  S: 1925,
  昭和: 1925,
  昭: 1925,
};
/** Era, year (元 is 1), month, day. */
export const ERA_DATE = /^(R|令和|令|H|平成|平|S|昭和|昭)\.?(元|\d{1,2})[年./-](\d{1,2})[月./-](\d{1,2})日?$/i;
export const FULL_DATE = /^(\d{4})[年./-](\d{1,2})[月./-](\d{1,2})日?$/;
export const SHORT_YEAR_DATE = /^'?(\d{2})([年/.-])(\d{1,2})[月/.-](\d{1,2})日?$/;
export const ONE_DIGIT_YEAR_DATE = /^\d{1}[年/.-]\d{1,2}[月/.-]\d{1,2}日?$/;
export const MONTH_DAY_DATE = /^(\d{1,2})[月/](\d{1,2})日?$/;
/** What may follow a date: a weekday in brackets, a time of day. */
export const DATE_TAIL =
  /(?:\([月火水木金土日祝]+\))?(?:T?\s*(?:午前|午後)?\d{1,2}[:時]\d{1,2}(?:[:分]\d{1,2}秒?(?:\.\d+)?)?分?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Minus signs that bookkeepers write. */
export const NEGATIVE_MARK = /^[▲△]/;
