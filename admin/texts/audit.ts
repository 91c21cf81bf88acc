/** Words of the history of changes: kinds, operations, people who are none, fields and values. */
import { IMPORT_KINDS } from '../../server/domain/files/imports.ts';
import { counted } from '../../server/domain/texts/numbers.ts';
import { PRIORITY_WORDS } from '../../server/domain/texts/plan/priority.ts';
import { RUN } from './board/runs.ts';
import { notPlanned } from './board/story.ts';
import { ORDER_TASK_WORDS, PRODUCT_WORDS } from './master.ts';
import { RESOURCE_MESSAGES as RESOURCES } from './resources.ts';

/** What the rows of a table are called. */
export const AUDIT_KINDS = {
  products: '製品',
  heat_treatments: PRODUCT_WORDS.heat,
  product_processings: PRODUCT_WORDS.processing,
  demoldings: PRODUCT_WORDS.demolding,
  tasks: '工程',
  facilities: '設備',
  facility_tasks: RESOURCES.facilities.fields.task_ids,
  facility_availabilities: '設備稼働',
  outsourcings: '外注',
  outsourcing_answers: '外注先の回答',
  employees: '社員',
  holidays: '休日',
  orders: 'オーダー',
  order_tasks: '工程情報',
  castings: '鋳込み',
  terminals: '現場端末',
  plan_entries: '生産計画',
  facility_stops: '設備の停止',
  plans: '立案',
  settings: '立案の設定',
} as const;
export type AuditKind = keyof typeof AUDIT_KINDS;

/** Kinds whose rows belong to rows of another kind: nobody looks for them by themselves. */
const BELONGING: readonly string[] = ['heat_treatments', 'product_processings', 'demoldings', 'facility_tasks'];
/** The kinds that one can look for. */
export const SEARCHED_KINDS: Record<string, string> = Object.fromEntries(
  Object.entries(AUDIT_KINDS).filter(([kind]) => !BELONGING.includes(kind)),
);

/** Operations that say more than added, changed, removed. */
const OPERATIONS: Record<string, string> = {
  setAvailability: '稼働設定',
  createHoliday: '休日に設定',
  deleteHoliday: '休日を解除',
  createResetLink: '再設定リンクの発行',
  confirmPasswordReset: 'パスワードの再設定',
  changeOwnPassword: 'パスワードの変更',
  'user reset-password': 'パスワードの再設定',
  employee_keys: '社員IDの統一',
  undoImport: '取込の取り消し',
  joinDoubles: '1つにまとめる',
  deleteAllOrders: '全削除',
  deleteAllOrderTasks: '全削除',
  deleteAllCastings: '全削除',
  runSchedule: '立案実行',
  adoptPlan: '計画の選択',
  createScenario: 'シナリオの作成',
  changeScenario: 'シナリオの名前変更',
  dropScenario: 'シナリオの削除',
  addSchedule: '工程登録',
  modifySchedule: '工程変更',
  moveSchedules: '工程移動',
  modifyFacilitySchedule: '工程変更',
  deleteSchedule: '工程削除',
  deleteFacilitySchedule: '工程削除',
  deleteSchedules: '工程削除',
  switchLockStatus: 'ロック切替',
  lockOrder: '製番をロック',
  unlockOrder: '製番のロックを解除',
  setOrderPriority: '製番の優先度を変更',
  keepPromise: '仮押さえ',
  extendPromise: '仮押さえを延長',
  releasePromise: '仮押さえを解除',
  fulfilPromise: '受注に結ぶ',
  expirePromise: '仮押さえの期限切れ',
  setWorkTime: '作業時刻の設定',
  undoSchedule: '元に戻す',
  redoSchedule: 'やり直し',
  answerOutsourcing: '回答を入力',
  takeAnsweredSheets: '回答を取込',
  postMark: '今日の作業',
  createTerminalCode: '番号の発行',
  pairTerminal: '端末の接続',
  ...Object.fromEntries(IMPORT_KINDS.map(({ operation }) => [operation, 'インポート'])),
};
const SHAPES = { added: '追加', changed: '変更', removed: '削除' } as const;

/** The operation's word; where it needs none of its own, what happened to the row. */
export const operationName = (operation: string, shape: keyof typeof SHAPES): string => OPERATIONS[operation] ?? SHAPES[shape];

/** Programs that change things. */
const PROGRAMS: Record<string, string> = {
  cli: 'コマンドライン',
  nightly: '夜間処理',
  migration: '更新プログラム',
  expiry: '期限切れの処理',
};
/** `水城 涼(1002)`. */
export const actorName = (actor: string, name: string | null): string => (name ? `${name}(${actor})` : (PROGRAMS[actor] ?? actor));

