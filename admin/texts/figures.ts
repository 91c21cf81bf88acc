/** Words of 指標 and 立案の履歴. */
import type { Success } from '../../server/contract/handlers.ts';
import { WEEKDAYS } from '../../server/domain/ground/constants.ts';
import { addDays, formatMonthDay, type PlantDate, weekday } from '../../server/domain/ground/plant-time.ts';
import { counted } from '../../server/domain/texts/numbers.ts';

type Figures = Success<'getFigures'>;
type PeriodKind = Figures['period']['kind'];

export const FIGURES = {
  title: '指標',
  period: '期間',
  kinds: { this_week: '今週', last_week: '先週', this_month: '今月', range: '期間を選ぶ' } satisfies Record<PeriodKind, string>,
  /** What the shown period is called beside a value. */
  shown: { this_week: '今週', last_week: '先週', this_month: '今月', range: '期間' } satisfies Record<PeriodKind, string>,
  from: '開始日',
  to: '終了日',
  show: '表示',
  print: '印刷',
  asOf: (now: string): string => `${now} 現在`,
  planned: (at: string): string => `立案 ${at}`,
  notPlanned: '立案はまだありません',
  monthIsMean: (month: string): string => `${month}は週の平均`,
  none: '—',
  line: '12週間の推移',
  lineLater: '2週分の記録がたまると線が出ます',
  better: '良くなった',
  worse: '悪くなった',
  more: '増えた',
  less: '減った',
  same: '変わらない',
  until: (day: PlantDate): string => `${formatMonthDay(day)}まで`,
  target: (percent: number): string => `目標 ${percent}%`,
  percent: (value: number): string => `${value}%`,
  days: (value: number): string => `${value}日`,
} as const;

type Comparison = Figures['comparisons'][number];
/** `3月`; weeks belong to the month of their Thursday. A month by its name: the one before this week's may be another than the one before last week's. */
const monthName = (first: PlantDate): string => `${Number(first.slice(5, 7))}月`;
/** What the shown period is held against. */
export const beforeName = ({ kind, from_date }: Pick<Comparison, 'kind' | 'from_date'>, shown: PeriodKind): string =>
  ({
    week_before: shown === 'last_week' ? '前の週' : '先週',
    month_before_weeks: monthName(addDays(from_date, 3)),
    month_before: monthName(from_date),
    span_before: '前の期間',
  })[kind];
/**
 * Names the period that shipments are compared with: `先週 11/16(月)まで`, for a mean of weeks `3月 各週の月曜まで`. While a period is under way, as
 * many days of the one before count.
 */
export function shippedBeforeName(before: Comparison, shown: PeriodKind): string {
  const { kind, to_date, shipped_to } = before;
  const name = beforeName(before, shown);
  if (shipped_to === to_date) return name;
  return `${name} ${kind === 'month_before_weeks' ? `各週の${WEEKDAYS[weekday(shipped_to)]}曜まで` : FIGURES.until(shipped_to)}`;
}

/** いまの計画: what the plan says, above what was done. */
export const PLAN_NOW = {
  title: 'いまの計画',
  late: '納期遅れ',
  orders: (late: number, open: number): string => `${counted(late)}件(未完了 ${counted(open)}製番のうち)`,
  worst: (days: number, total: number): string => `最大 ${counted(days)}日・合計 ${counted(total)}日`,
  none: 'ありません',
  board: '遅れの大きい順に見る',
  below: '下は実績(炉は計画を含む)。',
  shippedTo: (day: PlantDate): string => `出荷は${FIGURES.until(day)}を前の同じ日数と比べます。`,
  tooFew: '出荷が少なく比べません。',
} as const;

/** What was lost in the period, by reason. */
export const LOSSES = {
  stops: (parts: readonly string[]): string => `設備の停止 ${parts.join('・')}`,
  hours: (reason: string, count: number, hours: number): string =>
    `${reason} ${counted(count)}回 ${hours < 1 ? `${Math.max(1, Math.round(hours * 60))}分` : `${hours.toFixed(1)}時間`}`,
  defects: (parts: readonly string[]): string => `不良 ${parts.join('・')}`,
  pieces: (reason: string, pieces: number): string => `${reason} ${counted(pieces)}個`,
  noReason: '理由なし',
} as const;

