import type { Permission } from '../../ground/permissions.ts';

/** The words that people type into cells, as closed lists. Compared in the one form of `alike`, without spaces and case. */

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
/** What a line says that stands around the rows of a file and is none of them. */
export const LINE_WORDS: readonly string[] = [
  ...['以上', '以上です', '以下余白', '余白', '終了', '終わり', 'おわり', 'データ終了', 'ファイル終了'],
  ...[
    '次ページへ',
    '次頁へ',
    '次ページへ続く',
    '次頁へ続く',
    '次ページに続く',
    '次頁に続く',
    '続く',
    'つづく',
    '前ページから続く',
    '前頁から続く',
  ],
  ...['該当データなし', '該当データはありません', '該当するデータはありません', 'データはありません'],
  ...['EOF', 'END', 'END OF FILE', 'END OF REPORT', 'END OF DATA', 'END OF LIST', 'TOTAL', 'GRAND TOTAL', 'SUBTOTAL'],
];
/** How such a line begins that says when and by whom it was made, or explains. */
export const LINE_BEGINNINGS: readonly string[] = [
  '※',
  ...['出力', '作成', '印刷', '発行', '集計', '抽出'].flatMap((work) => ['日', '時刻', '者', '元'].map((what) => `${work}${what}`)),
];
/** Before a count of rows. */
export const COUNT_LABELS: readonly string[] = [
  ...[
    '件数',
    '合計件数',
    '総件数',
    '全件数',
    '出力件数',
    '抽出件数',
    '処理件数',
    'データ件数',
    'データ数',
    'レコード件数',
    'レコード数',
    '行数',
    '総数',
  ],
  ...['COUNT', 'ROWS', 'ROW COUNT', 'RECORDS', 'RECORD COUNT'],
];
/** Before a count in the same cell. */
export const COUNT_PREFIXES: readonly string[] = ['合計', '総計', '小計', '計', '全', '総', '以上', 'TOTAL'];
export const COUNT_UNITS: readonly string[] = ['件', '行', 'レコード', 'ROWS', 'ROW', 'RECORDS', 'RECORD'];
export const PAGE_WORDS: readonly string[] = ['ページ', '頁', 'PAGE'];
/** First cell of a totals row. */
export const TOTAL_WORDS: readonly string[] = ['合計', '計', '総計', '小計', '総合計'];
/** Other words of such a row; it holds counts alone beside them. */
export const OTHER_TOTAL_WORDS: readonly string[] = [
  '累計',
  '総累計',
  '中計',
  '平均',
  'TOTAL',
  'GRAND TOTAL',
  'SUBTOTAL',
  'SUB TOTAL',
  'SUM',
];
/** Before and behind them; days and months too, as in 4月計. */
export const TOTAL_PREFIXES: readonly string[] = [
  ...['税込', '税込み', '税抜', '税抜き', '税別', '消費税', '差引'],
  ...[
    '本日',
    '当日',
    '当月',
    '今月',
    '先月',
    '前月',
    '来月',
    '翌月',
    '月間',
    '月次',
    '週間',
    '年間',
    '年度',
    '当期',
    '前期',
    '上期',
    '下期',
  ],
  ...['通期', '四半期', '第', '期', '週', '分', '度', '末', '現在', '本', '全', '全体', '全社', '各', '別', '頁', 'ページ'],
  ...['件数', '行数', '数量', '個数', '重量', '質量', '金額', '発注', '受注', '工数', '時間', '部門', '部', '課'],
  ...['得意先', '取引先', '外注', '外注先', '仕入先', '製品', '品目', '材質', '工程', '設備', '製番', '担当者'],
];
export const TOTAL_SUFFIXES: readonly string[] = ['金額', '額', '数量', '数', '個数', '件数', '行数', '重量', '行', '欄'];
/** What is counted in such a row. */
export const MEASURE_UNITS: readonly string[] = [
  ...[
    '社',
    '名',
    '人',
    '個',
    '本',
    '台',
    '枚',
    '点',
    '式',
    '箱',
    '組',
    '回',
    '種',
    '種類',
    '品目',
    'ロット',
    'セット',
    '製番',
    '工程',
    '日',
  ],
  ...['時間', 'h', '分', '円', '千円', '万円', '百万円', 'kg', 'g', 't', 'トン', '%', 'pcs', 'ヶ', 'ケ', 'コ'],
];
/** Behind ※ in the first of two cells: a note, no code. */
export const NOTE_LABELS: readonly string[] = ['注', '注意', '注記', '注釈', '備考', '補足', '参考', '凡例', '単位', '印', '記号'];
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
const ERAS = 'R|令和|令|H|平成|平|S|昭和|昭';
/** Era, year (元 is 1), month, day. */
export const ERA_DATE = new RegExp(`^(${ERAS})\\.?(元|\\d{1,2})[年./-](\\d{1,2})[月./-](\\d{1,2})日?$`, 'i');
/** The era beside the year: `2027年(令和9年)4月1日`, `2027(令和9)年4月1日`. */
export const ERA_BESIDE = new RegExp(`(?<=^\\d{4}年?)\\((?:${ERAS})\\.?(?:元|\\d{1,2})年?\\)`, 'i');
export const FULL_DATE = /^(?:西暦)?(\d{4})[年./_,-](\d{1,2})[月./_,-](\d{1,2})日?$/;
export const SHORT_YEAR_DATE = /^'?(\d{2})([年/.-])(\d{1,2})[月/.-](\d{1,2})日?$/;
export const ONE_DIGIT_YEAR_DATE = /^\d{1}[年/.-]\d{1,2}[月/.-]\d{1,2}日?$/;
export const MONTH_DAY_DATE = /^(\d{1,2})[月/](\d{1,2})日?$/;
/** Day, month in English, year; month, day, year; year, month, day. */
export const ENGLISH_MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
export const DAY_IN_ENGLISH =
  /^(?:(?<day>\d{1,2})[-/.,]?(?<month>[a-z]{3,9})[-/.,]?(?<year>\d{4}|\d{2})|(?<month2>[a-z]{3,9})[-/.,]?(?<day2>\d{1,2})(?:st|nd|rd|th)?[-/.,](?<year2>\d{4})|(?<year3>\d{4})[-/.,]?(?<month3>[a-z]{3,9})[-/.,]?(?<day3>\d{1,2}))$/i;