const FIELDS = { products: RESOURCES.products.fields, facilities: RESOURCES.facilities.fields, orders: RESOURCES.orders.fields };
const RECIPE = FIELDS.products.heat_treatments;
const SIZES = ['depth', 'width', 'height', 'volume'] as const;
const STATE = { active: '状態' } as const;

/** Some of the words of a form. */
const some = <Field extends string>(words: NoInfer<Record<Field, string>>, fields: readonly Field[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, words[field]]));

/** The names of each kind's fields, in the order in which they are told; a field without a name is not told. */
export const AUDIT_FIELDS: Record<AuditKind, Record<string, string>> = {
  products: {
    ...some(FIELDS.products, ['product_code', 'product_name', 'customer_name', 'volume_factor', ...SIZES, 'round_up']),
    ...STATE,
    ...some(AUDIT_KINDS, ['heat_treatments', 'product_processings', 'demoldings']),
  },
  heat_treatments: some(RECIPE, ['temperature', 'retention_time', 'cooling_method', 'cooling_time', 'work_settings', 'waiting_days']),
  product_processings: some(RECIPE, ['waiting_days']),
  demoldings: some(FIELDS.products.demoldings, ['demolding_time']),
  tasks: { ...some(RESOURCES.tasks.fields, ['task_code', 'task_name', 'abbreviation']), ...STATE },
  facilities: {
    ...some(FIELDS.facilities, ['facility_code', 'facility_name', 'task_ids', 'availability', 'max_weight', ...SIZES]),
    ...STATE,
  },
  facility_tasks: {},
  facility_availabilities: {},
  outsourcings: { ...some(RESOURCES.outsourcings.fields, ['outsourcing_code', 'name']), ...STATE },
  employees: {
    ...some(RESOURCES.employees.fields, ['employee_id', 'name', 'name_furigana', 'permission']),
    ...STATE,
    reset_link_until: '有効期限',
  },
  terminals: { name: '端末名', facility_names: '設備', workers: '作業者', code_until: '有効期限', paired_at: '接続日時' },
  facility_stops: { unit: '台目', reason: '理由', stopped_at: '停止', resumes_on: '再開予定日', resumed_at: '再開', worker: '作業者' },
  outsourcing_answers: {
    answered_date: '回答納期',
    handed_on: '引渡した日',
    completed_quantity: '完了数',
    note: '備考',
    file_name: 'ファイル',
  },
  holidays: {},
  orders: {
    ...some(FIELDS.orders, [
      'serial_number',
      'product_code',
      'product_name',
      'number',
      'weight',
      'delivery_status',
      'material',
      'delivery_date',
      'casting_date',
      'priority',
    ]),
    held_until: '仮押さえの期限',
    awaits: '受注予定の製番',
  },
  order_tasks: {
    lot_number: RESOURCES.casting.fields.lot_number,
    ...some(FIELDS.orders.order_tasks, ['task_sort']),
    task_id: AUDIT_KINDS.tasks,
    ...some(FIELDS.orders.order_tasks, ['task_name']),
    arrangement: ORDER_TASK_WORDS.arrangement,
    outsourcing_code: RESOURCES.outsourcings.fields.outsourcing_code,
    order_name: '手配先名',
    ...some(FIELDS.orders.order_tasks, [
      'setup_hours',
      'work_hours',
      'solution_frame_days',
      'received',
      'last_reception_date',
      'order_quantity',
      'received_quantity',
    ]),
  },
  castings: some(RESOURCES.casting.fields, ['casting_date']),
  plan_entries: {
    start_date: '開始',
    end_date: '終了',
    facility_name: '設備',
    locked: 'ロック',
    received_locked: '工程終了',
    started_at: '実績の開始',
    finished_at: '実績の終了',
    good_quantity: '良品数',
    defect: '不良の理由',
    worker: '作業者',
    work_time_set: '作業時刻の指定',
  },
  plans: { alternative: '計画', name: '名前', base: 'コピー元', premises: '前提' },
  settings: {
    objective: '計画の評価方法',
    moving: RUN.moving,
    frozen_days: '固定日数(日)',
    batch_retention_tolerance_hours: '保持時間の許容差(時間)',
    casting_half_day: '鋳込の時刻(半日)',
    outsourcing_lead_days: '外注の標準日数(日)',
    furnace_heatup_hours: '炉の昇温時間(時間)',
    default_work_hours: '標準の作業時間(時間)',
    default_heat_hours: '標準の熱処理時間(時間)',
    volume_match_tolerance: '容積の許容差',
    metre_limit: '寸法をmmとみなす大きさ',
    near_working_days: '直近とみなす稼働日数(日)',
    slack_days: '納期余裕日数(日)',
    horizon_years: '計画の期間(年)',
    kept_plans: '残す前の計画の数',
    promise_margin_days: '納期回答の余裕(稼働日)',
    promise_moved_orders: '納期回答で動かす製番の上限',
    threads: '立案に使うスレッド数(0 = CPUコア数 − 1)',
    'weights.tardiness_day': '納期遅れ1日の重み',
    'weights.tardiness_square_divisor': '納期遅れの2乗を割る数',
    'weights.late_order': '遅れオーダー1件の重み',
    'weights.rush_factor': '特急の納期遅れの倍率',
    'weights.deferred_factor': '後回しの納期遅れの倍率',
    'weights.furnace_run': '炉1回の重み',
    'weights.furnace_hour': '炉1時間の重み',
    'weights.furnace_setup': '炉の段取1回の重み',
    'weights.work_in_progress_day': '仕掛り1日の重み',
    'weights.slack': '納期の余裕がないオーダーの重み',
    'weights.moved_bar': '計画の移動1件の重み',
    'weights.moved_half_day': '計画の移動半日の重み',
    'weights.moved_half_days_counted': '移動を数える上限(半日)',
    'weights.moved_facility': '設備の変更の重み',
    'weights.near_factor': '直近の移動の重みの倍率',
  },
};