/** 回答遵守率: what became of promised days. */
export const PROMISED = {
  title: '回答遵守率',
  behind: '回答遵守率の内訳',
  span: (first: PlantDate, last: PlantDate): string =>
    `約束した日が${PROMISED.month(first)}〜${PROMISED.month(last)}の仮押さえから受注になり、出荷したもの`,
  month: (date: PlantDate): string => `${Number(date.slice(0, 4))}年${Number(date.slice(5, 7))}月`,
  empty: '約束した納期の実績はまだありません',
  made: (kept: number, shipped: number): string => `約束どおり ${counted(kept)} ÷ ${counted(shipped)}件`,
  late: (days: number): string => (days > 0 ? `遅れ 計${counted(days)}日` : '遅れなし'),
  open: (open: number, overdue: number): string =>
    `受注して未出荷 ${counted(open)}件${overdue > 0 ? `(うち約束した日を過ぎた ${counted(overdue)}件)` : ''}`,
  asked: (answered: number, held: number): string => `回答 ${counted(answered)}件・仮押さえ ${counted(held)}件`,
  show: '内訳を見る',
  hide: '内訳を閉じる',
  byMonth: '約束した月',
  byProduct: '製品',
  orders: '製番',
  promisedOn: '約束した日',
  shippedOn: '出荷した日',
  lateDays: '遅れ日数',
  shipped: '出荷',
  kept: '約束どおり',
  rate: '遵守率',
  table: { month: '約束した月ごと', product: '製品ごと', orders: '約束した製番' },
} as const;

export const TILES = {
  on_time_rate: { name: '納期遵守率', hint: '納期までに出荷した製番の割合', unit: '%' },
  late_days: { name: '遅れ日数', hint: '出荷した製番の遅れの合計', unit: '日' },
  furnace_fill: { name: '炉の充填率', hint: '炉の容量をどれだけ使ったか', unit: '%' },
  furnace_runs_a_day: { name: '炉の回数', hint: '1日あたりの炉の運転', unit: '回/日' },
  lots_in_work: { name: '仕掛', hint: '鋳込み後、出荷前の追番', unit: '件' },
  flow_days: { name: '流れ日数', hint: '鋳込みから出荷までの平均', unit: '日' },
} as const;
export type TileName = keyof typeof TILES;
/** The hint of 納期遵守率 and 炉の回数 with what they are made of. */
export const ofShipped = (onTime: number, due: number): string => `納期内 ${onTime} ÷ 出荷 ${due}件`;
/** The hint of 炉の充填率 while some of it is plan. */
export const ofPlanned = (done: number, planned: number): string => `実績 ${done}回・計画 ${planned}回`;
export const ofWorkingDays = (runs: number, days: number): string => `運転 ${runs}回 ÷ 稼働 ${days}日`;

export const TREND = {
  title: '納期遵守率と遅れ日数',
  weeks: '12週間',
  underWay: (day: PlantDate): string => `12週間・今週は${FIGURES.until(day)}`,
  week: '週',
  empty: '出荷の記録がまだありません。工程がすべて終わった製番から数えます。',
} as const;

export const FURNACES = {
  title: '炉ごとの充填率と回数',
  furnace: '炉',
  fill: '充填率',
  runs: '回数',
  times: (runs: number): string => `${runs}回`,
  total: (runs: number): string => `合計 ${runs}回`,
  empty: '炉の運転がまだありません。立案すると出ます。',
  noRun: '運転なし',
  units: (name: string, units: number): string => (units > 1 ? `${name}(${units}台)` : name),
} as const;

