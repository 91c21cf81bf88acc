import { formatMonthDay, plantClock, plantDate } from '../../server/domain/ground/plant-time.ts';
import { counted } from '../../server/domain/texts/numbers.ts';

/** Words of the shared pieces: lists, forms, dialogs, imports. */
export const COMMON = {
  search: '検索',
  clear: '条件クリア',
  save: '保存',
  delete: '削除',
  cancel: 'キャンセル',
  close: '閉じる',
  ok: 'OK',
  back: '戻る',
  add: '追加',
  details: '詳細',
  none: '未選択',
  readOnly: '閲覧のみ',
  loading: '読み込み中です…',
  empty: '該当するデータがありません。',
  operation: '操作',
  confirmDeleteAll: '全データを削除しますか？',
  failed: 'エラーが発生しました。',
  notFetched: '画面の一部を読み込めませんでした。通信を確認してください。',
  again: 'もう一度',
  conflict: '他の人が先に保存しました。',
  conflictHint: '最新の内容を読み込みますか？',
  reloadRow: '最新の内容を読み込む',
} as const;

export const FORM = {
  unsaved: '保存していない変更があります。',
  leaveNow: 'このまま移動しますか？',
  leave: '保存せずに移動',
  stay: '移動しない',
  incomplete: '入力が足りない項目、または誤りのある項目があるため保存できません。',
  showErrors: '該当の項目を表示',
} as const;

export const ROW_WORDS = {
  add: '行を追加',
  addTo: (list: string): string => `${list}に行を追加`,
  removeOf: (list: string, row: number): string => `${list}の${row}行目を削除`,
  none: '行がありません。',
} as const;

export const LIST = {
  count: (total: number): string => `${counted(total)}件`,
  range: (from: number, to: number, total: number): string => `全${counted(total)}件中 ${from}〜${to}件`,
  pages: 'ページ送り',
  table: (title: string): string => `${title}の表`,
  save: '出力',
  format: 'ファイル形式を選択',
  formats: { xlsx: 'Excel (.xlsx)', csv: 'CSV (.csv)' },
} as const;

