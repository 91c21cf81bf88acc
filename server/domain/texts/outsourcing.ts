import { formatDate, formatMonthDay, type PlantDate } from '../ground/plant-time.ts';
import { counted } from './numbers.ts';

/** Sentences about the answers of partners: typed by hand, and read from sheets that come back. */
export const OUTSOURCING_TEXTS = {
  nobody: '外注先未定',
  inHouse: '社内',
  finished:
    'この工程は終了しています。終了が誤りのときは、計画担当者がガントチャートで「工程終了」を外したあとに、回答を入力し直してください。',
  past: (date: PlantDate): string => `回答納期 ${formatDate(date)} は過ぎた日付です。今日以降の日付を記入してください。`,
  tooFar: (date: PlantDate): string => `回答納期 ${formatDate(date)} は先すぎます。2年以内の日付を記入してください。`,
  beyond: (done: number, quantity: number): string => `完了数「${done}」は0〜${quantity}の整数で記入してください。`,
  handedLater: (date: PlantDate): string => `引渡日 ${formatDate(date)} は先の日付です。今日までの日付を記入してください。`,
  holiday: (date: PlantDate, back: PlantDate): string =>
    `回答納期 ${formatMonthDay(date)} は休日のため、${formatMonthDay(back)} の戻りとします。`,
  beforeHandover: (handover: PlantDate): string => `引渡予定日 ${formatMonthDay(handover)} より前の回答納期です。`,
  allDone: '全数完了のため、この工程は終了として扱います。受入済みになるまでは、外注の「戻り」で訂正できます。',
  notHandedOver: (handover: PlantDate): string => `引渡前(予定 ${formatMonthDay(handover)})です。`,
  previousOpen: '前の工程が未完了です。',
  locked: 'ロック中のため戻り予定の表示はそのままです。次の工程は回答納期に合わせて計画します。',
  away: '引渡済みのため戻り予定の表示はそのままです。次の工程は回答納期に合わせて計画します。',
  noteCharacters: '備考に読めない文字が含まれています。',
  noteLength: (limit: number): string => `備考は${limit}文字以内で記入してください。`,
} as const;

/** The words of the request sheet; its headers are how the columns of a sheet that came back are found. */
export const REQUEST_SHEET = {
  title: '外注依頼書',
  to: (partner: string): string => `${partner}　御中`,
  code: (code: string): string => `外注コード ${code}`,
  clerk: (name: string): string => (name === '' ? '' : `外注担当 ${name}`),
  made: (planned: string, written: string): string => `${planned === '' ? '' : `立案 ${planned}　`}出力 ${written}`,
  ask: [
    '下記のとおりお願いします。',
    '青い枠の黄色の欄',
    'の 回答納期・完了数・備考 だけをご記入のうえ、このファイルのままご返送ください。ほかの欄は保護してあります。',
  ],
  how: '回答納期は月/日(例 12/4)、完了数は仕上がった個数です。変更のない行はそのままで結構です。',
  counts: (rows: number, pieces: number): string => `${counted(rows)}件・${counted(pieces)}個`,
  /** How `counts` is read again: the rows. */
  countsPattern: /^([\d,]+)件・[\d,]+個$/,
  more: (late: number, chained: number): string =>
    [...(late > 0 ? [`遅れ ${late}件`] : []), ...(chained > 0 ? [`渡り外注 ${chained}件`] : [])].join('・'),
  headers: {
    no: 'No',
    serial_number: '製番',
    lot_number: '追番',
    product_name: '製品名',
    material: '材質',
    quantity: '数量',
    task_name: '工程',
    previous: '受取元\n(前)',
    next: '渡し先\n(次)',
    handover: '引渡\n予定日',
    wanted: '納入\n希望日',
    shipping: '出荷\n予定',
    answered_date: '回答納期',
    completed_quantity: '完了数',
    note: '備考',
    mark: '管理番号',
  },
  handedOver: (date: string): string => `${date} 済`,
  legend: ['赤字', 'は納入希望日を過ぎています。', '外注先名', 'は渡り外注です。当社を通らず、直接お渡し・お受け取りください。'],
  chains: (count: number): string => `渡り外注の流れ(${count}件)`,
  since: (date: string): string => `${date}〜`,
  dateTitle: '回答納期',
  dateError: '今日以降の日付を、12/4 のように入力してください。',
  quantityTitle: '完了数',
  quantityError: (quantity: number): string => `0〜${quantity}の整数で入力してください。`,
  product: '生産計画立案システム',
  sheet: (name: string): string => `シート「${name}」`,
} as const;

/** Sentences for a sheet that came back. `field` is the heading of a column. */
export const SHEET_TEXTS = {
  noSheet: '外注依頼書ではありません。このシステムが出力した外注依頼書に回答を記入したファイルを選んでください。',
  noColumn: (sheet: string, column: string): string =>
    `シート「${sheet}」に「${column}」の列がありません。列を削除せず、出力した外注依頼書に回答だけを記入したファイルを選んでください。`,
  noMark: (sheet: string): string =>
    `シート「${sheet}」の右端の管理番号の列がありません。列を削除せず、出力した外注依頼書に回答だけを記入したファイルを選んでください。`,
  extraColumn: (sheet: string, column: string): string => `シート「${sheet}」の「${column}」は外注依頼書にない列のため、読みません。`,
  removedRows: (sheet: string, numbers: readonly number[]): string =>
    `シート「${sheet}」から${counted(numbers.length)}行が削除されています(No ${numbers.slice(0, 10).join('、')}${numbers.length > 10 ? ' ほか' : ''})。その工程の回答は前のままです。`,
  extraRow: '外注依頼書にない行です。行を追加せず、回答だけを記入したファイルをもう一度送ってもらってください。',
  wrongMark: '管理番号が書き換えられています。回答だけを記入したファイルをもう一度送ってもらってください。',
  tampered: (field: string, was: string, is: string): string =>
    `${field}が書き換えられています(${was} → ${is || '空欄'})。回答だけを記入したファイルをもう一度送ってもらってください。`,
  zeros: (field: string, is: string, was: string): string => `${field}「${is}」は先頭の0が失われています。「${was}」として読みました。`,
  gone: 'この工程は工程情報から無くなりました。新しい外注依頼書を出力して送り直してください。',
  finished: 'この工程はすでに終了しています。回答は取り込みません。',
  moved: 'この工程の外注先または工程が変わっています。新しい外注依頼書を出力して送り直してください。',
  twice: (row: number): string => `行${row}と同じ工程に違う回答があります。どちらか1行だけにしてください。`,
  notQuantity: (value: string): string => `完了数「${value}」は数として読めません。個数だけを記入してください。`,
  formula: (field: string): string => `「${field}」が数式エラーです。値を記入し直してください。`,
  badRows: (count: number): string => `取り込めない行が${count}件あります。`,
} as const;
