import type { Limits } from '../../plant/run-options.ts';
import { FILE_TEXTS } from '../files/imports.ts';
import { counted } from '../numbers.ts';
import { PLAN_SETTING_TEXTS, RUN_PHASES, RUN_TEXTS } from '../plan/runs.ts';
import { systemError } from './system-errors.ts';

/** A plan of a run, as it is told. */
interface OfferedPlan {
  id: number;
  moved_orders: number;
  moved_entries: number;
  late_orders: number;
  late_days: number;
  published: boolean;
}

/** Migrations by name; views and functions, which are `views/name` and the like, by their number. */
function schemaParts(names: readonly string[]): string {
  const migrations = names.filter((name) => !name.includes('/'));
  const others = names.length - migrations.length;
  return [...migrations, ...(others > 0 ? [`ビューと関数 ${others}件`] : [])].join('、');
}

/** What the command line and the start of the server say. */
export const CLI = {
  program: '生産計画立案システム',
  failed: '失敗しました: ',
  progress: (label: string, percent: number, phase: string): string => `${label} ${percent}% ${phase}`.trimEnd(),
  /** What runs, exports and nights are doing, by the phase of their job. */
  phases: {
    ...RUN_PHASES,
    write: 'ファイルに書き出しています',
    files: '受付フォルダを調べています',
    imports: '取り込んでいます',
    run: '立案しています',
    workbooks: '帳票を出力しています',
    summary: '結果をまとめています',
  } as Readonly<Record<string, string>>,
  json: '結果を JSON で出力します',
  serve: 'サーバーを起動します',
  port: 'ポート番号',
  role: 'このプロセスの役割',
  today: '今日とみなす日付 (YYYY-MM-DD)',

  import: '基幹システムのファイルを取り込みます',
  importKind: '種類 (省くと、ファイルの種類を見出しで見分け、自然な順に取り込みます)',
  repairOrAsIs: '--repair と --as-is は同時に指定できません。',
  oneFileOfKind: '種類を指定するときは、ファイルを1つだけ指定してください。',
  unknownKind: FILE_TEXTS.noKind,
  ofFile: (file: string, label: string): string => `■ ${file}${label === '' ? '' : ` (${label})`}`,
  inFile: (file: string, sentence: string): string => `${file}: ${sentence}`,
  importFile: 'Excel または CSV ファイル',
  dryRun: '書き込まずに結果だけを確認します',
  skipBadRows: 'エラーのある行を除いて取り込みます',
  repair: '先頭の0が失われた値に0を補って取り込みます',
  repairHint: '--repair を付けると補って取り込みます。',
  asIs: '先頭の0だけが違うものがあっても、そのまま取り込みます',
  asIsHint: '二重になる行があります。--repair を付けると読み替え、--as-is を付けるとそのまま取り込みます。',
  leftOut: '除いた行を、行番号と理由を付けてExcelファイルに書き出します',
  history: '取込履歴を表示します (番号を指定するとメッセージを表示)',
  importUndo: '取込を取り消し、各行を取り込む前の内容に戻します (番号は import-history にあります)',
  undoDryRun: '確認のみ: ',
  undoneImport: '取込を取り消しました: ',
  historyId: '取込の番号',
  historyLimit: '表示する件数',
  historyHeaders: ['番号', '日時', '実行者', '種類', 'ファイル', '結果', '行数', '新規', '変更', '変更なし', '削除', '警告', '除いた行'],
  importing: '取込中',
  imported: (label: string, rows: string, counts: { created: number; changed: number; unchanged: number }): string =>
    `${label}: ${rows}を取り込みました(新規 ${counted(counts.created)}件、変更 ${counted(counts.changed)}件、変更なし ${counted(counts.unchanged)}件)。`,
  dryRunResult: (
    label: string,
    rows: string,
    counts: { created: number; changed: number; unchanged: number; deleted: number; missing: number },
  ): string =>
    `${label}: ${rows}: 新規 ${counted(counts.created)}件、変更 ${counted(counts.changed)}件、変更なし ${counted(counts.unchanged)}件、削除 ${counted(counts.deleted)}件、ファイルにないもの ${counted(counts.missing)}件 (書き込んでいません)`,
  warning: (message: string): string => `警告: ${message}`,
  unreadableFile: (file: string): string => `ファイル「${file}」を開けません。`,

  schedule: '立案を実行・確認・選択・中止します',
  scheduleRun: '立案を実行します',
  scheduleStatus: '立案の状況を表示します',
  scheduleCancel: '実行中の立案を中止します',
  timeLimit: '計算時間の上限 (秒)',
  wait: '終わるまで待ちます',
  planning: '立案中',
  queued: (id: number): string => `立案 ${id} を受け付けました。`,
  noRun: '立案はまだ実行されていません。',
  nothingToCancel: '実行中の立案はありません。',
  cancelled: (id: number): string => `立案 ${id} の中止を指示しました。`,
  runEnded: (id: number, status: string): string => `立案 ${id}: ${status}`,
  statuses: { queued: '待機中', running: '実行中', complete: '完了', error: 'エラー', cancelled: '中止' },
  runUnchanged: '前回の立案から変更がないため、計画はそのままです。',
  runLate: (before: number | null, after: number): string => `納期遅れ: ${before === null ? '' : `${before}件 → `}${after}件`,
  runMoved: (orders: number | null, count: number): string =>
    orders === null ? `動いた工程: ${counted(count)}件` : `動いた製番: ${counted(orders)}件 (${counted(count)}工程)`,
  runPlan: ({ id, moved_orders, moved_entries, late_orders, late_days, published }: OfferedPlan): string =>
    `${RUN_TEXTS.plan_number(id)}: 動かす ${moved_orders}製番 (${moved_entries}工程)、遅れ ${late_orders}件 ${late_days}日${published ? ' (公開中)' : ''}`,
  scheduleAdopt: '最新の立案のほかの計画を公開します',
  adoptPlan: '計画の番号 (schedule status に表示されます)',
  adopted: (id: number): string => `${RUN_TEXTS.plan_number(id)}を公開しました。`,
  moving: '動かす範囲。misfits: 合わない工程だけ、least: 最小限、standard: 標準、punctual: 納期優先、anew: はじめから立て直す',
  runUnplaced: (count: number): string => `計画できない工程: ${counted(count)}件`,
  runMessages: (errors: number, warnings: number): string =>
    `メッセージ: エラー ${errors}件、警告 ${warnings}件 (内容は生産計画ガントチャートに表示されます)`,
  figureHeaders: ['指標', '今週', '先週', '先月(週の平均)'],
  figures: {
    on_time_rate: '納期遵守率',
    late_days: '遅れ日数',
    furnace_fill: '炉の充填率',
    furnace_runs_a_day: '炉の回数(1日)',
    lots_in_work: '仕掛(追番)',
    flow_days: '流れ日数',
  },
  runHeaders: ['番号', '状態', '進捗', '依頼者', '受付', '開始', '終了', '所要時間'],
  seconds: (count: number): string => `${count}秒`,
  noDatabase: (folder: string): string =>
    `「${folder}」にデータベースがありません。サーバーと同じ DATA_DIR または DATABASE_URL を指定してください。`,
  first: '先に計画する製番(20件まで)。ほかの工程はそのまわりに割り付け直します',
  wrongNumber: (option: string, value: string, limits: Limits): string =>
    `${option}「${value}」は指定できません。${PLAN_SETTING_TEXTS.number(limits)}`,

  export: '生産計画をExcelファイルに出力します',
  exportKind: '種類',
  exportFrom: '出力開始日、charges ではその日 (YYYY-MM-DD、省略すると今日)',
  exportOut: '書き出すファイル (省略すると標準のファイル名)',
  exporting: '出力中',
  exported: (file: string): string => `${file} に出力しました。`,
  notADate: (text: string): string => `日付「${text}」は 2000-01-01〜2100-12-31 の YYYY-MM-DD で指定してください。`,
  unwritableFile: (file: string): string => `ファイル「${file}」に書き込めません。`,

  promise: '質問の一覧から、いまの計画を動かさずに出荷できる日を調べます',
  promiseFile: '「製品コード・個数・材料・鋳込の日・希望日」の列を持つ Excel または CSV ファイル',
  promiseOutput: '回答を書き出すExcelファイル',

  nightly: '夜間処理を今すぐ実行します (受付フォルダの取込、立案、帳票の出力)',
  nightCheck: '実行せずに、受付フォルダと出力フォルダを使えるかどうかを確認します',
  nightWorking: '夜間処理中',
  nightHeaders: ['種類', 'ファイル', '結果', '行数', '新規', '変更', '変更なし', '削除', '除外', '理由'],
  nightOutcomes: { done: '取込済', failed: '取込不可', left: '次回に持ち越し' },
  nightNoFiles: '受付フォルダに取り込むファイルはありませんでした。',
  nightLeftOut: (label: string, reason: string): string => `除いた行: ${label} ${reason}`,
  nightEnded: (status: string): string => `夜間処理: ${status}`,

  settings: '立案の設定を表示・変更します',
  settingsShow: '立案の設定を表示します',
  settingsSet: '立案の設定を変更します (次の立案から有効)',
  assignment: '設定名=値 (値を省略すると標準に戻ります)',
  notAnAssignment: (text: string): string => `「${text}」は 設定名=値 の形で指定してください。`,
  settingHeaders: ['設定', '値', '標準'],
  settingsChanged: '立案の設定を変更しました。',

  user: '社員のアカウントを管理します',
  userAdd: '社員を追加します',
  userReset: 'パスワードを再設定します',
  userList: '社員の一覧を表示します',
  employeeId: '社員ID',
  name: '氏名',
  permission: '権限',
  password: 'パスワード (省略すると自動で作ります)',
  userAdded: (id: string): string => `社員 ${id} を追加しました。`,
  passwordReset: (id: string): string => `社員 ${id} のパスワードを再設定しました。`,
  onceOnly: (password: string): string => `パスワード: ${password} (この画面にだけ表示されます)`,
  userHeaders: ['社員ID', '氏名', '権限'],
  /** Fields that a message names. */
  fields: { employee_id: '社員ID', name: '氏名', permission: '権限', password: 'パスワード', file_start_date: '出力開始日' } as Readonly<
    Record<string, string>
  >,

  db: 'データベースを管理します',
  dbMigrate: 'データベースを最新の構造にします',
  dbStatus: 'データベースの構造の状態を表示します',
  migrated: (names: readonly string[]): string => (names.length === 0 ? 'データベースは最新です。' : `適用しました: ${schemaParts(names)}`),
  migrationStatus: (done: number, pending: readonly string[]): string =>
    pending.length === 0 ? `適用済み ${done}件、未適用なし` : `適用済み ${done}件、未適用: ${schemaParts(pending)}`,

  demo: 'デモ用の工場データを作ります',
  demoLoad: '空のデータベースにデモデータを入れます (5,000製番までは過去12週間の実績も)',
  demoFiles: 'デモデータを取込ファイルとして書き出します',
  demoDir: '書き出すフォルダ',
  demoPlant: '工場の種類。bottleneck は1台の機械がネックになる小さな工場で、製番の数・乱数の種・不備の割合は効きません',
  demoOrders: '製番の数',
  demoSeed: '乱数の種',
  demoDirty: '不備を混ぜる割合 (0〜1)',
  demoLoaded: (orders: number): string => `デモデータを入れました (製番 ${orders}件)。`,
  demoNotEmpty: 'データベースが空ではありません。デモデータは空のデータベースにだけ入れられます。',

  listening: (address: string): string => `生産計画立案システム: ${address}`,
  demoUsers: (password: string): string =>
    `デモのユーザー: 1001 (マスタ管理者), 1002 (生産計画担当), 1003 (外注担当), 1004 (一般)  パスワード: ${password}`,
  firstAdmin: (id: string, file: string): string =>
    `最初の管理者: 社員ID ${id}  パスワードはファイル「${file}」にあります。ログインしてパスワードを変更したら、ファイルを削除してください。`,
  firstAdminName: '管理者',
  portTaken: (port: number): string =>
    `ポート ${port} は使用中です。PORT で別の番号を指定してください。 / PORT=${port} is taken: name another.`,
  cannotListen: (host: string, port: number, code: string): string =>
    `${host} のポート ${port} で待ち受けできません(${systemError(code)})。HOST と PORT を確認してください。 / Cannot listen on HOST=${host} PORT=${port} (${code}).`,
  adminMissing: '管理画面がまだ作られていません。npm run build を実行してください。',
} as const;
