import { beginningOf } from '../../ground/cut.ts';
import { legible } from '../../ground/fold.ts';
import { formatDate } from '../../ground/plant-time.ts';
import { DATE_TEXTS } from '../dates.ts';
import { few, fewListed } from '../few.ts';
import { counted } from '../numbers.ts';

/** The sentences of the imports. Row, column as the table of kinds names it, value, and what to do (docs/imports.md). */

const LONGEST_SHOWN = 60;

/** A value in a sentence: its beginning, in whole characters. The history keeps the sentences, so they hold only what a database may. */
const shown = (value: string): string => legible(value.length > LONGEST_SHOWN ? `${beginningOf(value, LONGEST_SHOWN)}…` : value);

export const FILE_TEXTS = {
  unreadable: 'ファイルを読み込めませんでした。Excelブック(.xlsx)で保存し直してください。',
  oldExcel: '旧形式のExcelファイル(.xls)です。Excelブック(.xlsx)で保存し直してください。',
  encrypted: 'パスワード付きのExcelファイルです。パスワードを外し、Excelブック(.xlsx)で保存し直してください。',
  notWorkbook: 'Excelブック(.xlsx)またはCSVファイルではありません。Excelブック(.xlsx)で保存し直してください。',
  damaged: 'ファイルが壊れています。Excelブック(.xlsx)で保存し直してください。',
  tooLarge: 'ファイルが大きすぎます(20MBまで)。',
  tooMuchContent: 'ファイルの内容が大きすぎます。不要なシートや書式を削除し、Excelブック(.xlsx)で保存し直してください。',
  tooManyRows: (limit: number): string => `行数が多すぎます(${counted(limit)}行まで)。ファイルを分割してください。`,
  tooManyColumns: (limit: number): string => `列数が多すぎます(${limit}列まで)。`,
  tooSlow: 'ファイルの読み込みに時間がかかりすぎました。Excelブック(.xlsx)で保存し直してください。',
  empty: 'ファイルにデータがありません。',
  noKind: '取込対象のファイルではないようです。',
  noSheet: (name: string): string => `シート「${shown(name)}」が見つかりませんでした。`,
  encoding: (offset: number): string => `文字コードを判別できませんでした(${offset}バイト目)。UTF-8またはShift_JISで保存し直してください。`,
  csvQuote: (line: number): string => `行${line}: 引用符(")が閉じられていません。`,
} as const;

