/** Words of the master screens: columns, searches, forms. */
export const PRODUCT_WORDS = {
  search: { code: '製品識別コード', name: '製品名', customer: '得意先名' },
  code: '製品コード',
  name: '製品名',
  customer: '得意先名',
  volume_factor: '容積係数',
  depth: '奥行',
  width: '幅',
  height: '高さ',
  volume: '容積',
  round_up: '切上容積',
  importing: '製品をインポートしています。しばらくお待ちください。',
  basics: '基本情報',
  heat: '熱処理',
  processing: '製品加工',
  demolding: '解枠',
  task: '工程',
  facility: '生産設備',
  anyFacility: '指定なし',
  temperature: '温度(℃)',
  retention: '保持時間(h)',
  cooling: '冷却方法',
  coolingTime: '冷却時間(h)',
  weekdays: '基本実施曜日',
  waiting: '待ち日数(日)',
  demoldingTime: '解枠時間(h)',
  addRow: '行を追加',
  removeRow: '行を削除',
  removeRowOf: (section: string, row: number): string => `${section}の${row}行目を削除`,
  addRowTo: (section: string): string => `${section}に行を追加`,
  noRows: '行がありません。',
  metres: 'm',
  cubic: 'm³',
} as const;

export const TASK_WORDS = { code: '工程コード', name: '工程名' } as const;

export const ORDER_WORDS = {
  serial: '製番',
  productCode: '製品コード',
  productName: '製品名',
  number: '発注数',
  weight: '単重量(kg)',
  status: '納入状態',
  material: '材質',
  deliveryDate: '製作納期',
  castingDate: '鋳込日',
  taskNumber: '工程数',
  deleteAll: '全オーダー削除',
  deleteAllTitle: '全データを削除しますか？',
  deleteAllBody: (orders: string, entries: string): string =>
    `オーダー${orders}件と、その工程情報・鋳込み情報・生産計画${entries}件を削除します。元に戻すことはできません。`,
  deleteAllLocked: (locked: string): string => `生産計画のうち${locked}件はロックされています。`,
  counting: '件数を確認しています…',
  deletedAll: '全オーダー情報を削除しました。画面がリロードされます。',
  basics: 'オーダー情報',
  lots: '追番',
  lot: '追番',
  tasks: '工程情報',
  entries: '生産計画',
  toPlan: 'ガントチャートで見る',
  toTasks: '工程情報を開く',
  toProduct: '製品を開く',
  noLots: '追番がありません。',
  noEntries: '生産計画がありません。',
  start: '開始',
  end: '終了',
  facility: '設備',
  state: '状態',
  locked: 'ロック中',
  received: '受入済み',
  late: (days: number): string => `遅 ${days}日`,
} as const;

export const ORDER_TASK_WORDS = {
  sort: '工程順',
  code: '工程コード',
  name: '工程名',
  arrangement: '手配',
  setup: '段取時間(h)',
  work: '作業時間(h)',
  frame: '解枠LT(日)',
  received: '受入',
  lastReception: '最終受入日',
  ordered: '発注数',
  receivedCount: '受入数',
  deleteAll: '全工程情報削除',
  deleteAllBody: (tasks: string, entries: string): string =>
    `工程情報${tasks}件と、その生産計画${entries}件を削除します。元に戻すことはできません。`,
  deletedAll: '全工程情報を削除しました。画面がリロードされます。',
} as const;

export const CASTING_WORDS = {
  serial: '製番',
  lot: '追番',
  date: '鋳込日',
  from: '鋳込日(開始)',
  to: '鋳込日(終了)',
  deleteAll: '全鋳込み削除',
  deleteAllBody: (castings: string): string => `鋳込み情報${castings}件を削除します。元に戻すことはできません。`,
  deletedAll: '全鋳込み情報を削除しました。画面がリロードされます。',
} as const;

export const FACILITY_WORDS = {
  code: '設備コード',
  name: '設備名',
  taskNames: '工程名',
  taskCodes: '工程コード',
  tasks: '対応工程',
  availability: '設備数',
  availabilityUnits: '設備数(台)',
  maxWeight: '最大重量(kg)',
  depth: '奥行(m)',
  width: '幅(m)',
  height: '高さ(m)',
  volume: '容積(m³)',
  size: '寸法',
} as const;

export const OUTSOURCING_WORDS = { code: '外注コード', name: '外注名', formName: '外注先名' } as const;

export const EMPLOYEE_WORDS = {
  id: '社員ID',
  name: '氏名',
  furigana: 'フリガナ',
  password: 'パスワード',
  passwordHint: '変更する場合のみ入力',
  permission: '権限',
  importSetting: 'CSVインポートを表示',
  resetLink: 'パスワード再設定リンクを発行',
  resetLinkTitle: 'パスワード再設定リンク',
  resetLinkHint: (until: string): string => `本人に渡してください。一度だけ、${until}まで使えます。`,
  copy: 'コピー',
  copied: 'コピーしました。',
  requests: (count: number): string => `パスワードの再設定の依頼が${count}件あります。`,
  requestedAt: '依頼日時',
} as const;

export const RESET_WORDS = {
  intro: '社員IDを入力してください。マスタ管理者に再設定の依頼が届きます。',
  submit: '依頼する',
  sent: '依頼を受け付けました。マスタ管理者から再設定リンクを受け取ってください。',
  toLogin: 'ログイン画面へ戻る',
  newPassword: '新しいパスワード',
  repeat: '新しいパスワード(確認)',
  differs: 'パスワードが一致しません。',
  save: 'パスワードを変更',
  done: 'パスワードを変更しました。新しいパスワードでログインしてください。',
  badLink: 'このリンクは使用済みか、有効期限が切れています。もう一度依頼してください。',
  forWhom: (employee: string): string => `社員ID ${employee}`,
} as const;

export const CHECK_WORDS = {
  level: '区分',
  message: '内容',
  orders: '影響オーダー',
  mend: '修正する',
  fine: '計画の妨げになる不備はありません。',
  levels: { error: '要修正', warning: '注意', info: '情報' },
  again: '再点検',
  code: 'コード',
} as const;

export const IMPORT_HISTORY = {
  outcome: '結果',
  messages: 'メッセージ',
  nothing: 'メッセージはありません。',
  saveMessages: 'メッセージをダウンロード',
  messageFile: (label: string, stamp: string): string => `${label}取込メッセージ${stamp}.txt`,
} as const;

export const AUDIT_WORDS = {
  at: '日時',
  actor: '社員ID',
  operation: '操作',
  kind: '種類',
  key: 'キー',
  change: '変更内容',
  from: '日付(開始)',
  to: '日付(終了)',
  nothing: '(なし)',
} as const;