export const PLACES = {
  title: (lots: number | null): string => (lots === null ? '仕掛はどこにあるか' : `仕掛 ${lots}件はどこにあるか`),
  place: '場所',
  lots: '件数',
  before: (name: string, lots: number): string => `${name} ${lots}件`,
  difference: (name: string): string => `${name}との差`,
  empty: 'この期間の仕掛は記録されていません。立案のたびに記録されます。',
  names: {
    casting: '鋳込・解枠',
    shakeout: '砂落し・切断',
    finishing: '仕上',
    heat: '熱処理',
    machining: '機械加工',
    inspection: '検査',
    shipping: '梱包・出荷',
    outsourced: '外注',
    other: 'その他',
  } satisfies Record<Figures['places'][number]['place'], string>,
} as const;

export const LOAD = {
  title: '設備負荷',
  hint: '納期を守るのに必要な時間 ÷ 稼働できる時間(週ごと)。100%超は納期に遅れます。',
  notLoad: '設備別カレンダーの稼働率(いまの計画が使う割合、炉は装入量)とは別の数字です。',
  facility: '設備(込んでいる順)',
  remark: 'ひとこと',
  weekNames: ['今週', '来週'],
  weekFrom: (day: string): string => `${day}〜`,
  workingDays: (days: number): string => `稼働${days}日`,
  legend: ['50%未満', '50〜', '75〜', '90〜', '100%超 不足'],
  stopped: '停止',
  closed: '休み',
  all: (count: number): string => `全${count}設備を見る`,
  fewer: '込んでいる8設備だけにする',
  empty: '計画がまだありません。立案すると出ます。',
  spills: (weeks: string): string => `${weeks}不足`,
  spillsDays: (week: string, days: number): string => `${week}は ${days}日分不足`,
  weekOf: (day: string): string => `${day}の週`,
  joined: (weeks: readonly string[]): string => weeks.join('・'),
  tight: '余力わずか',
  room: '余力あり',
  stops: (week: string): string => `${week} 停止`,
} as const;

export const LAST_RUN = {
  title: '前回の立案の効果',
  when: (from: string, to: string, by: string): string => `${from}〜${to}・${by}`,
  ahead: 'これからの計画',
  before: '立案前',
  after: '立案後',
  difference: '差',
  late_orders: '納期遅れ',
  late_days: '遅れ日数の合計',
  worst_late_days: '最大の遅れ',
  furnace_runs: '炉の回数(2週間)',
  furnace_fill: '炉の充填率',
  flow_days: '流れ日数(平均)',
  moved: '動いた製番(工程)',
  /** `57件(308工程)`. */
  movedOrders: (orders: number | null, entries: number): string => `${orders === null ? '—' : counted(orders)}件(${counted(entries)}工程)`,
  movedFar: (count: number): string => `うち${count}件は3日以上`,
  history: '立案の履歴を見る',
  empty: '立案するとその前と後を比べます。',
  units: { orders: '件', days: '日', runs: '回', percent: '%', points: 'pt', tasks: '件' },
} as const;

export const RUN_HISTORY = {
  title: '立案の履歴',
  started: '開始〜終了',
  span: (from: string, until: string): string => `${from}〜${until}`,
  by: '実行者',
  status: '結果',
  statuses: { queued: '待機中', running: '実行中', complete: '完了', error: '失敗', cancelled: '取消' },
  late_orders: '納期遅れ(件)',
  late_days: '遅れ日数の合計',
  worst_late_days: '最大の遅れ(日)',
  furnace_runs: '炉の回数(2週間)',
  furnace_fill: '炉の充填率',
  frozen: '固定日数',
  frozenDays: (days: number): string => `${counted(days)}日`,
  conflicts: '残った矛盾',
  conflictsHint: '立案の終わりに、動かせない工程(ロック中・手で追加・固定日数内)のうち、規則に合わない位置にあった工程の数です。',
  moved: '動いた製番(工程)',
  /** `57(308)`. */
  movedOrders: (orders: number | null, entries: number): string => `${orders === null ? '—' : counted(orders)}(${counted(entries)})`,
  note: '内容',
  unchanged: '変更がなく、計画はそのまま',
  empty: '立案はまだ行われていません。',
  newest: (count: number): string => `新しい順に${count}件`,
} as const;