export const IMPORT_TEXTS = {
  columnMissing: (column: string, near?: string): string =>
    `「${column}」の列が見つかりませんでした。${near === undefined ? '' : `「${shown(near)}」はありますが「${column}」ですか。見出しを「${column}」にしてください。`}`,
  otherKind: (looksLike: string, wanted: string): string => `${looksLike}のファイルのようです。${wanted}のファイルを選んでください。`,
  columnTwice: (column: string): string => `「${column}」の列が2つ以上あります。1つにしてください。`,
  sheetWithoutColumns: (sheet: string): string => `シート「${shown(sheet)}」に必要な列がありません。`,
  rowSize: (row: number): string => `「行${row}」のサイズはヘッダのサイズと一致していません。`,
  noRows: '取り込む行がありません。',
  at: (row: number, column: string, text: string, until = row): string =>
    `行${until > row ? `${row}〜${until}` : row}「${column}」: ${text}`,
  /** Whether a sentence names the column, as `at` does. */
  names: (sentence: string, column: string): boolean => sentence.includes(`「${column}」: `),
  /** What a sentence says of its rows, without their numbers. */
  causeOf: (sentence: string): string => sentence.replace(/^行\d+(?:〜\d+)?(?=「)/, ''),
  /** Whether a sentence begins with all of these rows. */
  namesAll: (sentence: string, rows: readonly number[]): boolean => sentence.startsWith(`行${rows[0]}〜${rows.at(-1)}「`),
  /** A further error of a row that a sentence names already. */
  further: (text: string, row: number, more: string): string =>
    `${text} ${more.startsWith(`行${row}「`) ? more.slice(`行${row}`.length) : more}`,
  more: (count: number): string => `ほか${count}件`,
  required: 'この項目は必須です。',
  tooLong: (limit: number): string => `${limit}文字以内で入力してください。`,
  notDate: (value: string): string => `「${shown(value)}」は日付として読めません。`,
  ambiguousDate: (value: string): string => `「${shown(value)}」は日付として読めません。西暦4桁または元号を付けて入力してください。`,
  dateOutOfRange: (value: string): string => DATE_TEXTS.not_taken(shown(value)),
  twoDigitYear: (value: string, date: string): string => `「${shown(value)}」を${formatDate(date)}として読みました。`,
  nearestYear: (value: string, date: string): string => `「${shown(value)}」は年がないため、${formatDate(date)}として読みました。`,
  undecidedDate: (value: string): string => `「${shown(value)}」は未定の日付とみなし、空にしました。`,
  farDate: (value: string): string => `「${shown(value)}」は今日から離れた日付です。`,
  date1904: '1904年日付システムのファイルです。',
  oldDates: '日付の多くが3年以上前です。日付システム(1904年)の設定を確認してください。',
  notNumber: (value: string, unit: string | undefined): string =>
    `「${shown(value)}」は数値ではありません。${unit === undefined ? '' : `単位は${unit}です。`}`,
  dateNotNumber: (value: string): string => `「${shown(value)}」は日付・時刻の書式になっています。数値の書式で入力し直してください。`,
  notInteger: (value: string, min: number, unit?: string): string =>
    `「${shown(value)}」は${min}以上の整数を指定してください。${unit === undefined ? '' : `単位は${unit}です。`}`,
  outOfRange: (value: string, min: number, max: number): string => `「${shown(value)}」は${min}以上${max}以下で指定してください。`,
  rounded: (value: string, kept: string): string => `「${shown(value)}」を${kept}に丸めました。`,
  notBoolean: (value: string): string => `「${shown(value)}」は読めません。0または1を指定してください。`,
  notClosedDay: (value: string): string => `「${shown(value)}」は「稼働」または「非稼働」を指定してください。`,
  notCooling: (value: string): string => `「${shown(value)}」は空冷・炉冷・水冷・強制空冷のいずれかを指定してください。`,
  notWeekdays: (value: string): string =>
    `「${shown(value)}」は読めません。月〜日の曜日(例: 月水金)、平日、毎日のいずれかを指定してください。`,
  notOneOf: (value: string, allowed: readonly string[]): string =>
    `「${shown(value)}」は読めません。${allowed.join('・')}のいずれかを指定してください。`,
  numberInCode: (value: string): string => `「${shown(value)}」はコードとして読めません。文字列の書式で入力し直してください。`,
  dateInCode: (value: string): string => `「${shown(value)}」は日付に変換されています。文字列の書式で入力し直してください。`,
  otherwiseShown: (value: string, format: string): string =>
    `「${shown(value)}」は表示形式「${shown(format)}」の数値で、表示のとおりには読めません。文字列の書式で入力し直してください。`,
  /** Of all cells of a column under one format. */
  formatSeen: (column: string, seen: { format: string; value: string; shown: string; taken: string }, rows: number): string => {
    const what = `「${column}」の${counted(rows)}行分は、表示形式「${shown(seen.format)}」により`;
    return seen.taken === 'shown'
      ? `${what}「${shown(seen.value)}」が「${shown(seen.shown)}」のように表示されています。表示のとおりに読みました。`
      : `${what}「${shown(seen.shown)}」のように表示されています。表示ではなく「${shown(seen.value)}」のように数値を読みました。`;
  },
  allAtThree: (date: string): string =>
    `日付がすべて「15:00」付きです。日本時間の0:00を世界標準時で書き出したファイルの可能性があります。時刻を除いて読むため、1日早い日付になります(例: ${formatDate(date)})。`,
  scientific: (value: string): string => `「${shown(value)}」は指数表記です。文字列の書式で入力し直してください。`,
  brokenText: '読めない文字が含まれています。',
  privateCharacter: (value: string): string => `「${shown(value)}」に外字が含まれています。`,
  formulaError: (value: string): string => `数式エラー(${shown(value)})`,
  formulaEmpty: '数式の計算結果がありません。Excelで開いて保存し直してください。',
  duplicate: (value: string, other: number, differences: readonly string[] = [], spelled?: string): string =>
    `「${shown(value)}」が重複しています(行${other})。${
      spelled === undefined ? '' : `「${shown(spelled)}」とは全角・半角、大文字・小文字、または記号の字体だけが違います。`
    }${differences.length === 0 ? '' : `違い: ${fewOf(differences)}。`}`,
  difference: (column: string, one: string, other: string): string => `${column}「${shown(one)}」と「${shown(other)}」`,
  blank: '空欄',
  weekdays: (days: readonly unknown[]): string => days.join('・') || '毎日',
  masked: '●●●●',
  duplicateSame: (rows: readonly number[]): string =>
    `同じ内容の行が${counted(rows.length)}件あり、1件として取り込みます(行${rowList(rows)})。`,
  ownerDiffers: (value: string, other: number, differences: readonly string[]): string =>
    `「${shown(value)}」の内容が行${other}と異なります(${fewOf(differences)})。`,
  asAbove: (column: string, owner: string, count: number): string =>
    `「${column}」の空欄${counted(count)}行分を、同じ${owner}の上の行の値で補いました。`,
  keyAbove: (column: string, count: number): string => `「${column}」の空欄${counted(count)}行分を、上の行の値で補いました。`,
  titleRows: (row: number, rows = 1): string => `${rows > 1 ? `行${row - rows + 1}〜${row}` : `行${row}`}を見出しとして読みました。`,
  blankRows: (count: number): string => `途中の空行${counted(count)}件を読み飛ばしました。`,
  totals: (rows: readonly number[]): string => `合計行${counted(rows.length)}件を読み飛ばしました(行${rowList(rows)})。`,
  headers: (rows: readonly number[]): string => `見出しの繰り返し${counted(rows.length)}件を読み飛ばしました(行${rowList(rows)})。`,
  lines: (rows: readonly number[]): string => `明細でない行${counted(rows.length)}件を読み飛ばしました(行${rowList(rows)})。`,
  otherHeader: (row: number, header: number): string =>
    `行${row}から列の並びが見出し(行${header})と異なります。行${row}から下を別のファイルに分けてください。`,
  hiddenRows: (count: number): string => `非表示の行が${counted(count)}件あります。取り込み対象に含まれています。`,
  filledDown: (column: string, count: number): string => `「${column}」の結合セル${counted(count)}行分を、上の行の値で補いました。`,
  merged: (ranges: readonly string[]): string => `結合セル(${fewOf(ranges)})の値は先頭の行だけに入ります。`,
  mergedBlank: (range: string): string => `結合セル(${range})のため空です。結合を解除し、各行に入力してください。`,
  severalSheets: (sheet: string, others: readonly string[]): string =>
    `取り込めるシートが複数あります。「${shown(sheet)}」を読みました(ほか: ${shown(others.join('、'))})。`,
  zerosLost: (value: string, repaired: string): string => `「${value}」は先頭の0が失われた可能性があります(${repaired})。`,
  /** Of a row that waits until a person has decided. */
  zerosUndecided: (value: string, repaired: string): string =>
    `「${shown(value)}」は先頭の0が失われた可能性があります(${shown(repaired)})。画面から「先頭の0を補う」で取り込んでください。`,
  zerosOf: (column: string, count: number, from: string, to: string): string =>
    `${column} ${counted(count)}件(${shown(from)} → ${shown(to)}${count > 1 ? ' など' : ''})`,
  zerosOffered: (count: number, groups: string): string => `先頭の0が失われた可能性のある値が${counted(count)}件あります: ${groups}。`,
  zerosGiven: (groups: string): string => `先頭の0を補いました: ${groups}。`,
  /** After an import, the rows that are not in it. */
  leftOut: (count: number, rows: readonly number[]): string => `${counted(count)}行を除いて取り込みました(行${rowList(rows)})。`,
  takenOut: 'プレビューで除いた行です。',
  errorOfOthers: '関連する行にエラーがあるため除きました。',
  /** Of an import to come. `rows`: where the sentence speaks for more than its own. */
  skipped: (text: string, rows: readonly number[] = []): string =>
    `${text}(${rows.length > 1 ? `行${rowList(rows)}` : 'この行'}を除いて取り込みます)`,
  /** Of an import that was made, where its first sentence names the rows: only what speaks for more than its own row says so again. */
  skippedAlso: (text: string, rows: readonly number[]): string => (rows.length > 1 ? `${text}(行${rowList(rows)}を除きました)` : text),
} as const;