/** The weekday beside a date, in brackets or not; in English only where it is one. */
export const WEEKDAY_BESIDE =
  /[([<【〔]\s*[月火水木金土日祝休・]+(?:曜日?)?(?:[・,]?祝日?)?\s*[)\]>】〕]|[月火水木金土日]曜日?|(?<=[\d日])\s*[火水木金土]$|(?<=[\d日])\s+[月日]$|(?<=日)[月日]$|(?<![a-z])(?:sun|mon|tue|wed|thu|fri|sat)(?:[a-z]*day)?(?![a-z])[.,]?/gi;
/** A time of day behind a date, with its zone. */
export const TIME_BEHIND =
  /(?:T|\s+|(?<=[日)])|-(?=\d{2}\.\d{2}\.\d{2}))\s*(?<half>午前|午後|AM|PM)?\s*(?<hour>\d{1,2})(?:時|[:時.]\s*(?<minute>\d{1,2})(?:分|[:分.]?\s*(?<second>\d{1,2})秒?(?:[.,]\d+)?)?)\s*(?<late>午前|午後|[AP]\.?M\.?)?\s*(?<zone>(?:Z|UTC|GMT|JST)?\s*(?:[+-]\d{1,2}(?::?\d{2}){0,2})?)\s*(?:\([^)]*\)|\[?Asia\/Tokyo\]?|JST)?$/i;
/** A zone behind a day alone: it does not move it. */
export const ZONE_BEHIND = /(?<=\d)(?:Z|\+\d{2}:?\d{2})$/;
/** As C and Java write: month, day, time, zone, year. */
export const YEAR_LAST = /^([a-z]{3,9}\s+\d{1,2})\s+(\d{1,2}:\d{2}.*)\s+(\d{4})$/i;
export const AFTERNOON = /^(?:午後|p)/i;
/** Eight digits of a day before those of hour and minute. */
export const DIGITS_OF_TIME = /^(\d{8})[T ]?(\d{2})(\d{2})(?=(?:\d{2})?(?:\.\d+)?(?:$|Z|[+-]))/i;
/** Nothing: zeros, and the form's signs without digits. */
export const NO_DATE = /^(?=.*[^t])[0\s/.:,年月日時分秒t_*?-]+$/i;
export const ALL_NINES = /^9{2,4}[/.-]?9{2}[/.-]?9{2}$/;
/** Words for a day that nobody knows yet. */
export const UNDECIDED_WORDS: readonly string[] = [
  '未定',
  '未設定',
  '未入力',
  '未決',
  '未決定',
  '未確定',
  '調整中',
  '検討中',
  '後日',
  '不明',
  'TBD',
  'NaT',
];
/** Minus signs that bookkeepers write. */
export const NEGATIVE_MARK = /^[▲△]/;
