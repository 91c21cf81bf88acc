/** Words of the night: its card above the boards, its pages. */
import { formatMonthDay, plantClock, plantDate } from '../../server/domain/ground/plant-time.ts';
import { counted } from '../../server/domain/texts/numbers.ts';
import { change } from './board/story.ts';

const due = (at: string): string => `予定 ${formatMonthDay(plantDate(at))} ${plantClock(at)}`;
const STATUSES = { running: '実行中', complete: '完了', partial: '一部取込不可', error: 'エラー' } as const;

export const NIGHT = {
  title: '夜間処理の結果',
  statuses: STATUSES,
  /** The night in a word. */
  chip: (status: string): string => `夜間 ${STATUSES[status as keyof typeof STATUSES] ?? status}`,
  notRun: '夜間処理は実行されていません',
  running: '夜間処理を実行しています',
  due,
  /** Of a later night, beside one that waits to be confirmed. */
  missed: (at: string): string => `${due(at)} 未実行`,
  /** The same where further nights take the room. */
  missedToo: '未実行あり',
  next: (at: string): string => `次回 ${formatMonthDay(plantDate(at))} ${plantClock(at)}`,
  failedFiles: (count: number): string => `取り込めないファイル ${counted(count)}件`,
  past: '過去の夜間処理',
  acknowledge: '確認済みにする',
  acknowledgeAll: 'すべて確認済みにする',
  newer: (at: string, status: string): string => `${formatMonthDay(plantDate(at))} ${STATUSES[status as keyof typeof STATUSES] ?? status}`,
  moreNights: (count: number): string => `ほか${counted(count)}夜`,
  all: 'すべて見る',
  open: '開く',
  unfold: '詳しく見る',
  fold: '閉じる',
  lateChange: (before: number | null, after: number): string => `納期遅れ ${change(before, after, '件')}`,

  files: (count: number): string => `取り込んだファイル ${counted(count)}件`,
  columns: { kind: '種類', rows: '行数', created: '新規', changed: '変更', deleted: '削除', leftOut: '除外' },
  noFiles: '受付フォルダにファイルはありませんでした。',
  otherKind: 'その他',
  none: '—',

  leftOut: (count: number): string => `除外した行 ${counted(count)}件`,
  saveLeftOut: '一覧を保存',
  leftOutRow: (label: string, row: number): string => `${label} 行${counted(row)}`,
  noLeftOut: '除外した行はありません。',
  moreRows: (count: number): string => `ほか${counted(count)}行`,
  notes: (count: number): string => `お知らせ ${counted(count)}件`,

  late: '納期遅れ',
  order: '件',
  orders: (count: number): string => `${counted(count)}件`,
  fewer: (count: number): string => `▼ ${counted(count)}件`,
  more: (count: number): string => `▲ ${counted(count)}件`,
  same: '増減なし',
  resolved: '解消',
  newly: '新たに遅れ',
  lostPlace: '計画から外れた',
  newMark: '新',
  noNewLate: '新たに遅れた製番はありません。',
  notPlanned: '立案できませんでした。',

  workbooks: { schedules: '通常', outsourcing: '外注', charges: '炉チャージ表' } as Readonly<Record<string, string>>,
  workbookName: (name: string): string => `${name}の帳票をダウンロード`,
  noWorkbooks: '帳票はありません。',

  outcomes: { done: '取込済', failed: '取込不可', left: '次回に持ち越し' } as const,
  result: '結果',
  problems: '発生した問題',
  fileList: '取り込んだファイル',
  leftOutList: '除外した行',
  noteList: 'お知らせ',
  newlyLate: '新たに遅れた製番',
  resolvedOrders: '遅れが解消した製番',
  lostOrders: '遅れていて計画から外れた製番',
  movedList: '動いた工程',
  workbookList: '帳票',
  nothing: 'ありません。',
  deleted: '(削除済み)',
  byProgram: { cli: 'コマンド', nightly: '自動' } as Readonly<Record<string, string>>,
} as const;