/** Whether a sentence of an import speaks of single rows, or counts those that were left out: not of the file as a whole. */
export const isOfRows = (sentence: string): boolean => /^行\d|^[\d,]+行を除いて/.test(sentence);

/** The first three, and how many more. */
const fewOf = (all: readonly string[]): string => all.slice(0, 3).join('、') + (all.length > 3 ? `ほか${all.length - 3}件` : '');
const rowList = (rows: readonly number[]): string => (rows.length > 5 ? `${rows.slice(0, 5).join('、')}ほか` : rows.join('、'));

/** Of a file among several that refers to what one before it brings. */
export const WAITING_TEXTS = {
  after: (files: readonly string[], rows: number): string =>
    `${rows > 0 ? `${counted(rows)}行を` : ''}${files.map((file) => `「${file}」`).join('と')}のあとに取り込みます。`,
  toldAfter: (files: readonly string[], rows: number): string =>
    `${counted(rows)}行は${files.map((file) => `「${file}」`).join('と')}のあとに分かります。`,
  heldBack: (file: string): string => `「${file}」を取り込めなかったため、このファイルは取り込んでいません。`,
} as const;

/** The history of imports, and the file of the rows that one left out. */
export const HISTORY_TEXTS = {
  imported: '取込済',
  refused: '取込不可',
  undone: '取消済',
  undoes: '取り消し',
  /** Who imported, where it was no person. */
  programs: { cli: 'コマンド', nightly: '夜間処理' } as Readonly<Record<string, string>>,
  leftOutSheet: '除いた行',
  leftOutFile: (label: string, stamp: string): string => `${label}除いた行${stamp}.xlsx`,
  rowNumber: '行',
  reason: '理由',
} as const;

