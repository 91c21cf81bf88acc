/** Words of the schedule views: the board, its search, its dialogs. */
import { formatDate, formatMonthDay, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';
import type { Ground } from '../../board/chart/scene/bars.ts';

export const BOARD = {
  stack: 'スタックモード',
  today: '今日へ',
  run: '立案実行',
  search: '検索',
  empty: '生産計画がありません。立案を行なって下さい。',
  loading: '読み込み中です…',
  failed: 'エラーが発生しました。',
  reload: '再読み込み',
  pending: '工程計画が作成されています。しばらくお待ちください。',
  columns: { order: '製番', deadline: '納期', previous_end: '前工程終了', task: '工程' },
  label: '生産計画ガントチャート',
  keys: '矢印キーで工程を移動、Enterで詳細、Lでロック、Tで今日へ移動します。',
  unknown: '—',
  lockOrder: '製番をロック',
  unlockOrder: '製番のロックを解除',
  lock: 'ロックする',
  unlock: 'ロックを解除する',
  locked: (order: string, task: string): string => `${order} ${task}をロックしました。`,
  unlocked: (order: string, task: string): string => `${order} ${task}のロックを解除しました。`,
  orderLocked: (order: string): string => `製番 ${order}をロックしました。`,
  orderUnlocked: (order: string): string => `製番 ${order}のロックを解除しました。`,
  noOption: '該当するデータがありません。',
  openList: '候補を開く',
  closeList: '候補を閉じる',
  clear: '消す',
  openProduct: '製品を開く',
  openFacility: '設備を開く',
  outsourced: '外注',
  noFacility: 'なし',
  late: '納期遅れ',
  pages: 'ページ',
  previousPage: '前のページ',
  nextPage: '次のページ',
} as const;

/** `外注(大葉機械加工)`; 外注 alone where nobody says who. */
export const withPartner = (name: string | null): string => (name === null ? BOARD.outsourced : `${BOARD.outsourced}(${name})`);

/** Single characters drawn inside the chart. */
export const MARKS = { morning: '前', afternoon: '後' } as const;

export const GROUNDS: Record<Ground | 'demolding', string> = {
  normal: '通常',
  locked: 'ロック中',
  finished: '受入済み',
  undated: '受入済み(日付なし)',
  past: '納期遅れ',
  outsourced: '外注',
  demolding: '解枠',
};

/** `2026年11月`. */
export const monthLabel = (year: number, month: number): string => `${year}年${month}月`;
/** `午前` or `午後`. */
export const halfDay = (afternoon: boolean): string => (afternoon ? '午後' : '午前');
/** `11/16(月) 午後`; without a known half day the date alone. */
export const dayAndHalf = (date: PlantDate, afternoon: boolean | undefined): string =>
  afternoon === undefined ? formatMonthDay(date) : `${formatMonthDay(date)} ${halfDay(afternoon)}`;
/** `8 工程`. */
export const taskCount = (count: number): string => `${count} 工程`;
/** `12個`. */
export const pieces = (count: number): string => `${counted(count)}個`;
/** `1,250 kg`. */
export const kilograms = (weight: number): string => `${counted(weight)} kg`;
/** `3日`. */
export const daysText = (days: number): string => `${counted(days)}日`;
/** `遅れ 3日`: of an order, and of nothing else. */
export const lateBy = (days: number): string => `遅れ ${daysText(days)}`;
/** `ロット遅れ 3日`: of a lot; one that is as late as its order says what the order says. */
export const lotLateBy = (days: number, ofOrder: number): string => (days === ofOrder ? lateBy(days) : `ロット${lateBy(days)}`);
/** `26日`; where the lot is less late than its order, `26日(このロットは3日)`. */
export const lateDaysText = (days: number, ofLot: number): string =>
  days === ofLot ? daysText(days) : `${daysText(days)}(このロットは${daysText(ofLot)})`;

export const TOOLTIP = {
  span: '期間',
  clock: '時刻',
  facility: '設備',
  quantity: '数量',
  defect: '不良',
  deadline: '納期',
  previous: '前工程終了',
  casting: '解枠待ち',
  late: '遅れ',
  reason: '理由',
  received: '受入',
  noDate: '日付なし',
  locked: 'ロック中のため動かせません',
  run: '同じ炉でまとめて処理',
} as const;

/** `2026/11/16(月) 午前 〜 11/17(火) 午後`. */
export const spanText = (from: PlantDate, fromAfternoon: boolean, to: PlantDate, toAfternoon: boolean): string =>
  `${formatDate(from)} ${halfDay(fromAfternoon)} 〜 ${formatMonthDay(to)} ${halfDay(toAfternoon)}`;

/** What a screen reader hears of a bar. */
export const barLabel = (order: string, task: string, span: string, states: readonly string[]): string =>
  [`${order} ${task}`, span, ...states].join('、');

export const MESSAGES = {
  title: 'メッセージがあります。',
  more: 'さらに表示',
  levels: { error: 'エラー', warning: '注意', info: '情報' },
} as const;
/** `メッセージがあります。(3件)`. */
export const messagesTitle = (count: number): string => `${MESSAGES.title}(${counted(count)}件)`;

export const SEARCH = {
  title: '検索条件',
  serial: '製番',
  serialHint: '複数はカンマで区切ります',
  products: '得意先・製品',
  tasks: '工程・設備',
  all: 'すべて選択',
  from: '納期(開始)',
  to: '納期(終了)',
  delivered: '納期済み',
  openOnly: '未完了のみ',
  narrow: '絞り込み',
  clear: '条件クリア',
  submit: '検索',
  close: '閉じる',
  noFacility: 'なし',
  noCustomer: '(得意先なし)',
  open: (name: string): string => `${name}を開く`,
  fold: (name: string): string => `${name}を閉じる`,
  selected: (count: number, all: number): string => `${counted(count)} / ${counted(all)}`,
  none: '1つ以上選択してください。',
} as const;

export const DETAIL = {
  title: '工程詳細',
  close: '閉じる',
  order: '製番',
  product: '製品名',
  lot: '追番',
  task: '工程名',
  facility: '生産設備',
  start: '開始日時',
  end: '終了日時',
  deadline: '納期',
  quantity: '数量',
  state: '状態',
  labor: '作業工数',
  tools: '使用治具',
  runs: '炉チャージ',
  labor_columns: { date: '日付', facility: '設備', kind: '区分', hours: '時間(h)' },
  tool_columns: { code: 'コード', name: '名称', quantity: '数量', note: '備考' },
  run_columns: { serial: '製番', lot: '追番', product: '製品名', pieces: '数量', weight: '重量(kg)' },
  charge: 'チャージ番号',
  latest: '遅くとも',
  recipe: '条件',
  weight: '装入重量',
  volume: '装入容積',
  period: '期間',
  unit: (unit: number): string => `${unit + 1}台目`,
  recipeText: (temperature: number, retention: number, cooling: string, coolingHours: number): string =>
    `${counted(temperature)}℃ × ${retention}h、${cooling} ${coolingHours}h`,
  cubicMetres: (volume: number): string => `${volume.toLocaleString('ja-JP', { maximumFractionDigits: 2 })} m³`,
} as const;

export const FORM = {
  fixHours: '時間を実働に合わせる',
  freeHours: '実働時間の指定を外す',
  hoursHint: '開始と終了を勤務時間の中の時刻に固定します。外すと半日単位に戻ります。',
  edit: '生産計画 工程詳細',
  add: '生産計画 工程登録',
  task_name: '工程名',
  order: '製番',
  product_name: '製品名',
  lot_number: '追番',
  current_start_time: '現在の開始日時',
  current_end_time: '現在の終了日時',
  start_date_date: '開始日',
  start_date_hour: '開始時刻',
  end_date_date: '終了日',
  end_date_hour: '終了時刻',
  facility: '生産設備',
  locked: '工程開始',
  received_locked: '工程終了',
  midnight: '00:00は前日の24:00です。',
  leavesRun: '日程や設備を変えると、この工程は炉チャージから外れます。同じチャージの他のロットはそのままです。',
  save: '保存',
  delete: '削除',
  cancel: 'キャンセル',
  saved: '工程が保存されました。',
  deleted: '工程が削除されました。',
  conflict: '他の人が先に保存しました。最新の計画を読み込みました。',
  pick: '選択してください',
} as const;

export const DELETE_TASK = {
  title: '工程を削除しますか？',
  cancel: 'キャンセル',
  confirm: '削除する',
} as const;

/** The error dialog: a line per field, `label - message`; other keys as they are. */
export const ERROR_DIALOG = {
  title: 'エラーが発生しました',
  ok: 'OK',
  labels: {
    start_date_date: '工程開始',
    end_date_date: '工程終了',
    facility: '生産設備',
    furnace_run: '炉チャージ',
    start_date_hour: '開始時刻',
    end_date_hour: '終了時刻',
    start_date: '開始日時',
    end_date: '終了日時',
    locked: '工程開始',
    received_locked: '工程終了',
    order: '製番',
    orders: '製番',
    order_task: '工程',
    task_id: '工程',
    lot_number: '追番',
    task_sort: '工程順',
    schedule_ids: '工程',
    start_time: '開始時刻',
    end_time: '終了時刻',
    moves: '動かす工程',
    entries: '工程',
    id: '工程',
    version: '更新番号',
    step: '操作',
    time_limit_seconds: '計算時間(秒)',
    objective: '計画の評価方法',
    frozen_days: '固定日数(日)',
    moving: '動かす範囲',
    first_orders: '先にする製番',
    batch_retention_tolerance_hours: '保持時間の許容差(時間)',
    slack_days: '納期余裕日数(日)',
    non_field_errors: '全体',
  } as Record<string, string>,
  line: (label: string, message: string): string => `${label} - ${message}`,
} as const;

export const CALENDAR = {
  label: '設備別カレンダー',
  from: '表示開始日',
  add: '工程を追加',
} as const;