/** What no and yes are called, field by field. */
export const AUDIT_MARKS: Record<string, readonly [no: string, yes: string]> = {
  active: ['無効', '有効'],
  locked: ['なし', 'あり'],
  received_locked: ['未', '済'],
  received: ['未', '済'],
  work_time_set: ['なし', 'あり'],
};

/** The words of values that are one of a few. */
export const CHOICES: Record<string, Record<string, string>> = {
  objective: { weighted: '総合点', strict: '納期優先' },
  moving: RUN.movings,
  priority: PRIORITY_WORDS,
};

const count = (number: number): string => `${counted(number)}件`;

export const AUDIT = {
  nothing: '(なし)',
  unset: '標準',
  all: '全件',
  everyDay: PRODUCT_WORDS.everyDay,
  gone: '(削除済み)',
  unchanged: '変更なし',
  came: '新しく登録',
  went: '削除',
  passwordChanged: 'パスワードを変更',
  becameHoliday: '稼働日 → 休日',
  becameWorkday: '休日 → 稼働日',
  removedAll: (rows: number): string => `${count(rows)}を削除`,
  /** An instant says by itself what it is. */
  instant: (name: string, text: string): string => `${name} ${text}`,
  value: (name: string, text: string): string => `${name}: ${text}`,
  changed: (before: string, after: string): string => `${before} → ${after}`,
  added: (what: string): string => `${what}を追加`,
  removed: (what: string): string => `${what}を削除`,
  within: (row: string, line: string): string => `${row} ${line}`,
  days: (from: string, to: string): string => (from === to ? from : `${from}〜${to}`),
  units: (units: number): string => `${counted(units)}台`,
  planned: (tasks: number, late: number, rest: { unplaced: number; excluded_orders: number }): string =>
    `${count(tasks)}を計画、遅れ ${count(late)}${
      rest.unplaced + rest.excluded_orders > 0
        ? `、${notPlanned(rest)
            .map(({ text }) => text)
            .join('、')}`
        : ''
    }`,
  /** One plan in the place of another: `計画① → 計画③、遅れ 105→72件`. */
  adopted: (former: string, name: string, late: readonly [number, number] | undefined): string =>
    `${former} → ${name}${late ? `、遅れ ${counted(late[0])}→${count(late[1])}` : ''}`,
  otherPlan: '別の計画',
  /** Of a change in a plan that was not the published one. */
  beside: (plan: string): string => `${plan}での変更(公開中の計画はそのまま)`,
  moved: (entries: number): string => `動いた工程 ${count(entries)}`,
  rows: (rows: number): string => `${counted(rows)}行を取り込み`,
  rowsTakenBack: (rows: number): string => `${counted(rows)}行の取り込みを取り消し`,
  counts: (kind: string, { added, altered, removed }: { added: number; altered: number; removed: number }): string => {
    const parts = [
      added > 0 ? `追加 ${count(added)}` : '',
      altered > 0 ? `変更 ${count(altered)}` : '',
      removed > 0 ? `削除 ${count(removed)}` : '',
    ];
    return `${kind}: ${parts.filter(Boolean).join('、') || '変更なし'}`;
  },
  details: '内訳を見る',
  ofImport: 'インポート1回の内訳を表示しています。',
  toAll: 'すべての履歴に戻る',
  toImport: '取込履歴で見る',
} as const;