/** What became of an import. */
export function outcomeOf(entry: { refused: boolean; undoes: number | null; undone_by: number | null }): string {
  if (entry.refused) return HISTORY_TEXTS.refused;
  if (entry.undoes !== null) return HISTORY_TEXTS.undoes;
  return entry.undone_by === null ? HISTORY_TEXTS.imported : HISTORY_TEXTS.undone;
}

/** Sentences of single kinds, on the row. */
export const RULE_TEXTS = {
  castingAfterDelivery: (casting: string, delivery: string): string =>
    `鋳込日${formatDate(casting)}が製作納期${formatDate(delivery)}より後です。`,
  neverPlanned: '製作納期も鋳込日(納期)もありません。鋳込日が決まるまで立案できません。',
  weightZero: '単重量が0です。',
  receivedMore: (received: number, ordered: number): string => `「${received}」は発注数「${ordered}」を超えています。`,
  receivedWithoutDate: '受入済みですが空です。',
  tonnes: '最大重量の単位はkgです。t単位で入力されていませんか。',
  taskCodeForName: '工程名があるときは工程ｺｰﾄﾞを入力してください。',
  volumeDiffers: (volume: number, box: string): string => `「${volume}」は奥行×幅×高さ(${box})と一致しません。`,
  millimetres: '寸法の単位をmmとみなします。',
  unusualTaskCodes: (count: number): string =>
    `工程ｺｰﾄﾞの形式(000-0000-000)でない行が${counted(count)}件あります。工程ファイルか確認してください。`,
  productFile: '製品のファイルが選択されている可能性があります。工程ファイルか確認してください。',
  taskNotHeat: (code: string): string => `「${code}」は熱処理の工程ではないため、熱処理条件は取り込みません。`,
  taskIgnored: (code: string): string => `「${code}」は熱処理・製品加工・解枠の工程ではないため、取り込みません。`,
} as const;