export const IMPORT = {
  choose: 'ファイルを選択',
  chooseOther: '別のファイルを選択',
  drop: 'ここにファイルをドロップできます',
  run: 'インポート',
  template: 'ひな形をダウンロード',
  preview: 'プレビュー',
  rows: (count: number): string => `${counted(count)}行`,
  rowNumber: '行',
  removeRow: 'この行を除外',
  removeRowOf: (row: number): string => `${row}行目を除外`,
  removed: (count: number): string => `${counted(count)}行を除外中`,
  restore: '除外を戻す',
  reading: 'ファイルを読み込んでいます…',
  importing: (label: string): string => `${label}をインポートしています。しばらくお待ちください。`,
  discard: '選択を取り消す',
  unreadable: 'ファイルを読み込めませんでした。Excelブック(.xlsx)で保存し直してください。',
  gone: 'ファイルを読み込めませんでした。選択したあとに変更・移動されたか、フォルダーです。もう一度選択してください。',
  sheet: 'シート',
  errors: 'エラー',
  warnings: '警告',
  more: (count: number): string => `ほか${counted(count)}件`,
  skipBad: 'エラー行を除く',
  repairs: '先頭の0を補う',
  readAs: (values: readonly string[]): string => `${few(values)}に読み替える`,
  keep: (values: readonly string[]): string => `${few(values)}のまま取り込む`,
  keepAll: 'すべてこのまま取り込む',
  doubles: '先頭の0だけが違うものが登録されています。',
  kept: (count: number): string => `${counted(count)}件はファイルのとおりに取り込みます。`,
  decideAnew: '選び直す',
  keptAll: '先頭の0の違いは、ファイルのとおりに取り込みます。',
  joins: '登録済みの追番をファイルに合わせる(すべて)',
  joined: '登録済みの追番をファイルに合わせます。',
  /** `all`: whether there are no others. */
  rowsNamed: (rows: readonly number[], all: boolean): string => {
    const isRun = all && (rows.at(-1) ?? 0) - (rows[0] ?? 0) === rows.length - 1;
    const named = isRun ? `${rows[0]}〜${rows.at(-1)}` : rows.slice(0, 5).join('、') + (rows.length > 5 || !all ? 'ほか' : '');
    return `行${named} ・ ${counted(rows.length)}行${all ? '' : '以上'}`;
  },
  zerosTitle: '先頭の0を補いますか？',
  withoutZeros: '補わずに取り込む',
  tryAgain: 'もう一度確認する',
  otherwise: '表示した内容から変わったため、取り込んでいません。もう一度確認してください。',
  leftOut: '除いた行をダウンロード',
  leftOutTitle: '除いた行があります',
  leftOutHint: '除いた行は、行番号と理由を付けてExcelファイルに保存できます。あとから取込履歴でも開けます。',
  errorTitle: '下記のインポートエラーがありました',
  downloadErrors: 'エラーをダウンロード',
  errorFile: (label: string, stamp: string): string => `${label}エラー${stamp}.txt`,
  masked: '●●●●',
  dryRun: '差分を確認',
  dryRunning: '差分を確認しています…',
  dryFailed: '差分を確認できませんでした。',
  offline: 'オフラインです。つながると確認を続けます。',
  withoutBadRows: 'エラーのある行を除いた内容です。',
  views: { changes: '変わる内容', rows: 'ファイルの行' },
  view: '表示',
  changes: '変わる内容',
  sortsShown: '表示する区分',
  changeColumns: { row: '行', sort: '区分', key: '対象', name: '名称', field: '項目', change: 'いま → ファイル' },
  sorts: { added: '新規', changed: '変更', deleted: '削除' },
  sort: (name: string, count: number): string => `${name} ${counted(count)}`,
  others: (unchanged: number, missing: number, rows: string): string =>
    `変更なし ${counted(unchanged)} ・ 取り込む行 ${rows}${missing > 0 ? ` ・ ファイルになし ${counted(missing)}` : ''}`,
  newRow: '新しい行',
  moreNew: (shown: number): string => `新規は先頭の${counted(shown)}件だけを示しています。`,
  toRow: (row: number): string => `${row}行目を見る`,
  nothingChanges: '変わる内容はありません。',
  nothingFound: '見つかりません。',
  searchBy: (name: string): string => `${name}で探す`,
  deletionsTitle: '削除されるものがあります',
  deletionsHint: 'ファイルにない、またはファイルで外されているため、取り込むと削除されます。',
  deletionsOfLeftOut: '除いた行のうち、何の行か分からないものの分も含まれます。',
  deletionsList: '削除されるもの',
  deleteAndRun: '削除して取り込む',
  skipHidden: (count: number): string => `非表示の${counted(count)}行を除外`,
  skipped: (count: number): string => `エラーのある${counted(count)}行を除いて取り込みます。`,
} as const;

const few = (values: readonly string[]): string => values.slice(0, 3).join('・') + (values.length > 3 ? 'など' : ' ');

/** What stands after an import without errors, by kind. */
export const IMPORT_SUCCESS: Record<string, string> = {
  holidays: '休日をインポートしました。',
  products: '製品をインポートしました。画面がリロードされます。',
  'heat-treatments': '熱処理情報をインポートしました。画面がリロードされます。',
  tasks: '工程をインポートしました。画面がリロードされます。',
  orders: 'オーダーをインポートしました。画面がリロードされます。',
  'order-tasks': '工程情報をインポートしました。画面がリロードされます。',
  castings: '鋳込みをインポートしました。画面がリロードされます。',
  facilities: '設備をインポートしました。画面がリロードされます。',
  employees: '社員をインポートしました。画面がリロードされます。',
  outsourcings: '外注をインポートしました。画面がリロードされます。',
};

/** Titles of the import panels, by kind. */
export const IMPORT_TITLES: Record<string, string> = {
  holidays: '休日インポート',
  products: '製品インポート',
  'heat-treatments': '熱処理・加工機情報インポート',
  tasks: '工程インポート',
  orders: 'オーダーインポート',
  'order-tasks': '工程情報インポート',
  castings: '鋳込みインポート',
  facilities: '設備インポート',
  employees: '社員インポート',
  outsourcings: '外注インポート',
};

/** `11/25(水) 02:30〜02:41`. */
export const nightSpan = (from: string, until: string | null): string =>
  `${formatMonthDay(plantDate(from))} ${plantClock(from)}${until === null ? '' : `〜${plantClock(until)}`}`;