/** What an import of a kind can delete: no other kind deletes anything. */
export const DELETED: Readonly<Partial<Record<string, string>>> = {
  holidays: '休日',
  facilities: '対応工程',
  'heat-treatments': '熱処理・加工機・解枠の情報',
  'order-tasks': '工程',
};

/** What an import changes, in words. */
export const CHANGE_TEXTS = {
  /** A record that comes or goes as part of another, by its table. */
  records: {
    facility_tasks: '対応工程',
    heat_treatments: '熱処理',
    product_processings: '製品加工',
    demoldings: '解枠',
    order_tasks: '工程',
    holidays: '休日',
  } as Readonly<Record<string, string>>,
  /** What goes with an import, before it is written and after; nothing where nothing goes. */
  deletes: (kind: string, count: number): string => (count === 0 ? '' : `${DELETED[kind] ?? '項目'} ${counted(count)}件を削除します。`),
  deleted: (kind: string, count: number): string => (count === 0 ? '' : `${DELETED[kind] ?? '項目'} ${counted(count)}件を削除しました。`),
  /** Rows of a file and how many things they speak of, where that is not one a row. */
  rows: (rows: number, things: number, label = ''): string =>
    `${counted(rows)}行${things === rows ? '' : `(${label}${label === '' ? '' : ' '}${counted(things)}件)`}`,
  absent: 'なし',
  present: 'あり',
  added: '追加',
  removed: '削除',
  state: '状態',
  asleep: '廃止',
  awake: '使用中',
  empty: '(空)',
  other: '項目',
  changed: (key: string, name: string, old: string, now: string): string => `${key}「${name}」: ${old} → ${now}`,
  changedMore: (shown: number): string => `変更は先頭の${counted(shown)}項目だけを示しています。`,
} as const;

const UNKNOWN_NAMES = { tasks: '工程', facilities: '設備', products: '製品', orders: '製番', outsourcings: '外注' } as const;
/** Unknown codes that are said by name. */
export const MOST_VALUES = 20;

/** Sentences that need the database. */
export const STORE_TEXTS = {
  unknown: {
    tasks: (value: string): string => `「${shown(value)}」は工程に登録されていません。`,
    facilities: (value: string): string => `「${shown(value)}」は設備に登録されていません。`,
    products: (value: string): string => `「${shown(value)}」は製品に登録されていません。`,
    orders: (value: string): string => `「${shown(value)}」はオーダーに登録されていません。`,
    outsourcings: (value: string): string => `「${shown(value)}」は外注に登録されていません。`,
  },
  /** Before the rows of a file that name them: each value once, with its rows. */
  unknownValues: (to: keyof typeof UNKNOWN_NAMES, values: readonly { value: string; rows: number }[], count: number): string =>
    `登録されていない${UNKNOWN_NAMES[to]}: ${values
      .map(({ value, rows }) => `${shown(value)}(${counted(rows)}行)`)
      .join('、')}${count > values.length ? ` ほか${counted(count - values.length)}件` : ''}`,
  severalNames: (codes: readonly string[]): string => `同じ名前の工程が複数あります(${codes.join(', ')})。工程コードで指定してください。`,
  taskNameDiffers: (given: string, code: string, known: string, rows: number): string =>
    `「${shown(given)}」は工程「${code}」の名前「${shown(known)}」と異なります。${rows > 1 ? `(${rows}行)` : ''}`,
  cannotDoTask: (facility: string, task: string): string => `「${shown(facility)}」は工程「${shown(task)}」を行えません。`,
  facilityNameTaken: (name: string, code: string): string => `「${shown(name)}」は設備「${shown(code)}」と同じ名前です。`,
  lastAdmin: 'マスタ管理者が1人もいなくなるため、取り込めません。',
  noPassword: 'パスワードが空のため、再設定するまでログインできません。',
  sameFile: (at: string): string => `同じファイルが${at}に取り込まれています。`,
  missing: (label: string, count: number): string => `ファイルにない既存の${label} ${counted(count)}件はそのまま残ります。`,
  removed: (label: string, count: number): string => `ファイルにない${label} ${counted(count)}件を削除します。`,
  holidays: (added: number, removed: number): string => `休日 ${added}件を登録、${removed}件を解除します。`,
  castingOnHoliday: (date: string): string => `鋳込日${formatDate(date)}は休日です。`,
  castingAfterDelivery: (casting: string, delivery: string): string =>
    `鋳込日${formatDate(casting)}が製作納期${formatDate(delivery)}より後です。`,
  newLot: (serial: string, lot: string): string => `製番「${shown(serial)}」の追番「${shown(lot)}」は工程情報にありません。`,
  lotTwin: (serial: string, lot: string, known: string): string =>
    `製番「${shown(serial)}」には先頭の0だけが違う追番「${shown(known)}」があります。「${shown(lot)}」は別の追番として取り込みます。`,
  lotDoubles: (serial: string, lot: string, known: string): string =>
    `製番「${shown(serial)}」には先頭の0だけが違う追番「${shown(known)}」があります。「${shown(lot)}」を取り込むと二重になります。`,
  lotRespelled: (serial: string, known: string, lot: string): string =>
    `製番「${shown(serial)}」の追番「${shown(known)}」を「${shown(lot)}」に改めます。`,
  keyDoubles: (value: string, known: string): string =>
    `先頭の0だけが違う「${shown(known)}」があります。「${shown(value)}」を取り込むと二重になります。`,
  heldMet: (serials: readonly string[]): string => `仮押さえ${fewListed(serials, '件')}を、取り込む受注が引き継ぎます。`,
  heldOther: (serial: string, product: string): string =>
    `「${shown(serial)}」は製品「${shown(product)}」の仮押さえです。ほかの製品の受注にはできません。`,
  heldAwaits: (orders: readonly { held: string; serial: string; product: string }[]): string =>
    `${fewListed(
      orders.map(({ held, serial, product }) => `${held}が待っている製番「${shown(serial)}」は製品「${shown(product)}」`),
      '件',
    )}の受注です。ほかの製品の仮押さえは引き継がれません。`,
  heldBeside: (orders: readonly { serial: string; held: readonly string[] }[]): string =>
    `同じ製品の仮押さえがあります(${fewListed(
      orders.map(({ serial, held }) => `製番「${shown(serial)}」: ${few(held, '件')}`),
      '製番',
    )})。同じ注文なら、納期回答の「受注に結ぶ」で結んでください。`,
  keptTask: (serial: string, lot: string, sort: number): string =>
    `製番「${shown(serial)}」追番「${shown(lot)}」工程順「${sort}」はファイルにありませんが、終了またはロックされているため残します。`,
  lockedTaskChanged: (serial: string, lot: string, sort: number): string =>
    `製番「${shown(serial)}」追番「${shown(lot)}」工程順「${sort}」はロックされていますが、工程が変わりました。計画を確認してください。`,
  handTaskBrought: (name: string, sort: number): string =>
    `手で追加した工程「${shown(name)}」は、これからファイルの工程（工程順「${sort}」）として扱います。`,
  handTaskTwice: (name: string): string =>
    `手で追加した工程「${shown(name)}」は、ファイルにもあります。二重になっていないか確認し、不要なら手で追加した工程を削除してください。`,
  handTasksStay: (names: readonly string[], count: number): string =>
    `手で追加した工程${count}件（${names.map((name) => shown(name)).join('、')}${count > names.length ? ' ほか' : ''}）は、ファイルにありませんが残します。`,
  rowsNotList: '行のリストを指定してください。',
  notRowNumbers: '行番号をコンマ区切りで指定してください。',
  notRepairs: '補完する項目のリストが正しくありません。',
  tooManyRows: (limit: number): string => `${counted(limit)}行以内で指定してください。`,
} as const;
